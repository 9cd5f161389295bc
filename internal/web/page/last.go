package page

import (
	"net/url"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// lastCookie keeps what the last item was added with, for the next one.
const lastCookie = "vitrine-last"

// Last is where the last item was added, and the place and condition of its copy.
type Last struct {
	Collection, Place int64
	Condition         string
}

// LastAdded is what this browser remembers of the last item.
func LastAdded(v *Visit) (last Last) {
	c, err := v.Cookie(lastCookie)
	if err != nil {
		return last
	}
	kept, _ := url.ParseQuery(c.Value) // anything may be sent: what cannot be read is absent
	last.Collection, _ = strconv.ParseInt(kept.Get("c"), 10, 64)
	last.Place, _ = strconv.ParseInt(kept.Get("p"), 10, 64)
	last.Condition = kept.Get("k")
	return last
}

// KeepLast lets the browser remember it.
func KeepLast(v *Visit, last Last) {
	v.Remember(lastCookie, url.Values{"c": {strconv.FormatInt(last.Collection, 10)}, "p": {strconv.FormatInt(last.Place, 10)}, "k": {last.Condition}}.Encode(), AYear)
}

// Scale is the account's scale of conditions.
func Scale(v *Visit, r postgres.Reader) ([]catalog.ItemCondition, error) {
	all, err := inventory.ItemConditions(v.Context(), r, catalog.Search{}, catalog.Paging{Number: 1, PerPage: catalog.MaxItemConditions})
	return all.Items, err
}

// Conditions are the names of the account's scale, or of the usual one while it has none.
func Conditions(v *Visit, r postgres.Reader) ([]string, error) {
	scale, err := Scale(v, r)
	if err != nil || len(scale) == 0 {
		return UsualConditions(v), err
	}
	names := make([]string, len(scale))
	for i, c := range scale {
		names[i] = c.Name
	}
	return names, nil
}

// UsualConditions are a scale in the person's language, the best first.
func UsualConditions(v *Visit) []string { return strings.Split(v.Texts.T("condition.usual"), "|") }
