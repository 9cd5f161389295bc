package api

import (
	"archive/zip"
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/apitest"
	"vitrine/internal/portable"
	"vitrine/internal/testkind"
)

// never are invalid values by kind of member.
var never = map[portable.Kind][]string{
	portable.Text:    {longText(6000), longText(60000)},
	portable.Integer: {`-1`, `-9223372036854775808`},
	portable.Number:  {`1e308`, `-1e308`, `1e400`, `-181`},
	portable.Day:     {`"0000-01-01"`, `"0000-12-31"`},
	portable.Time:    {`"0000-01-01T00:00:00.000000Z"`},
	portable.Options: {`["", " "]`, `[` + longText(256) + `]`},
	portable.Values:  {`null`, `[]`, `{}`, `1e9`, `1e400`, longText(5001), `[["deep"]]`},
}

// spoil gives a member one of these values, and reports whether there is one.
func spoil(random *rand.Rand, m portable.Member, line map[string]jsontext.Value) bool {
	values := never[m.Kind]
	if values == nil {
		return false
	}
	value := values[random.IntN(len(values))]
	if m.Kind == portable.Values {
		for field := range valuesIn(line[m.Name]) {
			line[m.Name] = jsontext.Value(`{"` + field + `":` + value + `}`)
			return true
		}
		return false
	}
	line[m.Name] = jsontext.Value(value)
	return true
}

// Random invalid members in random lines: each such line is an issue of the plan at its member, is not
// applied, and breaks nothing afterwards.
func TestRandomBadLinesAreIssues(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	rounds, began := 0, time.Now()
	for ; rounds < 2 || rounds < testkind.Number(4, 20) && time.Since(began) < 10*time.Second; rounds++ {
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		chosen := map[string]portable.Member{}
		for range 1 + random.IntN(4) {
			p := portable.Parts[random.IntN(len(portable.Parts))]
			chosen[p.Name] = p.Members[random.IntN(len(p.Members))]
		}
		p := d.Owner(t)
		bad, members := []string{}, map[string]int{}
		id, r := bring(t, p, forged(t, content, func(part string, line map[string]jsontext.Value) {
			if m, ok := chosen[part]; ok && random.IntN(3) > 0 && spoil(random, m, line) {
				bad = append(bad, string(line["uuid"]))
				members[m.Name]++
			}
		}))
		same(t, "state", r.Dig(t, "data.attributes.state"), "ready")
		planOf(t, p, id, M{})
		for member, n := range members {
			if got := p.Send(t, "GET", "/api/imports/"+id+"/rows?action=error&column="+member, nil).Want(t, http.StatusOK).Dig(t, "meta.total"); got != float64(n) {
				t.Errorf("%v of %d lines are errors at %s", got, n, member)
			}
		}
		p.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1, "skip_errors": true}).Want(t, http.StatusOK)
		same(t, "state", ended(t, p, id).Dig(t, "data.attributes.state"), "applied")
		came, _ := archive(t, p, M{"kind": "archive"})
		for _, uuid := range bad {
			if uuid != "" && isObject(t, came, uuid) {
				t.Errorf("%s came in", uuid)
			}
		}
		nothingFails(t, p, id)
		if t.Failed() {
			t.Fatalf("seed %d, with %v", seed, chosen)
		}
	}
	t.Logf("%d rounds in %s", rounds, time.Since(began))
}

// isObject reports whether an archive has an object with a uuid, in quotes.
func isObject(t *testing.T, content []byte, uuid string) bool {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range z.File {
		from, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		all, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(all), `"uuid":`+uuid) {
			return true
		}
	}
	return false
}

// Whatever a line contains, the import applies the valid lines and nothing fails afterwards.
func TestRandomLinesBreakNothing(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	content, _ := archive(t, d.Person, M{"kind": "archive"})
	for n, began := 0, time.Now(); n < 2 || n < testkind.Number(4, 12) && time.Since(began) < 10*time.Second; n++ {
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		chosen := map[string]portable.Member{}
		for _, p := range portable.Parts {
			chosen[p.Name] = p.Members[random.IntN(len(p.Members))]
		}
		p := d.Owner(t)
		id, r := bring(t, p, forged(t, content, func(part string, line map[string]jsontext.Value) {
			m := chosen[part]
			if values := apitest.Nasty[m.Kind]; values != nil && random.IntN(2) == 0 {
				line[m.Name] = jsontext.Value(values[random.IntN(len(values))])
			}
			if m.Kind == portable.Values {
				for field := range valuesIn(line[m.Name]) {
					line[m.Name] = jsontext.Value(`{"` + field + `":` + []string{`"text"`, `1e99`, `12`, `true`, longText(6000), `null`, `[]`}[random.IntN(7)] + `}`)
				}
			}
		}))
		if r.Dig(t, "data.attributes.state") == "ready" {
			planOf(t, p, id, M{})
			p.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1, "skip_errors": true}).Want(t, http.StatusOK)
			if state := ended(t, p, id).Dig(t, "data.attributes.state"); state != "applied" {
				t.Errorf("seed %d: the import is %v", seed, state)
			}
		}
		nothingFails(t, p, id)
		if t.Failed() {
			t.Fatalf("seed %d, with %v", seed, chosen)
		}
	}
}

func valuesIn(v jsontext.Value) map[string]jsontext.Value {
	fields, _ := parseObject(v, maxDepth)
	return fields
}
