package exchange

import (
	"net/url"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/web/ui"
)

// Export is a list that somebody wants as a file.
type Export struct {
	Name, Back, Path string // of the list; where its file is asked for
	Current          string // entry of the menu
	Copies, Items    bool   // nothing but copies has a row, or nothing but items
	Kept             url.Values
	Filters          []string // in words
	Rows             int64
	Large            bool   // a job makes the file
	TooMany          string // why there is no file
	Columns          []ExportColumn
	Form             ui.Form
	Labels, Mark     bool
}

// ExportColumn is a column that the file can have.
type ExportColumn struct {
	Key, Label string
	Chosen     bool
}

// ExportOfCollection is the file of what a collection shows.
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

// ExportOfLocation is the file of the copies that are kept at a location.
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

// ExportOfNowhere is the file of the copies that have no location.
func ExportOfNowhere(t *i18n.Texts) Export {
	return Export{Name: t.T("location.none"), Back: "/locations/none", Path: "/locations/none/export", Current: "locations", Copies: true, Kept: url.Values{}}
}

// ExportOfSearch is the file of the items that a search finds.
func ExportOfSearch(t *i18n.Texts, query string) Export {
	e := Export{Name: t.T("found.item"), Back: "/search", Path: "/search/export", Current: "search", Items: true, Kept: url.Values{}}
	if query != "" {
		e.Back, e.Filters = ui.SearchPath(query, ""), []string{query}
		e.Kept.Set("q", query)
	}
	return e
}

// order is where the file is asked for from a job. What the list is narrowed to is in the
// address, as when it is looked at.
func (e Export) order() string {
	if len(e.Kept) == 0 {
		return e.Path
	}
	return e.Path + "?" + e.Kept.Encode()
}

func (e Export) formats(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: "csv", Label: f.T("export.csv")}, {Value: "xlsx", Label: f.T("export.xlsx")}, {Value: "json", Label: f.T("export.json")}}
}
