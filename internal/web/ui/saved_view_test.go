package ui

import (
	"testing"

	"vitrine/internal/catalog"
)

// A view opens on a page only if the page shows exactly the API's results.
func TestSavedPath(t *testing.T) {
	for _, c := range []struct{ resource, query, path string }{
		{"items", "collection_id=5", "/collections/5"},
		{"items", "collection_id=5&sort=-updated_at", "/collections/5"},
		{"items", "q=leica&collection_id=5&sort=name&collection_type_id=3", "/collections/5?q=leica&sort=name&type=3"},
		{"items", "collection_id=5&custom_fields%5B7%5D%5Bmax%5D=1960", "/collections/5?custom_fields%5B7%5D%5Bmax%5D=1960"},
		{"items", "collection_id=5&category_id=2&include_nested=true&has_photos=false&tag_ids=1,2", "/collections/5?category=2&photos=no&tag=1%2C2"},
		{"items", "collection_id=5&wanted_priority=high", "/collections/5?wanted=high"},
		{"items", "collection_id=5&q=true", "/collections/5?q=true"},
		{"items", "collection_id=5&category_id=2", ""}, // excludes inner categories
		{"items", "collection_id=5&collection_type_id=none", ""},
		{"items", "collection_id=5&tag_ids_any=1", ""},
		{"items", "collection_id=x", ""},
		{"items", "q=leica", ""}, // in all collections
		{"loans", "status=active&direction=incoming", "/loans?show=incoming"},
		{"loans", "status=overdue", "/loans?show=overdue"},
		{"loans", "status=overdue&collection_id=3", ""},
		{"loans", "", ""},
		{"copies", "location_id=3", ""},
		{"items", "%", ""},
	} {
		if got := SavedPath(catalog.ViewLink{Resource: c.resource, Query: c.query}); got != c.path {
			t.Errorf("%s?%s is shown at %q, want %q", c.resource, c.query, got, c.path)
		}
	}
}

// The query of a view finds what its page shows.
func TestSaved(t *testing.T) {
	l := ItemList{Collection: catalog.Collection{ID: 5}, Search: "leica", Type: "3", Table: true, Filter: catalog.ItemFilter{
		Sort: catalog.Sort{FieldID: 7, Descending: true}, Values: []catalog.ValueFilter{{FieldID: 7, Min: "1950"}}}}
	want := "collection_id=5&collection_type_id=3&custom_fields%5B7%5D%5Bmin%5D=1950&q=leica&sort=-custom_fields%5B7%5D"
	if got := l.Saved(); got != want {
		t.Errorf("it is saved as %s, want %s", got, want)
	}
	if got, back := l.Path("view", "", "cols", ""), SavedPath(catalog.ViewLink{Resource: "items", Query: want}); got != back {
		t.Errorf("%s leads back to %s", got, back)
	}
}
