package engine_test

import (
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// PostgreSQL takes a second to detect a deadlock. Requests that wait for four deadlocked ones of the
// same user wait longer than that.
func TestRequestsOutlastADeadlock(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := newHouse(t, "&lock_timeout=9s&statement_timeout=9s")
	h.disturb(t, `begin; select from locations for update`)
	ended := make(chan error, 5)
	for range 4 {
		go func() { ended <- h.rename(t.Context()) }()
	}
	h.awaitBlocked(t, 4)
	go func() { ended <- me(t.Context(), h.request()) }()
	time.Sleep(1100 * time.Millisecond)
	h.disturb(t, `rollback`)
	for range 5 {
		if err := <-ended; err != nil {
			t.Errorf("a request was told: %v", err)
		}
	}
}
