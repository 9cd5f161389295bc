package ratelimit

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// redisURL returns a real Redis: the configured one, or a private one.
func redisURL(t *testing.T) string {
	t.Helper()
	if given := os.Getenv("VITRINE_TEST_REDIS_URL"); given != "" {
		return given
	}
	out, err := exec.Command("../../scripts/redis", "start", "test").Output()
	if err != nil {
		t.Fatalf("no Redis: %v; start one with scripts/redis, or set VITRINE_TEST_REDIS_URL", err)
	}
	return strings.TrimSpace(string(out))
}

func sharedLimiter(t *testing.T, url string) *Limiter {
	t.Helper()
	l, err := NewShared(url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// passed hits a key concurrently and counts the hits within a limit.
func passed(limiters []*Limiter, key string, hits, limit int) int64 {
	var within atomic.Int64
	var all sync.WaitGroup
	for i := range hits {
		all.Go(func() {
			if limiters[i%len(limiters)].Hit(context.Background(), key).Hits <= int64(limit) {
				within.Add(1)
			}
		})
	}
	all.Wait()
	return within.Load()
}

func missed(limiters []*Limiter) (n int64) {
	for _, l := range limiters {
		n += l.Missed()
	}
	return n
}

func TestParallelHitsNeverExceedTheLimit(t *testing.T) {
	t.Parallel()
	url := redisURL(t)
	for name, limiters := range map[string][]*Limiter{
		"memory": {New()},
		"redis":  {sharedLimiter(t, url), sharedLimiter(t, url), sharedLimiter(t, url)},
	} {
		n, alone := int64(0), int64(1)
		for try := 0; alone > 0 && try < 5; try++ { // hits that Redis answers too late are counted alone
			alone = -missed(limiters)
			n = passed(limiters, rand.Text(), 500, 60)
			alone += missed(limiters)
		}
		if n != 60 || alone > 0 {
			t.Errorf("%s: %d passed, want 60; %d were counted alone", name, n, alone)
		}
	}
}

func TestWindowIsFixed(t *testing.T) {
	t.Parallel()
	m := newMemory()
	start := time.Now()
	for i, c := range []struct {
		at   time.Duration
		hits int64
		left time.Duration
	}{{0, 1, 60 * time.Second}, {35 * time.Second, 2, 25 * time.Second}, {59 * time.Second, 3, time.Second}, {60 * time.Second, 1, 60 * time.Second}} {
		if got := m.hit("k", start.Add(c.at)); got != (Count{c.hits, c.left}) {
			t.Errorf("hit %d: %+v, want %d hits and %s left", i, got, c.hits, c.left)
		}
	}
}

func TestEndedWindowsAreForgotten(t *testing.T) {
	t.Parallel()
	m := newMemory()
	start := time.Now()
	for range 10_000 {
		m.hit(rand.Text(), start)
	}
	m.hit("one", start.Add(2*Window))
	kept := 0
	for i := range m.shards {
		m.shards[i].sweep(start.Add(2 * Window))
		kept += len(m.shards[i].windows)
	}
	if kept != 1 {
		t.Errorf("%d windows kept, want 1", kept)
	}
}

// A store that is down neither lifts the limit nor delays requests.
func TestFallsBackToMemory(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts connections and never answers
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	l := sharedLimiter(t, "redis://"+silent.Addr().String())
	start := time.Now()
	for range 70 {
		l.Hit(context.Background(), "k")
	}
	if took := time.Since(start); took > 3*redisTimeout {
		t.Errorf("70 hits took %s", took)
	}
	if c := l.Hit(context.Background(), "k"); c.Hits != 71 {
		t.Errorf("%d hits counted, want 71", c.Hits)
	}
	if l.Missed() != 71 {
		t.Errorf("%d missed, want 71", l.Missed())
	}
}

// A restarted store costs one hit: its dead connections are not tried one by
// one.
func TestRestartedStoreIsFoundAgain(t *testing.T) {
	t.Parallel()
	l := sharedLimiter(t, redisURL(t))
	passed([]*Limiter{l}, rand.Text(), 100, 1) // opens many connections
	idle := l.shared.pool.IdleCount()
	if idle < 2 {
		t.Fatalf("%d idle connections prove nothing", idle)
	}
	now := time.Now()
	l.shared.failed.Store(now.UnixNano())
	l.shared.down.Store(now.UnixNano())
	l.Hit(context.Background(), rand.Text())
	if n := l.shared.pool.ActiveCount(); n != 1 || l.Missed() != 0 || l.shared.down.Load() != 0 {
		t.Errorf("%d connections of %d are kept, %d hits missed; want one new connection and none", n, idle, l.Missed())
	}
}

// A store that failed is left alone for a pause, and then asked again.
func TestFailedStoreIsAskedAgainAfterAPause(t *testing.T) {
	t.Parallel()
	l, key, now := sharedLimiter(t, redisURL(t)), rand.Text(), time.Now()
	l.Now = func() time.Time { return now }
	l.shared.down.Store(now.Add(redisPause).UnixNano())
	now = now.Add(redisPause - time.Nanosecond)
	if c := l.Hit(t.Context(), key); c.Hits != 1 || l.Missed() != 1 {
		t.Errorf("during the pause: %d hits, %d of them counted alone; want 1 and 1", c.Hits, l.Missed())
	}
	now = now.Add(time.Nanosecond)
	if c := l.Hit(t.Context(), key); c.Hits != 1 || l.Missed() != 1 || l.shared.down.Load() != 0 {
		t.Errorf("after the pause: %d hits in the store, %d counted alone; want 1 and 1", c.Hits, l.Missed())
	}
}

// A window lasts from its first hit, however many follow.
func TestWindowFollowsTheClock(t *testing.T) {
	t.Parallel()
	l, now := New(), time.Now()
	l.Now = func() time.Time { return now }
	for _, c := range []struct {
		later time.Duration
		want  Count
	}{{0, Count{1, Window}}, {Window - time.Nanosecond, Count{2, time.Nanosecond}}, {time.Nanosecond, Count{1, Window}}} {
		now = now.Add(c.later)
		if got := l.Hit(t.Context(), "k"); got != c.want {
			t.Errorf("%v after %v, want %v", got, c.later, c.want)
		}
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for from, want := range map[string]string{
		"redis://host":                   "tcp host:6379",
		"rediss://u:p@host:1234/2":       "tcp host:1234",
		"redis://[::1]:7000/0":           "tcp [::1]:7000",
		"unix://u:p@/run/redis.sock?db=": "unix /run/redis.sock",
		"unix:///run/redis.sock?db=3":    "unix /run/redis.sock",
	} {
		if to, err := parse(from); err != nil || to.network+" "+to.at != want {
			t.Errorf("%s: %s %s (%v), want %s", from, to.network, to.at, err, want)
		}
	}
	for _, from := range []string{"redis://:secret@host/first", "unix:///run/redis.sock?db=first", "redis://:secret@ho st"} {
		if _, err := parse(from); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", from, err)
		}
	}
}

// A server with a password and several databases, over TCP and by its socket.
func TestGetsIn(t *testing.T) {
	t.Parallel()
	socket := t.TempDir() + "/socket"
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(at)
	program, err := exec.LookPath("redis-server")
	if err != nil {
		program = "valkey-server"
	}
	server := exec.CommandContext(t.Context(), program, "--bind", "127.0.0.1", "--port", port, "--unixsocket", socket, "--save", "",
		"--requirepass", "sesame", "--dir", t.TempDir())
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
	over := sharedLimiter(t, "redis://:sesame@"+at+"/3")
	for deadline := time.Now().Add(10 * time.Second); over.Ping(t.Context()) != nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(over.Ping(t.Context()))
		}
	}
	by := sharedLimiter(t, "unix://:sesame@"+socket+"?db=3")
	elsewhere := sharedLimiter(t, "redis://default:sesame@"+at+"/4")
	over.Hit(t.Context(), "k")
	if c := by.Hit(t.Context(), "k"); c.Hits != 2 {
		t.Errorf("%d hits by the socket, want 2", c.Hits)
	}
	if c := elsewhere.Hit(t.Context(), "k"); c.Hits != 1 {
		t.Errorf("%d hits in another database, want 1", c.Hits)
	}
	if err := sharedLimiter(t, "redis://:wrong@"+at).Ping(t.Context()); err == nil {
		t.Error("a wrong password gets in")
	}
}

// If the store's clock is set back by an hour, its keys seem to last an hour
// longer. Nobody is blocked for that long.
func TestClockSetBackBlocksNobody(t *testing.T) {
	t.Parallel()
	l, key := sharedLimiter(t, redisURL(t)), rand.Text()
	l.Hit(t.Context(), key)
	conn := l.shared.pool.Get()
	defer conn.Close()
	if n, err := conn.Do("PEXPIRE", "vitrine:limit:"+key, (time.Hour + Window).Milliseconds()); err != nil || n != int64(1) {
		t.Fatal(n, err)
	}
	if c := l.Hit(t.Context(), key); c.Hits != 2 || c.Left > Window {
		t.Errorf("%d hits and %s left, want 2 and %s at most", c.Hits, c.Left, Window)
	}
}
