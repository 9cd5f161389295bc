package web

import (
	"cmp"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

// chosenIn is what the form of an item has chosen to sort it by.
func chosenIn(e view.ItemEdit) chosen {
	c := chosen{category: asID(e.Form.Value("category_id")), set: asID(e.Form.Value("set_id")), series: asID(e.Form.Value("series_id"))}
	for _, id := range e.TagIDs {
		if !view.HasTag(e.Tags, id) {
			c.tags = append(c.tags, id)
		}
	}
	return c
}

// sorted reads what an item is sorted by and whether it is wanted, and the names of tags
// that it gets besides those that stay. A form without these fields says nothing of them.
func (v *visit) sorted(in *catalog.ItemInput, currency string) (tags []catalog.TagName, err error) {
	if v.text("sorted") == "" {
		return nil, nil
	}
	var wrong fault.Invalid
	in.CategoryID = catalog.Given[int64]{Sent: true, Value: v.integer(&wrong, "category_id")}
	in.SetID = catalog.Given[int64]{Sent: true, Value: v.integer(&wrong, "set_id")}
	in.SeriesID = catalog.Given[int64]{Sent: true, Value: v.integer(&wrong, "series_id")}
	in.TagIDs = catalog.Now(numbers(v.PostForm["tag_id"]))
	if in.Wanted = catalog.Now(v.text("wanted") != ""); *in.Wanted.Value {
		in.WantedPriority = catalog.Given[string]{Sent: true, Value: v.optional("wanted_priority")}
		in.WantedMaxPrice = catalog.Given[int64]{Sent: true, Value: v.money(&wrong, "wanted_max_price", cmp.Or(v.text("wanted_currency_code"), currency))}
		in.WantedCurrencyCode = catalog.Given[string]{Sent: true, Value: v.optional("wanted_currency_code")}
	}
	for _, name := range v.typedTags() {
		tag := catalog.TagName{Name: name}
		var invalid *fault.Invalid
		if err := tag.Validate(); errors.As(err, &invalid) {
			invalid.Fields[0].Name = "tags"
			return nil, invalid
		}
		tags = append(tags, tag)
	}
	return tags, wrong.Err()
}

// attach gives an item tags within a larger change.
func (v *visit) attach(s postgres.Scope, item int64, tags []catalog.TagName) error {
	for _, tag := range tags {
		err := postgres.Change(v.Context(), s, catalog.ItemTagAttached, func(w postgres.Writer) error {
			_, err := inventory.AttachTag(v.Context(), w, item, tag)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
