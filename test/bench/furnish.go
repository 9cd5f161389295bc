package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// furnish gives a filled account what pages show besides items: a copy of each but one in
// a thousand, at one of up to 5,000 locations in rooms and shelves, one in twenty nowhere,
// four in five with a value and a price, one in twenty sold, half of them graded; tags for
// one in three, one in thirty and one in a thousand; a set for one in ten; an insurance
// record for one in ten, a hundred policies, and log entries.
func (b *bench) furnish(ctx context.Context, a *account) error {
	found, err := b.database.query(ctx, fmt.Sprintf(`set session_replication_role = replica; -- triggers take ten times as long
		with room as (insert into locations (account_id, name, emoji) select %[1]s, 'Room ' || n, '📦' from generate_series(0, 19) n returning id, name),
		shelf as (insert into locations (account_id, parent_id, name, emoji)
			select %[1]s, id, name || ', shelf ' || n, '📦' from room, generate_series(1, %[2]d) n returning id),
		numbered as (select id, row_number() over () - 1 as n from shelf)
		insert into copies (account_id, item_id, identifier, location_id, status, quantity, search, estimated_value, value_currency_code, valued_at, cost_amount, proceeds_amount, cost_currency_code)
		select %[1]s, i.id, 'C-' || i.id, l.id, case when i.id %% 20 = 3 then 'sold' else 'owned' end, 1, array_to_tsvector(array['%[1]s/c', '%[1]s/' || i.id]),
			v.value, case when v.value > 0 then w.currency end, case when v.value > 0 then current_date end, v.value / 2, case when v.value > 0 then 0 end, case when v.value > 0 then w.currency end
		from items i cross join lateral (select case when i.id %% 5 > 0 then i.id * 7919 %% 500000 + 1 end as value) v
		join collections w on w.account_id = %[1]s and w.id = i.collection_id left join numbered l on l.n = i.id %% (20 * %[2]d) and i.id %% 20 <> 7 where i.account_id = %[1]s and i.collection_id = %[3]s and i.id %% 1000 <> 501;
		insert into location_history (account_id, copy_id, location_id, location_name, moved_at)
		select %[1]s, c.id, l.id, l.name, current_date from copies c join locations l on l.account_id = %[1]s and l.id = c.location_id where c.account_id = %[1]s;
		insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, deductible_currency_code, starts_at, ends_at, is_scheduled_item)
		select %[1]s, id, 'Provider ' || id %% 7, 10000, case id %% 3 when 0 then 'active' when 1 then 'expired' else 'pending' end, 'EUR', 'EUR', '2026-01-01', current_date + (id %% 300)::int, false
		from copies where account_id = %[1]s and id %% 10 = 0;
		with p as (insert into policies (account_id, name, name_key, provider, insured_value, currency_code, deductible_currency_code, status)
			select %[1]s, 'Policy ' || n, 'policy ' || n, 'Axa', 2000000000, w.currency, w.currency, 'active' from generate_series(1, 100) n, collections w where w.id = %[3]s returning id)
		insert into policy_locations (account_id, policy_id, location_id) select %[1]s, p.id, l.id from (select id, row_number() over () as n from p) p
			join (select id, row_number() over (order by id) as n from locations where account_id = %[1]s) l on l.n = p.n %% (select count(*) from locations where account_id = %[1]s) + 1;
		insert into logs (account_id, user_id, user_name, action, parameters, object_type, object_id, collection_id, item_id)
		select %[1]s, u.id, 'Ben Chmark', 'item_created', jsonb_build_object('name', i.name), 'item', i.id, %[3]s, i.id
		from items i, (select id from users where email = '%[4]s') u where i.account_id = %[1]s;
		insert into copy_words (account_id, copy_id, word) select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from copies where account_id = %[1]s;
		insert into totals (account_id, list, parent_id, slot, n) select %[1]s, 'copies', 0, 0, count(*) from copies where account_id = %[1]s
			union all select %[1]s, 'locations', 0, 0, count(*) from locations where account_id = %[1]s
			union all select %[1]s, 'location_copies', location_id, 0, count(*) from copies where account_id = %[1]s and location_id is not null group by location_id
			union all select %[1]s, 'logs', user_id, 0, count(*) from logs where account_id = %[1]s group by user_id
		on conflict (account_id, list, parent_id, slot) do update set n = excluded.n;
		insert into collection_sums (account_id, collection_id, currency_code, slot, copies, held, quantity, value)
			select %[1]s, %[3]s, coalesce(value_currency_code, ''), 0, count(*), count(*) filter (where status = 'owned'), coalesce(sum(quantity) filter (where status = 'owned'), 0),
				coalesce(sum(estimated_value * quantity) filter (where status = 'owned'), 0) from copies where account_id = %[1]s group by 3;
		select min(c.id), (select l.id from locations l where l.account_id = %[1]s and l.parent_id is null order by l.id limit 1) from copies c where c.account_id = %[1]s`,
		a.id, min(a.items, 100_000)/400, a.collection, a.email))
	if err != nil {
		return err
	}
	var ok bool
	if a.copy, a.location, ok = strings.Cut(found, "|"); !ok {
		return fmt.Errorf("no copy or no location: %s", found)
	}
	for name, id := range map[string]*string{"Third": &a.tag, "Rare": &a.rareTag, "Thirtieth": &a.smallTag} {
		if *id, err = b.make("/api/tags", *a, map[string]any{"name": name}); err != nil {
			return err
		}
	}
	if a.set, err = b.make("/api/sets", *a, map[string]any{"collection_id": json.Number(a.collection), "name": "Tenth"}); err != nil {
		return err
	}
	_, err = b.database.query(ctx, fmt.Sprintf(`set session_replication_role = replica; -- the trigger writes item by item
		insert into item_tags (account_id, item_id, tag_id) select %[1]s, i.id, t.id from items i
			cross join (values (%[2]s, 3, 0), (%[3]s, 30, 6), (%[4]s, 1000, 7)) t (id, nth, rest) where i.account_id = %[1]s and i.id %% nth = rest;
		update items i set tag_ids = array(select tag_id from item_tags where account_id = %[1]s and item_id = i.id order by tag_id offset 0),
			set_id = case when i.id %% 10 = 4 then %[5]s::bigint end where account_id = %[1]s and (i.id %% 3 = 0 or i.id %% 1000 = 7 or i.id %% 10 = 4);
		update copies c set item_condition_id = k.id from (select id, row_number() over (order by position) as n, count(*) over () as all from item_conditions where account_id = %[1]s) k
			where c.account_id = %[1]s and c.id %% 2 = 0 and c.id / 2 %% k.all = k.n - 1;
		delete from item_keys where account_id = %[1]s;
		insert into item_keys (account_id, collection_id, item_id, kind, key)
			select %[1]s, k.collection_id, k.item_id, k.kind, k.key from (select array_agg(id) as ids from items where account_id = %[1]s group by id / 1000) i cross join lateral find_item_keys(%[1]s, i.ids) k
			union all select %[1]s, i.collection_id, i.id, 'tag', unnest(i.tag_ids) from items i where i.account_id = %[1]s`, a.id, a.tag, a.smallTag, a.rareTag, a.set))
	if err != nil {
		return err
	}
	_, err = b.database.query(ctx, `vacuum analyze`)
	return err
}
