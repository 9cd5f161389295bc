package inventory

// recordTags puts the given tags on the changed item.
const recordTags = `
			insert into item_tags (account_id, item_id, tag_id) select $1, changed.id, t.id from changed, unnest(@tag_ids::bigint[]) t (id)`

// wish computes the new wish of the item: sent values win. If the item is not wanted, the rest is cleared.
const wish = `
			select case when 'wanted' = any(@sent::text[]) then coalesce(@wanted, false) else before.wanted end as wanted,
				case when 'wanted_priority' = any(@sent) then @wanted_priority else before.wanted_priority end as priority,
				case when 'wanted_max_price' = any(@sent) then @wanted_max_price else before.wanted_max_price end as price,
				case when 'wanted_currency_code' = any(@sent) then @wanted_currency_code else before.wanted_currency_code end as code,
				(select currency from collections where account_id = $1 and id = before.collection_id) as currency
			from before`
