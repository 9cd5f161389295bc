package view

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

func CollectionPath(id int64) string { return "/collections/" + strconv.FormatInt(id, 10) }

func ItemPath(id int64) string { return "/items/" + strconv.FormatInt(id, 10) }

// with is an address with one more parameter.
func with(path, name, value string) string {
	mark := "?"
	if strings.Contains(path, "?") {
		mark = "&"
	}
	return path + mark + name + "=" + url.QueryEscape(value)
}

// PhotoPath is the address of a photo in a size.
func PhotoPath(item, photo int64, size string) string {
	return ItemPath(item) + "/photos/" + strconv.FormatInt(photo, 10) + "/" + size
}

func copyPath(c catalog.Copy) string {
	return ItemPath(c.ItemID) + "/copies/" + strconv.FormatInt(c.ID, 10)
}

// ItemList is a page of a collection's items as its address asks for it.
type ItemList struct {
	Collection         catalog.Collection
	Types              []catalog.TypeForm
	Page               catalog.Page[catalog.Item]
	Photos             map[int64]catalog.Photo // the main ones, by item
	Search, Sort, Type string
	Table              bool
}

// Filtered reports whether the list leaves anything out.
func (l ItemList) Filtered() bool { return l.Search != "" || l.Type != "" }

// Path is the address of this list with some of it changed.
func (l ItemList) Path(changes ...string) string {
	query := url.Values{}
	set := func(name, value string) {
		if value == "" {
			query.Del(name)
		} else {
			query.Set(name, value)
		}
	}
	set("q", l.Search)
	set("sort", l.Sort)
	set("type", l.Type)
	if l.Table {
		set("view", "table")
	}
	for i := 0; i+1 < len(changes); i += 2 {
		set(changes[i], changes[i+1])
	}
	if len(query) == 0 {
		return CollectionPath(l.Collection.ID)
	}
	return CollectionPath(l.Collection.ID) + "?" + query.Encode()
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

// ItemEdit is the form of an item.
type ItemEdit struct {
	Collection catalog.Collection
	Item       *catalog.Item // nil for a new one
	Types      []catalog.TypeForm
	Form       Form
	Saved      string // the id of the one saved before
}

// Action is where the form is sent.
func (e ItemEdit) Action() string {
	if e.Item == nil {
		return CollectionPath(e.Collection.ID) + "/items"
	}
	return ItemPath(e.Item.ID)
}

// ItemShown is everything on the page of an item.
type ItemShown struct {
	Collection catalog.Collection
	Item       catalog.Item
	Groups     []Group
	Photos     []catalog.Photo
	Copies     []catalog.Copy
	Note       string // of what went wrong
}

// Group is some values of an item under a name.
type Group struct {
	Name   string
	Values []Value
}

// Value is what an item has in a field.
type Value struct{ Name, Kind, Text string }

// Stars are those of a rating.
func (v Value) Stars() int {
	n, _ := strconv.Atoi(v.Text)
	return max(0, min(5, n))
}

// CopyEdit is the form of a copy.
type CopyEdit struct {
	Item   catalog.Item
	Copy   *catalog.Copy // nil for a new one
	Places []catalog.Location
	Form   Form
}

// Action is where the form is sent.
func (e CopyEdit) Action() string {
	if e.Copy == nil {
		return ItemPath(e.Item.ID) + "/copies"
	}
	return copyPath(*e.Copy)
}

func fieldName(f catalog.FieldForm) string { return "custom_fields." + strconv.FormatInt(f.ID, 10) }

// alt is the text of a photo for those who do not see it.
func alt(p catalog.Photo, name string) string {
	switch {
	case p.AltText != nil:
		return *p.AltText
	case p.Caption != nil:
		return *p.Caption
	}
	return name
}
