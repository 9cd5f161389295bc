package item

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// SortedValues are what an item is sorted by and the wish for it, as its form shows them.
func SortedValues(i catalog.Item) map[string]string {
	tags := make([]string, len(i.TagIDs))
	for n, id := range i.TagIDs {
		tags[n] = ui.Number(id)
	}
	return ui.Filled(map[string]any{"tag_id": strings.Join(tags, " "), "category_id": i.CategoryID, "set_id": i.SetID, "series_id": i.SeriesID, "wanted": i.Wanted, "wanted_priority": ui.ValueOr(i.WantedPriority, "normal"),
		"wanted_max_price": ui.Sum{Amount: i.WantedMaxPrice, Code: ui.ValueOr(i.WantedCurrencyCode, "")}, "wanted_currency_code": i.WantedCurrencyCode})
}
