package input

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// G3: paged lists with every kind of page and size. A run takes some of the
// lists; a larger scale takes all.
func init() { generators["paging"] = pagingInputs }

var (
	sizes   = []string{"", "0", "1", "2", "10", "99", "100", "101", "-1", "1e9", "abc", "1.5", " 5", "9223372036854775808", "-9223372036854775809"}
	numbers = []string{"", "0", "1", "2", "3", "50", "-1", "1e1", "abc", "2.0", "0x2", "9223372036854775807", "9223372036854775808", "1000000000000000000", "２"}
)

const listsPerRun = 6

func pagingInputs(t testing.TB, dice *rand.Rand) []input {
	var all []input
	lists := server(t).Contract.PagedLists()
	dice.Shuffle(len(lists), func(i, j int) { lists[i], lists[j] = lists[j], lists[i] })
	for _, pattern := range lists[:min(len(lists), listsPerRun*inputScale)] {
		_, path, _ := strings.Cut(pattern, " ")
		for _, size := range sizes {
			for _, number := range numbers {
				all = append(all, input{Route: pattern, Path: path + "?" + url.Values{"per_page": {size}, "page": {number}}.Encode(), Want: 200})
			}
		}
	}
	return all
}

func TestInputPaging(t *testing.T) {
	t.Parallel()
	bombard(t, "paging")
}

var integral = regexp.MustCompile(`^-?[0-9]+$`)

// sizeOf and numberOf are an independent implementation of the contract.
func sizeOf(text string) int64 {
	n, ok := new(big.Int).SetString(text, 10)
	switch {
	case !ok || !integral.MatchString(text):
		return 10
	case n.Cmp(big.NewInt(1)) < 0:
		return 1
	case n.Cmp(big.NewInt(100)) > 0:
		return 100
	}
	return n.Int64()
}

func numberOf(text string) int64 {
	if n, ok := new(big.Int).SetString(text, 10); ok && integral.MatchString(text) && n.IsInt64() && n.Sign() > 0 {
		return n.Int64()
	}
	return 1
}

// A page describes itself correctly.
func TestPagesAddUp(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	for i := range 22 {
		w.Make(t, "/api/locations", M{"name": fmt.Sprint("Shelf ", i)})
	}
	const total = 23 // including the world's own
	for _, size := range sizes {
		for _, number := range numbers {
			query := url.Values{"per_page": {size}, "page": {number}}.Encode()
			r := w.Send(t, "GET", "/api/locations?"+query, nil).Want(t, 200)
			per, page := sizeOf(size), numberOf(number)
			last := (total + per - 1) / per
			held, from, to := int64(0), any(nil), any(nil)
			if page <= last {
				held = min(per, total-(page-1)*per)
				from, to = (page-1)*per+1, (page-1)*per+held
			}
			meta := r.Dig(t, "meta").(M)
			delete(meta, "links")
			delete(meta, "path")
			if after := meta["next_after"]; (after != nil) != (page < last) {
				t.Errorf("%s: next_after is %v", query, after)
			}
			delete(meta, "next_after")
			same(t, query, meta, M{"current_page": page, "from": from, "last_page": last, "per_page": per, "to": to, "total": total, "total_capped": false})
			if got := len(r.Dig(t, "data").([]any)); int64(got) != held {
				t.Errorf("%s: %d objects, want %d", query, got, held)
			}
			if next := r.Dig(t, "links.next"); (next != nil) != (page < last) {
				t.Errorf("%s: next is %v", query, next)
			}
		}
	}
}
