package ui

import (
	"cmp"
	"slices"
	"strings"

	"vitrine/internal/catalog"
)

// Offers are the choices of categories, sets, series and tags: the first of each kind, and the chosen
// ones. The others are found by name.
type Offers struct {
	Collection int64
	Categories catalog.Page[catalog.Category]
	Sets       catalog.Page[catalog.Set]
	Series     catalog.Page[catalog.Series]
	Tags       catalog.Page[catalog.Tag]
	Chosen     Picked
}

// Picked are the chosen objects that still exist.
type Picked struct {
	Category *catalog.Category
	Set      *catalog.Set
	Series   *catalog.Series
	Tags     []*catalog.Tag
}

// Named is something to choose by its name.
func Named(id int64, name string) Option { return Option{Number(id), name} }

// CategoryOption is a category as an option, with its path.
func CategoryOption(n *catalog.CategoryNode) Option { return Named(n.ID, CategoryTrail(n)+n.Name) }

// CategoryTrail is the path of a category.
func CategoryTrail(n *catalog.CategoryNode) (path string) {
	for _, above := range n.Above() {
		path += above.Name + " › "
	}
	return path
}

// Category is the name of the chosen category, with its path as far as known.
func (o Offers) Category() string {
	if c := o.Chosen.Category; c != nil {
		return categoryName(o.categories(), *c)
	}
	return "–"
}

// Set is the name of the chosen set.
func (o Offers) Set() string {
	if o.Chosen.Set != nil {
		return o.Chosen.Set.Name
	}
	return "–"
}

// OfSeries is the name of the chosen series.
func (o Offers) OfSeries() string {
	if o.Chosen.Series != nil {
		return o.Chosen.Series.Name
	}
	return "–"
}

func (o Offers) categories() map[int64]catalog.Category {
	known := map[int64]catalog.Category{}
	for _, c := range o.Categories.Items {
		known[c.ID] = c
	}
	return known
}

// categoryName is the path of a category.
func categoryName(known map[int64]catalog.Category, c catalog.Category) string {
	name := c.Name
	for range 32 { // the deepest nesting
		above, ok := catalog.Category{}, false
		if c.ParentID != nil {
			above, ok = known[*c.ParentID]
		}
		if !ok {
			break
		}
		c, name = above, above.Name+" › "+name
	}
	return name
}

// CategoryOptions are the categories that are offered.
func (o Offers) CategoryOptions() []Option {
	known := o.categories()
	if c := o.Chosen.Category; c != nil {
		known[c.ID] = *c
	}
	all := make([]Option, 0, len(known))
	for _, c := range known {
		all = append(all, Named(c.ID, categoryName(known, c)))
	}
	return ByLabel(all)
}

// SetOptions are the sets that are offered.
func (o Offers) SetOptions() []Option {
	all := map[int64]string{}
	for _, s := range o.Sets.Items {
		all[s.ID] = s.Name
	}
	if s := o.Chosen.Set; s != nil {
		all[s.ID] = s.Name
	}
	return labelled(all)
}

// SeriesOptions are the series that are offered.
func (o Offers) SeriesOptions() []Option {
	all := map[int64]string{}
	for _, s := range o.Series.Items {
		all[s.ID] = s.Name
	}
	if s := o.Chosen.Series; s != nil {
		all[s.ID] = s.Name
	}
	return labelled(all)
}

func labelled(names map[int64]string) (all []Option) {
	for id, name := range names {
		all = append(all, Named(id, name))
	}
	return ByLabel(all)
}

func ByLabel(all []Option) []Option {
	slices.SortFunc(all, func(a, b Option) int {
		return cmp.Or(catalog.CompareNames(strings.ToLower(a.Label), strings.ToLower(b.Label)), cmp.Compare(a.Value, b.Value))
	})
	return all
}

// TagOffers are the chosen tags, then the others offered.
func (o Offers) TagOffers() []catalog.Tag {
	all := o.Tagged()
	for _, t := range o.Tags.Items {
		if !slices.ContainsFunc(all, func(c catalog.Tag) bool { return c.ID == t.ID }) {
			all = append(all, t)
		}
	}
	return all
}

// Tagged are the chosen tags that exist.
func (o Offers) Tagged() (all []catalog.Tag) {
	for _, t := range o.Chosen.Tags {
		if t != nil {
			all = append(all, *t)
		}
	}
	return all
}

// FindIn is the address that finds others of a kind: categories or sets of the collection, or series.
func (o Offers) FindIn(kind string) string {
	if kind == "series" {
		return "/series/choices"
	}
	return CollectionPath(o.Collection) + "/" + kind + "/choices"
}

// Others is the address that finds others of a kind, empty if all are offered.
func Others[T any](o Offers, kind string, page catalog.Page[T]) string {
	if page.Total > int64(len(page.Items)) {
		return o.FindIn(kind)
	}
	return ""
}
