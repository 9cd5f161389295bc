package view

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

// ItemList is a page of a collection's items as its address asks for it.
type ItemList struct {
	Collection catalog.Collection
	Types      []catalog.TypeForm
	Page       catalog.Page[catalog.Item]
	Photos     map[int64]catalog.Photo // the main ones, by item
	Held       map[int64]catalog.Held  // copies, by item
	Copies     catalog.Counted         // of the whole collection
	Filter     catalog.ItemFilter
	By         By
	Offers     Offers // what it can be narrowed to
	Search     string
	Type       string // id of the only type shown; empty for all
	Table      bool
	Columns    []Column // shown in the table
	Offered    []Column
	CanEdit    bool
	Done       Done // just now
}

// Applied is a filter in words, and the address without it.
type Applied struct{ Label, Path string }

// Filtered reports whether the list leaves anything out.
func (l ItemList) Filtered() bool {
	return l.Search != "" || l.Type != "" || len(l.Filter.Values) > 0 || l.By.Asked()
}

// query is what the address asks for, without what is asked for by default.
func (l ItemList) query() url.Values {
	query := url.Values{}
	set := func(name, value string) {
		if value != "" {
			query.Set(name, value)
		}
	}
	set("q", l.Search)
	set("type", l.Type)
	if sort := l.Filter.Sort.String(); sort != DefaultSort {
		set("sort", sort)
	}
	for _, v := range l.Filter.Values {
		c := Column{Key: number(v.FieldID)}
		set(c.Param(""), v.Text)
		set(c.Param("min"), v.Min)
		set(c.Param("max"), v.Max)
	}
	for name, value := range l.By.params() {
		set(name, value)
	}
	if l.Table {
		set("view", "table")
	}
	if keys := ColumnKeys(l.Columns); l.Table && !slices.Equal(keys, ColumnKeys(DefaultColumns(l.Offered))) {
		set("cols", strings.Join(keys, ","))
	}
	return query
}

// DefaultSort puts what was changed last first.
const DefaultSort = "-updated_at"

// Path is the address of this list with some of it changed; an empty value removes.
func (l ItemList) Path(changes ...string) string {
	query := l.query()
	for i := 0; i+1 < len(changes); i += 2 {
		query.Del(changes[i])
		if changes[i+1] != "" {
			query.Set(changes[i], changes[i+1])
		}
	}
	if len(query) == 0 {
		return CollectionPath(l.Collection.ID)
	}
	return CollectionPath(l.Collection.ID) + "?" + query.Encode()
}

// ItemPath is the address of an item, with the order in which it has neighbours.
func (l ItemList) ItemPath(id int64) string {
	query := url.Values{}
	if sort := l.Filter.Sort.String(); sort != DefaultSort {
		query.Set("sort", sort)
	}
	if l.Type != "" {
		query.Set("type", l.Type)
	}
	if len(query) == 0 {
		return ItemPath(id)
	}
	return ItemPath(id) + "?" + query.Encode()
}

// TypeOf is the type of an item.
func (l ItemList) TypeOf(i catalog.Item) catalog.TypeForm {
	for _, t := range l.Types {
		if i.CollectionTypeID != nil && t.ID == *i.CollectionTypeID {
			return t
		}
	}
	return catalog.TypeForm{}
}

// Fields are the custom fields to sort and to filter by.
func (l ItemList) Fields() []Column {
	return slices.DeleteFunc(slices.Clone(l.Offered), func(c Column) bool { return c.Kind == "" })
}

// Value is what the address filters a field by: min, max or neither.
func (l ItemList) Value(c Column, bound string) string {
	for _, v := range l.Filter.Values {
		if number(v.FieldID) == c.Key {
			return map[string]string{"": v.Text, "min": v.Min, "max": v.Max}[bound]
		}
	}
	return ""
}

// Narrowed counts the filters that the panel holds.
func (l ItemList) Narrowed() int64 { return int64(len(l.Filter.Values)) + l.By.count() }

// Applied are the filters in words.
func (l ItemList) Applied(f Frame) (all []Applied) {
	if l.Search != "" {
		all = append(all, Applied{f.T("filter.text", "text", l.Search), l.Path("q", "")})
	}
	for _, t := range l.Types {
		if number(t.ID) == l.Type {
			all = append(all, Applied{f.T("filter.is", "field", f.T("field.type"), "value", t.Name), l.Path("type", "")})
		}
	}
	all = append(all, l.appliedBy(f)...)
	for _, c := range l.Fields() {
		text, least, most := l.Value(c, ""), l.Value(c, "min"), l.Value(c, "max")
		path := l.Path(c.Param(""), "", c.Param("min"), "", c.Param("max"), "")
		if text != "" {
			all = append(all, Applied{f.T("filter.is", "field", c.Label, "value", c.inWords(f, text)), path})
		}
		switch {
		case least != "" && most != "":
			all = append(all, Applied{f.T("filter.between", "field", c.Label, "min", c.inWords(f, least), "max", c.inWords(f, most)), path})
		case least != "":
			all = append(all, Applied{f.T("filter.from", "field", c.Label, "min", c.inWords(f, least)), path})
		case most != "":
			all = append(all, Applied{f.T("filter.to", "field", c.Label, "max", c.inWords(f, most)), path})
		}
	}
	return all
}

// sub is the line below an item's name: its type, and its first short values.
func (l ItemList) sub(i catalog.Item) string {
	var parts []string
	kind := l.TypeOf(i)
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
func place(c Column, bound string) string {
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
func itemsIn(f Frame, l ItemList) int64 {
	if l.Filtered() {
		for _, c := range f.Shell.Collections {
			if c.ID == l.Collection.ID {
				return c.Items
			}
		}
	}
	return l.Page.Total
}

// copiesIn is how many copies the whole collection has, in words.
func copiesIn(f Frame, l ItemList) string {
	if l.Copies.More {
		return f.N("copies.more", l.Copies.N)
	}
	return f.N("copies", l.Copies.N)
}

// found is how many items there are, in words.
func found(f Frame, l ItemList) string {
	if l.Page.Capped {
		return f.N("items.more", l.Page.Total)
	}
	return f.N("items", l.Page.Total)
}

// cleared is the address without filters, in the same view and order.
func (l ItemList) cleared() string {
	all := l
	all.Search, all.Type, all.Filter.Values, all.By = "", "", nil, By{}
	if all.Filter.Sort.FieldID != 0 {
		all.Filter.Sort = catalog.Sort{Key: "updated_at", Descending: true}
	}
	return all.Path()
}

func groupName(f Frame, g Group) string {
	if g.Name == "" {
		return f.T("item.details")
	}
	return g.Name
}

// copySub is the status of a copy, and where it is.
func copySub(f Frame, c catalog.PlacedCopy) string {
	if len(c.Place) == 0 {
		return f.T("status." + c.Status)
	}
	return f.T("status."+c.Status) + " · " + c.Place[len(c.Place)-1]
}

func copyName(f Frame, n int, c catalog.PlacedCopy) string {
	if c.Identifier != nil {
		return *c.Identifier
	}
	return f.T("copy.nth", "n", f.Number(int64(n+1)))
}
