package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"time"
)

// looked are the pages of a collector, by name and path. Braces stand for ids.
var looked = []struct{ name, path string }{
	{"home", "/"}, {"collections", "/collections"}, {"grid", "/collections/{collection}"}, {"table", "/collections/{collection}?view=table"},
	{"by name", "/collections/{collection}?view=table&sort=name"}, {"search", "/collections/{collection}?q=record"}, {"item", "/items/{item}"}, {"edit", "/items/{item}/edit"},
	{"locations", "/locations"}, {"types", "/types"}, {"insurance", "/insurance"}, {"log", "/log"}, {"find", "/search?q=rec"}, {"settings", "/settings/profile"},
}

// web prints how long the pages take, at the 95th percentile, in an account of
// 10,000 items and in a large one, and how many bytes they are on the line.
func (b *bench) web(ctx context.Context) error {
	fmt.Printf("\n%-28s %12s %12s %8s %10s   (targets: 30 ms, 2x, 15 KB)\n", "ms a page, p95, by items", "10,000", fmt.Sprint(b.large), "ratio", "bytes")
	var took [2]map[string]float64
	var bytes map[string]int
	for i, size := range []int{10_000, b.large} {
		a, err := b.newTypedAccount(ctx, size)
		if err != nil {
			return err
		}
		client, err := b.signIn(ctx, a)
		if err != nil {
			return err
		}
		if took[i], bytes, err = b.look(ctx, client, a); err != nil {
			return err
		}
	}
	for _, page := range looked {
		fmt.Printf("%-28s %12.1f %12.1f %7.1fx %10d\n", page.name, took[0][page.name], took[1][page.name], took[1][page.name]/took[0][page.name], bytes[page.name])
	}
	return nil
}

// signIn is a browser of the account's first user.
func (b *bench) signIn(ctx context.Context, a account) (*http.Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Jar: jar, Transport: &http.Transport{DisableCompression: true}}
	form := url.Values{"email": {a.email}, "password": {benchPassword}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.service.base+"/sign-in", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.Request.URL.Path != "/" {
		return nil, fmt.Errorf("sign-in led to %s: %s", res.Request.URL.Path, res.Status)
	}
	return client, nil
}

func (b *bench) look(ctx context.Context, client *http.Client, a account) (map[string]float64, map[string]int, error) {
	const times = 101
	took, bytes := map[string]float64{}, map[string]int{}
	for _, page := range looked {
		path := strings.NewReplacer("{collection}", a.collection, "{item}", a.first).Replace(page.path)
		var all []float64
		for range times {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.service.base+path, nil)
			if err != nil {
				return nil, nil, err
			}
			req.Header.Set("Accept-Encoding", "gzip")
			began := time.Now()
			res, err := client.Do(req)
			if err != nil {
				return nil, nil, err
			}
			n, err := io.Copy(io.Discard, res.Body)
			res.Body.Close()
			if err != nil || res.StatusCode != http.StatusOK {
				return nil, nil, fmt.Errorf("GET %s: %s, %v", path, res.Status, err)
			}
			all, bytes[page.name] = append(all, float64(time.Since(began).Microseconds())/1000), int(n)
		}
		all = all[1:] // the first prepares statements
		slices.Sort(all)
		took[page.name] = all[len(all)*95/100]
	}
	return took, bytes, nil
}
