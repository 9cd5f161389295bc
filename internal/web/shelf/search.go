package shelf

import (
	"net/http"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var searchPages = []page.Row{
	page.Show("GET /search", "GET /api/search", search),
	page.Show("GET /search/palette", "GET /api/search", palette),
}

// sought are the kinds that pages search; the palette searches the first of them.
var sought = []string{"item", "collection", "copy", "location", "tag", "set", "series", "category", catalog.TypeKind, "photo", "document", "loan"}

const inPalette = 9 // kinds

// search shows the results by kind, or of one kind.
func search(v *page.Visit) error {
	in := catalog.SearchInput{Query: v.Param("q"), Kinds: sought, Limit: new(int64(8))}
	if kind := v.Param("type"); kind != "" {
		in.Kinds, in.Limit = []string{kind}, new(int64(20))
	}
	found, err := findOrHave(v, in)
	if err != nil {
		return err
	}
	f, err := v.Frame("", "search")
	if err != nil {
		return err
	}
	f.Title = f.T("search.title")
	v.MayCompile() // the camera reads codes
	if v.Fragment() {
		return v.Render(http.StatusOK, Hits(f, found))
	}
	return v.Render(http.StatusOK, Search(f, found))
}

// findOrHave searches for words, or tells whether one has the thing with a code.
func findOrHave(v *page.Visit, in catalog.SearchInput) (ui.Found, error) {
	if code := (catalog.HaveInput{Code: in.Query, Base: v.Base}); asksForCode(code) {
		return had(v, code)
	}
	return find(v, in)
}

// palette shows the best results, and possible actions.
func palette(v *page.Visit) error {
	query, actions := strings.CutPrefix(v.Param("q"), ">")
	in := catalog.SearchInput{Query: strings.TrimSpace(query), Kinds: sought[:inPalette], Limit: new(int64(4))}
	if actions {
		in.Kinds = []string{"tag"} // only for the actions
	}
	found, err := find(v, in)
	if err != nil {
		return err
	}
	if actions {
		found.Groups = nil
	}
	f, err := v.Frame("", v.Param("in"))
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, ui.PaletteHits(f, found, actions))
}

// find searches, and reads the photos of found items and the texts that matched. Without a query it
// finds nothing.
func find(v *page.Visit, in catalog.SearchInput) (found ui.Found, err error) {
	if in.Query == "" {
		return found, v.Together()
	}
	if err := in.Validate(); err != nil {
		return found, err
	}
	in.Search.Wide, in.Search.Forgiving = true, v.Param("exact") == ""
	err = v.Together(func(r postgres.Reader) (err error) {
		found.SearchResults, err = inventory.Search(v.Context(), r, in)
		return err
	})
	if err != nil {
		return found, err
	}
	return found, beside(v, &found, Unnamed(found))
}

// beside reads what is shown beside the items that were found.
func beside(v *page.Visit, found *ui.Found, unnamed []int64) error {
	items := Items(*found) // read before the goroutines write to found
	return v.Together(func(r postgres.Reader) (err error) {
		found.Photos, err = page.PhotosOf(v, r, items)
		return err
	}, func(r postgres.Reader) (err error) {
		if len(items) > 0 {
			found.Have, err = inventory.Havings(v.Context(), r, items)
		}
		return err
	}, func(r postgres.Reader) (err error) {
		found.In, err = foundIn(v, r, found.Search, unnamed)
		return err
	})
}

// foundIn are the first matching texts of items whose name does not match.
func foundIn(v *page.Visit, r postgres.Reader, s catalog.Search, items []int64) (map[int64]catalog.FoundText, error) {
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

// Unnamed are the items whose name does not match.
func Unnamed(f ui.Found) (ids []int64) {
	for _, g := range f.Groups {
		for _, h := range g.Hits {
			if g.Kind == "item" && !f.Search.Matches(h.Title) {
				ids = append(ids, h.ID)
			}
		}
	}
	return ids
}

// Items are the items of all results.
func Items(f ui.Found) (ids []int64) {
	for _, g := range f.Groups {
		for _, h := range g.Hits {
			if h.ItemID != nil {
				ids = append(ids, *h.ItemID)
			}
		}
	}
	return ids
}
