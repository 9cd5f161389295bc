// Package catalog defines what is catalogued: collections, locations and so on,
// what may be written about them and by which rules. It does no I/O.
package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// Location is a place where copies are kept. Locations nest.
type Location struct {
	ID                   int64
	ParentID             *int64 // nil at top level
	Name, Emoji          string
	CreatedAt, UpdatedAt time.Time
}

var locationEmoji = []string{"📦", "🏠", "🚪", "🛋️", "🗄️", "📚", "🧰", "🏢", "🚗", "🗃️", "🖼️", "🎁"}

// LocationInput holds everything that a client may write of a location.
type LocationInput struct {
	Name     string
	ParentID *int64
	Emoji    string
}

func (in *LocationInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	in.Emoji = emoji(&e, in.Emoji, locationEmoji)
	return e.Err()
}
