// Package share divides what there is little of among users: connections, processors,
// bytes of memory. There are so many places, one user may hold a part of
// them, and whoever finds none waits a while and is then told to come again.
package share

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
)

// Limits are how places are divided.
type Limits struct {
	Name     string        // what the places are of, for the log
	Total    int64         // places that there are; 0 is as many as are asked for
	Each     int64         // of them that one user may hold; 0 is all
	Leave    bool          // whoever holds some leaves as many free, so that several users do not take all
	Patience time.Duration // how long whoever finds none waits; less than their client does
}

// Places are held by users. The next one goes to whoever had the least of late, so a user
// with many requests waits for themselves. Those who neither hold nor await one have no
// entry.
type Places struct {
	Limits
	mu      sync.Mutex
	held    int64
	users   map[int64]*user
	waiting []*user // those with a queue
	clock   int64   // the due of whoever was let in last

	waits, refusals atomic.Int64
}

// user is one who holds places or waits for some.
type user struct {
	held  int64
	due   int64 // what they had, and will have had after their queue
	queue []*request
}

// request waits for places.
type request struct {
	many, due int64
	turn      chan struct{} // closed when it has them
}

// New divides places.
func New(l Limits) *Places { return &Places{Limits: l, users: map[int64]*user{}} }

// Held are places that somebody has taken.
type Held struct {
	places     *Places
	user, many int64
}

type userKey struct{}

// As notes for whom the work of a context is done.
func As(ctx context.Context, user int64) context.Context {
	return context.WithValue(ctx, userKey{}, user)
}

// By is for whom the work of a context is done; 0 is nobody known, who share as one.
func By(ctx context.Context) int64 {
	who, _ := ctx.Value(userKey{}).(int64)
	return who
}

// Take takes places for whom the context is for. More than one may ever hold count as all
// that one may hold. It is fault.Unavailable once patience or the context is over. The
// caller gives them back.
func (p *Places) Take(ctx context.Context, many int64) (*Held, error) {
	return p.TakeFor(ctx, By(ctx), many)
}

// TakeFor takes places for a user.
func (p *Places) TakeFor(ctx context.Context, who, many int64) (*Held, error) {
	many = p.most(many)
	waits := p.enter(who, many)
	if waits == nil {
		return &Held{p, who, many}, nil
	}
	p.waits.Add(1)
	enough := time.NewTimer(p.Patience)
	defer enough.Stop()
	select {
	case <-waits.turn:
		return &Held{p, who, many}, nil
	case <-enough.C:
	case <-ctx.Done():
	}
	if err := p.giveUp(who, waits); err != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	return &Held{p, who, many}, nil // the turn came after all
}

// most is how many of so many places can be had at all.
func (p *Places) most(many int64) int64 {
	for _, limit := range []int64{p.Total, p.Each} {
		if limit > 0 {
			many = min(many, limit)
		}
	}
	return many
}

// Give returns the places. Doing so again does nothing.
func (h *Held) Give() {
	h.places.mu.Lock()
	defer h.places.mu.Unlock()
	many := h.many
	h.many = 0
	h.places.leave(h.user, many)
}

// Waits is how often somebody has waited, and Refusals how often in vain.
func (p *Places) Waits() int64    { return p.waits.Load() }
func (p *Places) Refusals() int64 { return p.refusals.Load() }

// InUse is how many places are held, and by how many users, with those who wait.
func (p *Places) InUse() (held, users int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.held, int64(len(p.users))
}

// enter takes places, or queues.
func (p *Places) enter(who, many int64) *request {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.of(who)
	u.due = max(p.clock, u.due) + many
	if len(p.waiting) == 0 && p.mayHold(u, many) && p.free(many) {
		p.clock = max(p.clock, u.due)
		p.hold(u, many)
		return nil
	}
	r := &request{many, u.due, make(chan struct{})}
	if u.queue = append(u.queue, r); len(u.queue) == 1 {
		p.waiting = append(p.waiting, u)
	}
	p.letIn()
	select {
	case <-r.turn:
		return nil
	default:
		return r
	}
}

func (p *Places) leave(who, many int64) {
	u := p.of(who)
	p.hold(u, -many)
	p.letIn()
	p.forget(who, u)
}

// letIn gives free places to those who wait. While the next one needs more than are free,
// nobody passes them: they would wait for ever.
func (p *Places) letIn() {
	for {
		var next *user
		for _, u := range p.waiting {
			if p.mayHold(u, u.queue[0].many) && (next == nil || u.queue[0].due < next.queue[0].due) {
				next = u
			}
		}
		if next == nil || !p.free(next.queue[0].many) {
			return
		}
		r := next.queue[0]
		p.hold(next, r.many)
		p.clock = max(p.clock, r.due)
		p.unqueue(next, 0)
		close(r.turn)
	}
}

// giveUp stops waiting. It is nil if the turn has come meanwhile.
func (p *Places) giveUp(who int64, r *request) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.of(who)
	i := slices.Index(u.queue, r)
	if i < 0 {
		return nil
	}
	p.refusals.Add(1)
	err := p.refused(!p.mayHold(u, r.many))
	p.unqueue(u, i)
	u.due -= r.many
	p.letIn() // perhaps others waited behind it
	p.forget(who, u)
	return err
}

// refused tells why there was no place.
func (p *Places) refused(own bool) error {
	why := "all are taken"
	if own {
		why = "the user has as many as one user may have"
	}
	return &fault.Unavailable{After: max(time.Second, p.Patience), Own: own, Cause: fmt.Errorf("%s: %s", p.Name, why)}
}

func (p *Places) mayHold(u *user, many int64) bool {
	if p.Each > 0 && u.held+many > p.Each {
		return false
	}
	return !p.Leave || u.held == 0 || u.held+many <= p.Total-p.held-many
}

func (p *Places) free(many int64) bool { return p.Total == 0 || p.held+many <= p.Total }

func (p *Places) hold(u *user, many int64) {
	u.held += many
	p.held += many
}

func (p *Places) unqueue(u *user, i int) {
	if u.queue = slices.Delete(u.queue, i, i+1); len(u.queue) == 0 {
		p.waiting = slices.DeleteFunc(p.waiting, func(other *user) bool { return other == u })
	}
}

func (p *Places) of(who int64) *user {
	u := p.users[who]
	if u == nil {
		u = &user{}
		p.users[who] = u
	}
	return u
}

func (p *Places) forget(who int64, u *user) {
	if u.held == 0 && len(u.queue) == 0 {
		delete(p.users, who)
	}
}
