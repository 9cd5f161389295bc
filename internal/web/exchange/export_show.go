package exchange

import (
	"net/url"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/web/ui"
)

// Export is the form for the file of a list.
type Export struct {
	Name, Back, Path string // of the list; its page; the path of the form
	Current          string // entry of the menu
	Copies, Items    bool   // only copies have rows, or only items
	Kept             url.Values
	Filters          []string // in words
	Rows             int64
	Large            bool   // a job makes the file
	TooMany          string // why no file can be made
	Columns          []ExportColumn
	Form             ui.Form
	Labels, Mark     bool
}

// ExportColumn is a column that the file can have.
type ExportColumn struct {
	Key, Label string
	Chosen     bool
}

// ExportOfCollection exports the list of a collection.
func ExportOfCollection(f ui.Frame, l ui.ItemList) Export {
	e := Export{Name: l.Collection.Name, Back: l.Path(), Path: ui.CollectionPath(l.Collection.ID) + "/export", Current: ui.CurrentCollection(l.Collection.ID), Kept: l.Query()}
	for _, name := range []string{"view", "cols"} {
		e.Kept.Del(name)
	}
	for _, applied := range l.Applied(f) {
		e.Filters = append(e.Filters, applied.Label)
	}
	return e
}

// ExportOfLocation exports the copies at a location.
func ExportOfLocation(f ui.Frame, at *catalog.LocationNode, nested bool) Export {
	e := Export{Name: at.Name, Back: ui.LocationPath(at.ID), Path: ui.LocationPath(at.ID) + "/export", Current: "locations", Copies: true, Kept: url.Values{}}
	if nested {
		e.Kept.Set("all", "1")
		e.Filters = []string{f.T("location.nested")}
	} else if len(at.Children) > 0 {
		e.Filters = []string{f.T("location.this")}
	}
	return e
}

// ExportOfNowhere exports the copies without a location.
func ExportOfNowhere(t *i18n.Texts) Export {
	return Export{Name: t.T("location.none"), Back: "/locations/none", Path: "/locations/none/export", Current: "locations", Copies: true, Kept: url.Values{}}
}

// ExportOfSearch exports the items that a search finds.
func ExportOfSearch(t *i18n.Texts, query string) Export {
	e := Export{Name: t.T("found.item"), Back: "/search", Path: "/search/export", Current: "search", Items: true, Kept: url.Values{}}
	if query != "" {
		e.Back, e.Filters = ui.SearchPath(query, ""), []string{query}
		e.Kept.Set("q", query)
	}
	return e
}

// order is the address that orders the file from a job. It contains the filters of the list.
func (e Export) order() string {
	if len(e.Kept) == 0 {
		return e.Path
	}
	return e.Path + "?" + e.Kept.Encode()
}

func (e Export) formats(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: "csv", Label: f.T("export.csv")}, {Value: "xlsx", Label: f.T("export.xlsx")}, {Value: "json", Label: f.T("export.json")}}
}
