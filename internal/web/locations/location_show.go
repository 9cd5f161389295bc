package locations

import (
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Places are the locations of an account and, beside them, one of them or the copies without one.
type Places struct {
	Tree    *catalog.LocationTree
	At      *catalog.LocationNode // nil for none
	Nowhere bool
	Closed  bool   // no branch is open
	Query   string // a part of a name
	Nested  bool   // includes copies in the locations inside
	Page    catalog.Page[catalog.Copy]
	Items   map[int64]catalog.CopyItem
	Moved   int64 // copies just moved
}

// Found are the locations found by name.
func (p Places) Found() []*catalog.LocationNode { return p.Tree.Named(p.Query, ui.MaxBranch) }

// Open reports whether the locations inside one are listed.
func (p Places) Open(n *catalog.LocationNode) bool {
	return !p.Closed && (p.Tree.Places <= ui.FewPlaces || p.At != nil && p.At.Inside(n))
}

// here is the address of the first page of copies.
func (p Places) here() string {
	switch {
	case p.At == nil:
		return "/locations/none"
	case p.Nested:
		return ui.LocationPath(p.At.ID) + "?all"
	}
	return ui.LocationPath(p.At.ID)
}

// checkPath is the address of a shelf check of the listed copies.
func (p Places) checkPath() string {
	if p.Nested {
		return ui.LocationPath(p.At.ID) + "/check?all"
	}
	return ui.LocationPath(p.At.ID) + "/check"
}

// labelPath is the address of labels for the listed copies.
func (p Places) labelPath() string {
	if p.Nested {
		return "/labels?all&location=" + ui.Number(p.At.ID)
	}
	return "/labels?location=" + ui.Number(p.At.ID)
}

// exportPath is the address of the export of the copies.
func (p Places) exportPath() string {
	if p.Nested {
		return ui.LocationPath(p.At.ID) + "/export?all=1"
	}
	return ui.LocationPath(p.At.ID) + "/export"
}

// Next is the address of the next copies.
func (p Places) Next() string {
	query := url.Values{"after": {p.Page.NextAfter}}
	if p.Nested {
		query.Set("all", "")
	}
	return "?" + query.Encode()
}

// Item is the item of a copy.
func (p Places) Item(c catalog.Copy) catalog.CopyItem { return p.Items[c.ItemID] }

// Place is the location of a copy.
func (p Places) Place(c catalog.Copy) *catalog.LocationNode {
	if c.LocationID == nil {
		return nil
	}
	return p.Tree.Find(*c.LocationID)
}

// listed are the first locations of a branch, and how many are left out.
func listed(all []*catalog.LocationNode) ([]*catalog.LocationNode, int64) {
	sorted := catalog.ByName(all)
	if len(sorted) <= ui.MaxBranch {
		return sorted, 0
	}
	return sorted[:ui.MaxBranch], int64(len(sorted) - ui.MaxBranch)
}

// Path is the path of a location as a text.
func Path(n *catalog.LocationNode) string {
	path := ""
	for _, above := range n.Above() {
		path += above.Name + " › "
	}
	return path
}

// LocationEdit is the form of a location.
type LocationEdit struct {
	Location *catalog.LocationNode // nil for a new one
	In       *catalog.LocationNode // its parent, nil at the top
	Form     ui.Form
}

// Action is the address of the form.
func (e LocationEdit) Action() string {
	if e.Location == nil {
		return "/locations"
	}
	return ui.LocationPath(e.Location.ID)
}

// Back is the page before.
func (e LocationEdit) Back() string {
	switch {
	case e.Location != nil:
		return ui.LocationPath(e.Location.ID)
	case e.In != nil:
		return ui.LocationPath(e.In.ID)
	}
	return "/locations"
}

// Picker offers locations to choose one.
type Picker struct {
	Tree  *catalog.LocationTree
	At    *catalog.LocationNode // opened there
	Query string
	Found []*catalog.LocationNode
	Path  string     // of the page
	Kept  url.Values // the parameters of the page
}

// To is the address of the picker, opened at a place.
func (p Picker) To(at int64) string {
	query := url.Values{"at": {strconv.FormatInt(at, 10)}}
	for _, id := range p.Kept["copy"] {
		query.Add("copy", id)
	}
	return p.Path + "?" + query.Encode()
}

// Open reports whether the locations inside one are listed.
func (p Picker) Open(n *catalog.LocationNode) bool {
	return Places{Tree: p.Tree, At: p.At}.Open(n)
}

// Move asks where to move a location or copies.
type Move struct {
	Picker
	Location *catalog.LocationNode // nil for copies
	Copies   []string              // their ids
	Message  string
}

// Action is the address of the form.
func (m Move) Action() string {
	if m.Location != nil {
		return ui.LocationPath(m.Location.ID) + "/move"
	}
	return "/locations/move-copies"
}

// Back is the page before.
func (m Move) Back() string {
	if m.Location != nil {
		return ui.LocationPath(m.Location.ID)
	}
	return "/locations"
}

// Allows reports whether a location may be chosen: none moves into itself.
func (m Move) Allows(n *catalog.LocationNode) bool {
	return m.Location == nil || !n.Inside(m.Location)
}
