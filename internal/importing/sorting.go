package importing

import (
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/own"
)

// itemPlaces are what an item is sorted by.
func (r *rowPlanner) itemPlaces(w *ItemWrite, was catalog.Item) {
	w.In.CategoryID = r.place("category", "categories", was.CategoryID)
	w.In.SetID = r.place("set", "sets", was.SetID)
	w.In.SeriesID = r.place("series", "series", was.SeriesID)
	r.itemTags(w, was)
}

// place finds the object that a cell names, or has it made.
func (r *rowPlanner) place(column, kind string, was *int64) catalog.Given[int64] {
	c := r.get(column)
	if !c.set {
		return catalog.Given[int64]{}
	}
	s := r.p.Structure
	from := s.text(kind, was)
	if c.text == "" {
		r.change(column, from, "")
		return catalog.Given[int64]{Sent: true}
	}
	path := []string{c.text}
	if kind == "locations" || kind == "categories" {
		var bad *cell.Wrong
		if path, bad = cell.Path(c.text, r.pathSeparator()); bad != nil {
			r.refuse(c, bad)
			return catalog.Given[int64]{}
		}
	}
	if len(path) > maxLevels[kind] || utf8Len(path[len(path)-1]) > catalog.MaxName {
		r.wrong(c.src, "bad_path", "at most "+strconv.Itoa(maxLevels[kind])+" names of at most 255 characters", c.text)
		return catalog.Given[int64]{}
	}
	preferred := int64(0)
	if was != nil {
		preferred = *was
	}
	id := s.id(kind, path, preferred)
	if id == 0 {
		r.wrong(c.src, "unknown", "one that is there", c.text)
		return catalog.Given[int64]{}
	}
	if was == nil || id != *was {
		r.out.Changes = append(r.out.Changes, Change{column, orNil(from), orNil(s.text(kind, &id))})
	}
	return catalog.Now(id)
}

// maxLevels is how deep trees may be; lists have one level.
var maxLevels = map[string]int{"locations": 100, "categories": 32, "sets": 1, "series": 1, "conditions": 1}

func (r *rowPlanner) pathSeparator() string {
	if s := r.p.Mapping.Options.PathSeparator; s != "" {
		return s
	}
	return cell.PathSeparator
}

func (r *rowPlanner) listSeparator() string {
	if s := r.p.Mapping.Options.ListSeparator; s != "" {
		return s
	}
	return cell.ListSeparator
}

// list reads the lists of all columns of a target.
func (r *rowPlanner) list(name string) (entries []string, src *source, set bool) {
	for _, s := range r.p.byTarget[name] {
		c := r.at(s)
		entries = append(entries, cell.List(c.text, r.listSeparator())...)
		src, set = s, set || c.set
	}
	return entries, src, set
}

func (r *rowPlanner) itemTags(w *ItemWrite, was catalog.Item) {
	names, src, set := r.list("tags")
	if !set {
		return
	}
	var ids []int64
	if r.p.Mapping.Options.Tags != "replace" {
		ids = slices.Clone(was.TagIDs)
	}
	for _, name := range names {
		if utf8Len(name) > catalog.MaxName {
			r.wrong(src, "too_long", "tags of at most 255 characters", name)
			return
		}
		id := r.p.Structure.id("tags", []string{name}, 0)
		if id == 0 {
			r.wrong(src, "unknown", "a tag that is there", name)
			return
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) > catalog.MaxItemTags {
		r.wrong(src, "too_many_tags", "at most "+strconv.Itoa(catalog.MaxItemTags)+" tags", strconv.Itoa(len(ids)))
		return
	}
	if sameSet(ids, was.TagIDs) {
		return
	}
	w.In.TagIDs = catalog.Now(ids)
	r.change("tags", r.tagText(was.TagIDs), r.tagText(ids))
}

func (r *rowPlanner) tagText(ids []int64) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = r.p.Structure.text("tags", &id)
	}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(fold(a), fold(b)) })
	return own.JoinList(names)
}

func sameSet(a, b []int64) bool {
	x, y := slices.Clone(a), slices.Clone(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

func (r *rowPlanner) itemWish(w *ItemWrite, was catalog.Item) {
	wanted := was.Wanted
	if c := r.get("wanted"); c.set && c.src != nil {
		yes := false
		if c.text != "" {
			var bad *cell.Wrong
			if yes, bad = cell.Boolean(c.text); bad != nil {
				r.refuse(c, bad)
				return
			}
		}
		if r.change("wanted", boolText(was.Wanted), boolText(yes)) {
			w.In.Wanted = catalog.Now(yes)
		}
		wanted, w.Wanted = yes, yes
	}
	if !wanted {
		return
	}
	if c := r.get("wanted_priority"); c.set && c.text != textOf(was.WantedPriority) {
		w.In.WantedPriority = catalog.Given[string]{Sent: true, Value: orNil(strings.ToLower(c.text))}
		r.change("wanted_priority", textOf(was.WantedPriority), strings.ToLower(c.text))
	}
	if c := r.get("wanted_max_price"); c.set {
		amount, code := r.money(c, r.currency("wanted_currency"))
		if numberText(amount) != numberText(was.WantedMaxPrice) || amount != nil && code != textOf(was.WantedCurrencyCode) {
			w.In.WantedMaxPrice = catalog.Given[int64]{Sent: true, Value: amount}
			w.In.WantedCurrencyCode = catalog.Given[string]{Sent: true, Value: orNil(code)}
			r.change("wanted_max_price", amountText(was.WantedMaxPrice, textOf(was.WantedCurrencyCode)), amountText(amount, code))
			if amount != nil {
				r.change("wanted_currency", textOf(was.WantedCurrencyCode), code)
			}
		}
	}
}

// boolText writes no as nothing: that is what an item is without saying so.
func boolText(yes bool) string {
	if yes {
		return "true"
	}
	return ""
}
