package main

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// figures are what is watched.
type figures struct {
	Measured string           `json:"measured"` // when and how
	Requests []requestFigures `json:"requests"`
	Pages    []pageFigures    `json:"pages"`
}

// requestFigures are microseconds of processor time of a request: of the engine and the floor
// with their clients, and of the service by its parts. The ratios are medians of pairs, which
// is not the ratio of the medians.
type requestFigures struct {
	Name       string  `json:"name"`
	ToEngine   float64 `json:"to_engine"`
	ToFloor    float64 `json:"to_floor,omitempty"`
	Engine     float64 `json:"engine"`
	Floor      float64 `json:"floor,omitempty"`
	Client     float64 `json:"wrk"`
	Service    float64 `json:"vitrine"`
	PostgreSQL float64 `json:"postgresql"`
}

// pageFigures are a page of the web app: its processor time, counted in pages of ten items by
// the floor, and what it asks and sends.
type pageFigures struct {
	Name       string  `json:"name"`
	ToFloor    float64 `json:"to_floor"`
	Processor  float64 `json:"processor_ms"`
	Trips      int     `json:"trips"`
	Statements int     `json:"statements"`
	Bytes      int     `json:"bytes"`
}

// watchedUnit is the workload of the floor that pages are counted in.
const watchedUnit = "first page of 10 with total, typed"

func figuresOf(w workload, pairs []pair) requestFigures {
	of := func(value func(pair) float64) float64 { return median(pairs, value) }
	f := requestFigures{
		Name:       w.name,
		ToEngine:   share(of(func(p pair) float64 { return p.engine.all() / p.service.all() })),
		Engine:     math.Round(of(func(p pair) float64 { return p.engine.all() })),
		Client:     math.Round(of(func(p pair) float64 { return p.service.client })),
		Service:    math.Round(of(func(p pair) float64 { return p.service.service })),
		PostgreSQL: math.Round(of(func(p pair) float64 { return p.service.database })),
	}
	if w.reads {
		f.ToFloor = share(of(func(p pair) float64 { return p.floor.all() / p.service.all() }))
		f.Floor = math.Round(of(func(p pair) float64 { return p.floor.all() }))
	}
	return f
}

// share rounds a ratio to what a run can tell apart.
func share(ratio float64) float64 { return math.Round(ratio*1000) / 1000 }

func (f figures) of(name string) requestFigures {
	for _, r := range f.Requests {
		if r.Name == name {
			return r
		}
	}
	return requestFigures{}
}

func (f figures) page(name string) pageFigures {
	for _, p := range f.Pages {
		if p.Name == name {
			return p
		}
	}
	return pageFigures{}
}

func (f figures) print() {
	fmt.Printf("\n%-38s %9s %8s |%7s %7s |%7s %7s %9s  µs of processor time\n", "", "to engine", "to floor", "engine", "floor", "wrk", "vitrine", "PostgreSQL")
	for _, r := range f.Requests {
		fmt.Printf("%-38s %9.2f %8.2f |%7.0f %7.0f |%7.0f %7.0f %9.0f\n", r.Name, r.ToEngine, r.ToFloor, r.Engine, r.Floor, r.Client, r.Service, r.PostgreSQL)
	}
	for _, p := range f.Pages {
		fmt.Printf("page %-33s %5.1f pages of the floor, %.1f ms of processor time, %d trips, %d statements, %d bytes\n", p.Name, p.ToFloor, p.Processor, p.Trips, p.Statements, p.Bytes)
	}
}

// better is the better of two runs, figure by figure, of what was measured again.
func (f figures) better(again figures) figures {
	f.Requests, f.Pages = slices.Clone(f.Requests), slices.Clone(f.Pages)
	for i, r := range f.Requests {
		o := again.of(r.Name)
		f.Requests[i].ToEngine, f.Requests[i].ToFloor = max(r.ToEngine, o.ToEngine), max(r.ToFloor, o.ToFloor)
	}
	for i, p := range f.Pages {
		if o := again.page(p.Name); o.Name != "" {
			f.Pages[i].ToFloor, f.Pages[i].Trips = min(p.ToFloor, o.ToFloor), min(p.Trips, o.Trips)
			f.Pages[i].Statements, f.Pages[i].Bytes = min(p.Statements, o.Statements), min(p.Bytes, o.Bytes)
		}
	}
	return f
}

// tolerance is by how much a figure may be worse than what was accepted.
const tolerance = 0.15

// dearer is what became dearer, by name, and why. A read is held against the floor, the least
// that a service can do: how much of a read is HTTP differs between machines, for the floor as
// well. A write has no floor, and most of it is the engine.
func (f figures) dearer(before figures) map[string]error {
	wrong := map[string]error{}
	less := func(name, what string, now, then float64) {
		if now < then*(1-tolerance) {
			wrong[name] = errors.Join(wrong[name], fmt.Errorf("%s: %s is %.2f, accepted is %.2f", name, what, now, then))
		}
	}
	more := func(name, what string, now, then, most float64) {
		if now > most {
			wrong[name] = errors.Join(wrong[name], fmt.Errorf("page %s: %s are %.0f, accepted are %.0f", name, what, now, then))
		}
	}
	for _, then := range before.Requests {
		now := f.of(then.Name)
		if then.ToFloor > 0 {
			less(then.Name, "the ratio to the floor", now.ToFloor, then.ToFloor)
		} else {
			less(then.Name, "the ratio to the engine", now.ToEngine, then.ToEngine)
		}
	}
	for _, then := range before.Pages {
		now := f.page(then.Name)
		more(then.Name, "pages of the floor", now.ToFloor, then.ToFloor, then.ToFloor*(1+tolerance))
		more(then.Name, "round trips", float64(now.Trips), float64(then.Trips), float64(then.Trips))
		more(then.Name, "statements", float64(now.Statements), float64(then.Statements), float64(then.Statements))
		more(then.Name, "bytes", float64(now.Bytes), float64(then.Bytes), float64(then.Bytes)*(1+tolerance))
	}
	return wrong
}

// heldAgainst fails if something became dearer.
func (f figures) heldAgainst(before figures) error {
	if err := errors.Join(slices.Collect(maps.Values(f.dearer(before)))...); err != nil {
		return fmt.Errorf("dearer than %s:\n%w\nfind out why; if it is worth it, say so in the commit and run: go run ./test/bench -only cost -pairs 10 -accept", acceptedFile, err)
	}
	return nil
}
