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
	allPages       = 13 // up to here every page is listed
	windowSides    = 3
)

// paging reads the requested page. No value is an error: nonsense is read as the
// default or the nearest bound. Only a cursor must be valid, which the list
// checks.
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

// wholeNumber reports whether s is an integer of any size.
func wholeNumber(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

const (
	noPage = 0  // the number of no page; its address is null
	beyond = -1 // a page behind a cursor, which has no number
)

// appendPaging writes the paging members after the data. A page behind a cursor
// does not know its place in the list, only its successor.
func appendPaging[T any](out []byte, r *request, p catalog.Page[T]) []byte {
	last := max(1, (p.Total+p.PerPage-1)/p.PerPage)
	address := pageURL(r)
	current, prev, next := p.Number, p.Number-1, p.Number+1
	if p.Number >= last {
		next = noPage
	}
	var from, to, after any
	if held := int64(len(p.Items)); held > 0 {
		from, to = p.Offset()+1, p.Offset()+held
	}
	if p.NextAfter != "" {
		after = p.NextAfter
	}
	if p.After != "" {
		current, prev, next, from, to = noPage, noPage, noPage, nil, nil
	}
	if next == noPage && after != nil && (p.After != "" || p.Capped) {
		next = beyond
	}
	page := func(out []byte, n int64) []byte {
		if n == beyond {
			return appendString(out, afterURL(r, p.NextAfter))
		}
		return address(out, n)
	}
	out = page(append(out, `,"links":{"first":`...), 1)
	out = page(append(out, `,"last":`...), last)
	out = page(append(out, `,"prev":`...), prev)
	out = page(append(out, `,"next":`...), next)

	out = appendMember(append(out, `},"meta":{`...), "current_page", p.Number)
	out = appendMember(append(out, ','), "from", from)
	out = appendMember(append(out, ','), "last_page", last)
	out = appendPageLinks(append(out, `,"links":[`...), page, current, last, prev, next)
	out = appendMember(append(out, `],`...), "next_after", after)
	out = appendMember(append(out, ','), "path", r.Base+r.URL.Path)
	out = appendMember(append(out, ','), "per_page", p.PerPage)
	out = appendMember(append(out, ','), "to", to)
	out = appendMember(append(out, ','), "total", p.Total)
	out = appendMember(append(out, ','), "total_capped", p.Capped)
	return append(out, `}}`...)
}

func appendPageLinks(out []byte, page pageAddress, current, last, prev, next int64) []byte {
	out = appendPageLink(out, page, prev, "Previous", false)
	for _, n := range pageNumbers(current, last) {
		label := "..."
		if n != noPage {
			label = strconv.FormatInt(n, 10)
		}
		out = appendPageLink(append(out, ','), page, n, label, n == current && n != noPage)
	}
	return appendPageLink(append(out, ','), page, next, "Next", false)
}

func appendPageLink(out []byte, page pageAddress, n int64, label string, active bool) []byte {
	out = page(append(out, `{"url":`...), n)
	out = appendString(append(out, `,"label":`...), label)
	return append(strconv.AppendBool(append(out, `,"active":`...), active), '}')
}

// pageNumbers lists the pages to link: all if few; otherwise the first two, the
// last two and those around the current one. noPage marks a gap.
func pageNumbers(current, last int64) []int64 {
	var shown []int64
	add := func(from, to int64) {
		for n := max(from, 1); n <= min(to, last); n++ {
			switch before := int64(len(shown)); {
			case before > 0 && n <= shown[before-1]:
				continue
			case before > 0 && n > shown[before-1]+1:
				shown = append(shown, noPage)
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

// pageAddress writes the address of a page.
type pageAddress func(out []byte, n int64) []byte

// pageURL writes page addresses that keep the query, and so size and filters.
func pageURL(r *request) pageAddress {
	path := r.Base + r.URL.EscapedPath()
	if r.URL.RawQuery == "" {
		begin := appendString(nil, path+"?page=")
		begin = begin[:len(begin)-1] // without the closing quote
		return orNull(func(out []byte, n int64) []byte {
			return append(strconv.AppendInt(append(out, begin...), n, 10), '"')
		})
	}
	query := maps.Clone(r.query()) // pages must not change the request
	query.Del("after")
	return orNull(func(out []byte, n int64) []byte {
		query.Set("page", strconv.FormatInt(n, 10))
		return appendString(out, path+"?"+query.Encode())
	})
}

func orNull(page pageAddress) pageAddress {
	return func(out []byte, n int64) []byte {
		if n == noPage {
			return append(out, "null"...)
		}
		return page(out, n)
	}
}

// afterURL writes the address of the page behind a cursor.
func afterURL(r *request, cursor string) string {
	query := maps.Clone(r.query())
	query.Del("page")
	query.Set("after", cursor)
	return r.Base + r.URL.EscapedPath() + "?" + query.Encode()
}
