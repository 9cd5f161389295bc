package web

import (
	"net/http"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var searchPages = []row{
	show("GET /search", "GET /api/search", search),
	show("GET /search/palette", "GET /api/search", palette),
}

// sought are the kinds that pages show, and in the palette the first of them.
var sought = []string{"item", "collection", "copy", "location", "tag", "set", "series", "category", catalog.TypeKind, "photo", "document", "loan"}

const inPalette = 9 // kinds

// search shows what was found, by kind, or of one kind.
func search(v *visit) error {
	in := catalog.SearchInput{Query: v.asked("q"), Kinds: sought, Limit: new(int64(8))}
	if kind := v.asked("type"); kind != "" {
		in.Kinds, in.Limit = []string{kind}, new(int64(20))
	}
	found, err := v.find(in)
	if err != nil {
		return err
	}
	f, err := v.frame("", "search")
	if err != nil {
		return err
	}
	f.Title = f.T("search.title")
	if v.fragment() {
		return v.render(http.StatusOK, view.Hits(f, found))
	}
	return v.render(http.StatusOK, view.Search(f, found))
}

// palette shows the best of what was found, and what can be done.
func palette(v *visit) error {
	query, actions := strings.CutPrefix(v.asked("q"), ">")
	in := catalog.SearchInput{Query: strings.TrimSpace(query), Kinds: sought[:inPalette], Limit: new(int64(4))}
	if actions {
		in.Kinds = []string{"tag"} // nothing but what can be done
	}
	found, err := v.find(in)
	if err != nil {
		return err
	}
	if actions {
		found.Groups = nil
	}
	f, err := v.frame("", v.asked("in"))
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.PaletteHits(f, found, actions))
}

// find searches, and reads the photos of the items that were found, and where. Nothing
// is searched for without a query.
func (v *visit) find(in catalog.SearchInput) (found view.Found, err error) {
	if in.Query == "" {
		return found, v.together()
	}
	if err := in.Validate(); err != nil {
		return found, err
	}
	found.Search = in.Search
	err = v.together(func(r postgres.Reader) (err error) {
		found.SearchResults, err = inventory.Search(v.Context(), r, in)
		return err
	})
	if err != nil {
		return found, err
	}
	items, unnamed := found.Items(), found.Unnamed() // before both write to what was found
	return found, v.together(func(r postgres.Reader) (err error) {
		found.Photos, err = v.photosOf(r, items)
		return err
	}, func(r postgres.Reader) (err error) {
		found.In, err = v.foundIn(r, in.Search, unnamed)
		return err
	})
}

// foundIn are the first texts in which items were found that are called something else.
func (v *visit) foundIn(r postgres.Reader, s catalog.Search, items []int64) (map[int64]catalog.FoundText, error) {
	if len(items) == 0 {
		return nil, nil
	}
	texts, err := inventory.FoundTexts(v.Context(), r, items)
	first := map[int64]catalog.FoundText{}
	for _, t := range texts {
		if t.Text = s.Excerpt(t.Text); t.Text != "" && first[t.ItemID].Text == "" {
			first[t.ItemID] = t
		}
	}
	return first, err
}

// photosOf are the main photos of items, by item.
func (v *visit) photosOf(r postgres.Reader, items []int64) (map[int64]catalog.Photo, error) {
	if len(items) == 0 {
		return nil, nil
	}
	photos, err := inventory.MainPhotos(v.Context(), r, items)
	all := map[int64]catalog.Photo{}
	for _, p := range photos {
		all[p.ItemID] = p
	}
	return all, err
}
