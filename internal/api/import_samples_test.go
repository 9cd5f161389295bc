package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
)

// sampleImport is what a sample's expected file says of its import: the plan and its issues,
// what came of it when rows with errors were left out, and the plan of the same file again.
type sampleImport struct {
	Currency string           `json:"currency,omitempty"` // of the collection; EUR if it does not matter
	Failed   string           `json:"failed,omitempty"`   // the code
	Plan     M                `json:"plan,omitempty"`
	Issues   []M              `json:"issues,omitempty"`
	Report   M                `json:"report,omitempty"`
	Again    map[string]int64 `json:"again,omitempty"`
}

// meet are the samples whose rows match objects of a world; the others need only an account.
var meet = []string{"clz.csv", "kollek.xlsx", "plain.csv"}

// Each sample is imported as its expected file says.
func TestImportSamples(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	var all []string
	for _, pattern := range []string{"*.expected.json", "bad/*.expected.json"} {
		found, err := filepath.Glob(filepath.Join(pgtest.Root, "samples", "import", pattern))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	if len(all) < 30 {
		t.Fatalf("only %d samples", len(all))
	}
	for _, expected := range all {
		name := filepath.Base(strings.TrimSuffix(expected, ".expected.json"))
		if strings.HasPrefix(name, "archive-") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			said := map[string]json.RawMessage{}
			content, err := os.ReadFile(expected)
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(content, &said); err != nil {
				t.Fatal(err)
			}
			var want sampleImport
			if said["import"] != nil {
				if err := json.Unmarshal(said["import"], &want); err != nil {
					t.Fatal(err)
				}
			}
			account := &world{Person: d.Owner(t)}
			if slices.Contains(meet, name) {
				account = d.World(t)
			}
			got := desk{account, ""}.sample(t, strings.TrimSuffix(expected, ".expected.json"), said["reading"], want.Currency)
			if *updateGolden {
				if said["import"], err = json.Marshal(got); err != nil {
					t.Fatal(err)
				}
				var b bytes.Buffer
				e := json.NewEncoder(&b)
				e.SetEscapeHTML(false)
				e.SetIndent("", "  ")
				if err := e.Encode(said); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(expected, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			same(t, "import", got, want)
		})
	}
}

// sample imports a file into a new collection, by a user of its language.
func (d desk) sample(t *testing.T, path string, reading json.RawMessage, currency string) (out sampleImport) {
	t.Helper()
	out.Currency = currency
	var how struct{ Locale string }
	if err := json.Unmarshal(reading, &how); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d.Send(t, "PATCH", "/api/me", M{"locale": how.Locale}).Want(t, http.StatusOK)
	d.collection = d.Make(t, "/api/collections", M{"name": filepath.Base(path), "visibility": "private", "currency": cmp.Or(currency, "EUR")})
	plan := func() (string, response) {
		id := d.SendForm(t, "/api/imports", filepath.Base(path), content, M{"collection_id": d.collection}).Want(t, http.StatusCreated).ID(t)
		r := d.settled(t, id)
		if r.Dig(t, "data.attributes.state") == "ready" {
			d.Send(t, "PUT", "/api/imports/"+id+"/mapping", M{}).Want(t, http.StatusOK)
			r = d.settled(t, id)
			d.sums(t, r)
		}
		return id, r
	}
	id, r := plan()
	if r.Dig(t, "data.attributes.state") == "failed" {
		out.Failed = r.Dig(t, "data.attributes.error.code").(string)
		return out
	}
	out.Plan = r.Dig(t, "data.attributes.plan").(M)
	delete(out.Plan, "digest")
	for _, row := range d.Send(t, "GET", "/api/imports/"+id+"/rows?per_page=100", nil).Want(t, http.StatusOK).Dig(t, "data").([]any) {
		shown := row.(M)["attributes"].(M)
		for _, issue := range shown["issues"].([]any) {
			i := issue.(M)
			out.Issues = append(out.Issues, M{"row": shown["row"], "cell": i["cell"], "code": i["code"], "expected": i["expected"], "found": i["found"]})
		}
	}
	r = d.apply(t, id, M{"plan": 1, "skip_errors": true})
	same(t, "state", r.Dig(t, "data.attributes.state"), "applied")
	out.Report = r.Dig(t, "data.attributes.report").(M)
	for _, name := range []string{"began_at", "ended_at", "seconds", "per_second"} {
		delete(out.Report, name)
	}
	id, r = plan()
	out.Again = map[string]int64{}
	for _, name := range []string{"create", "update", "unchanged", "skip", "error"} {
		out.Again[name] = int64(r.Dig(t, "data.attributes.plan."+name).(float64))
	}
	d.Send(t, "POST", "/api/imports/"+id+"/cancel", nil).Want(t, http.StatusOK) // unfinished ones are counted
	return out
}
