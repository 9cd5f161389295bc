package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"vitrine/internal/catalog"
)

// Whatever the decoder accepts is valid JSON with the same members.
func FuzzBody(f *testing.F) {
	for _, s := range []string{`{}`, `{"name":"x"}`, ` {"a":[1,{"b":null}],"c":"\u0000"} `, `{"a":1,"a":2}`, `{"a":"\ud800"}`, `[`, "{\"a\":\"\xff\"}", `{"a":1}x`,
		strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		members, err := parseObject(content, maxDepth)
		if err != nil || len(members) == 0 {
			return
		}
		if !utf8.Valid(content) {
			t.Fatal("invalid UTF-8 was accepted")
		}
		var want map[string]json.RawMessage
		if err := json.Unmarshal(content, &want); err != nil {
			t.Fatalf("accepted what is no JSON object: %v", err)
		}
		if len(want) != len(members) {
			t.Fatalf("%d members, want %d", len(members), len(want))
		}
		for name, v := range members {
			if string(v) != string(want[name]) {
				t.Fatalf("%q: %s, want %s", name, v, want[name])
			}
			b := &body{members: members}
			b.text(name)
			b.integer(name)
			b.boolean(name)
		}
	})
}

// Every query gives a page within bounds, and every page valid JSON.
func FuzzPaging(f *testing.F) {
	for _, s := range []string{"", "page=2", "per_page=0&page=-1", "per_page=99999999999999999999", "page=9223372036854775807&per_page=100", "page=%00&a=b&a=c"} {
		f.Add(s, int64(205))
	}
	f.Fuzz(func(t *testing.T, query string, total int64) {
		values, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		p := paging(values)
		if p.Number < 1 || p.PerPage < 1 || p.PerPage > 100 || p.Offset() < 0 {
			t.Fatalf("%+v, offset %d", p, p.Offset())
		}
		total = max(0, min(total, 1<<40))
		pageIsTrue(t, values, p, total)
		numbers := pageNumbers(p.Number, max(1, (total+p.PerPage-1)/p.PerPage))
		if len(numbers) > 15 {
			t.Fatalf("%d links", len(numbers))
		}
		for i, n := range numbers {
			if i > 0 && n != 0 && numbers[i-1] != 0 && n != numbers[i-1]+1 {
				t.Fatalf("a gap without a mark: %v", numbers)
			}
		}
	})
}

// pageIsTrue follows the links of a page: each leads to its page, with the rest
// of the query unchanged.
func pageIsTrue(t *testing.T, query url.Values, p catalog.Paging, total int64) {
	t.Helper()
	r := &request{Request: &http.Request{URL: &url.URL{Path: "/api/locations", RawQuery: query.Encode()}}}
	r.Base = "https://vitrine.example"
	var page struct {
		Links map[string]*string
		Meta  struct {
			LastPage int64 `json:"last_page"`
		}
	}
	text := appendPaging([]byte(`{"data":[]`), r, catalog.Page[int]{Paging: p, Total: total})
	if err := json.Unmarshal(text, &page); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for name, number := range map[string]int64{"first": 1, "last": page.Meta.LastPage, "prev": p.Number - 1, "next": p.Number + 1} {
		link := page.Links[name]
		if link == nil {
			if name == "first" || name == "last" || name == "prev" && p.Number > 1 || name == "next" && p.Number < page.Meta.LastPage {
				t.Fatalf("no link %s: %s", name, text)
			}
			continue
		}
		at, err := url.Parse(*link)
		if err != nil {
			t.Fatal(err)
		}
		followed := at.Query()
		if got := paging(followed); got.Number != number || got.PerPage != p.PerPage {
			t.Fatalf("%s leads to %+v, want page %d: %s", name, got, number, *link)
		}
		followed.Del("page")
		rest := maps.Clone(query)
		rest.Del("page")
		same(t, "query", followed, rest)
	}
}

func TestPageNumbers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		current, last int64
		want          []int64
	}{
		{1, 1, []int64{1}},
		{7, 13, []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}},
		{1, 14, []int64{1, 2, 3, 4, 0, 13, 14}},
		{7, 21, []int64{1, 2, 0, 4, 5, 6, 7, 8, 9, 10, 0, 20, 21}},
		{99, 21, []int64{1, 2, 0, 20, 21}},
		{22, 21, []int64{1, 2, 0, 19, 20, 21}},
	} {
		same(t, "pages", pageNumbers(c.current, c.last), c.want)
	}
	if p := (catalog.Paging{Number: 1 << 62, PerPage: 100}); p.Offset() <= 0 {
		t.Errorf("offset %d overflows", p.Offset())
	}
}
