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

// page is a page by name and path, where braces stand for ids.
type page struct{ name, path string }

// looked are the pages of a collector.
var looked = []page{
	{"home", "/"}, {"its board", "/board"}, {"collections", "/collections"},
	{"grid", "/collections/{collection}"}, {"table", "/collections/{collection}?view=table"}, {"table by name", "/collections/{collection}?view=table&sort=name"},
	{"table by a field", "/collections/{collection}?view=table&sort=custom_fields[{number}]"}, {"the same, descending", "/collections/{collection}?view=table&sort=-custom_fields[{number}]"},
	{"filtered, a third", "/collections/{collection}?custom_fields[{select}]=Good"}, {"filtered, one item", "/collections/{collection}?custom_fields[{text}]=Label+77"},
	{"filtered, by a range", "/collections/{collection}?custom_fields[{number}][min]=10&custom_fields[{number}][max]=4000"},
	{"filtered, by a field", "/collections/{collection}?custom_fields[{select}]=Mint&sort=custom_fields[{number}]"},
	{"filtered, a word", "/collections/{collection}?q=record"}, {"filtered, a letter", "/collections/{collection}?q=r"}, {"filtered, two words", "/collections/{collection}?q=record+77"}, {"filtered, misspelt", "/collections/{collection}?q=recrod"},
	{"filtered, the far end", "/collections/{collection}?custom_fields[{number}][min]=9000&custom_fields[{select}]=Good&sort=custom_fields[{number}]"},
	{"filtered, a tag", "/collections/{collection}?tag={tag}"}, {"filtered, a tag and a value", "/collections/{collection}?tag={tag}&custom_fields[{select}]=Good"},
	{"filtered, a room", "/collections/{collection}?place={location}"}, {"filtered, a status", "/collections/{collection}?status=owned"}, {"filtered, no such status", "/collections/{collection}?status=lost"}, {"filtered, a value", "/collections/{collection}?value_min=4000"},
	{"counted whole", "/collections/{collection}?custom_fields[{select}]=Good&sums=1&view=grid"}, {"table by value", "/collections/{collection}?view=table&sort=-value"}, {"table by price", "/collections/{collection}?view=table&sort=-paid"},
	{"item", "/items/{item}"}, {"item, to edit", "/items/{item}/edit"}, {"item, aside", "/items/{item}/peek"}, {"item, new", "/collections/{collection}/items/new"},
	{"earlier values", "/custom-fields/{text}/values?custom_fields.{text}=La"}, {"copy", "/copies/{copy}"}, {"copy, to move", "/copies/{copy}/stays/new"}, {"a location by name", "/locations/choices?q=shelf+7"},
	{"locations", "/locations"}, {"location", "/locations/{location}"}, {"locations, a branch", "/locations/{location}/branch"}, {"copies nowhere", "/locations/none"},
	{"types", "/types"}, {"type", "/types/{type}"}, {"search", "/search?q=rec"}, {"search, a letter", "/search?q=r"}, {"search, two words", "/search?q=record+77"}, {"search, misspelt", "/search?q=recrod"}, {"a name one has", "/items/same?name=Record+77"}, {"palette", "/search/palette?q=rec"}, {"palette, a letter", "/search/palette?q=r"},
	{"insurance", "/insurance"}, {"policies", "/policies"}, {"value", "/value"}, {"log", "/log"}, {"profile", "/settings/profile"}, {"members", "/settings/members"}, {"API keys", "/settings/keys"},
}

// seen is what a page took: milliseconds at the 50th and 95th percentile,
// milliseconds of processor time of service and database, and bytes on the line.
type seen struct {
	p50, p95, processor float64
	bytes               int
}

// web prints how long the pages take in an account of 10,000 items and in a large
// one, how often they ask the database, and how many bytes they are on the line.
// Processor time holds on a busy machine, too.
func (b *bench) web(ctx context.Context) error {
	var took [2]map[string]seen
	var trips map[string]questions
	for i, size := range []int{10_000, b.large} {
		a, err := b.furnished(ctx, size)
		if err != nil {
			return err
		}
		if took[i], err = b.look(ctx, a, looked); err != nil {
			return err
		}
		if i == 0 {
			if trips, err = b.trips(ctx, a, looked); err != nil {
				return err
			}
		}
	}
	fmt.Printf("\n%-24s %8s %8s %8s  %8s %8s %8s  %6s %10s %6s %7s   (targets: p95 30 ms, 2x, 4 trips, 15 KB)\n", "ms a page, by items",
		"10,000:", "p95", "CPU", fmt.Sprint(b.large)+":", "p95", "CPU", "ratio", "CPU ratio", "trips", "bytes")
	for _, page := range looked {
		few, many := took[0][page.name], took[1][page.name]
		fmt.Printf("%-24s %8.1f %8.1f %8.1f  %8.1f %8.1f %8.1f  %5.1fx %9.1fx %6d %7d\n", page.name,
			few.p50, few.p95, few.processor, many.p50, many.p95, many.processor, many.p95/few.p95, many.processor/few.processor, trips[page.name].trips, many.bytes)
	}
	return nil
}

// signIn is a browser of the account's first user.
func (s service) signIn(ctx context.Context, a account) (*http.Client, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	client := &http.Client{Jar: jar, Transport: &http.Transport{DisableCompression: true}}
	form := url.Values{"email": {a.email}, "password": {benchPassword}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base+"/sign-in", strings.NewReader(form.Encode()))
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

// look opens pages many times.
func (b *bench) look(ctx context.Context, a account, pages []page) (map[string]seen, error) {
	const times = 100
	client, err := b.service.signIn(ctx, a)
	if err != nil {
		return nil, err
	}
	all := map[string]seen{}
	for _, page := range pages {
		for range 3 { // prepare statements
			if _, _, err := b.service.open(ctx, client, a.path(page.path)); err != nil {
				return nil, err
			}
		}
		before, err := b.spent(b.service.Process.Pid)
		if err != nil {
			return nil, err
		}
		var took []float64
		one := seen{}
		for range times {
			var ms float64
			if ms, one.bytes, err = b.service.open(ctx, client, a.path(page.path)); err != nil {
				return nil, err
			}
			took = append(took, ms)
		}
		after, err := b.spent(b.service.Process.Pid)
		if err != nil {
			return nil, err
		}
		slices.Sort(took)
		one.p50, one.p95 = took[times/2], took[times*95/100]
		each := after.each(before, times, time.Second)
		one.processor = (each.service + each.database) / 1000
		all[page.name] = one
	}
	return all, nil
}

// open asks for a page as a browser does, and returns the milliseconds and bytes. A
// machine that stood still is asked again.
func (s service) open(ctx context.Context, client *http.Client, path string) (ms float64, bytes int, err error) {
	for range 5 {
		var status int
		if ms, bytes, status, err = s.get(ctx, client, path); err != nil || status == http.StatusOK {
			return ms, bytes, err
		}
		if err = fmt.Errorf("GET %s: %d", path, status); status != http.StatusServiceUnavailable {
			break
		}
		fmt.Println(err)
	}
	return ms, bytes, err
}

func (s service) get(ctx context.Context, client *http.Client, path string) (ms float64, bytes, status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.base+path, nil)
	if err != nil {
		return 0, 0, 0, err
	}
	req.Header.Set("Accept-Encoding", "gzip")
	if strings.HasSuffix(req.URL.Path, "/branch") || strings.HasSuffix(req.URL.Path, "/values") { // parts of pages
		req.Header.Set("HX-Request", "true")
	}
	began := time.Now()
	res, err := client.Do(req)
	if err != nil {
		return 0, 0, 0, err
	}
	defer res.Body.Close()
	n, err := io.Copy(io.Discard, res.Body)
	return float64(time.Since(began).Microseconds()) / 1000, int(n), res.StatusCode, err
}

// path fills in the ids of the account.
func (a account) path(pattern string) string {
	return strings.NewReplacer("{collection}", a.collection, "{item}", a.first, "{copy}", a.copy, "{location}", a.location, "{tag}", a.tag, "{smallTag}", a.smallTag, "{rareTag}", a.rareTag, "{set}", a.set, "{type}", a.typ,
		"{text}", a.fields[0], "{number}", a.fields[1], "{select}", a.fields[2]).Replace(pattern)
}
