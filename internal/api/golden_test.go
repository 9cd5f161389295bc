package api

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/test/fixture"
)

var updateGolden = flag.Bool("update", false, "write the golden files anew")

// volatile matches what differs between runs.
var volatile = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UUID"},
	{regexp.MustCompile(`vt[rif]_[0-9A-Za-z]{49}|vts_[0-9A-Za-z]{33}`), "TOKEN"},
	{regexp.MustCompile(`"(created_at|updated_at|last_used_at|expires_at)":\d{10}`), `"$1":TIME`},
	{regexp.MustCompile(`"(moved_at|date)":\d{10}`), `"$1":DAY`}, // a copy is where it is since today
	{regexp.MustCompile(`"id":"([a-z]+)-\d+`), `"id":"$1-ID`},    // in a timeline
	{regexp.MustCompile(`u[a-z2-7]{26}@example.org`), "EMAIL"},
	{regexp.MustCompile(`/api/signed/[\w-]+`), "/api/signed/TOKEN"},
	{regexp.MustCompile(`[0-9a-f]{64}`), "HASH"},
	{regexp.MustCompile(`"((?:\w+_)?id)":"\d+"`), `"$1":"ID"`},
	{regexp.MustCompile(`"((?:\w+_)?ids)":\["\d+"\]`), `"$1":["ID"]`},
	{regexp.MustCompile(`/\d+(["/?])`), "/ID$1"},    // in addresses
	{regexp.MustCompile(`([{,])"\d+":`), `$1"ID":`}, // in custom_fields
	{regexp.MustCompile(`custom_fields\.\d+`), "custom_fields.ID"},
	{regexp.MustCompile(`"next_after":"[^"]+"`), `"next_after":"CURSOR"`},
}

// Golden bodies pin the API's bytes: any renamed, retyped or reordered key shows
// up here.
func TestGoldenBodies(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	w.IDs["self"] = w.MemberID(t, w.Person)
	for _, c := range exchanges() {
		who := map[fixture.Caller]*person{fixture.Owner: w.Person, fixture.Nobody: h.Nobody()}[c.By]
		if c.By == fixture.Newcomer {
			who = h.Owner(t)
		}
		body := c.Body
		if members, ok := body.(M); ok {
			body = w.FillBody(t, members)
		}
		t.Run(c.Name, func(t *testing.T) {
			r := who.Send(t, c.Method, w.Fill(c.Path), body)
			got := r.Status + "\n" + string(r.Content) + "\n"
			for _, v := range volatile {
				got = v.pattern.ReplaceAllString(got, v.instead)
			}
			file := filepath.Join("testdata", "golden", c.Name+".txt")
			if *updateGolden {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		})
	}
}

// exchanges are those of all fixtures.
func exchanges() []fixture.Exchange {
	var all []fixture.Exchange
	for _, r := range fixture.All {
		all = append(all, r.Exchanges()...)
	}
	return all
}
