package catalog

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"

	"vitrine/internal/fault"
)

// Cursor is a position in a list, behind an object that may be gone by now.
// Cursors are opaque to clients, who may send anything.
type Cursor struct {
	List  string    // the list and its order, the only ones the cursor is valid for
	Place []*string // the sort values of that object
}

// maxCursor exceeds a cursor with the longest name.
const maxCursor = 64 << 10

// String encodes the cursor for clients, with a hash of its list.
func (c Cursor) String() string {
	content, err := json.Marshal(append([]*string{new(hashed(c.List))}, c.Place...))
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return base64.RawURLEncoding.EncodeToString(content)
}

// WrongCursor reports a cursor that is not of this list.
func WrongCursor() error {
	return fault.On("after", "The after parameter must be the next_after of a page of the same list in the same order.")
}

// ParseCursor decodes a cursor that a client sent for a list.
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
