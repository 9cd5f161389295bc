package api

import (
	"net/url"
	"strconv"
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

// moment is a Unix time, as objects show theirs.
func (f *filter) moment(name string) *time.Time {
	s := f.text(name)
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n >= lastMoment || s[0] == '+' {
		f.wrong.Addf(name, "The %s parameter must be a Unix time: whole seconds since 1970.")
		return nil
	}
	return new(time.Unix(n, 0).UTC())
}

// lastMoment is the end of the year 9999.
const lastMoment = 253_402_300_800

func (f *filter) oneOf(name string, values []string) string {
	s := f.text(name)
	f.wrong.OneOf(name, s, values)
	return s
}

func (f *filter) boolean(name string) bool {
	chosen := f.choice(name)
	return chosen != nil && *chosen
}

// choice is a boolean, or nil if absent.
func (f *filter) choice(name string) *bool {
	switch f.oneOf(name, []string{"true", "false"}) {
	case "true":
		return new(true)
	case "false":
		return new(false)
	}
	return nil
}

// reference is an id, or none for objects without a reference.
func (f *filter) reference(name string) (id *int64, none bool) {
	if f.text(name) == "none" {
		return nil, true
	}
	return f.id(name), false
}

// amount is a number of smallest units of a currency.
func (f *filter) amount(name string) *int64 {
	s := f.text(name)
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > catalog.MaxValue || s[0] == '+' {
		f.wrong.Addf(name, "The %s parameter must be a whole number from 0 to %d.", catalog.MaxValue)
		return nil
	}
	return &n
}

func (f *filter) search(name string) catalog.Search {
	return catalog.NewSearch(&f.wrong, name, f.query.Get(name))
}

// ids are ids with commas between them.
func (f *filter) ids(name string) []int64 {
	s := f.text(name)
	if s == "" {
		return nil
	}
	var ids []int64
	for part := range strings.SplitSeq(s, ",") {
		id, ok := parseID(strings.TrimSpace(part))
		if !ok || len(ids) == maxFilterIDs {
			f.wrong.Addf(name, "The %s parameter must be a list of ids with commas, at most %d.", maxFilterIDs)
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// maxFilterIDs limits how many ids a parameter may list.
const maxFilterIDs = 100

func (f *filter) sortedBy() catalog.SortedBy {
	choice := func(name string) catalog.IDFilter {
		id, none := f.reference(name)
		return catalog.IDFilter{Asked: id != nil || none, ID: id}
	}
	return catalog.SortedBy{
		CategoryID: choice("category_id"),
		SetID:      choice("set_id"),
		SeriesID:   choice("series_id"),
		Nested:     f.boolean("include_nested"),
		TagIDs:     f.ids("tag_ids"),
		AnyTagIDs:  f.ids("tag_ids_any"),
	}
}

func itemFilter(req *request) (catalog.ItemFilter, error) {
	if req.URL.RawQuery == "" {
		return catalog.ItemFilter{}, nil
	}
	f := filter{query: req.parameters()}
	in := catalog.ItemFilter{
		Search:    f.search("q"),
		HasCopies: f.choice("has_copies"),
		HasPhotos: f.choice("has_photos"),
		Sort:      catalog.NewSort(&f.wrong, "sort", f.text("sort")),
		Values:    catalog.NewValueFilters(&f.wrong, f.query),
		SortedBy:  f.sortedBy(),
		Since:     f.moment("updated_since"),
		Wish:      catalog.WishFilter{Wanted: f.choice("wanted"), Priority: f.oneOf("wanted_priority", catalog.Priorities)},
	}
	in.CollectionTypeID, in.Untyped = f.reference("collection_type_id")
	if req.id("collection") == 0 { // within a collection there is no choice
		in.CollectionID = f.id("collection_id")
	}
	return in, f.wrong.Err()
}

func copyFilter(req *request) (catalog.CopyFilter, error) {
	f := filter{query: req.parameters()}
	in := catalog.CopyFilter{
		Search:        f.search("q"),
		Status:        f.oneOf("status", catalog.CopyStatuses),
		Identifier:    f.text("identifier"),
		Nested:        f.boolean("include_nested"),
		CollectionID:  f.id("collection_id"),
		Held:          f.boolean("held"),
		Borrowed:      f.choice("borrowed"),
		Insured:       f.oneOf("insured", catalog.CopyCovers),
		AcquiredFrom:  f.date("acquired_from"),
		AcquiredTo:    f.date("acquired_to"),
		ValuedBefore:  f.date("valued_before"),
		ValueMin:      f.amount("value_min"),
		ValueMax:      f.amount("value_max"),
		ValueCurrency: f.text("value_currency_code"),
		Sort:          f.oneOf("sort", catalog.CopySorts),
		SortedBy:      f.sortedBy(),
		Since:         f.moment("updated_since"),
	}
	in.ConditionID, in.Ungraded = f.reference("item_condition_id")
	in.LocationID, in.Nowhere = f.reference("location_id")
	in.Nowhere = in.Nowhere || f.boolean("without_location")
	f.wrong.Max("identifier", in.Identifier, catalog.MaxName)
	catalog.KnownCurrency(&f.wrong, "value_currency_code", &in.ValueCurrency)
	if in.ValueCurrency == "" && in.ComparesValues() {
		f.wrong.Addf("value_currency_code", "The %s parameter is required where values are compared or sorted.")
	}
	return in, f.wrong.Err()
}
