package api

import (
	"net/url"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

// filter reads the query of a list. Unknown parameters are ignored, an invalid
// known one is Invalid, a blank one is absent.
type filter struct {
	query url.Values
	wrong fault.Invalid
}

func (f *filter) text(name string) string { return strings.TrimSpace(f.query.Get(name)) }

func (f *filter) id(name string) *int64 {
	s := f.text(name)
	if s == "" {
		return nil
	}
	id, ok := parseID(s)
	if !ok {
		f.wrong.Addf(name, "The %s parameter must be an id.")
		return nil
	}
	return &id
}

// date is a day.
func (f *filter) date(name string) *time.Time {
	s := f.text(name)
	if s == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, s)
	if err != nil || day.Year() < 1 {
		f.wrong.Addf(name, "The %s parameter must be a date in the form YYYY-MM-DD.")
		return nil
	}
	return &day
}

func (f *filter) oneOf(name string, values []string) string {
	s := f.text(name)
	f.wrong.OneOf(name, s, values)
	return s
}

// day reads a day as YYYY-MM-DD.
func (f *filter) day(name string) *time.Time {
	s := f.text(name)
	if s == "" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		f.wrong.Addf(name, "The %s parameter must be a day in the form YYYY-MM-DD.")
	}
	return &day
}

func (f *filter) boolean(name string) bool { return f.oneOf(name, []string{"true", "false"}) == "true" }

func (f *filter) search(name string) catalog.Search {
	return catalog.NewSearch(&f.wrong, name, f.query.Get(name))
}

func itemFilter(req *request) (catalog.ItemFilter, error) {
	if req.URL.RawQuery == "" {
		return catalog.ItemFilter{}, nil
	}
	f := filter{query: req.query()}
	in := catalog.ItemFilter{
		Search:           f.search("q"),
		CollectionTypeID: f.id("collection_type_id"),
		Sort:             catalog.NewSort(&f.wrong, "sort", f.text("sort")),
		Values:           catalog.NewValueFilters(&f.wrong, f.query),
	}
	if req.id("collection") == 0 { // within a collection there is no choice
		in.CollectionID = f.id("collection_id")
	}
	return in, f.wrong.Err()
}

func copyFilter(req *request) (catalog.CopyFilter, error) {
	f := filter{query: req.query()}
	in := catalog.CopyFilter{
		Search:       f.search("q"),
		Status:       f.oneOf("status", catalog.CopyStatuses),
		LocationID:   f.id("location_id"),
		Nowhere:      f.boolean("without_location"),
		Nested:       f.boolean("include_nested"),
		CollectionID: f.id("collection_id"),
		Held:         f.boolean("held"),
		ValuedBefore: f.date("valued_before"),
		Sort:         f.oneOf("sort", catalog.CopySorts),
	}
	return in, f.wrong.Err()
}
