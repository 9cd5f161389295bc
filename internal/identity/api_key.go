package identity

import (
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
)

// APIKey is a token of a user, without the token itself.
type APIKey struct {
	ID                               int64
	Name                             string
	LastUsedAt, CreatedAt, UpdatedAt time.Time
	Restrictions
}

// Restrictions limit a key to less than its user may do. The default is none; a
// restricted key cannot create keys.
type Restrictions struct {
	Scopes        []string   // of read and write; nil is both
	ExpiresAt     *time.Time // nil is never
	CollectionIDs []int64    `db:"collection_ids"` // nil is every collection
}

// Any reports whether there is a restriction.
func (r Restrictions) Any() bool {
	return r.Scopes != nil || r.ExpiresAt != nil || r.CollectionIDs != nil
}

// Allows reports whether the key has a scope.
func (r Restrictions) Allows(scope string) bool {
	return r.Scopes == nil || slices.Contains(r.Scopes, scope)
}

// Scopes of a key.
const (
	Read  = "read"
	Write = "write"
)

const maxKeyCollections = 1000

// APIKeyInput is a request for a new key.
type APIKeyInput struct {
	Label string
	Restrictions
}

func (in *APIKeyInput) Validate() error {
	var e fault.Invalid
	e.Line("label", in.Label, maxLabel)
	for i := range in.Scopes {
		in.Scopes[i] = strings.TrimSpace(in.Scopes[i])
	}
	in.Scopes = slices.DeleteFunc(in.Scopes, func(s string) bool { return s == "" })
	if in.Scopes != nil && (len(in.Scopes) == 0 || slices.ContainsFunc(in.Scopes, func(s string) bool { return s != Read && s != Write })) {
		e.Addf("scopes", "The %s field must list read, write or both.")
	}
	if in.ExpiresAt != nil && (!in.ExpiresAt.After(time.Now()) || in.ExpiresAt.Year() > 9999) {
		e.Addf("expires_at", "The %s field must be a time in the future, before the year 10000.")
	}
	if len(in.CollectionIDs) > maxKeyCollections {
		e.Addf("collection_ids", "The %s field must not have more than %d items.", maxKeyCollections)
	}
	in.CollectionIDs = slices.DeleteFunc(in.CollectionIDs, func(id int64) bool { return id < 1 }) // no collection has such an id
	return e.Err()
}
