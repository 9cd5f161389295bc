package web

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

// mostTagsAsked is how many tags a list is narrowed to at a time.
const mostTagsAsked = 8

// tagsAsked are the tags that the address names, each once.
func (v *visit) tagsAsked() []int64 {
	ids := numbers(strings.Split(strings.Join(v.URL.Query()["tag"], ","), ","))
	slices.Sort(ids)
	ids = slices.Compact(ids)
	return ids[:min(len(ids), mostTagsAsked)]
}

// by reads from the address what the list is narrowed to. What makes no sense is left
// out.
func (v *visit) by() view.By {
	b := view.By{Category: v.idOrNone("category"), Set: v.idOrNone("set"), Series: v.idOrNone("series"), Tags: v.tagsAsked()}
	yesNo := []string{view.Yes, view.No}
	b.Photos, b.Copies = v.oneOf("photos", yesNo), v.oneOf("copies", yesNo)
	b.Wanted = v.oneOf("wanted", append(yesNo, catalog.Priorities...))
	return b
}

func (v *visit) oneOf(name string, all []string) string {
	if asked := v.asked(name); slices.Contains(all, asked) {
		return asked
	}
	return ""
}

// idOrNone is an id of the address, or that there is none.
func (v *visit) idOrNone(name string) string {
	asked := v.asked(name)
	if id := asID(asked); asked == view.None || id != nil && *id > 0 && strconv.FormatInt(*id, 10) == asked {
		return asked
	}
	return ""
}

// narrow lets the filter of a list find only what the address asks for.
func narrow(f *catalog.ItemFilter, b view.By) {
	id := func(asked string) catalog.IDFilter { return catalog.IDFilter{Asked: asked != "", ID: asID(asked)} }
	f.SortedBy = catalog.SortedBy{CategoryID: id(b.Category), SetID: id(b.Set), SeriesID: id(b.Series), Nested: true, TagIDs: b.Tags}
	f.HasPhotos, f.HasCopies = yesOrNo(b.Photos), yesOrNo(b.Copies)
	if f.Wish.Wanted = yesOrNo(b.Wanted); f.Wish.Wanted == nil {
		f.Wish.Priority = b.Wanted
	}
}

func yesOrNo(asked string) *bool {
	switch asked {
	case view.Yes:
		return new(true)
	case view.No:
		return new(false)
	}
	return nil
}

// narrowing reads what a filter offers, and what is chosen. A part of the page tells only
// what is chosen.
func (v *visit) narrowing(list *view.ItemList, collection int64) []func(postgres.Reader) error {
	list.By = v.by()
	reads := v.pick(&list.Offers, collection, chosen{category: asID(list.By.Category), set: asID(list.By.Set), series: asID(list.By.Series), tags: list.By.Tags})
	if v.fragment() {
		return reads
	}
	return append(reads, v.offer(&list.Offers, collection, true)...)
}
