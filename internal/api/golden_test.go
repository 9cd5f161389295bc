package api

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

// volatile is what differs from run to run.
var volatile = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`), "UUID"},
	{regexp.MustCompile(`vtr_[0-9A-Za-z]{49}`), "TOKEN"},
	{regexp.MustCompile(`"(created_at|updated_at|last_used_at)":\d{10}`), `"$1":TIME`},
	{regexp.MustCompile(`u[a-z2-7]{26}@example.org`), "EMAIL"},
	{regexp.MustCompile(`"id":"\d+"`), `"id":"ID"`},
	{regexp.MustCompile(`("self":"[^"]*/)\d+(["/])`), "${1}ID$2"},
}

// Golden bodies hold the API to its bytes: a key that is renamed, retyped or
// reordered shows up here, whoever meant to change it.
func TestGoldenBodies(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.world(t)
	for _, c := range []struct {
		name, method, path string
		body               any
		who                *person
	}{
		{"health", "GET", "/api/health", nil, h.nobody()},
		{"register", "POST", "/api/register", newcomer(), h.nobody()},
		{"register-invalid", "POST", "/api/register", M{}, h.nobody()},
		{"login-refused", "POST", "/api/login", M{"email": "nobody@example.org", "password": "x"}, h.nobody()},
		{"me", "GET", "/api/me", nil, w.person},
		{"me-invalid", "PUT", "/api/me", M{"first_name": 1, "locale": "xx"}, w.person},
		{"api-key-created", "POST", "/api/administration/api", M{"label": "Night job"}, w.person},
		{"api-keys", "GET", "/api/administration/api", nil, h.owner(t)},
		{"logs", "GET", "/api/administration/logs", nil, h.owner(t)},
		{"location", "GET", "/api/locations/{location}", nil, w.person},
		{"location-created", "POST", "/api/locations", M{"name": "Attic", "emoji": "🚪"}, w.person},
		{"locations-empty", "GET", "/api/locations", nil, h.owner(t)},
		{"collection", "GET", "/api/collections/{collection}", nil, w.person},
		{"collections", "GET", "/api/collections?per_page=1", nil, w.person},
		{"collection-invalid", "POST", "/api/collections", M{"currency": "EURO"}, w.person},
		{"body-invalid", "POST", "/api/collections", `{"name":"a","name":"b"}`, w.person},
		{"unauthenticated", "GET", "/api/collections", nil, h.nobody()},
		{"not-found", "GET", "/api/nothing", nil, w.person},
		{"not-allowed", "PATCH", "/api/health", nil, h.nobody()},
		{"too-large", "POST", "/api/locations", strings.Repeat(" ", 1<<20+1), w.person},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.who.send(t, c.method, w.fill(c.path), c.body)
			got := r.Status + "\n" + string(r.body) + "\n"
			for _, v := range volatile {
				got = v.pattern.ReplaceAllString(got, v.instead)
			}
			file := filepath.Join("testdata", "golden", c.name+".txt")
			if *update {
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
