// Package load applies a steady load through the HTTP API, records what was
// promised, and afterwards checks the database against it.
//
// Many accounts read and write at a fixed rate, whatever the answers are. Each
// account's data carries its own marker, and every answer is searched for the
// markers of others. Each write is recorded as acknowledged, refused or
// unknown. Unknown creations are repeated with the same Idempotency-Key, as a
// client should; other unknown changes are left alone.
package load

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// Options set the load; zero values are the defaults.
type Options struct {
	Accounts int           // number of accounts, for the caller: 500
	Rate     int           // requests per second: 200
	Writes   float64       // share of writes: 0.3
	Timeout  time.Duration // of a client: 10 s
	Settle   time.Duration // for unknown creations, after the end: 30 s
	Seed     uint64        // of the requests, not of their timing
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

// maxInFlight limits what a fault can pile up. Further requests are not sent,
// but counted by NotSent.
const maxInFlight = 4000

// Load is a running load and its records.
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

// Start sends requests to the base URLs of instances or a load balancer, in
// turn.
func Start(accounts []*Account, bases []string, o Options) *Load {
	o = o.filled()
	l := &Load{accounts: accounts, bases: bases, options: o, wrong: map[string]int{}, random: rand.New(rand.NewPCG(o.Seed, 1)), began: time.Now(),
		client: &http.Client{Timeout: o.Timeout, Transport: &http.Transport{MaxIdleConns: 1024, MaxIdleConnsPerHost: 1024, IdleConnTimeout: 30 * time.Second}}}
	ctx, cancel := context.WithCancel(context.Background())
	l.end = cancel
	l.running.Go(func() { l.dispatch(ctx) })
	return l
}

// Began is the origin of Sample.At.
func (l *Load) Began() time.Time { return l.began }

// Stop ends the load and waits until every request is answered, and unknown
// creations had time to settle.
func (l *Load) Stop() {
	l.end()
	l.running.Wait()
	l.client.CloseIdleConnections()
}

// dispatch sends at a fixed rate: a slow service does not get less to do,
// because real users do not wait for each other.
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

// next draws what to do; nil if too many requests are in flight.
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
