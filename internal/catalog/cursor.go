package catalog

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"

	"vitrine/internal/fault"
)

// Cursor is a place in a list: behind an object, whether it is still there or
// not. Clients carry it without knowing what it says, and may send anything.
type Cursor struct {
	List  string    // the list with its order; in others the place means nothing
	Place []*string // what the list is sorted by, of that object
}

// maxCursor is more than the longest name takes.
const maxCursor = 64 << 10

// String is the cursor as clients carry it. The list stands in it as a hash.
func (c Cursor) String() string {
	content, err := json.Marshal(append([]*string{new(hashed(c.List))}, c.Place...))
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return base64.RawURLEncoding.EncodeToString(content)
}

// WrongCursor is the answer to a cursor that is none of the list.
func WrongCursor() error {
	return fault.On("after", "The after parameter must be the next_after of a page of the same list in the same order.")
}

// ParseCursor reads what a client sent as its place in a list.
func ParseCursor(list, s string) (Cursor, error) {
	var parts []*string
	if len(s) > maxCursor {
		return Cursor{}, WrongCursor()
	}
	content, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || json.Unmarshal(content, &parts) != nil || len(parts) < 2 || parts[0] == nil || *parts[0] != hashed(list) {
		return Cursor{}, WrongCursor()
	}
	return Cursor{list, slices.Clip(parts[1:])}, nil
}

func hashed(list string) string {
	sum := sha256.Sum256([]byte(list))
	return base64.RawURLEncoding.EncodeToString(sum[:6])
}
