package api

import (
	"maps"
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
)

const (
	defaultPerPage = 10
	maxPerPage     = 100
	allPages       = 13 // up to here every page is numbered
	windowSides    = 3
)

// paging reads which page is asked for. There is no wrong question: whatever
// makes no sense is read as the default, or as the nearest bound. Only a cursor
// must be right, which the list itself knows.
func paging(query url.Values) catalog.Paging {
	p := catalog.Paging{Number: 1, PerPage: defaultPerPage, After: strings.TrimSpace(query.Get("after"))}
	if n, err := strconv.ParseInt(query.Get("page"), 10, 64); err == nil && n >= 1 {
		p.Number = n
	}
	given := query.Get("per_page")
	n, err := strconv.ParseInt(given, 10, 64)
	switch {
	case err == nil:
		p.PerPage = min(max(n, 1), maxPerPage)
	case wholeNumber(given) && strings.HasPrefix(given, "-"):
		p.PerPage = 1
	case wholeNumber(given):
		p.PerPage = maxPerPage
	}
	return p
}

// wholeNumber tells whether s is an integer, however large.
func wholeNumber(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// appendPaging writes what a page says about itself, after its data. A page
// behind a cursor does not know its place in the list, only how it goes on.
func appendPaging[T any](out []byte, r *request, p catalog.Page[T]) []byte {
	last := max(1, (p.Total+p.PerPage-1)/p.PerPage)
	page := pageURL(r)
	current, prev, next := p.Number, page(p.Number-1), page(p.Number+1)
	if p.Number == 1 {
		prev = nil
	}
	if p.Number >= last {
		next = nil
	}
	var from, to, after any
	if held := int64(len(p.Items)); held > 0 {
		from, to = p.Offset()+1, p.Offset()+held
	}
	if p.NextAfter != "" {
		after = p.NextAfter
	}
	if p.After != "" {
		current, prev, next, from, to = 0, nil, nil, nil, nil
	}
	if next == nil && after != nil && (p.After != "" || p.Capped) {
		next = afterURL(r, p.NextAfter)
	}
	out = appendMember(append(out, `,"links":{`...), "first", page(1))
	out = appendMember(append(out, ','), "last", page(last))
	out = appendMember(append(out, ','), "prev", prev)
	out = appendMember(append(out, ','), "next", next)

	out = appendMember(append(out, `},"meta":{`...), "current_page", p.Number)
	out = appendMember(append(out, ','), "from", from)
	out = appendMember(append(out, ','), "last_page", last)
	out = appendPageLinks(append(out, `,"links":[`...), page, current, last, prev, next)
	out = appendMember(append(out, `],`...), "next_after", after)
	out = appendMember(append(out, ','), "path", r.base+r.URL.Path)
	out = appendMember(append(out, ','), "per_page", p.PerPage)
	out = appendMember(append(out, ','), "to", to)
	out = appendMember(append(out, ','), "total", p.Total)
	out = appendMember(append(out, ','), "total_capped", p.Capped)
	return append(out, `}}`...)
}

func appendPageLinks(out []byte, page func(int64) any, current, last int64, prev, next any) []byte {
	out = appendPageLink(out, prev, "Previous", false)
	for _, n := range pageNumbers(current, last) {
		out = append(out, ',')
		if n == 0 {
			out = appendPageLink(out, nil, "...", false)
		} else {
			out = appendPageLink(out, page(n), strconv.FormatInt(n, 10), n == current)
		}
	}
	return appendPageLink(append(out, ','), next, "Next", false)
}

func appendPageLink(out []byte, url any, label string, active bool) []byte {
	out = appendMember(append(out, '{'), "url", url)
	out = appendMember(append(out, ','), "label", label)
	return append(appendMember(append(out, ','), "active", active), '}')
}

// pageNumbers lists the pages worth a link: all of few; of many the first two,
// the last two and those around the current one. 0 stands for a gap.
func pageNumbers(current, last int64) []int64 {
	var shown []int64
	add := func(from, to int64) {
		for n := max(from, 1); n <= min(to, last); n++ {
			switch before := int64(len(shown)); {
			case before > 0 && n <= shown[before-1]:
				continue
			case before > 0 && n > shown[before-1]+1:
				shown = append(shown, 0)
			}
			shown = append(shown, n)
		}
	}
	if last <= allPages {
		add(1, last)
		return shown
	}
	add(1, 2)
	if current <= last+windowSides {
		add(current-windowSides, current+windowSides)
	}
	add(last-1, last)
	return shown
}

// pageURL writes the address of a page: the request's own query is kept, so
// that following a link keeps size and filters.
func pageURL(r *request) func(int64) any {
	path := r.base + r.URL.EscapedPath()
	query := maps.Clone(r.query()) // the pages must not change what was asked
	query.Del("after")
	if len(query) == 0 {
		return func(n int64) any { return path + "?page=" + strconv.FormatInt(n, 10) }
	}
	return func(n int64) any {
		query.Set("page", strconv.FormatInt(n, 10))
		return path + "?" + query.Encode()
	}
}

// afterURL writes the address of the page behind a cursor.
func afterURL(r *request, cursor string) string {
	query := maps.Clone(r.query())
	query.Del("page")
	query.Set("after", cursor)
	return r.base + r.URL.EscapedPath() + "?" + query.Encode()
}
