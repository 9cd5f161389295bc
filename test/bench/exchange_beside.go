package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// planned is an import of an account of its own that can be applied.
func (b *bench) planned(ctx context.Context, rows int) (a account, path string, err error) {
	if a, err = b.register(ctx); err != nil {
		return a, "", err
	}
	id, err := b.service.plan(ctx, a, "records.csv", a.collection, table(rows))
	return a, "/api/imports/" + id, err
}

// cancelled stops an import that is being applied: whole chunks stay.
func (b *bench) cancelled(ctx context.Context) error {
	a, path, err := b.planned(ctx, min(20_000, b.large))
	if err != nil {
		return err
	}
	if err := b.service.act(ctx, a, http.MethodPost, path+"/apply", map[string]any{"plan": 1}, "applying"); err != nil {
		return err
	}
	time.Sleep(2 * time.Second)
	began := time.Now()
	if _, err := b.service.send(ctx, a, http.MethodPost, path+"/cancel", nil, ""); err != nil {
		return err
	}
	for {
		answer, err := b.service.send(ctx, a, http.MethodGet, path, nil, "")
		if err != nil {
			return err
		}
		if state := answer.Data.Attributes.State; state != "applying" {
			fmt.Printf("%-38s %8.1f %8s   (or a chunk; it is %s)\n", "cancel of an import", time.Since(began).Seconds(), "2", state)
			return nil
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// beside compares how soon others are answered while an import is applied, and without one.
func (b *bench) beside(ctx context.Context) error {
	other, err := b.newAccount(ctx, 10_000)
	if err != nil {
		return err
	}
	a, path, err := b.planned(ctx, min(20_000, b.large))
	if err != nil {
		return err
	}
	alone, err := b.p95(ctx, other, func() (bool, error) { return true, nil })
	if err != nil {
		return err
	}
	if err := b.service.act(ctx, a, http.MethodPost, path+"/apply", map[string]any{"plan": 1}, "applying"); err != nil {
		return err
	}
	during, err := b.p95(ctx, other, func() (bool, error) {
		answer, err := b.service.send(ctx, a, http.MethodGet, path, nil, "")
		return answer.Data.Attributes.State == "applying", err
	})
	if err != nil {
		return err
	}
	fmt.Printf("%-38s %8.2f %8s   (p95 %.1f ms, without an import %.1f ms)\n", "others while an import is applied, ratio", during/alone, "1.5", during, alone)
	_, err = b.service.send(ctx, a, http.MethodPost, path+"/cancel", nil, "")
	return err
}

// p95 is how soon 95 of 100 requests are answered that come at an even pace, as people send
// them: one after the other, they would only measure who gets the processors.
func (b *bench) p95(ctx context.Context, a account, during func() (bool, error)) (float64, error) {
	var took []float64
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for n := range 400 {
		<-tick.C
		began := time.Now()
		if err := b.fetch(ctx, a.tokens[n%len(a.tokens)], []string{"/api/items", "/api/items/" + a.first, "/api/collections", "/api/copies"}[n%4]); err != nil {
			return 0, err
		}
		took = append(took, float64(time.Since(began).Microseconds())/1000)
		if n%100 != 99 {
			continue
		}
		if still, err := during(); err != nil {
			return 0, err
		} else if !still {
			break
		}
	}
	slices.Sort(took)
	return took[len(took)*95/100], nil
}
