package view

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

// Asked reports whether it leaves anything out.
func (b By) Asked() bool { return b.count() > 0 }

func (b By) count() (n int64) {
	for _, asked := range []string{b.Category, b.Set, b.Series, b.Wanted, b.Photos, b.Copies} {
		if asked != "" {
			n++
		}
	}
	return n + int64(len(b.Tags))
}

// params are the parameters of the address.
func (b By) params() map[string]string {
	return map[string]string{"category": b.Category, "set": b.Set, "series": b.Series, "tag": joined(b.Tags), "wanted": b.Wanted, "photos": b.Photos, "copies": b.Copies}
}

func joined(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ",")
}

// answers are what one can be asked with yes or no, in words.
func answers(f Frame) []Option { return []Option{{Yes, f.T("yes")}, {No, f.T("no")}} }

// wishes are what one can ask for of wishes.
func wishes(f Frame) []Option {
	all := []Option{{Yes, f.T("filter.wanted")}}
	for _, p := range slices.Backward(catalog.Priorities) {
		all = append(all, Option{p, f.T("filter.wanted") + ": " + f.T("priority."+p)})
	}
	return append(all, Option{No, f.T("filter.unwanted")})
}

// appliedBy are the filters in words.
func (l ItemList) appliedBy(f Frame) (all []Applied) {
	is := func(field, name, asked, value string) {
		switch {
		case asked == None:
			value = f.T("filter.none")
			fallthrough
		case asked != "":
			all = append(all, Applied{f.T("filter.is", "field", field, "value", value), l.Path(name, "")})
		}
	}
	is(f.T("field.category"), "category", l.By.Category, l.Offers.Category())
	is(f.T("field.set"), "set", l.By.Set, l.Offers.Set())
	is(f.T("field.series"), "series", l.By.Series, l.Offers.OfSeries())
	for i, id := range l.By.Tags {
		name, others := "–", joined(slices.Concat(l.By.Tags[:i], l.By.Tags[i+1:]))
		for _, t := range l.Offers.Tagged() {
			if t.ID == id {
				name = t.Name
			}
		}
		all = append(all, Applied{f.T("filter.is", "field", f.T("field.tag"), "value", name), l.Path("tag", others)})
	}
	for _, o := range wishes(f) {
		if o.Value == l.By.Wanted && l.By.Wanted != "" {
			all = append(all, Applied{o.Label, l.Path("wanted", "")})
		}
	}
	said := map[string]string{Yes: f.T("yes"), No: f.T("no")}
	is(f.T("filter.photos"), "photos", l.By.Photos, said[l.By.Photos])
	is(f.T("filter.copies"), "copies", l.By.Copies, said[l.By.Copies])
	return all
}
