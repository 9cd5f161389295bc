package postgres

import "vitrine/internal/catalog"

// placeArgs are the arguments $9 to $16 that making and updating an item share: what it is
// sorted by, and whether it is wanted.
func placeArgs(in catalog.ItemInput) []any {
	tags := []int64{}
	if in.TagIDs.Value != nil {
		tags = *in.TagIDs.Value
	}
	return []any{in.CategoryID.Value, in.SetID.Value, in.SeriesID.Value, tags, in.Wanted.Value, in.WantedPriority.Value, in.WantedMaxPrice.Value, in.WantedCurrencyCode.Value}
}

// recordTags puts the tags $12 on the changed item.
const recordTags = `
			insert into item_tags (account_id, item_id, tag_id) select $1, changed.id, t.id from changed, unnest($12::bigint[]) t (id)`

// wish is what becomes of the wish for the item before: what is in $23 was given. Of one
// that is not wanted, the rest is forgotten.
const wish = `
			select case when 'wanted' = any($23::text[]) then coalesce($13, false) else before.wanted end as wanted,
				case when 'wanted_priority' = any($23) then $14 else before.wanted_priority end as priority,
				case when 'wanted_max_price' = any($23) then $15 else before.wanted_max_price end as price,
				case when 'wanted_currency_code' = any($23) then $16 else before.wanted_currency_code end as code,
				(select currency from collections where account_id = $1 and id = before.collection_id) as currency
			from before`
