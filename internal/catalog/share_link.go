package catalog

import (
	"slices"
	"time"

	"vitrine/internal/fault"
)

// ShareLink shows a collection to whoever has its token, which is known to nobody else.
type ShareLink struct {
	ID, CollectionID     int64
	Name                 string
	Shows                []string
	ExpiresAt            *time.Time // nil is never
	ViewsCount           int64
	LastViewedAt         *time.Time
	CreatedAt, UpdatedAt time.Time
}

// SharedCollection is a share link with the collection that it shows.
type SharedCollection struct {
	ShareLink
	CollectionName string
}

// Expired reports whether the link has ended by itself.
func (l ShareLink) Expired(now time.Time) bool { return l.ExpiresAt != nil && !l.ExpiresAt.After(now) }

// What a collection may show besides names.
const (
	ShowDescriptions = "descriptions"
	ShowPhotos       = "photos"
	ShowCustomFields = "custom_fields"
	ShowTags         = "tags"
	ShowCopies       = "copies"
	ShowValues       = "values"
)

// Shows are all of these; the usual ones are those of a public collection, and of a link
// that says nothing else.
var (
	Shows      = []string{ShowDescriptions, ShowPhotos, ShowCustomFields, ShowTags, ShowCopies, ShowValues}
	UsualShows = Shows[:4:4]
)

// ShareLinkInput holds everything that a client may write of a link.
type ShareLinkInput struct {
	Name      string
	Shows     []string // nil is the usual
	ExpiresAt *time.Time
}

func (in *ShareLinkInput) Validate() error {
	var e fault.Invalid
	e.Text("name", in.Name, MaxName)
	if in.Shows == nil {
		in.Shows = UsualShows
	}
	kept := []string{}
	for _, what := range in.Shows {
		if !slices.Contains(Shows, what) {
			e.Addf("shows", "The %s field must list descriptions, photos, custom_fields, tags, copies or values.")
			break
		}
		if !slices.Contains(kept, what) {
			kept = append(kept, what)
		}
	}
	in.Shows = kept
	if in.ExpiresAt != nil && (!in.ExpiresAt.After(time.Now()) || in.ExpiresAt.Year() > 9999) {
		e.Addf("expires_at", "The %s field must be a time in the future, before the year 10000.")
	}
	return e.Err()
}

// ErrNotShared means that the owners of an account show nothing outside of it.
var ErrNotShared = fault.On("account", "The account shares nothing outside. An owner can allow it.")
