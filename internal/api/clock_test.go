package api

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"time"
)

// clock is moved only by the test.
type clock struct{ seconds atomic.Int64 }

func (c *clock) now() time.Time       { return time.Unix(c.seconds.Load(), 0) }
func (c *clock) pass(d time.Duration) { c.seconds.Add(int64(d / time.Second)) }

// timed is the shared harness with a server whose clock the test moves. The
// database keeps its own time.
func timed(t *testing.T, with settings) (*harness, *clock) {
	t.Helper()
	h, c := server(t), &clock{}
	c.seconds.Store(time.Now().Unix())
	with.Now = c.now
	return another(t, h, with), c
}

// A user beyond the limit is served again when the window ends, as the headers
// say.
func TestLimitEndsWithItsWindow(t *testing.T) {
	t.Parallel()
	h, clock := timed(t, settings{APILimit: 1, PublicURL: "https://vitrine.example"})
	u := h.Owner(t)
	u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
	clock.pass(20 * time.Second)
	refused := u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusTooManyRequests)
	ends := clock.now().Add(40 * time.Second)
	same(t, "wait", refused.Header.Get("Retry-After"), "40")
	same(t, "end", refused.Header.Get("X-RateLimit-Reset"), strconv.FormatInt(ends.Unix(), 10))
	clock.pass(39 * time.Second)
	u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusTooManyRequests)
	clock.pass(time.Second)
	u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
}
