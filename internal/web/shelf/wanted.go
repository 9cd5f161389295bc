package shelf

import (
	"net/http"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var wishPages = []page.Row{
	page.Show("GET /wanted", "GET /api/items", wishes),
}

// wishes shows the wanted items of all collections, those wanted most first.
func wishes(v *page.Visit) error {
	list := WishList{Show: v.Param("show")}
	parts := slices.Clone(WishParts)
	if list.Show != "" {
		var wrong fault.Invalid
		wrong.OneOf("show", list.Show, WishParts)
		if err := wrong.Err(); err != nil {
			return err
		}
		parts = []string{list.Show}
	}
	list.Parts = make([]WishPart, len(parts))
	var reads []func(postgres.Reader) error
	for i, priority := range parts {
		list.Parts[i].Priority = priority
		reads = append(reads, func(r postgres.Reader) (err error) {
			filter := catalog.ItemFilter{Sort: catalog.Sort{Key: "name"}, Wish: catalog.WishFilter{Priority: priority}}
			list.Parts[i].Cards.Page, err = inventory.Items(v.Context(), r, filter, v.Paging())
			return err
		})
	}
	if err := v.Together(reads...); err != nil {
		return err
	}
	list.Parts = slices.DeleteFunc(list.Parts, func(p WishPart) bool { return len(p.Cards.Page.Items) == 0 })
	lists := make([]*ui.Cards, len(list.Parts))
	for i := range list.Parts {
		lists[i] = &list.Parts[i].Cards
	}
	if err := page.CardsOf(v, lists...); err != nil {
		return err
	}
	f, err := v.Frame("", "wanted")
	if err != nil {
		return err
	}
	f.Title = f.T("wanted.title")
	return v.Render(http.StatusOK, Wanted(f, list))
}
