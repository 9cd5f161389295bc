package view

import (
	"net/url"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
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
	Form             Form
	Labels, Mark     bool
}

// ExportColumn is a column that the file can have.
type ExportColumn struct {
	Key, Label string
	Chosen     bool
}

// ExportOfCollection is the file of what a collection shows.
func ExportOfCollection(f Frame, l ItemList) Export {
	e := Export{Name: l.Collection.Name, Back: l.Path(), Path: CollectionPath(l.Collection.ID) + "/export", Current: CurrentCollection(l.Collection.ID), Kept: l.query()}
	for _, name := range []string{"view", "cols"} {
		e.Kept.Del(name)
	}
	for _, applied := range l.Applied(f) {
		e.Filters = append(e.Filters, applied.Label)
	}
	return e
}

// ExportOfLocation is the file of the copies that are kept at a location.
func ExportOfLocation(f Frame, at *catalog.LocationNode, nested bool) Export {
	e := Export{Name: at.Name, Back: LocationPath(at.ID), Path: LocationPath(at.ID) + "/export", Current: "locations", Copies: true, Kept: url.Values{}}
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
		e.Back, e.Filters = SearchPath(query, ""), []string{query}
		e.Kept.Set("q", query)
	}
	return e
}

// searchExportPath is where the file of the items that were found is asked for.
func searchExportPath(query string) string {
	return "/search/export?" + url.Values{"q": {query}}.Encode()
}

// ExportPath is where the file of what is shown is asked for.
func (l ItemList) ExportPath() string {
	path := CollectionPath(l.Collection.ID) + "/export"
	query := l.query()
	query.Del("view")
	query.Del("cols")
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// order is where the file is asked for from a job. What the list is narrowed to is in the
// address, as when it is looked at.
func (e Export) order() string {
	if len(e.Kept) == 0 {
		return e.Path
	}
	return e.Path + "?" + e.Kept.Encode()
}

func (e Export) formats(f Frame) []Option {
	return []Option{{"csv", f.T("export.csv")}, {"xlsx", f.T("export.xlsx")}, {"json", f.T("export.json")}}
}
