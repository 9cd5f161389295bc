package postgres

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
)

// atOnce is how many batches or transactions of one user hold a connection at the
// same time. The next one waits as long as for a free connection and is then told
// to retry: a busy user waits for themselves, and the rest of the pool stays free
// for others.
const atOnce = 4

// seat is a request's part of its user's share: one, however many queries it
// runs. A query beside a running transaction shares its seat; it could otherwise
// wait for a second one while holding the first.
type seat struct {
	user int64
	held atomic.Int32
}

type seatKey struct{}

// seated adds the user's seat to the context. Operators and unknown callers have
// no share.
func (a Access) seated(ctx context.Context) context.Context {
	if a.seat == nil {
		return ctx
	}
	return context.WithValue(ctx, seatKey{}, a.seat)
}

func seatOf(ctx context.Context) *seat {
	taken, _ := ctx.Value(seatKey{}).(*seat)
	return taken
}

// shares counts the places that each user, or account, holds of a few. Those who
// neither hold nor await one have no entry.
type shares struct {
	most    int // that one of them may hold
	mu      sync.Mutex
	holding map[int64]int
	waiting map[int64][]chan struct{} // longest waiting first; closed when the turn comes
}

func newShares(most int) *shares {
	return &shares{most: most, holding: map[int64]int{}, waiting: map[int64][]chan struct{}{}}
}

// take waits briefly for a seat of the user.
func (db *DB) take(p *seat) error {
	if p == nil || p.held.Add(1) > 1 {
		return nil
	}
	waited, taken := db.shares.wait(p.user, acquireTimeout)
	if waited {
		db.counts.userWaits.Add(1)
	}
	if taken {
		return nil
	}
	p.held.Add(-1)
	db.counts.userRefusals.Add(1)
	return &fault.Unavailable{After: time.Second, Cause: errors.New("the user has as many statements under way as one user may have")}
}

// give returns a seat.
func (db *DB) give(p *seat) {
	if p != nil && p.held.Add(-1) == 0 {
		db.shares.leave(p.user)
	}
}

// wait takes a place, for which it waits at most so long.
func (s *shares) wait(user int64, limit time.Duration) (waited, taken bool) {
	turn := s.enter(user)
	if turn == nil {
		return false, true
	}
	enough := time.NewTimer(limit)
	defer enough.Stop()
	select {
	case <-turn:
		return true, true
	case <-enough.C:
	}
	return true, !s.giveUp(user, turn) // or the turn came after all
}

// enter takes a place or returns what to wait for.
func (s *shares) enter(user int64) (turn chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if held := s.holding[user]; held < s.most {
		s.holding[user] = held + 1
		return nil
	}
	turn = make(chan struct{})
	s.waiting[user] = append(s.waiting[user], turn)
	return turn
}

// leave passes a place to the longest waiting request, if any.
func (s *shares) leave(user int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if queue := s.waiting[user]; len(queue) > 0 {
		close(queue[0])
		s.keep(user, queue[1:])
		return
	}
	if s.holding[user]--; s.holding[user] == 0 {
		delete(s.holding, user)
	}
}

// giveUp stops waiting; it is false if the turn has come meanwhile.
func (s *shares) giveUp(user int64, turn chan struct{}) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	queue := s.waiting[user]
	i := slices.Index(queue, turn)
	if i < 0 {
		return false
	}
	s.keep(user, slices.Delete(queue, i, i+1))
	return true
}

func (s *shares) keep(user int64, queue []chan struct{}) {
	if len(queue) == 0 {
		delete(s.waiting, user)
		return
	}
	s.waiting[user] = queue
}
