package web

import (
	"net/http"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var search = []page{
	show("GET /search", "GET /api/search", (*Web).search),
	show("GET /search/palette", "GET /api/search", (*Web).palette),
}

// sought are the kinds that pages show, and in the palette the first of them.
var sought = []string{"item", "collection", "copy", "location", catalog.TypeKind, "photo", "document"}

const inPalette = 5 // kinds

// search shows what was found, by kind, or of one kind.
func (w *Web) search(v *visit) error {
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
func (w *Web) palette(v *visit) error {
	query, actions := strings.CutPrefix(v.asked("q"), ">")
	in := catalog.SearchInput{Query: strings.TrimSpace(query), Kinds: sought[:inPalette], Limit: new(int64(4))}
	if actions {
		in.Kinds = []string{"tag"} // nothing but what can be done
	}
	found, err := v.find(in)
	if err != nil {
		return err
	}
	f, err := v.frame("", v.asked("in"))
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.PaletteHits(f, found, actions))
}

// find searches, and reads the photos of the items that were found. Nothing is
// searched for without a query.
func (v *visit) find(in catalog.SearchInput) (found view.Found, err error) {
	if in.Query == "" {
		return found, v.together()
	}
	if err := in.Validate(); err != nil {
		return found, err
	}
	found.Search = in.Search
	err = v.together(func(r postgres.Reader) (err error) {
		if found.SearchResults, err = r.Search(v.Context(), in); err != nil {
			return err
		}
		found.Photos, err = v.photosOf(r, found.Items())
		return err
	})
	return found, err
}

// photosOf are the main photos of items, by item.
func (v *visit) photosOf(r postgres.Reader, items []int64) (map[int64]catalog.Photo, error) {
	if len(items) == 0 {
		return nil, nil
	}
	photos, err := r.MainPhotos(v.Context(), items)
	all := map[int64]catalog.Photo{}
	for _, p := range photos {
		all[p.ItemID] = p
	}
	return all, err
}
