// Package catalog defines what is catalogued: collections, locations and so on,
// what may be written about them and by which rules. It does no I/O.
package catalog

import (
	"slices"
	"time"

	"vitrine/internal/fault"
)

// Location is a place where copies are kept. Locations nest.
type Location struct {
	ID                   int64
	UUID                 string
	ParentID             *int64 // nil at top level
	Name, Emoji          string
	CreatedAt, UpdatedAt time.Time
}

// LocationEmojis lists the values of a location's emoji.
var LocationEmojis = []string{"📦", "🏠", "🚪", "🛋️", "🗄️", "📚", "🧰", "🏢", "🚗", "🗃️", "🖼️", "🎁"}

// LocationInput holds everything that a client may write of a location.
type LocationInput struct {
	Name     string
	ParentID *int64
	Emoji    string
}

func (in *LocationInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	in.Emoji = emoji(&e, in.Emoji, LocationEmojis)
	return e.Err()
}

// Place is a location to choose, with the names from the outermost one to its own.
type Place struct {
	ID     int64
	Emoji  string
	Path   []string
	Within *int64 // the location around it
}

// PlaceChoice is the locations that a form offers.
type PlaceChoice struct {
	Places []Place
	Recent []Place // a few, where copies were put last
	More   bool    // there are others
}

// maxPath limits how many names of a place are shown.
const maxPath = 6

// Places sorts locations as a tree, keeping the given order of siblings. Of a long path only the
// innermost names are kept.
func Places(all []Location) []Place {
	within := map[int64][]Location{}
	var top []Location
	known := map[int64]bool{}
	for _, l := range all {
		known[l.ID] = true
	}
	for _, l := range all {
		if l.ParentID == nil || !known[*l.ParentID] {
			top = append(top, l)
		} else {
			within[*l.ParentID] = append(within[*l.ParentID], l)
		}
	}
	places := make([]Place, 0, len(all))
	var add func([]Location, []string)
	add = func(siblings []Location, above []string) {
		for _, l := range siblings {
			path := append(slices.Clone(above[max(0, len(above)+1-maxPath):]), l.Name)
			places = append(places, Place{l.ID, l.Emoji, path, l.ParentID})
			add(within[l.ID], path)
		}
	}
	add(top, nil)
	return places
}
