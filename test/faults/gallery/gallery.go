// Package gallery uploads, reads and deletes photos beside the load, records what
// was promised, and afterwards checks the rows and the objects of the store against
// it. Refused uploads are not repeated, so that their rows, if any, are found.
package gallery

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"vitrine/test/faults/load"
)

// Options set the pace; zero values are the defaults.
type Options struct {
	Pause   time.Duration // of a photographer between two acts: 200 ms
	Timeout time.Duration // of a client: 30 s
	Workers int           // photographers for each album: 1
}

// Gallery is the photographers and their records.
type Gallery struct {
	Albums []*Album
	Began  time.Time // the origin of Sample.At

	bases   []string
	options Options
	client  *http.Client
	end     context.CancelFunc
	running sync.WaitGroup

	mu        sync.Mutex
	uploads   load.Samples
	reads     load.Samples
	deletions load.Samples
	wrong     map[string]int
}

// Open makes a gallery with an album for each account.
func Open(accounts []*load.Account, bases []string, began time.Time, o Options) *Gallery {
	for _, d := range []struct {
		value *time.Duration
		usual time.Duration
	}{{&o.Pause, 200 * time.Millisecond}, {&o.Timeout, 30 * time.Second}} {
		if *d.value == 0 {
			*d.value = d.usual
		}
	}
	g := &Gallery{bases: bases, options: o, Began: began, wrong: map[string]int{}, end: func() {},
		client: &http.Client{Timeout: o.Timeout, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}}
	for _, a := range accounts {
		g.Albums = append(g.Albums, &Album{Account: a, Item: a.Item})
	}
	return g
}

// Start lets the photographers of all albums begin.
func (g *Gallery) Start() {
	ctx, cancel := context.WithCancel(context.Background())
	g.end = cancel
	for n, a := range g.Albums {
		for worker := range max(1, g.options.Workers) {
			random := rand.New(rand.NewPCG(uint64(n), uint64(worker)))
			g.running.Go(func() { g.work(ctx, a, random) })
		}
	}
}

func (g *Gallery) work(ctx context.Context, a *Album, random *rand.Rand) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(g.options.Pause/2 + time.Duration(random.Int64N(int64(g.options.Pause)))):
		}
		base := g.bases[random.IntN(len(g.bases))]
		switch p := a.pick(random); {
		case p == nil || random.IntN(2) == 0 && a.hasRoom():
			g.Upload(a, base, a.next(random), random.IntN(2) == 0)
		case random.IntN(6) == 0 || !a.hasRoom():
			g.Delete(a, base, p)
		default:
			g.Read(a, base, p, []string{"thumb", "medium", "original"}[random.IntN(3)])
		}
	}
}

// Stop waits for the photographers to finish.
func (g *Gallery) Stop() {
	g.end()
	g.running.Wait()
	g.client.CloseIdleConnections()
}

// Uploads, Reads and Deletions are what the photographers saw.
func (g *Gallery) Uploads() load.Samples   { return g.copied(&g.uploads) }
func (g *Gallery) Reads() load.Samples     { return g.copied(&g.reads) }
func (g *Gallery) Deletions() load.Samples { return g.copied(&g.deletions) }

func (g *Gallery) copied(samples *load.Samples) load.Samples {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(*samples)
}

// note records an answer. Whoever is refused must be told when to try again.
func (g *Gallery) note(samples *load.Samples, a Answer) {
	g.mu.Lock()
	defer g.mu.Unlock()
	*samples = append(*samples, load.Sample{At: a.began.Sub(g.Began), Took: a.Took, Status: a.Status, Failure: a.Failure})
	if a.Status == http.StatusServiceUnavailable && a.Header.Get("Retry-After") == "" {
		g.wrong["a 503 without Retry-After"]++
	}
}

// complain records what must never happen.
func (g *Gallery) complain(format string, args ...any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.wrong[fmt.Sprintf(format, args...)]++
}

// Wrong lists what must never happen and did.
func (g *Gallery) Wrong() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Sorted(maps.Keys(g.wrong))
}
