package engine

import (
	"context"
	"sync"
	"time"

	"vitrine/internal/share"
)

// atOnce is how many batches or transactions of one user hold a connection at the same time. The next
// one waits briefly, then fails with 503: a busy user delays only themselves, and the rest of the pool
// stays free. In a small pool users hold fewer, so that several busy users leave some free, too.
const atOnce = 4

// seatPatience is longer than the second after which PostgreSQL detects a deadlock: four deadlocked
// requests do not fail the others of their user.
const seatPatience = 2 * time.Second

// newSeats are the users' shares of the connections; newTurns serialises large changes of an account.
func newSeats(connections int) *share.Places {
	return share.New(share.Limits{Name: "statements under way", Total: int64(connections), Each: atOnce, Leave: true, Patience: seatPatience})
}

func newTurns() *share.Places {
	return share.New(share.Limits{Name: "changes of many things in one account", Each: 1, Patience: LongestChange})
}

// seat is a request's part of its user's share: one, however many queries it runs. A query beside a
// running transaction shares its seat; otherwise it could wait for a second one while holding the
// first.
type seat struct {
	user  int64
	mu    sync.Mutex
	users int         // queries that use it
	held  *share.Held // nil if unused
	asked *asking     // a query waiting for it; nil if there is none
}

// asking is a query that waits for the seat. Others of the request wait with it, and get the same result.
type asking struct {
	others int
	done   chan struct{}
	err    error
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

// take waits briefly for a seat of the user.
func (db *DB) take(p *seat) error {
	if p == nil {
		return nil
	}
	mine, others := p.join()
	if others != nil {
		<-others.done
		return others.err
	}
	if mine == nil {
		return nil
	}
	held, err := db.seats.TakeFor(context.Background(), p.user, 1)
	p.answer(mine, held, err)
	return err
}

// join takes the seat, waits with another query, or becomes the one that asks.
func (p *seat) join() (mine, others *asking) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.held != nil:
		p.users++
	case p.asked != nil:
		p.asked.others++
		return nil, p.asked
	default:
		p.asked = &asking{done: make(chan struct{})}
		return p.asked, nil
	}
	return nil, nil
}

// answer passes the result to all waiting queries.
func (p *seat) answer(to *asking, held *share.Held, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked, to.err = nil, err
	if err == nil {
		p.held, p.users = held, 1+to.others
	}
	close(to.done)
}

// give returns a seat.
func (db *DB) give(p *seat) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.users--; p.users == 0 {
		p.held.Give()
		p.held = nil
	}
}
