package web

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Neighbour links lead through the list and back, in every order, also for items without a value to
// sort by.
func TestNeighbours(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	kind := w.Make(t, "/api/collection-types", apitest.M{"name": "Camera"})
	shelf := "/collections/" + w.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "collection_type_ids": []string{kind}})
	year := w.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "Year", "field_type": "number"})
	for _, c := range []struct {
		name string
		year any
	}{{"Leica", 1955}, {"Unknown", nil}, {"Nikon", 1968}, {"Twin", 1955}, {"Lost", nil}, {"Bessa", 1951}} {
		w.Make(t, "/api"+shelf+"/items", apitest.M{"name": c.name, "collection_type_id": kind, "custom_fields": apitest.M{year: c.year}})
	}
	w.Make(t, "/api"+shelf+"/items", apitest.M{"name": "Untyped"})
	link := func(rel, page string) string {
		if m := regexp.MustCompile(`rel="` + rel + `" href="([^"]+)"`).FindStringSubmatch(page); m != nil {
			return strings.ReplaceAll(m[1], "&amp;", "&")
		}
		return ""
	}
	field := url.QueryEscape("custom_fields[" + year + "]")
	for _, query := range []string{"", "?sort=name", "?sort=-name", "?sort=-created_at", "?sort=name&type=" + kind, "?sort=" + field + "&type=" + kind, "?sort=-" + field + "&type=" + kind} {
		var want []string
		for _, m := range regexp.MustCompile(`id="open-\d+" href="([^"]+)"`).FindAllStringSubmatch(b.get(shelf+query).want(t, http.StatusOK).body, -1) {
			want = append(want, strings.ReplaceAll(m[1], "&amp;", "&"))
		}
		if len(want) < 6 {
			t.Fatalf("%s lists %v", query, want)
		}
		for _, rel := range []string{"next", "prev"} {
			var got []string
			for at := want[0]; at != "" && len(got) <= len(want); at = link(rel, b.get(at).want(t, http.StatusOK).body) {
				got = append(got, at)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: by %s one comes to %v, want %v", query, rel, got, want)
			}
			slices.Reverse(want)
		}
	}
	item := "/items/" + w.IDs["item"]
	b.get(item+"?sort=nonsense&type=x").want(t, http.StatusOK)
	b.get(item+"?sort="+url.QueryEscape("custom_fields[999999999]")+"&type="+kind).want(t, http.StatusOK)
}
