package shelf

import (
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// shelf are the pages of what is in a collection.
var shelfPages = []page.Row{
	page.Show("GET /collections/{collection}", "GET /api/collections/{collection}/items", collection),
	page.Show("GET /items/{item}/peek", "GET /api/items/{item}", peek),
}

func collection(v *page.Visit) error {
	list, err := v.ItemList()
	if err != nil {
		return err
	}
	f, err := v.Frame(list.Collection.Name, ui.CurrentCollection(list.Collection.ID))
	if err != nil {
		return err
	}
	f.Current = page.SavedAs(f, list.Path("view", "", "cols", ""))
	switch address := list.Path("after", v.Asked("after")); {
	case v.Fragment():
		v.Out.Header().Set("HX-Push-Url", list.Path())
		if v.Asked("after") != "" {
			v.Out.Header().Set("HX-Push-Url", "false")
		}
		return v.Render(http.StatusOK, Results(f, list, true))
	case v.Blanks(): // of a form without scripts
		return v.Redirect(address)
	}
	list.Done = ui.Done{Moved: count(v, "moved"), Deleted: count(v, "deleted"), Restored: count(v, "restored"), Tagged: count(v, "tagged"), Untagged: count(v, "untagged"), Saved: count(v, "saved"), To: count(v, "to")}
	return v.Render(http.StatusOK, Collection(f, list))
}

// count is a number of the address, 0 for none.
func count(v *page.Visit, name string) int64 {
	n, _ := strconv.ParseInt(v.Asked(name), 10, 64)
	return max(0, n)
}

// peek is an item beside the list it is in.
func peek(v *page.Visit) error {
	id, err := v.Number("item")
	if err != nil {
		return err
	}
	var shown ui.ItemShown
	err = v.Together(func(r postgres.Reader) (err error) {
		shown.Item, err = inventory.ItemSheet(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Photos, err = inventory.MainPhotos(v.Context(), r, []int64{id})
		return err
	}, func(r postgres.Reader) (err error) {
		shown.Copies, err = inventory.PlacedCopies(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: 20})
		return err
	})
	if err != nil {
		return err
	}
	shown.Groups = page.Grouped(shown.Item, false)
	f, err := v.Frame(shown.Item.Name, "")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, ui.Peek(f, shown))
}
