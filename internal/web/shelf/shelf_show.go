package shelf

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Filtered reports whether the list leaves anything out.
func Filtered(l ui.ItemList) bool {
	return l.Search != "" || l.Type != "" || len(l.Filter.Values) > 0 || Asked(l.By)
}

// ItemPath is the address of an item, with the order in which it has neighbours.
func ItemPath(l ui.ItemList, id int64) string {
	query := url.Values{}
	if sort := l.Filter.Sort.String(); sort != ui.DefaultSort {
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

// Narrowed counts the filters that the panel holds.
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

// place is the number of a page's field as an id of the page.
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

// itemsIn is how many items the whole collection has; a filtered list does not tell.
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

// copiesIn is how many copies the whole collection has, in words.
func copiesIn(f ui.Frame, l ui.ItemList) string {
	if l.Copies.More {
		return f.N("copies.more", l.Copies.N)
	}
	return f.N("copies", l.Copies.N)
}

// found is how many items there are, in words.
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
