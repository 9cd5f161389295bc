package web

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

// offers are the parts of forms and filters that find what they do not offer.
var offerPages = []row{
	show("GET /collections/{collection}/categories/choices", "GET /api/collections/{collection}/categories", categoryChoices),
	show("GET /collections/{collection}/sets/choices", "GET /api/sets", setChoices),
	show("GET /series/choices", "GET /api/series", seriesChoices),
	show("GET /tags/choices", "GET /api/tags", tagChoices),
	show("GET /tags/suggestions", "GET /api/tags", tagSuggestions),
}

const (
	mostOffered = 200 // categories, sets or series that a form offers
	mostTags    = 60  // tags that a filter offers
	mostFound   = 50  // of what is searched for

	mostSuggested = 10 // names of tags
)

// chosen are the ids of what an item or a list is sorted by.
type chosen struct {
	category, set, series *int64
	tags                  []int64
}

// offer reads what the items of a collection can be sorted by. Tags are typed in forms,
// and offered by filters.
func (v *visit) offer(o *view.Offers, collection int64, tags bool) []func(postgres.Reader) error {
	o.Collection = collection
	first := catalog.Paging{Number: 1, PerPage: mostOffered}
	reads := []func(postgres.Reader) error{func(r postgres.Reader) (err error) {
		o.Categories, err = inventory.Categories(v.Context(), r, collection, catalog.Search{}, first)
		return err
	}, func(r postgres.Reader) (err error) {
		o.Sets, err = inventory.Sets(v.Context(), r, catalog.SetFilter{CollectionID: &collection}, first)
		return err
	}, func(r postgres.Reader) (err error) {
		o.Series, err = inventory.AllSeries(v.Context(), r, catalog.Search{}, first)
		return err
	}}
	if tags {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Tags, err = inventory.Tags(v.Context(), r, catalog.TagFilter{Sort: "name"}, catalog.Paging{Number: 1, PerPage: mostTags})
			return err
		})
	}
	return reads
}

// pick reads what is chosen. What is gone, or of another collection, is left out.
func (v *visit) pick(o *view.Offers, collection int64, c chosen) (reads []func(postgres.Reader) error) {
	if c.category != nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Category, err = there(inventory.Category(v.Context(), r, collection, *c.category))
			return err
		})
	}
	if c.set != nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Set, err = there(inventory.Set(v.Context(), r, *c.set))
			return err
		})
	}
	if c.series != nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Series, err = there(inventory.Series(v.Context(), r, *c.series))
			return err
		})
	}
	o.Chosen.Tags = make([]*catalog.Tag, len(c.tags))
	for i, id := range c.tags {
		reads = append(reads, func(r postgres.Reader) (err error) {
			o.Chosen.Tags[i], err = there(inventory.Tag(v.Context(), r, id))
			return err
		})
	}
	return reads
}

// there is what was found, nil if it is gone.
func there[T any](found T, err error) (*T, error) {
	if errors.Is(err, fault.ErrNotFound) {
		return nil, nil
	}
	return &found, err
}

// search is what a part looks for by name.
func (v *visit) search() (catalog.Search, error) {
	var wrong fault.Invalid
	s := catalog.NewSearch(&wrong, "q", v.asked("q"))
	return s, wrong.Err()
}

// found shows options that were found. A filter begins with any and none of them, a form
// with nothing.
func (v *visit) found(name string, options []view.Option, chosen *view.Option) error {
	f, err := v.frame("", "")
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.FoundOptions(f, view.Finding{Filter: v.URL.Query().Has(name), Query: v.asked("q"), Options: options, Chosen: chosen}))
}

// byName is the id that a form or a filter has chosen.
func (v *visit) byName(name string) *int64 {
	for _, field := range []string{name, name + "_id", "parent_id"} {
		if id := asID(v.asked(field)); id != nil {
			return id
		}
	}
	return nil
}

func categoryChoices(v *visit) error {
	id, err := v.number("collection")
	if err != nil {
		return err
	}
	var tree *catalog.CategoryTree
	err = v.together(func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		tree, err = inventory.CategoryTree(v.Context(), r, id)
		return err
	})
	if err != nil {
		return err
	}
	options := []view.Option{}
	for _, n := range tree.Named(v.asked("q"), mostFound) {
		options = append(options, view.CategoryOption(n))
	}
	var now *view.Option
	if id := v.byName("category"); id != nil && tree.Find(*id) != nil {
		now = new(view.CategoryOption(tree.Find(*id)))
	}
	return v.found("category", options, now)
}

func setChoices(v *visit) error {
	id, err := v.number("collection")
	if err != nil {
		return err
	}
	search, err := v.search()
	if err != nil {
		return err
	}
	var o view.Offers
	err = v.together(append(v.pick(&o, id, chosen{set: v.byName("set")}), func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		o.Sets, err = inventory.Sets(v.Context(), r, catalog.SetFilter{CollectionID: &id, Search: search}, catalog.Paging{Number: 1, PerPage: mostFound})
		return err
	})...)
	if err != nil {
		return err
	}
	var now *view.Option
	if s := o.Chosen.Set; s != nil {
		now, o.Chosen.Set = new(view.Named(s.ID, s.Name)), nil
	}
	return v.found("set", o.SetOptions(), now)
}

func seriesChoices(v *visit) error {
	search, err := v.search()
	if err != nil {
		return err
	}
	var o view.Offers
	err = v.together(append(v.pick(&o, 0, chosen{series: v.byName("series")}), func(r postgres.Reader) (err error) {
		o.Series, err = inventory.AllSeries(v.Context(), r, search, catalog.Paging{Number: 1, PerPage: mostFound})
		return err
	})...)
	if err != nil {
		return err
	}
	var now *view.Option
	if s := o.Chosen.Series; s != nil {
		now, o.Chosen.Series = new(view.Named(s.ID, s.Name)), nil
	}
	return v.found("series", o.SeriesOptions(), now)
}

// tagChoices are tags to filter by: those that are chosen, and those that were found.
func tagChoices(v *visit) error {
	search, err := v.search()
	if err != nil {
		return err
	}
	var o view.Offers
	ids := v.tagsAsked()
	err = v.together(append(v.pick(&o, 0, chosen{tags: ids}), func(r postgres.Reader) (err error) {
		o.Tags, err = inventory.Tags(v.Context(), r, catalog.TagFilter{Search: search, Sort: "name"}, catalog.Paging{Number: 1, PerPage: mostTags})
		return err
	})...)
	if err != nil {
		return err
	}
	f, err := v.frame("", "")
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.TagBoxes(f, o.TagOffers(), ids))
}

// tagSuggestions are names of tags that begin as the last of those that are typed. The
// ones before it stay.
func tagSuggestions(v *visit) error {
	typed, before := cmp.Or(v.asked("name"), v.asked("into")), ""
	if list := v.asked("tags"); list != "" {
		before, typed = list[:lastName(list)], list[lastName(list):]
	}
	var wrong fault.Invalid
	search := catalog.NewSearch(&wrong, "name", typed)
	if err := wrong.Err(); err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	found, err := inventory.Tags(v.Context(), reader, catalog.TagFilter{Search: search, Sort: "name"}, catalog.Paging{Number: 1, PerPage: mostSuggested})
	if err != nil {
		return err
	}
	names := []string{}
	for _, t := range found.Items {
		names = append(names, strings.TrimSpace(before+" "+t.Name))
	}
	return v.render(http.StatusOK, view.Suggestions(names))
}

// between reports whether a character separates names that are typed in a row.
func between(r rune) bool { return r == ',' || r == ';' || r == '，' || r == '、' }

// lastName is where the last of several names begins.
func lastName(list string) int {
	at := strings.LastIndexFunc(list, between)
	if at < 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(list[at:])
	return at + size
}

// typedTags are the names of tags in a field, each once.
func (v *visit) typedTags() (names []string) {
	for _, name := range strings.FieldsFunc(v.text("tags"), between) {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
