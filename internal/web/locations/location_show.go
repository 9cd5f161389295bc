package locations

import (
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Places are the locations of an account, and beside them one of them, or the copies
// that are nowhere.
type Places struct {
	Tree    *catalog.LocationTree
	At      *catalog.LocationNode // nil for none
	Nowhere bool
	Closed  bool   // no branch is open
	Query   string // a part of a name
	Nested  bool   // copies of places inside count too
	Page    catalog.Page[catalog.Copy]
	Items   map[int64]catalog.CopyItem
	Moved   int64 // copies, just now
}

// Found are the places with the name that is looked for.
func (p Places) Found() []*catalog.LocationNode { return p.Tree.Named(p.Query, ui.MaxBranch) }

// Open reports whether the places inside one are listed.
func (p Places) Open(n *catalog.LocationNode) bool {
	return !p.Closed && (p.Tree.Places <= ui.FewPlaces || p.At != nil && p.At.Inside(n))
}

// here is the address of the list of copies from its beginning.
func (p Places) here() string {
	switch {
	case p.At == nil:
		return "/locations/none"
	case p.Nested:
		return ui.LocationPath(p.At.ID) + "?all"
	}
	return ui.LocationPath(p.At.ID)
}

// checkPath is where the copies that are listed are checked.
func (p Places) checkPath() string {
	if p.Nested {
		return ui.LocationPath(p.At.ID) + "/check?all"
	}
	return ui.LocationPath(p.At.ID) + "/check"
}

// labelPath is where labels of the copies that are listed are printed.
func (p Places) labelPath() string {
	if p.Nested {
		return "/labels?all&location=" + ui.Number(p.At.ID)
	}
	return "/labels?location=" + ui.Number(p.At.ID)
}

// exportPath is where the file of the copies is asked for.
func (p Places) exportPath() string {
	if p.Nested {
		return ui.LocationPath(p.At.ID) + "/export?all=1"
	}
	return ui.LocationPath(p.At.ID) + "/export"
}

// Next is the address of the copies that follow.
func (p Places) Next() string {
	query := url.Values{"after": {p.Page.NextAfter}}
	if p.Nested {
		query.Set("all", "")
	}
	return "?" + query.Encode()
}

// Item is what is shown of a copy's item.
func (p Places) Item(c catalog.Copy) catalog.CopyItem { return p.Items[c.ItemID] }

// Place is where a copy is kept.
func (p Places) Place(c catalog.Copy) *catalog.LocationNode {
	if c.LocationID == nil {
		return nil
	}
	return p.Tree.Find(*c.LocationID)
}

// listed are the first places of a branch, and how many are left out.
func listed(all []*catalog.LocationNode) ([]*catalog.LocationNode, int64) {
	sorted := catalog.ByName(all)
	if len(sorted) <= ui.MaxBranch {
		return sorted, 0
	}
	return sorted[:ui.MaxBranch], int64(len(sorted) - ui.MaxBranch)
}

// Path is where a place is, in words.
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
	In       *catalog.LocationNode // what it is inside, nil at the top
	Form     ui.Form
}

// Action is where the form is sent.
func (e LocationEdit) Action() string {
	if e.Location == nil {
		return "/locations"
	}
	return ui.LocationPath(e.Location.ID)
}

// Back is where one came from.
func (e LocationEdit) Back() string {
	switch {
	case e.Location != nil:
		return ui.LocationPath(e.Location.ID)
	case e.In != nil:
		return ui.LocationPath(e.In.ID)
	}
	return "/locations"
}

// Picker offers places to choose one from.
type Picker struct {
	Tree  *catalog.LocationTree
	At    *catalog.LocationNode // opened there
	Query string
	Found []*catalog.LocationNode
	Path  string     // of the page
	Kept  url.Values // what the page was asked for
}

// To is the address of the picker, opened at a place.
func (p Picker) To(at int64) string {
	query := url.Values{"at": {strconv.FormatInt(at, 10)}}
	for _, id := range p.Kept["copy"] {
		query.Add("copy", id)
	}
	return p.Path + "?" + query.Encode()
}

// Open reports whether the places inside one are listed.
func (p Picker) Open(n *catalog.LocationNode) bool {
	return Places{Tree: p.Tree, At: p.At}.Open(n)
}

// Move asks where a place or some copies go.
type Move struct {
	Picker
	Location *catalog.LocationNode // nil for copies
	Copies   []string              // their ids
	Message  string
}

// Action is where the form is sent.
func (m Move) Action() string {
	if m.Location != nil {
		return ui.LocationPath(m.Location.ID) + "/move"
	}
	return "/locations/move-copies"
}

// Back is where one came from.
func (m Move) Back() string {
	if m.Location != nil {
		return ui.LocationPath(m.Location.ID)
	}
	return "/locations"
}

// Allows reports whether one may choose a place: none goes into itself.
func (m Move) Allows(n *catalog.LocationNode) bool {
	return m.Location == nil || !n.Inside(m.Location)
}
