package main

// look is a size and a theme.
type look struct {
	name          string
	width, height int64
	scheme        string
}

var looks = []look{{"wide", 1280, 860, "light"}, {"dark", 1280, 860, "dark"}, {"phone", 390, 844, "light"}}

// page is one to take a picture of: an address, links to follow from there, and
// what to click at the end.
type page struct {
	name, path string
	follow     []string // selectors of links, one after the other
	click      string
	press      []string // buttons, each of which leads to a page with the next, or at the end to what is waited for
	translated bool     // also in German and Japanese
}

var pages = []page{
	{name: "home", path: "/", translated: true},
	{name: "collections", path: "/collections", translated: true},
	{name: "collection", path: "/collections", follow: []string{firstShelf, asGrid}, translated: true},
	{name: "table", path: "/collections", follow: []string{firstShelf, `a[href*="view=table"]`}, translated: true},
	{name: "item", path: "/collections", follow: []string{firstShelf, firstItem}, translated: true},
	{name: "item-edit", path: "/collections", follow: []string{firstShelf, firstItem, `a[href$="/edit"]`}},
	{name: "copy", path: "/collections", follow: []string{firstShelf, firstItem, `a[href^="/copies/"]`}, translated: true},
	{name: "quick-add", path: "/collections", follow: []string{firstShelf, asGrid}, click: `[data-key="n"]`},
	{name: "gallery", path: "/collections/new", translated: true},
	{name: "policies", path: "/policies"},
	{name: "imports", path: "/imports", translated: true},
	{name: "import-plan", path: "/imports", press: []string{`[value="values.csv"]`, `.go a.pri`, `.go button.pri`, `.cnt`}},
	{name: "locations", path: "/locations", translated: true},
	{name: "check", path: "/locations", follow: []string{firstPlace, `a[href$="/check"]`}, translated: true},
	{name: "labels", path: "/labels"},
	{name: "tags", path: "/tags"},
	{name: "sets", path: "/sets", translated: true},
	{name: "set", path: "/sets", follow: []string{`main a[href^="/sets/"]:not([href$="/new"])`}, translated: true},
	{name: "wanted", path: "/wanted", translated: true},
	{name: "share", path: "/collections", follow: []string{firstShelf, `a[href$="/share"]`}, translated: true},
	{name: "trash", path: "/trash"},
	{name: "types", path: "/types"},
	{name: "type", path: "/types", follow: []string{`main a[href^="/types/"]:not([href$="/new"])`}, translated: true},
	{name: "insurance", path: "/insurance", translated: true},
	{name: "value", path: "/value", translated: true},
	{name: "loans", path: "/loans", translated: true},
	{name: "attention", path: "/attention"},
	{name: "search", path: "/search?q=le", translated: true},
	{name: "log", path: "/log", translated: true},
	{name: "security", path: "/settings/security"},
	{name: "keys", path: "/settings/keys/new"},
	{name: "members", path: "/settings/members", translated: true},
}

const (
	asGrid     = `.seg a:first-child` // the last view is remembered
	firstShelf = `main .grid li:last-child a[href^="/collections/"]`
	firstItem  = `#results a[href^="/items/"]`
	firstPlace = `main a[href^="/locations/"]:not([href$="/new"]):not([href$="/none"])`
)

// shown are the pictures in docs.
var shown = []string{"home-wide", "value-wide", "loans-wide", "quick-add-phone", "collection-wide", "collection-phone", "item-wide", "item-phone", "table-wide", "locations-wide", "type-wide", "insurance-wide", "set-wide", "wanted-wide", "check-phone", "share-wide", "imports-wide", "import-plan-wide"}
