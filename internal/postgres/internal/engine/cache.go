package engine

import (
	ordered "container/list"
	"sync"
)

// memory holds answers that were computed, each with a stamp of what it depends on. What
// was not asked for the longest time goes first.
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

// maxMemory is about how many bytes are remembered.
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

// drop forgets an answer, if it is there.
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

// Remembered answers from memory if the stamp is the same, and computes otherwise.
// Answers are shared, so nobody may change them. Within a transaction nothing is remembered:
// it may see what it will not commit.
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

// Recall finds an answer with this stamp.
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

// Remember keeps an answer of about so many bytes.
func Remember(r Reader, what, stamp string, answer any, bytes int) {
	if db := r.pool(); db != nil {
		db.memory.keep(recollection{what, stamp, answer, bytes})
	}
}

// Forget drops an answer, if it is there.
func Forget(r Reader, what string) {
	if db := r.pool(); db != nil {
		db.memory.drop(what)
	}
}

// Remembers tells whether anything is remembered: not within a transaction.
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
