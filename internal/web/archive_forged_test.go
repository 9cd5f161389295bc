package web

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/apitest"
	"vitrine/internal/portable"
	"vitrine/internal/testkind"
)

// ready waits until no job works on an import or export.
func ready(t *testing.T, p *apitest.Person, path string) string {
	t.Helper()
	for began := time.Now(); time.Since(began) < 2*time.Minute; {
		switch state := p.Send(t, "GET", path, nil, "Prefer", "wait=10").Want(t, http.StatusOK).Dig(t, "data.attributes.state").(string); state {
		case "waiting", "working", "making", "running", "queued", "reading", "planning", "applying":
		default:
			return state
		}
	}
	t.Fatal("it does not end")
	return ""
}

// After importing an archive with forged members, no page fails.
func TestForgedArchivesBreakNoPage(t *testing.T) {
	t.Parallel()
	s := importSite(t)
	w := s.World(t)
	owner := s.signedIn(t, w.Person)
	w.Personal(t)
	w.Show(t)
	apitest.Exec(t, s.Harness, `update imports set state = 'cancelled' where state not in ('applied', 'cancelled')`)
	export := "/api/exports/" + w.Send(t, "POST", "/api/exports", apitest.M{"kind": "archive"}).Want(t, http.StatusCreated).ID(t)
	if state := ready(t, w.Person, export); state != "done" {
		t.Fatalf("the archive is %s", state)
	}
	content := w.Send(t, "GET", export+"/file", nil).Want(t, http.StatusOK).Content
	rounds, came, began := 0, 0.0, time.Now()
	for ; rounds < 2 || rounds < testkind.Number(2, 10) && time.Since(began) < 15*time.Second; rounds++ {
		seed := rand.Uint64()
		random := rand.New(rand.NewPCG(seed, 0))
		changed := apitest.Forged(t, content, func(part string, line map[string]jsontext.Value) {
			for _, m := range portable.PartNamed(part).Members {
				if values := apitest.Nasty[m.Kind]; values != nil && random.IntN(12) == 0 {
					line[m.Name] = jsontext.Value(values[random.IntN(len(values))])
				}
			}
		})
		path := "/api/imports/" + w.SendForm(t, "/api/imports", "archive.zip", changed, nil).Want(t, http.StatusCreated).ID(t)
		if ready(t, w.Person, path) != "ready" {
			continue
		}
		w.Send(t, "PUT", path+"/mapping", apitest.M{"match": apitest.M{"differs": "update"}}).Want(t, http.StatusOK)
		ready(t, w.Person, path)
		w.Send(t, "POST", path+"/apply", apitest.M{"plan": 1, "skip_errors": true}).Want(t, http.StatusOK)
		if state := ready(t, w.Person, path); state != "applied" {
			t.Errorf("the import is %s", state)
		}
		came += w.Send(t, "GET", path, nil).Dig(t, "data.attributes.report.update").(float64)
		for _, p := range s.pages.Pages {
			method, pattern, _ := strings.Cut(p.Pattern, " ")
			if method != http.MethodGet {
				continue
			}
			if answer := owner.send(method, w.Fill(strings.TrimSuffix(pattern, "{$}")), url.Values{}); answer.StatusCode >= 500 {
				t.Errorf("%s is answered %d", p.Pattern, answer.StatusCode)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d rounds, %v changes in %s", rounds, came, time.Since(began))
}
