package ratelimit

import (
	"hash/maphash"
	"sync"
	"time"
)

const shards = 64

// memory counts in maps, split so that callers rarely wait for each other.
type memory struct {
	seed   maphash.Seed
	shards [shards]shard
}

type shard struct {
	sync.Mutex
	windows map[string]window
	swept   time.Time
}

type window struct {
	hits int64
	ends time.Time
}

func newMemory() *memory {
	m := &memory{seed: maphash.MakeSeed()}
	for i := range m.shards {
		m.shards[i].windows = map[string]window{}
	}
	return m
}

func (m *memory) hit(key string, now time.Time) Count {
	s := &m.shards[maphash.String(m.seed, key)%shards]
	s.Lock()
	defer s.Unlock()
	s.sweep(now)
	w := s.windows[key]
	if !now.Before(w.ends) {
		w = window{ends: now.Add(Window)}
	}
	w.hits++
	s.windows[key] = w
	return Count{w.hits, w.ends.Sub(now)}
}

// sweep forgets windows that have ended, at most once per window.
func (s *shard) sweep(now time.Time) {
	if now.Sub(s.swept) < Window {
		return
	}
	s.swept = now
	for key, w := range s.windows {
		if !now.Before(w.ends) {
			delete(s.windows, key)
		}
	}
}
