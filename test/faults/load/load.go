// Package load applies a steady load to running instances through the HTTP API,
// remembers what was promised, and afterwards holds the database to it.
//
// Many accounts read and write at a fixed rate, whatever the answers are. What
// an account writes carries its own marker, and every answer is searched for the
// marker of another. Each write is remembered as acknowledged, refused or
// unknown. Creations whose fate is unknown are sent again with the same
// Idempotency-Key, as a client should; other changes are left as they may be.
package load

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Options say how much load there is; the zero value of each is the usual one.
type Options struct {
	Accounts int           // that take part, for who makes them: 500
	Rate     int           // requests a second: 200
	Writes   float64       // the share of them that writes: 0.3
	Timeout  time.Duration // after which a client gives up on an answer: 10 s
	Settle   time.Duration // for creations of unknown fate, after the end: 30 s
	Seed     uint64        // of what is done; not of when
}

func (o Options) filled() Options {
	orElse(&o.Rate, 200)
	orElse(&o.Writes, 0.3)
	orElse(&o.Timeout, 10*time.Second)
	orElse(&o.Settle, 30*time.Second)
	return o
}

func orElse[T comparable](value *T, usual T) {
	var zero T
	if *value == zero {
		*value = usual
	}
}

// maxInFlight bounds what a fault can pile up; what is beyond is not sent, and
// told by NotSent.
const maxInFlight = 4000

// Load is a load under way, and what it has seen.
type Load struct {
	accounts []*Account
	bases    []string
	options  Options
	client   *http.Client

	began   time.Time
	end     context.CancelFunc
	running sync.WaitGroup
	turn    atomic.Uint64

	mu      sync.Mutex
	random  *rand.Rand
	samples []Sample
	wrong   map[string]int
	writes  []*write
	notSent int
	flying  int
}

// Start begins to send requests to the instances, or the load balancer, at the
// base URLs, in turn.
func Start(accounts []*Account, bases []string, o Options) *Load {
	o = o.filled()
	l := &Load{accounts: accounts, bases: bases, options: o, wrong: map[string]int{}, random: rand.New(rand.NewPCG(o.Seed, 1)), began: time.Now(),
		client: &http.Client{Timeout: o.Timeout, Transport: &http.Transport{MaxIdleConns: 1024, MaxIdleConnsPerHost: 1024, IdleConnTimeout: 30 * time.Second}}}
	ctx, cancel := context.WithCancel(context.Background())
	l.end = cancel
	l.running.Go(func() { l.dispatch(ctx) })
	return l
}

// Began is the moment that Sample.At counts from.
func (l *Load) Began() time.Time { return l.began }

// Stop ends the load and waits until every request has its answer, and every
// creation of unknown fate had its time to settle.
func (l *Load) Stop() {
	l.end()
	l.running.Wait()
	l.client.CloseIdleConnections()
}

// dispatch sends at a fixed rate: a service that is slow does not get less to
// do, as real users would not wait for each other either.
func (l *Load) dispatch(ctx context.Context) {
	interval := time.Second / time.Duration(l.options.Rate)
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Until(l.began.Add(time.Duration(n) * interval))):
		}
		act := l.next()
		if act == nil {
			continue
		}
		l.running.Go(func() {
			act(ctx)
			l.mu.Lock()
			l.flying--
			l.mu.Unlock()
		})
	}
}

// next draws what to do; nil if too much is under way.
func (l *Load) next() func(context.Context) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.flying >= maxInFlight {
		l.notSent++
		return nil
	}
	l.flying++
	a := l.accounts[l.random.IntN(len(l.accounts))]
	if l.random.Float64() < l.options.Writes {
		if w := a.plan(l.random); w != nil {
			l.writes = append(l.writes, w)
			return func(ctx context.Context) { l.write(ctx, w) }
		}
	}
	r := a.look(l.random)
	return func(context.Context) { l.read(r) }
}

func (l *Load) base() string { return l.bases[l.turn.Add(1)%uint64(len(l.bases))] }
