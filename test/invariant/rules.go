// Package invariant says what holds for whatever the database has, whoever wrote
// it: after concurrent writes, bad input and faults.
package invariant

// Rules are SQL, each for the rows that break it.
var Rules = map[string]string{
	"positions of groups are unique": `
		select format('type %s, position %s', collection_type_id, position) from custom_field_groups
		group by account_id, collection_type_id, position having count(*) > 1`,
	"positions of fields are unique": `
		select format('type %s, group %s, position %s', collection_type_id, group_id, position) from custom_fields
		group by account_id, collection_type_id, group_id, position having count(*) > 1`,
	"positions begin at 1": `
		select format('field %s', id) from custom_fields where position < 1 union all select format('group %s', id) from custom_field_groups where position < 1`,
	"a field is of the type of its group": `
		select format('field %s', f.id) from custom_fields f join custom_field_groups g on g.id = f.group_id where f.collection_type_id <> g.collection_type_id`,
	"locations form no circle": `
		with recursive walk as (
			select account_id, id as start, parent_id as at from locations
			union select l.account_id, start, l.parent_id from walk join locations l on l.account_id = walk.account_id and l.id = walk.at
		) select format('location %s', start) from walk where start = at`,
	"one active record a policy": `
		select format('copy %s, policy %s', copy_id, policy_number) from insurance_records
		where status = 'active' and policy_number is not null group by account_id, copy_id, policy_number having count(*) > 1`,
	"items show the values of their type": `
		select format('item %s', i.id) from items i left join lateral (
			select jsonb_object_agg(v.custom_field_id, v.value) as object from item_values v
			join custom_fields f on f.account_id = i.account_id and f.id = v.custom_field_id
			where v.account_id = i.account_id and v.item_id = i.id and f.collection_type_id = i.collection_type_id
		) shown on true where i.collection_type_id is not null and i.custom_fields <> coalesce(shown.object, '{}')`,
	"keys say what their user is": `
		select format('key %s', k.id) from api_keys k join users u on u.account_id = k.account_id and u.id = k.user_id
		where (k.role, k.user_name) is distinct from (u.role, coalesce(u.nickname, u.first_name || ' ' || u.last_name))`,
	"words are those of the texts": `
		with texts as (
			select 'item' as kind, account_id, id, 0::bigint as field, split_part(unnest(tsvector_to_array(search)), '/', -1) as word from items
			union all select 'value', v.account_id, v.item_id, v.custom_field_id, split_part(unnest(tsvector_to_array(v.search)), '/', -1) from item_values v
			join items i on i.account_id = v.account_id and i.id = v.item_id join custom_fields f on f.account_id = v.account_id and f.id = v.custom_field_id
			where f.collection_type_id = i.collection_type_id
			union all select 'copy', account_id, id, 0, split_part(unnest(tsvector_to_array(search)), '/', -1) from copies
		), kept as (
			select 'item' as kind, account_id, item_id as id, 0::bigint as field, word from item_words
			union all select 'value', account_id, item_id, custom_field_id, word from item_value_words
			union all select 'copy', account_id, copy_id, 0, word from copy_words
		), wrong as ((table texts except table kept) union all (table kept except table texts))
		select format('%s %s: %s', kind, id, word) from wrong`,
	"every user has an account": `
		select format('user %s', u.id) from users u where not exists (select from accounts a where a.id = u.account_id)`,
	"every account has an owner": `
		select format('account %s', id) from accounts a where not exists (select from users u where u.account_id = a.id and u.role = 'owner')`,
	"totals are counts": `
		with counted as (
			select account_id, 'collections' as list, 0::bigint as parent_id from collections
			union all select account_id, 'collection_types', 0 from collection_types
			union all select account_id, 'locations', 0 from locations
			union all select account_id, 'items', 0 from items
			union all select account_id, 'collection_items', collection_id from items
			union all select account_id, 'copies', 0 from copies
			union all select account_id, 'logs', user_id from logs
		), right_ones as (select account_id, list, parent_id, count(*) as n from counted group by 1, 2, 3
		), kept as (select account_id, list, parent_id, sum(n) as n from totals group by 1, 2, 3)
		select format('account %s, %s of %s: total %s, counted %s', account_id, list, parent_id, k.n, c.n)
		from kept k full join right_ones c using (account_id, list, parent_id) where coalesce(k.n, 0) <> coalesce(c.n, 0)`,
}
