package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
)

// No page fails, however large the sum of quantities is.
func TestAbsurdQuantitiesBreakNoPage(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store})
	w := s.World(t)
	owner := s.signedIn(t, w.Person)
	w.Personal(t)
	w.Show(t)
	for range 3 {
		w.Make(t, w.Fill("/api/items/{item}/copies"), apitest.M{"quantity": int64(1) << 62, "location_id": w.IDs["location"]})
	}
	for _, p := range s.pages.Pages {
		method, pattern, _ := strings.Cut(p.Pattern, " ")
		if method != http.MethodGet {
			continue
		}
		path := w.Fill(strings.TrimSuffix(pattern, "{$}"))
		if answer := owner.send(method, path, url.Values{}); answer.StatusCode >= 500 {
			t.Errorf("%s is answered %d", p.Pattern, answer.StatusCode)
		}
	}
	for _, path := range []string{"/collections/{collection}?view=table", "/collections/{collection}?sort=-value", "/board", "/api/dashboard", "/api/value", "/api/search?q=w",
		"/api/items?include=summary,copies", "/api/collections?include=summary", "/api/locations?include=summary", "/api/collections/{collection}/categories?include=summary",
		"/api/collections/{collection}/statistics", "/api/collections/{collection}/export?format=csv", "/api/copies/export?format=xlsx", "/api/public/collections/{uuid}/items"} {
		if !strings.HasPrefix(path, "/api/") {
			if answer := owner.send("GET", w.Fill(path), url.Values{}); answer.StatusCode >= 500 {
				t.Errorf("%s is answered %d", path, answer.StatusCode)
			}
			continue
		}
		if r := w.Send(t, "GET", w.Fill(path), nil); r.StatusCode >= 500 {
			t.Errorf("%s is answered %d", path, r.StatusCode)
		}
	}
}
