package ui

import (
	"net/url"
	"strings"

	"vitrine/internal/catalog"
)

// Found is the results of a search, with the photos of items and the texts that matched besides names.
type Found struct {
	catalog.SearchResults
	Photos map[int64]catalog.Photo
	In     map[int64]catalog.FoundText
	Have   map[int64]catalog.Having
	Had    *catalog.Have // of a code; nil of words
}

// Misread is a word that nothing has, and those that were looked for instead.
type Misread struct {
	Typed string
	Read  []string
}

// Misread are the words that were read as others.
func (f Found) Misread() (all []Misread) {
	for _, word := range f.Search.Words {
		if read := f.Search.Read[word]; len(read) > 0 {
			all = append(all, Misread{word, read})
		}
	}
	return all
}

// ExactPath is the address of the search for what was typed and nothing else.
func (f Found) ExactPath() string { return SearchPath(f.Query, "") + "&exact=1" }

// HitsSaid tells how much was found, and for what.
func (f Frame) HitsSaid(found Found) string {
	said := f.N("search.total", found.Total())
	if as := f.ReadAs(found); as != "" {
		said += " · " + as
	}
	return said
}

// ReadAs tells how the words were read.
func (f Frame) ReadAs(found Found) string {
	var said []string
	for _, m := range found.Misread() {
		said = append(said, f.T("search.read", "typed", m.Typed, "read", strings.Join(m.Read, ", ")))
	}
	return strings.Join(said, " ")
}

// Total is how much was found.
func (f Found) Total() (n int64) {
	for _, g := range f.Groups {
		n += g.Total
	}
	return n
}

// foundIcons are shown in place of photos.
var foundIcons = map[string]string{"item": "package", "sibling": "package", "collection": "library", "copy": "layers", "location": "folder-tree", catalog.TypeKind: "shapes", "photo": "image-plus", "document": "file-text",
	"category": "folder-tree", "set": "layers", "series": "list", "tag": "tag", "loan": "hand-helping"}

// HitPath is the page of a result.
func HitPath(kind string, h catalog.Hit) string {
	switch kind {
	case "item", "sibling", "photo":
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
	case catalog.TypeKind:
		return "/types/" + Number(h.ID)
	}
	return "" // TestEveryKindHasAPage finds a kind without one
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

// Actions are pages to go to and, with a typed name, things to create.
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
		if offered < 3 && (here || !strings.HasPrefix(f.Current, withinCollection)) {
			offered++
			all = append(all, Action{CollectionPath(c.ID) + "/items/new?" + url.Values{"name": {found.Query}}.Encode(), "plus", f.T("palette.add", "name", found.Query, "collection", c.Name)})
		}
	}
	return all
}
