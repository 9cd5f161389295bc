package export

import (
	"testing"
	"time"

	"vitrine/internal/share"
)

// One user writes one list at a time, however many may be written.
func TestListsAreShared(t *testing.T) {
	l := NewLists(2, 10*time.Millisecond)
	one, two := share.As(t.Context(), 1), share.As(t.Context(), 2)
	if _, err := l.places.Take(one, 1); err != nil {
		t.Fatal(err)
	}
	if _, err := l.places.Take(one, 1); err == nil {
		t.Error("one user writes all lists")
	}
	if _, err := l.places.Take(two, 1); err != nil {
		t.Errorf("somebody else was told: %v", err)
	}
}
