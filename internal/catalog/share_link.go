package catalog

import (
	"slices"
	"time"

	"vitrine/internal/fault"
)

// ShareLink shows a collection to holders of its token. The service stores only a hash of it.
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

// Expired reports whether the link has expired.
func (l ShareLink) Expired(now time.Time) bool { return l.ExpiresAt != nil && !l.ExpiresAt.After(now) }

// Optional contents of a shared collection, besides names.
const (
	ShowDescriptions = "descriptions"
	ShowPhotos       = "photos"
	ShowCustomFields = "custom_fields"
	ShowTags         = "tags"
	ShowCopies       = "copies"
	ShowValues       = "values"
)

// Shows are all of these; the usual ones are for public collections, and the default for links.
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

// ErrNotShared means that the owners of an account do not allow sharing.
var ErrNotShared = fault.On("account", "The account shares nothing outside. An owner can allow it.")
