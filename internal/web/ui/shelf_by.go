package ui

import (
	"slices"
	"strconv"
	"strings"
	"vitrine/internal/catalog"
)

// By is what the address narrows a list to, besides its type and fields.
type By struct {
	Category, Set, Series  string // an id, or none
	Tags                   []int64
	Wanted, Photos, Copies string // yes or no; for what is wanted also how much
}

// Yes, No and None are what a filter can ask for.
const Yes, No, None = "yes", "no", "none"

func joined(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ",")
}

// Wishes are what one can ask for of wishes.
func Wishes(f Frame) []Option {
	all := []Option{{Yes, f.T("filter.wanted")}}
	for _, p := range slices.Backward(catalog.Priorities) {
		all = append(all, Option{p, f.T("filter.wanted") + ": " + f.T("priority."+p)})
	}
	return append(all, Option{No, f.T("filter.unwanted")})
}
