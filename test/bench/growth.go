package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// asked lists the pages that growth requests, by name and query. The cursor
// leads to the middle.
func asked(size int, cursor string) []struct{ name, query string } {
	last := (size + 9) / 10
	return []struct{ name, query string }{
		{"first", "page=1"}, {"middle", "page=" + strconv.Itoa(max(1, last/2))}, {"last", "page=" + strconv.Itoa(last)}, {"after", "after=" + cursor},
		{"rare", "q=" + strconv.Itoa(size)}, {"common", "q=record"}, {"by name", "q=rec&sort=-name"}, {"prefix", "q=1"}, {"both", "q=record+" + strconv.Itoa(size)},
	}
}

// growth prints how pages slow down as the list grows, and as other accounts
// do: the first, the middle one by number and by cursor, the last, and searches
// for rare and common words.
func (b *bench) growth(ctx context.Context) error {
	fmt.Printf("\n%-28s", "ms a page, by items")
	for _, a := range asked(1, "") {
		fmt.Printf(" %8s", a.name)
	}
	fmt.Println()
	var smallest []float64
	var small account
	for _, size := range []int{100, 10_000, b.large} {
		a, err := b.newAccount(ctx, size)
		if err != nil {
			return err
		}
		if size == 100 {
			small = a
		}
		took, err := b.pages(ctx, a, size)
		if err != nil {
			return err
		}
		if smallest == nil {
			smallest = took
		}
		fmt.Printf("%-28d", size)
		for _, ms := range took {
			fmt.Printf(" %8.2f", ms)
		}
		fmt.Printf("\n%-28s", "  against the smallest")
		for i, ms := range took {
			fmt.Printf(" %7.1fx", ms/smallest[i])
		}
		fmt.Println()
	}
	again, err := b.latency(ctx, small.token, "/api/items")
	fmt.Printf("%-28s %8.2f, %.1fx\n", "100, beside the others", again, again/smallest[0])
	return err
}

// pages measures each page.
func (b *bench) pages(ctx context.Context, a account, size int) (took []float64, err error) {
	cursor, err := b.cursor(ctx, a.token, "/api/items?page="+strconv.Itoa(max(1, size/20)))
	if err != nil {
		return nil, err
	}
	for _, page := range asked(size, cursor) {
		ms, err := b.latency(ctx, a.token, "/api/items?"+page.query)
		if err != nil {
			return nil, err
		}
		took = append(took, ms)
	}
	return took, nil
}

// cursor returns the start of the next page.
func (b *bench) cursor(ctx context.Context, token, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.service.base+path, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	var page struct {
		Meta struct {
			NextAfter string `json:"next_after"`
		}
	}
	return page.Meta.NextAfter, json.NewDecoder(res.Body).Decode(&page)
}

// latency is the median time of a request on an idle service.
func (b *bench) latency(ctx context.Context, token, path string) (float64, error) {
	var took []float64
	for range 61 {
		start := time.Now()
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.service.base+path, nil)
		if err != nil {
			return 0, err
		}
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return 0, err
		}
		res.Body.Close()
		if res.StatusCode != http.StatusOK {
			return 0, fmt.Errorf("GET %s: %s", path, res.Status)
		}
		took = append(took, float64(time.Since(start).Microseconds())/1000)
	}
	slices.Sort(took)
	return took[len(took)/2], nil
}

// writers prints how much sixteen writers slow each other down in one account,
// against sixteen accounts.
func (b *bench) writers(ctx context.Context) error {
	const writers = 16
	var accounts []account
	for range writers {
		a, err := b.newAccount(ctx, 100)
		if err != nil {
			return err
		}
		accounts = append(accounts, a)
	}
	var together, apart []float64
	for range b.pairs {
		one, err := b.write(accounts[:1], writers)
		if err != nil {
			return err
		}
		many, err := b.write(accounts, writers)
		if err != nil {
			return err
		}
		together, apart = append(together, one), append(apart, many)
	}
	slices.Sort(together)
	slices.Sort(apart)
	one, many := together[len(together)/2], apart[len(apart)/2]
	fmt.Printf("\n16 writers: %.0f creates/s in one account, %.0f/s in 16 accounts: ratio %.2f (target 0.50)\n", one, many, one/many)
	return nil
}

// write lets writers create items for a while and returns the rate per second.
func (b *bench) write(accounts []account, writers int) (float64, error) {
	var all sync.WaitGroup
	counts, errs := make([]int, writers), make([]error, writers)
	start := time.Now()
	for i := range writers {
		a := accounts[i%len(accounts)]
		all.Go(func() {
			for time.Since(start) < b.length && errs[i] == nil {
				_, errs[i] = b.service.post("/api/collections/"+a.collection+"/items", a.token, map[string]any{"name": "Blue Train"})
				counts[i]++
			}
		})
	}
	all.Wait()
	total := 0
	for i := range counts {
		total += counts[i]
		if errs[i] != nil {
			return 0, errs[i]
		}
	}
	return float64(total) / time.Since(start).Seconds(), nil
}
