package item

import (
	"errors"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// sorted reads category, set, series, tags and wish from the form, and names of new tags. Fields that
// the form does not have are left unchanged.
func sorted(v *page.Visit, in *catalog.ItemInput, currency string) (tags []catalog.TagName, err error) {
	if v.Text("sorted") == "" {
		return nil, nil
	}
	var wrong fault.Invalid
	in.CategoryID = catalog.Given[int64]{Sent: true, Value: v.Integer(&wrong, "category_id")}
	in.SetID = catalog.Given[int64]{Sent: true, Value: v.Integer(&wrong, "set_id")}
	in.SeriesID = catalog.Given[int64]{Sent: true, Value: v.Integer(&wrong, "series_id")}
	in.TagIDs = catalog.Now(page.Numbers(v.PostForm["tag_id"]))
	if in.Wanted = catalog.Now(v.Text("wanted") != "" || v.Text("own") == "want"); *in.Wanted.Value {
		in.WantedPriority = catalog.Given[string]{Sent: true, Value: v.Optional("wanted_priority")}
		in.WantedMaxPrice = catalog.Given[int64]{Sent: true, Value: v.Price(&wrong, "wanted_max_price", "wanted_currency_code", currency)}
		in.WantedCurrencyCode = catalog.Given[string]{Sent: true, Value: v.Optional("wanted_currency_code")}
	}
	for _, name := range page.TypedTags(v) {
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

// attach adds tags to an item within a larger change.
func attach(v *page.Visit, s postgres.Scope, item int64, tags []catalog.TagName) error {
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

// SortedValues are category, set, series and wish of an item in its form.
func SortedValues(i catalog.Item) map[string]string {
	tags := make([]string, len(i.TagIDs))
	for n, id := range i.TagIDs {
		tags[n] = ui.Number(id)
	}
	return ui.Filled(map[string]any{"tag_id": strings.Join(tags, " "), "category_id": i.CategoryID, "set_id": i.SetID, "series_id": i.SeriesID, "wanted": i.Wanted, "wanted_priority": ui.ValueOr(i.WantedPriority, "normal"),
		"wanted_max_price": ui.Sum{Amount: i.WantedMaxPrice, Code: ui.ValueOr(i.WantedCurrencyCode, "")}, "wanted_currency_code": i.WantedCurrencyCode})
}
