// Package ratelimit counts hits per key in fixed windows, in memory or in Redis.
// It knows nothing of HTTP.
package ratelimit

import (
	"context"
	"time"
)

// Window is how long a count lasts from its first hit.
const Window = time.Minute

// Count is the state of a key after a hit.
type Count struct {
	Hits int64
	Left time.Duration // until the window ends
}

// Limiter counts hits, for all instances if Redis is configured.
type Limiter struct {
	Now func() time.Time // the clock; the windows in Redis follow its own

	local  *memory
	shared *shared // nil without Redis
}

// New counts in memory.
func New() *Limiter { return &Limiter{Now: time.Now, local: newMemory()} }

// Hit adds one hit to the key. If the shared store does not answer, this
// instance counts alone: the limit is not lifted, and the request does not
// fail.
func (l *Limiter) Hit(ctx context.Context, key string) Count {
	if l.shared != nil {
		if c, ok := l.shared.hit(ctx, key, l.Now); ok {
			l.local.note(key, c, l.Now()) // where to go on if the store goes down
			return c
		}
	}
	return l.local.hit(key, l.Now())
}
