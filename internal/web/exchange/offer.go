package exchange

import (
	"cmp"
	"net/http"
	"strings"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// offerPages are the parts of forms and filters that search for further choices.
var offerPages = []page.Row{
	page.Show("GET /collections/{collection}/categories/choices", "GET /api/collections/{collection}/categories", categoryChoices),
	page.Show("GET /collections/{collection}/sets/choices", "GET /api/sets", setChoices),
	page.Show("GET /series/choices", "GET /api/series", seriesChoices),
	page.Show("GET /tags/choices", "GET /api/tags", tagChoices),
	page.Show("GET /tags/suggestions", "GET /api/tags", tagSuggestions),
}

const (
	mostFound = 50 // search results

	mostSuggested = 10 // names of tags
)

// found shows options that were found. In a filter, any and none come first.
func found(v *page.Visit, name string, options []ui.Option, chosen *ui.Option) error {
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, FoundOptions(f, Finding{Filter: v.URL.Query().Has(name), Query: v.Param("q"), Options: options, Chosen: chosen}))
}

// byName is the id chosen in a form or a filter.
func byName(v *page.Visit, name string) *int64 {
	for _, field := range []string{name, name + "_id", "parent_id"} {
		if id := page.AsID(v.Param(field)); id != nil {
			return id
		}
	}
	return nil
}

func categoryChoices(v *page.Visit) error {
	id, err := v.Number("collection")
	if err != nil {
		return err
	}
	var tree *catalog.CategoryTree
	err = v.Together(func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		tree, err = inventory.CategoryTree(v.Context(), r, id)
		return err
	})
	if err != nil {
		return err
	}
	options := []ui.Option{}
	for _, n := range tree.Named(v.Param("q"), mostFound) {
		options = append(options, ui.CategoryOption(n))
	}
	var now *ui.Option
	if id := byName(v, "category"); id != nil && tree.Find(*id) != nil {
		now = new(ui.CategoryOption(tree.Find(*id)))
	}
	return found(v, "category", options, now)
}

func setChoices(v *page.Visit) error {
	id, err := v.Number("collection")
	if err != nil {
		return err
	}
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	var o ui.Offers
	err = v.Together(append(page.Pick(v, &o, id, page.Chosen{Set: byName(v, "set")}), func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		o.Sets, err = inventory.Sets(v.Context(), r, catalog.SetFilter{CollectionID: &id, Search: search}, catalog.Paging{Number: 1, PerPage: mostFound})
		return err
	})...)
	if err != nil {
		return err
	}
	var now *ui.Option
	if s := o.Chosen.Set; s != nil {
		now, o.Chosen.Set = new(ui.Named(s.ID, s.Name)), nil
	}
	return found(v, "set", o.SetOptions(), now)
}

func seriesChoices(v *page.Visit) error {
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	var o ui.Offers
	err = v.Together(append(page.Pick(v, &o, 0, page.Chosen{Series: byName(v, "series")}), func(r postgres.Reader) (err error) {
		o.Series, err = inventory.AllSeries(v.Context(), r, search, catalog.Paging{Number: 1, PerPage: mostFound})
		return err
	})...)
	if err != nil {
		return err
	}
	var now *ui.Option
	if s := o.Chosen.Series; s != nil {
		now, o.Chosen.Series = new(ui.Named(s.ID, s.Name)), nil
	}
	return found(v, "series", o.SeriesOptions(), now)
}

// tagChoices are tags to filter by: the chosen ones, and those found.
func tagChoices(v *page.Visit) error {
	search, err := page.Search(v)
	if err != nil {
		return err
	}
	var o ui.Offers
	ids := page.TagsAsked(v)
	err = v.Together(append(page.Pick(v, &o, 0, page.Chosen{Tags: ids}), func(r postgres.Reader) (err error) {
		o.Tags, err = inventory.Tags(v.Context(), r, catalog.TagFilter{Search: search, Sort: "name"}, catalog.Paging{Number: 1, PerPage: page.MostTags})
		return err
	})...)
	if err != nil {
		return err
	}
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, ui.TagBoxes(f, o.TagOffers(), ids))
}

// tagSuggestions are names of tags that complete the last one typed. The ones before it stay.
func tagSuggestions(v *page.Visit) error {
	typed, before := cmp.Or(v.Param("name"), v.Param("into")), ""
	if list := v.Param("tags"); list != "" {
		before, typed = list[:lastName(list)], list[lastName(list):]
	}
	var wrong fault.Invalid
	search := catalog.NewSearch(&wrong, "name", typed)
	if err := wrong.Err(); err != nil {
		return err
	}
	reader, err := v.Reader()
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
	return v.Render(http.StatusOK, ui.Suggestions(names))
}

// lastName is where the last of several names begins.
func lastName(list string) int {
	at := strings.LastIndexFunc(list, page.Between)
	if at < 0 {
		return 0
	}
	_, size := utf8.DecodeRuneInString(list[at:])
	return at + size
}

// Finding is the result of a search for choices.
type Finding struct {
	Filter  bool // part of a filter, which can choose any or none
	Query   string
	Options []ui.Option
	Chosen  *ui.Option
}
