package process

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Two instances share limits through Redis, count alone without it, and share
// again when it is back.
func TestRateLimitsAreShared(t *testing.T) {
	testkind.WatchesTheClock(t)
	const limit = 60 // the default
	redis := private(t, "redis")
	database := pgtest.Migrated(t)
	env := []string{"REDIS_URL=" + redis.url, "VITRINE_RATE_LIMIT_API=", "VITRINE_RATE_LIMIT_AUTH="}
	both := []*instance{serve(t, database, env...), serve(t, database, env...)}
	owner, other, probe := register(t, both[0]), register(t, both[1]), register(t, both[0])

	passed := burst(t, owner, both)
	if got := passed[0] + passed[1]; got != limit {
		t.Errorf("with Redis, %d of 200 requests passed (%v), want %d", got, passed, limit)
	}

	redis.run(t, "kill")
	if passed := burst(t, owner, both); passed[0]+passed[1] != 0 {
		t.Errorf("without Redis, %v more requests passed of a user who had none left", passed)
	}
	for i, got := range burst(t, other, both) {
		if got != limit {
			t.Errorf("without Redis, %d of 100 requests passed at instance %d, want %d", got, i, limit)
		}
	}

	redis.run(t, "start")
	for _, i := range both {
		eventually(t, 10*time.Second, "an instance finds Redis again", func() bool {
			if _, err := probe.send(http.MethodGet, i.url+"/api/me", ""); err != nil {
				t.Fatal(err)
			}
			return i.log.contains("the shared rate limit is back")
		})
	}
	passed = burst(t, owner, both)
	if got := passed[0] + passed[1]; got != limit {
		t.Errorf("with Redis back, %d of 200 requests passed (%v), want %d", got, passed, limit)
	}
}

// burst sends a hundred requests to each instance at once and counts those that
// passed. The others must be told when to retry.
func burst(t *testing.T, user *client, instances []*instance) []int {
	t.Helper()
	passed := make([]int, len(instances))
	var mu sync.Mutex
	var running sync.WaitGroup
	for range 100 {
		for n, i := range instances {
			running.Go(func() {
				a, err := user.send(http.MethodGet, i.url+"/api/me", "")
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err != nil:
					t.Error(err)
				case a.status == http.StatusOK:
					passed[n]++
				case a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "":
					t.Errorf("status %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
				}
			})
		}
	}
	running.Wait()
	return passed
}
