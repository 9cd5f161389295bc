// Package ratelimit counts hits by key in fixed windows, in memory or in Redis.
// It knows nothing of HTTP.
package ratelimit

import (
	"context"
	"time"
)

// Window is how long a count lasts, from the first hit on.
const Window = time.Minute

// Count is the state of a key after a hit.
type Count struct {
	Hits int64
	Left time.Duration // until the window ends
}

// Limiter counts hits, shared by all instances where Redis is configured.
type Limiter struct {
	local  *memory
	shared *shared // nil without Redis
}

// New counts in memory.
func New() *Limiter { return &Limiter{local: newMemory()} }

// Hit counts one more hit for the key. If the shared store does not answer,
// this instance counts alone: the limit is neither lifted nor the request lost.
func (l *Limiter) Hit(ctx context.Context, key string) Count {
	if l.shared != nil {
		if c, ok := l.shared.hit(ctx, key); ok {
			l.local.note(key, c, time.Now()) // where to go on if the store goes down
			return c
		}
	}
	return l.local.hit(key, time.Now())
}

// Peek is how many hits this instance knows of, without adding one.
func (l *Limiter) Peek(key string) int64 { return l.local.peek(key, time.Now()) }
