package engine

import (
	ordered "container/list"
	"sync"
)

// memory caches computed answers, each with a stamp of its data. The least recently used goes first.
type memory struct {
	mu     sync.Mutex
	by     map[string]*ordered.Element
	recent ordered.List // of *recollection, the latest first
	bytes  int
}

type recollection struct {
	what, stamp string
	answer      any
	bytes       int
}

// maxMemory is the approximate size of the cache.
const maxMemory = 64 << 20

func (m *memory) find(what, stamp string) (any, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := m.by[what]
	if at == nil || at.Value.(*recollection).stamp != stamp {
		return nil, false
	}
	m.recent.MoveToFront(at)
	return at.Value.(*recollection).answer, true
}

func (m *memory) keep(of recollection) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.by == nil {
		m.by = map[string]*ordered.Element{}
	}
	if at := m.by[of.what]; at != nil {
		m.forget(at)
	}
	of.bytes += len(of.what) + len(of.stamp)
	m.by[of.what] = m.recent.PushFront(&of)
	for m.bytes += of.bytes; m.bytes > maxMemory; {
		m.forget(m.recent.Back())
	}
}

// drop removes an answer from the cache.
func (m *memory) drop(what string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at := m.by[what]; at != nil {
		m.forget(at)
	}
}

func (m *memory) forget(at *ordered.Element) {
	gone := m.recent.Remove(at).(*recollection)
	delete(m.by, gone.what)
	m.bytes -= gone.bytes
}

// Remembered returns the cached answer if the stamp is the same, and computes it otherwise. Answers
// are shared and must not be changed. Transactions bypass the cache, because they see uncommitted
// data.
func Remembered[T any](r Reader, what, stamp string, compute func() (T, int, error)) (T, error) {
	if known, ok := Recall[T](r, what, stamp); ok {
		return known, nil
	}
	answer, bytes, err := compute()
	if err == nil {
		Remember(r, what, stamp, answer, bytes)
	}
	return answer, err
}

// Recall finds a cached answer with this stamp.
func Recall[T any](r Reader, what, stamp string) (none T, ok bool) {
	db := r.pool()
	if db == nil {
		return none, false
	}
	known, ok := db.memory.find(what, stamp)
	if !ok {
		return none, false
	}
	return known.(T), true
}

// Remember caches an answer of approximately so many bytes.
func Remember(r Reader, what, stamp string, answer any, bytes int) {
	if db := r.pool(); db != nil {
		db.memory.keep(recollection{what, stamp, answer, bytes})
	}
}

// Forget removes an answer from the cache.
func Forget(r Reader, what string) {
	if db := r.pool(); db != nil {
		db.memory.drop(what)
	}
}

// Remembers reports whether the cache is used: not within a transaction.
func Remembers(r Reader) bool { return r.pool() != nil }

// pool is the database of a reader; nil within a transaction.
func (r Reader) pool() *DB {
	switch via := r.via.(type) {
	case *DB:
		return via
	case *joint:
		return via.db
	}
	return nil
}
