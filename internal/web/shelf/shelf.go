package shelf

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// shelfPages are the pages of a collection's items.
var shelfPages = []page.Row{
	page.Show("GET /collections/{collection}", "GET /api/collections/{collection}/items", collection),
	page.Show("GET /items/{item}/peek", "GET /api/items/{item}", peek),
}

func collection(v *page.Visit) error {
	list, err := page.ItemList(v)
	if err != nil {
		return err
	}
	f, err := v.Frame(list.Collection.Name, ui.CurrentCollection(list.Collection.ID))
	if err != nil {
		return err
	}
	f.Current = page.SavedAs(f, list.Path("view", "", "cols", ""))
	switch address := list.Path("after", v.Param("after")); {
	case v.Fragment():
		v.Out.Header().Set("HX-Push-Url", list.Path())
		if v.Param("after") != "" || list.Added { // a part of what is there
			v.Out.Header().Set("HX-Push-Url", "false")
		}
		return v.Render(http.StatusOK, Results(f, list, true))
	case page.Blanks(v): // of a form without scripts
		return v.Redirect(address)
	}
	list.Done = ui.Done{Moved: page.Count(v, "moved"), Deleted: page.Count(v, "deleted"), Restored: page.Count(v, "restored"), Tagged: page.Count(v, "tagged"), Untagged: page.Count(v, "untagged"), Changed: page.Count(v, "changed"), Undone: page.Count(v, "undone"), Saved: page.Count(v, "saved"), To: page.Count(v, "to")}
	return v.Render(http.StatusOK, Collection(f, list))
}

// peek shows an item beside its list.
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
	shown.Groups, _ = page.Grouped(shown.Item)
	f, err := v.Frame(shown.Item.Name, "")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, ui.Peek(f, shown))
}

// Filtered reports whether the list has a filter.
func Filtered(l ui.ItemList) bool {
	return l.Search != "" || l.Type != "" || len(l.Filter.Values) > 0 || Asked(l.By)
}

// ItemPath is the address of an item, with the order of its neighbours.
func ItemPath(l ui.ItemList, id int64) string {
	query := url.Values{}
	if sort := l.Filter.Sort.String(); sort != ui.DefaultSort && !l.Filter.Sort.OfTable() {
		query.Set("sort", sort)
	}
	if l.Type != "" {
		query.Set("type", l.Type)
	}
	if len(query) == 0 {
		return ui.ItemPath(id)
	}
	return ui.ItemPath(id) + "?" + query.Encode()
}

// TypeOf is the type of an item.
func TypeOf(l ui.ItemList, i catalog.Item) catalog.TypeForm {
	for _, t := range l.Types {
		if i.CollectionTypeID != nil && t.ID == *i.CollectionTypeID {
			return t
		}
	}
	return catalog.TypeForm{}
}

// shapeOf is the shape of the photos of a list.
func shapeOf(l ui.ItemList) string {
	var sizes []ui.Size
	for _, p := range l.Photos {
		sizes = append(sizes, ui.Size{Width: p.Width, Height: p.Height})
	}
	return ui.ShapeOf(sizes)
}

// Narrowed counts the filters in the panel.
func Narrowed(l ui.ItemList) int64 { return int64(len(l.Filter.Values)) + narrowings(l.By) }

// sub is the line below an item's name: its type, and its first short values.
func sub(l ui.ItemList, i catalog.Item) string {
	var parts []string
	kind := TypeOf(l, i)
	if len(l.Types) > 1 && kind.Name != "" {
		parts = append(parts, kind.Name)
	}
	for _, c := range l.Fields() {
		if len(parts) == 2 || i.CollectionTypeID == nil || c.Type.ID != *i.CollectionTypeID || c.Kind == catalog.Boolean || c.Kind == catalog.Rating {
			continue
		}
		if v, ok := c.ValueOf(i); ok && len([]rune(v.Text)) <= 40 {
			parts = append(parts, v.Text)
		}
	}
	return strings.Join(parts, " · ")
}

// place is the element id of a field.
func place(c ui.Column, bound string) string {
	return "filter-" + c.Key + strings.TrimSuffix("-"+bound, "-")
}

// stars are the ratings to choose from.
func stars() []string {
	all := make([]string, 5)
	for i := range all {
		all[i] = strconv.Itoa(i + 1)
	}
	return all
}

// itemsIn counts the items of the whole collection, which a filtered list does not know.
func itemsIn(f ui.Frame, l ui.ItemList) int64 {
	if Filtered(l) {
		for _, c := range f.Shell.Collections {
			if c.ID == l.Collection.ID {
				return c.Items
			}
		}
	}
	return l.Page.Total
}

// found counts the items, in words.
func found(f ui.Frame, l ui.ItemList) string {
	if l.Page.Capped {
		return f.N("items.more", l.Page.Total)
	}
	return f.N("items", l.Page.Total)
}

// cleared is the address without filters, in the same view and order.
func cleared(l ui.ItemList) string {
	all := l
	all.Search, all.Type, all.Filter.Values, all.By = "", "", nil, ui.By{}
	if all.Filter.Sort.FieldID != 0 {
		all.Filter.Sort = catalog.Sort{Key: "updated_at", Descending: true}
	}
	return all.Path()
}
