package main

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// growth prints how the pages of a list get slower as the list grows, and as
// other accounts do.
func (b *bench) growth(ctx context.Context) error {
	fmt.Printf("\n%-28s %10s %10s %10s %10s %14s\n", "ms a page, by items", "first", "middle", "last", "search", "others grown")
	var smallest [4]float64
	var small account
	for _, size := range []int{100, 10_000, b.large} {
		a, err := b.newAccount(ctx, size)
		if err != nil {
			return err
		}
		if size == 100 {
			small = a
		}
		last := (size + 9) / 10
		var took [4]float64
		for i, query := range []string{"page=1", "page=" + strconv.Itoa(max(1, last/2)), "page=" + strconv.Itoa(last), "q=" + strconv.Itoa(size)} {
			if took[i], err = b.latency(ctx, a.token, "/api/items?"+query); err != nil {
				return err
			}
		}
		if smallest[0] == 0 {
			smallest = took
		}
		fmt.Printf("%-28d %10.2f %10.2f %10.2f %10.2f\n%-28s %9.1fx %9.1fx %9.1fx %9.1fx\n", size, took[0], took[1], took[2], took[3],
			"  against the smallest", took[0]/smallest[0], took[1]/smallest[1], took[2]/smallest[2], took[3]/smallest[3])
	}
	again, err := b.latency(ctx, small.token, "/api/items")
	fmt.Printf("%-28s %10.2f %47.1fx\n", "100, beside the others", again, again/smallest[0])
	return err
}

// latency is the median time of a request that has the service for itself.
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
// against sixteen in accounts of their own.
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

// write lets writers create items for a while and returns how many a second.
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
