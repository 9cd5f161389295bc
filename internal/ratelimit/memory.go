package ratelimit

import (
	"hash/maphash"
	"sync"
	"time"
)

const shards = 64

// memory counts in sharded maps, so that callers rarely wait for each other.
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

func (m *memory) shard(key string) *shard { return &m.shards[maphash.String(m.seed, key)%shards] }

// note stores the count of another store.
func (m *memory) note(key string, c Count, now time.Time) {
	s := m.shard(key)
	s.Lock()
	defer s.Unlock()
	s.sweep(now)
	s.windows[key] = window{c.Hits, now.Add(c.Left)}
}

func (m *memory) hit(key string, now time.Time) Count {
	s := m.shard(key)
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

// sweep deletes windows that have ended, at most once per window.
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
