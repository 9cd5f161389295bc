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
)

// redisURL is a real Redis: the given one, or a private one that is started.
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

// passed hits a key many times at once and counts how many stay within a limit.
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

func TestParallelHitsNeverExceedTheLimit(t *testing.T) {
	t.Parallel()
	url := redisURL(t)
	for name, limiters := range map[string][]*Limiter{
		"memory": {New()},
		"redis":  {sharedLimiter(t, url), sharedLimiter(t, url), sharedLimiter(t, url)},
	} {
		if n := passed(limiters, rand.Text(), 500, 60); n != 60 {
			t.Errorf("%s: %d passed, want 60", name, n)
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

// A store that is down neither lifts the limit nor slows requests down.
func TestFallsBackToMemory(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // accepts, and never says a word
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
