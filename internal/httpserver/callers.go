package httpserver

import (
	"sync"
	"time"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

// callers caches identities by token hash. The database confirms them before they
// count.
type callers struct {
	mu    sync.RWMutex
	known map[[32]byte]remembered
}

type remembered struct {
	identity.Actor
	lastUsed time.Time // as last recorded
	until    time.Time // then it is looked up again: what is not confirmed by each statement may have changed
}

// knownFor is how long an identity is kept, and so how long a new limit of a key takes to hold.
const knownFor = time.Minute

const maxCallers = 1 << 16

func newCallers() *callers { return &callers{known: map[[32]byte]remembered{}} }

func (c *callers) recall(hash []byte) (identity.Actor, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	found, ok := c.known[[32]byte(hash)]
	return found.Actor, ok && time.Now().Before(found.until)
}

func (c *callers) remember(hash []byte, actor identity.Actor, lastUsed time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxCallers {
		for other := range c.known { // dropping any costs its owner one lookup
			delete(c.known, other)
			break
		}
	}
	c.known[[32]byte(hash)] = remembered{actor, lastUsed, time.Now().Add(knownFor)}
}

// used returns when a key's use was last recorded, if it is due again.
func (c *callers) used(hash []byte, now time.Time) (lastUsed time.Time, due bool) {
	c.mu.RLock()
	found, ok := c.known[[32]byte(hash)]
	c.mu.RUnlock()
	if !ok || now.Sub(found.lastUsed) < people.UseResolution {
		return found.lastUsed, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[[32]byte(hash)] = remembered{found.Actor, now, found.until}
	return found.lastUsed, true
}

func (c *callers) forget(hash []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, [32]byte(hash))
}
