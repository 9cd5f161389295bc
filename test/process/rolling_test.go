package process

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// Two instances are replaced one after the other under load, behind a load
// balancer that checks /readyz. No request fails.
func TestRollingRestartFailsNoRequest(t *testing.T) {
	testkind.WatchesTheClock(t)
	const enough = 2000
	database := pgtest.Migrated(t)
	const drain = "VITRINE_DRAIN_DELAY=1s"
	old := []*instance{serve(t, database, drain), serve(t, database, drain)}
	lb := &balancer{}
	lb.add(t, old[0])
	lb.add(t, old[1])
	owner := register(t, old[0])

	var requests, failures atomic.Int64
	var clients sync.WaitGroup
	end := make(chan struct{})
	for c := range 8 {
		clients.Go(func() {
			for n := 0; !closed(end); n++ {
				if err := lb.request(owner, c, n); err != nil && failures.Add(1) <= 5 {
					t.Error(err)
				}
				requests.Add(1)
			}
		})
	}
	for _, i := range old {
		time.Sleep(300 * time.Millisecond)
		i.stop(t, syscall.SIGTERM)
		lb.add(t, serve(t, database, drain))
	}
	eventually(t, 30*time.Second, "enough requests", func() bool { return requests.Load() >= enough })
	close(end)
	clients.Wait()
	t.Logf("%d requests, %d failed", requests.Load(), failures.Load())
	for _, i := range old {
		if !i.log.contains(`"msg":"draining"`) || !i.log.contains(`"msg":"stopped"`) {
			t.Errorf("%s did not drain:\n%s", i.url, i.log.tail(5))
		}
	}
	if n := failures.Load(); n > 0 {
		t.Errorf("%d of %d requests failed", n, requests.Load())
	}
}

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// balancer sends requests to instances that are ready.
type balancer struct {
	turn     atomic.Int64
	mu       sync.Mutex
	backends []*backend
}

type backend struct {
	*instance
	ready atomic.Bool
}

// add checks an instance every 50 ms, as a load balancer would.
func (b *balancer) add(t *testing.T, i *instance) {
	be := &backend{instance: i}
	be.ready.Store(true)
	b.mu.Lock()
	b.backends = append(b.backends, be)
	b.mu.Unlock()
	go func() {
		for t.Context().Err() == nil && !i.over() {
			be.ready.Store(be.status("/readyz") == http.StatusOK)
			time.Sleep(50 * time.Millisecond)
		}
		be.ready.Store(false)
	}()
}

func (b *balancer) pick() *backend {
	b.mu.Lock()
	backends := slices.Clone(b.backends)
	b.mu.Unlock()
	first := int(b.turn.Add(1))
	for n := range backends {
		if be := backends[(first+n)%len(backends)]; be.ready.Load() {
			return be
		}
	}
	return nil
}

// request is a read or, every fourth time, a write. Any transport error or 5xx is
// a failure.
func (b *balancer) request(owner *client, c, n int) error {
	be := b.pick()
	if be == nil {
		return errors.New("no instance is ready")
	}
	method, body := http.MethodGet, ""
	if n%4 == 3 {
		method, body = http.MethodPost, newLocation(fmt.Sprintf("location %d of client %d", n, c))
	}
	a, err := owner.send(method, be.url+"/api/locations", body)
	if err == nil && a.status != http.StatusOK && a.status != http.StatusCreated {
		err = fmt.Errorf("%s %s: status %d: %s", method, be.url, a.status, a.body)
	}
	return err
}
