package api

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// H3: a user who keeps the database busy with changes to a locked row delays only
// themselves. Others are answered at once.
func TestOneUserDoesNotStopTheOthers(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := newHarness(t, settings{})
	greedy, bystander := h.Owner(t), h.Owner(t)
	desk := greedy.Make(t, "/api/locations", M{"name": "Desk"})
	path, release := "/api/locations/"+desk, holdLocation(t, h, desk)
	const requests = 20
	var all sync.WaitGroup
	var answered [600]atomic.Int64 // by status
	for i := range requests {
		all.Go(func() {
			header := []string{"If-Match", "*"}[:i%2*2] // careful ones, too
			r := greedy.Send(t, "PUT", path, M{"name": "Table"}, header...)
			answered[r.StatusCode].Add(1)
			if r.StatusCode == http.StatusServiceUnavailable && r.Header.Get("Retry-After") != "2" {
				t.Errorf("503 with Retry-After %q, want 2", r.Header.Get("Retry-After"))
			}
		})
	}
	var slowest time.Duration
	for end := time.Now().Add(10 * time.Second); answered[503].Load() < requests-4 && time.Now().Before(end); {
		began := time.Now()
		bystander.Send(t, "GET", "/api/locations", nil).Want(t, http.StatusOK)
		bystander.Make(t, "/api/locations", M{"name": "Shelf"})
		slowest = max(slowest, time.Since(began))
	}
	release()
	all.Wait()
	if slowest > time.Second {
		t.Errorf("a bystander waited for %s", slowest)
	}
	if refused, done := answered[503].Load(), answered[200].Load(); refused != requests-4 || done != 4 {
		t.Errorf("%d times 503 and %d times 200, want 16 and 4", refused, done)
	}
	if stats := h.DB.Connections(); stats.UserRefusals != requests-4 || stats.Timeouts != 0 {
		t.Errorf("%d refusals of users, %d of connections; want 16 and none", stats.UserRefusals, stats.Timeouts)
	}
	greedy.Send(t, "GET", path, nil).Want(t, http.StatusOK)
}

// holdLocation locks a location until released.
func holdLocation(t *testing.T, h *harness, id string) (release func()) {
	t.Helper()
	tx := begun(t, h, `select from locations where id = $1 for update`, atoi(t, id))
	return func() {
		if err := tx.Rollback(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
