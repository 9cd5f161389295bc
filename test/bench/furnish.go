package main

import (
	"context"
	"fmt"
	"strings"
)

// furnish gives a filled account what pages show besides items: a copy of each, at
// one of up to 5,000 locations in rooms and shelves, one in twenty nowhere, four in
// five with a value and a price; a tag for one in three; an insurance record for one
// in ten, a hundred policies, and log entries.
func (b *bench) furnish(ctx context.Context, a *account) error {
	found, err := b.database.query(ctx, fmt.Sprintf(`set local %[5]s; set local enable_seqscan = off; -- triggers plan while the tables are empty
		alter table copies disable trigger stay_begins; alter table location_history disable trigger user; alter table insurance_records disable trigger user; -- row by row
		with room as (insert into locations (account_id, name, emoji) select %[1]s, 'Room ' || n, '📦' from generate_series(0, 19) n returning id, name),
		shelf as (insert into locations (account_id, parent_id, name, emoji)
			select %[1]s, id, name || ', shelf ' || n, '📦' from room, generate_series(1, %[2]d) n returning id),
		numbered as (select id, row_number() over () - 1 as n from shelf)
		insert into copies (account_id, item_id, identifier, location_id, status, quantity, search, estimated_value, value_currency_code, valued_at, cost_amount, proceeds_amount, cost_currency_code)
		select %[1]s, i.id, 'C-' || i.id, l.id, 'owned', 1, array_to_tsvector(array['%[1]s/c', '%[1]s/' || i.id]),
			v.value, case when v.value > 0 then w.currency end, case when v.value > 0 then current_date end, v.value / 2, case when v.value > 0 then 0 end, case when v.value > 0 then w.currency end
		from items i cross join lateral (select case when i.id %% 5 > 0 then i.id * 7919 %% 500000 + 1 end as value) v
		join collections w on w.account_id = %[1]s and w.id = i.collection_id left join numbered l on l.n = i.id %% (20 * %[2]d) and i.id %% 20 <> 7 where i.account_id = %[1]s and i.collection_id = %[3]s;
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
		alter table copies enable trigger stay_begins; alter table location_history enable trigger user; alter table insurance_records enable trigger user;
		select min(c.id), (select l.id from locations l where l.account_id = %[1]s and l.parent_id is null order by l.id limit 1) from copies c where c.account_id = %[1]s`,
		a.id, min(a.items, 100_000)/400, a.collection, a.email, writesItself))
	if err != nil {
		return err
	}
	var ok bool
	if a.copy, a.location, ok = strings.Cut(found, "|"); !ok {
		return fmt.Errorf("no copy or no location: %s", found)
	}
	if a.tag, err = b.make("/api/tags", *a, map[string]any{"name": "Third"}); err != nil {
		return err
	}
	_, err = b.database.query(ctx, fmt.Sprintf(`set session_replication_role = replica; -- the trigger writes item by item
		insert into item_tags (account_id, item_id, tag_id) select %[1]s, id, %[2]s from items where account_id = %[1]s and id %% 3 = 0;
		update items set tag_ids = array[%[2]s] where account_id = %[1]s and id %% 3 = 0`, a.id, a.tag))
	if err != nil {
		return err
	}
	_, err = b.database.query(ctx, `vacuum analyze`)
	return err
}
