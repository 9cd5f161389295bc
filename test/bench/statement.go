package main

import (
	"fmt"
	"strings"
)

// The statements of the bare engine. Each does the work of a request in one
// statement: it finds the caller by a valid token, reads or writes the same
// columns, and returns them.

// me finds the caller, if the token has the scope.
func (a account) me(scope string) string {
	sql := `select k.user_id, k.account_id, k.role, k.user_name, k.id as key_id, k.last_used_at from api_keys k
		where k.token_hash = ` + a.tokenHash() + ` and (k.expires_at is null or k.expires_at > now()) and (k.scopes is null or '` + scope + `' = any(k.scopes))`
	if scope == "write" {
		sql += ` and k.role <> 'viewer'`
	}
	return sql
}

// shown lists the shown columns of an item.
const shown = `i.id, i.collection_id, i.collection_type_id, i.name, i.description,
	case when i.collection_type_id is null then '{}' else i.custom_fields end as custom_fields, i.created_at, i.updated_at`

// getStatement reads a random item of the account.
func (a account) getStatement() string {
	return fmt.Sprintf(`\set id random(%[1]s, %[1]s + %[2]d)`, a.first, a.items-1) + "\n" + flat(`
		with me as (`+a.me("read")+`) select me.*, `+shown+` from me join items i on i.account_id = me.account_id and i.id = :id;`)
}

// pageStatement reads the first page of ten, with the total.
func (a account) pageStatement() string {
	return flat(`with me as (` + a.me("read") + `)
		select me.user_id, me.role, me.key_id, me.last_used_at, t.total, p.* from me,
			lateral (select coalesce(sum(n), 0) as total from totals where account_id = me.account_id and list = 'items' and parent_id = 0) t,
			lateral (select ` + shown + ` from items i where i.account_id = me.account_id order by i.id limit 10) p;`)
}

// createStatement creates an item with its values and log entry. It checks that
// the type is linked to the collection, the fields belong to the type, and the
// value of a select is one of its options.
func (a account) createStatement() string {
	typ, values, checked, recorded := "null::bigint", "'{}'", "", ""
	if a.typ != "" {
		typ, values = a.typ, a.newValues()
		checked = `where exists (select from collection_type_links l where l.account_id = me.account_id and l.collection_id = c.id and l.collection_type_id = ` + typ + `)
			and (select count(*) from given g join custom_fields f on f.account_id = me.account_id and f.collection_type_id = ` + typ + ` and f.id = g.field
				where f.options is null or f.options ? (g.value #>> '{}')) = 4`
		recorded = `recorded as (insert into item_values (account_id, item_id, custom_field_id, value, search)
			select me.account_id, made.id, g.field, g.value, array_to_tsvector(string_to_array(g.words, ' ')) from me, made, given g),`
	}
	return flat(`with me as (` + a.me("write") + `), given (field, value, words) as (` + a.given() + `),
		made as (insert into items as i (account_id, collection_id, collection_type_id, name, sort_name, search, custom_fields)
			select me.account_id, c.id, ` + typ + `, 'Blue Train', 'blue train', array_to_tsvector(array['` + a.id + `/blue', '` + a.id + `/train']), ` + values + `::jsonb
			from me join collections c on c.account_id = me.account_id and c.id = ` + a.collection + ` ` + checked + `
			returning ` + shown + `),
		` + recorded + `
		logged as (insert into logs (account_id, user_id, user_name, action, parameters)
			select me.account_id, me.user_id, me.user_name, 'item_created', jsonb_build_object('name', made.name) from me, made)
		select me.user_id, me.role, me.key_id, me.last_used_at, made.* from me, made;`)
}

// given returns the values of a new item with their words, as rows.
func (a account) given() string {
	if a.typ == "" {
		return `select null::bigint, null::jsonb, null::text where false`
	}
	return fmt.Sprintf(`values (%[2]s::bigint, '"Blue Note"'::jsonb, '%[1]s/blue %[1]s/note'), (%[3]s, '5', null), (%[4]s, '"Good"', null), (%[5]s, '"1958-01-01"', null)`,
		a.id, a.fields[0], a.fields[1], a.fields[2], a.fields[3])
}

// newValues returns the values of a new item, as quoted JSON.
func (a account) newValues() string {
	return fmt.Sprintf(`'{"%s": "Blue Note", "%s": 5, "%s": "Good", "%s": "1958-01-01"}'`, a.fields[0], a.fields[1], a.fields[2], a.fields[3])
}

// fillStatement creates items of an account without triggers, and returns the first id.
func (a account) fillStatement(items int) string {
	typ, values, recorded := "null::bigint", "'{}'::jsonb", ""
	if a.typ != "" {
		typ = a.typ
		values = fmt.Sprintf(`jsonb_build_object('%s', 'Label ' || n, '%s', n, '%s', (array['Mint', 'Good', 'Fair'])[n %% 3 + 1], '%s', '1958-01-01')`, a.fields[0], a.fields[1], a.fields[2], a.fields[3])
		recorded = fmt.Sprintf(`, recorded as (insert into item_values (account_id, item_id, custom_field_id, value, search)
			select %[1]s, id, v.* from numbered, lateral (values (%[2]s, to_jsonb('Label ' || n), array_to_tsvector(array['%[1]s/label', '%[1]s/' || n])),
				(%[3]s, to_jsonb(n), null), (%[4]s, to_jsonb((array['Mint', 'Good', 'Fair'])[n %% 3 + 1]), null), (%[5]s, '"1958-01-01"', null)) v)`, a.id, a.fields[0], a.fields[1], a.fields[2], a.fields[3])
	}
	return fmt.Sprintf(`set session_replication_role = replica; with numbered as materialized (select nextval(pg_get_serial_sequence('items', 'id')) as id, n from generate_series(1, %[1]d) n),
		made as (insert into items (account_id, id, collection_id, collection_type_id, name, sort_name, search, custom_fields)
			select %[2]s, id, %[3]s, %[4]s, 'Record ' || n, 'record ' || n, array_to_tsvector(array['%[2]s/record', '%[2]s/' || n]), %[5]s from numbered returning id)%[6]s
		select min(id) from made`, items, a.id, a.collection, typ, values, recorded)
}

// derivedStatement writes what triggers write of items.
func (a account) derivedStatement() string {
	return strings.ReplaceAll(`insert into item_words (account_id, item_id, word) select account_id, id, split_part(unnest(tsvector_to_array(search)), '/', -1) from items where account_id = ACCOUNT;
		insert into item_value_words (account_id, item_id, custom_field_id, word)
			select account_id, item_id, custom_field_id, split_part(unnest(tsvector_to_array(search)), '/', -1) from item_values where account_id = ACCOUNT and search is not null;
		insert into words (account_id, word) values (ACCOUNT, 'record'), (ACCOUNT, 'label') on conflict do nothing;
		insert into item_keys (account_id, collection_id, item_id, kind, key) select account_id, collection_id, id, 'held', 0 from items where account_id = ACCOUNT;
		insert into totals (account_id, list, parent_id, slot, n) select ACCOUNT, 'items', 0, 0, count(*) from items where account_id = ACCOUNT
			union all select ACCOUNT, 'collection_items', collection_id, 0, count(*) from items where account_id = ACCOUNT group by collection_id
		on conflict (account_id, list, parent_id, slot) do update set n = excluded.n`, "ACCOUNT", a.id)
}

// writesItself tells the triggers of item_values that the statement writes
// custom_fields of the item, as the service does.
const writesItself = `app.user_name=bench`

// flat puts a statement on one line, for pgbench.
func flat(sql string) string { return strings.Join(strings.Fields(sql), " ") }
