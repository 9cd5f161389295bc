package ui

import (
	"net/url"
	"strings"

	"vitrine/internal/catalog"
)

// Found is what a search found, with the photos of the items, by item, and where it
// was found if not in a name.
type Found struct {
	catalog.SearchResults
	Search catalog.Search
	Photos map[int64]catalog.Photo
	In     map[int64]catalog.FoundText
}

// Total is how much was found.
func (f Found) Total() (n int64) {
	for _, g := range f.Groups {
		n += g.Total
	}
	return n
}

// foundIcons stand for what has no photo.
var foundIcons = map[string]string{"item": "package", "collection": "library", "copy": "layers", "location": "folder-tree", catalog.TypeKind: "shapes", "photo": "image-plus", "document": "file-text",
	"category": "folder-tree", "set": "layers", "series": "list", "tag": "tag", "loan": "hand-helping"}

// HitPath is the page of something that was found.
func HitPath(kind string, h catalog.Hit) string {
	switch kind {
	case "item", "photo":
		return ItemPath(*h.ItemID)
	case "copy":
		return "/copies/" + Number(h.ID)
	case "document":
		return ItemPath(*h.ItemID) + "#copies"
	case "loan":
		return CopyPath(*h.CopyID) + "/loans"
	case "collection":
		return CollectionPath(h.ID)
	case "location":
		return "/locations/" + Number(h.ID)
	case "category":
		return CategoryPath(*h.CollectionID, h.ID)
	case "set":
		return SetPath(h.ID)
	case "series":
		return SeriesPath(h.ID)
	case "tag":
		return TagPath(h.ID)
	}
	return "/types/" + Number(h.ID)
}

// SearchPath is the address of a search.
func SearchPath(query, kind string) string {
	values := url.Values{"q": {query}}
	if kind != "" {
		values.Set("type", kind)
	}
	return "/search?" + values.Encode()
}

// Action is something to do, offered by the palette.
type Action struct{ Path, Icon, Label string }

// Actions are the pages to go to and, with a name, what can be made of it.
func (f Frame) Actions(found Found) (all []Action) {
	for _, a := range []Action{
		{"/", "house", f.T("nav.home")},
		{"/collections", "library", f.T("nav.collections")},
		{"/locations", "folder-tree", f.T("nav.locations")},
		{"/insurance", "shield-check", f.T("insurance.title")},
		{"/wanted", "star", f.T("wanted.title")},
		{"/sets", "layers", f.T("sets.title")},
		{"/series", "list", f.T("series.title")},
		{"/tags", "tag", f.T("tags.title")},
		{"/types", "shapes", f.T("nav.types")},
		{"/log", "clock", f.T("log.title")},
		{"/help", "info", f.T("help.title")},
		{"/settings/profile", "user", f.T("profile.title")},
		{"/settings/keys", "key-round", f.T("keys.title")},
	} {
		if found.Query == "" || found.Search.Matches(a.Label) {
			all = append(all, a)
		}
	}
	if found.Query == "" {
		return all
	}
	all = append(all, Action{SearchPath(found.Query, ""), "search", f.T("palette.all", "query", found.Query)})
	if !f.CanEdit() {
		return all
	}
	offered := 0
	for _, c := range f.Shell.Collections {
		here := f.Current == CurrentCollection(c.ID)
		if offered < 3 && (here || !strings.HasPrefix(f.Current, "collection:")) {
			offered++
			all = append(all, Action{CollectionPath(c.ID) + "/items/new?" + url.Values{"name": {found.Query}}.Encode(), "plus", f.T("palette.add", "name", found.Query, "collection", c.Name)})
		}
	}
	return all
}
