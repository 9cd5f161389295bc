package shelf

import (
	"net/url"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// A view holds the query of a list as programs ask for it, so that both can use it. The
// addresses of pages have parameters of their own.

// SavedEdit is a view that is made or changed.
type SavedEdit struct {
	View *catalog.View // nil for a new one
	Of   string        // the page that a new one is of
	Form ui.Form
}

// SavedList is a page of views.
type SavedList struct {
	Page        catalog.Page[catalog.View]
	Collections []catalog.CollectionLink
}

// link is what a menu knows of a view.
func link(v catalog.View) catalog.ViewLink {
	return catalog.ViewLink{ID: v.ID, Name: v.Name, Resource: v.Resource, Query: v.Query}
}

// what a view shows, in words.
func (l SavedList) what(f ui.Frame, v catalog.View) string {
	asked, _ := url.ParseQuery(v.Query)
	for _, c := range l.Collections {
		if v.Resource == "items" && ui.Number(c.ID) == asked.Get("collection_id") {
			return c.Emoji + " " + c.Name
		}
	}
	return f.T("view.of." + v.Resource)
}

// changes reports whether the user may change a view.
func changes(f ui.Frame, v catalog.View) bool { return v.Mine || v.Shared && f.Manages() }
