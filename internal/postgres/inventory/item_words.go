package inventory

import (
	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// itemsWithWord finds items by the beginning of a word in their name, description
// or a value of their present type, and by what else the word stands for; words of other
// values are not stored.
func itemsWithWord(l *engine.List, w engine.Word) engine.Filter {
	f := engine.Filter{
		Query: `
			select item_id from item_words where account_id = $1 and word >= ` + w.First + ` and word < ` + w.Last + `
			union all
			select item_id from item_value_words where account_id = $1 and word >= ` + w.First + ` and word < ` + w.Last,
		Frequent: `exists (select from item_words where account_id = $1 and word = ` + w.First + ` limit 1 offset 10000)`,
	}
	value, named := `v.search @@ (select `+w.Query+`::text::tsquery)`, ``
	if !w.Sense.Empty() {
		m := meant(l, w)
		f.Query += m.items()
		value = `(` + value + ` or ` + m.value() + `)`
		named = ` or ` + m.named()
	}
	f.Test = `(i.search @@ (select ` + w.Query + `::text::tsquery) or i.collection_type_id is not null and exists (
			select from item_values v
			cross join lateral (select collection_type_id from custom_fields where account_id = $1 and id = v.custom_field_id offset 0) f
			where v.account_id = $1 and v.item_id = i.id and ` + value + ` and f.collection_type_id = i.collection_type_id offset 0)` + named + `)`
	return f
}

// meaning is a sense as placeholders. Values are found by their hash, which has 64 bits:
// the index has it, and the rows of thousands of values need not be read.
type meaning struct {
	fields, kinds, values                                string
	dated, datedKinds, from, to                          string
	tags, sets, series, categories, locations, borrowers string
}

func meant(l *engine.List, w engine.Word) meaning {
	s := w.Sense
	ids := func(kind string) string { return l.Arg(s.Named[kind]) + `::bigint[]` }
	return meaning{
		fields: l.Arg(s.Fields), kinds: l.Arg(s.Kinds), values: l.Arg(s.Values),
		dated: l.Arg(s.Dated), datedKinds: l.Arg(s.DatedKinds), from: l.Arg(w.Text + "-"), to: l.Arg(w.Text + "."), // which comes next
		tags: ids("tag"), sets: ids("set"), series: ids("series"), categories: ids("category"), locations: ids("location"), borrowers: ids("item"),
	}
}

func (m meaning) chosen() string {
	return `(select field, kind, jsonb_hash_extended(value::jsonb, 0) as hash
				from unnest(` + m.fields + `::bigint[], ` + m.kinds + `::bigint[], ` + m.values + `::text[]) q (field, kind, value) offset 0) chosen`
}

// items adds the items: by a value those of the type of its field, which show it.
func (m meaning) items() string {
	ofKind := func(kind string) string {
		return ` cross join lateral (select from items where account_id = $1 and collection_type_id = ` + kind + ` and id = v.item_id offset 0) i`
	}
	each := func(ids, column string) string {
		return `
			union all
			select i.id from unnest(` + ids + `) q (id) cross join lateral (select id from items where account_id = $1 and ` + column + ` = q.id offset 0) i`
	}
	return `
			union all
			select v.item_id from ` + m.chosen() + `
			cross join lateral (select item_id from item_values where account_id = $1 and custom_field_id = chosen.field and value_hash = chosen.hash offset 0) v` + ofKind(`chosen.kind`) + `
			union all
			select v.item_id from unnest(` + m.dated + `::bigint[], ` + m.datedKinds + `::bigint[]) q (field, kind)
			cross join lateral (select item_id from item_values where account_id = $1 and custom_field_id = q.field and sort_key >= ` + m.from + ` and sort_key < ` + m.to + ` offset 0) v` + ofKind(`q.kind`) + `
			union all
			select t.item_id from unnest(` + m.tags + `) q (id) cross join lateral (select item_id from item_tags where account_id = $1 and tag_id = q.id offset 0) t` +
		each(m.sets, `set_id`) + each(m.series, `series_id`) + each(m.categories, `category_id`) + `
			union all
			select c.item_id from unnest(` + m.locations + `) q (id)
			cross join lateral (select item_id from copies c where account_id = $1 and location_id = q.id and ` + IsHeld + ` offset 0) c
			union all
			select * from unnest(` + m.borrowers + `)`
}

// value is the condition that v is such a value.
func (m meaning) value() string {
	return `(v.custom_field_id, v.value_hash) in (select field, hash from ` + m.chosen() + `)
			or v.custom_field_id = any(` + m.dated + `::bigint[]) and v.sort_key >= ` + m.from + ` and v.sort_key < ` + m.to
}

// named is the condition that the item i has something of that name. A word may begin
// thousands of names, so their ids are hashed once and not compared row by row; "is true"
// keeps PostgreSQL from joining them instead.
func (m meaning) named() string {
	in := func(column, ids string) string { return `(` + column + ` in (select unnest(` + ids + `))) is true` }
	return `i.tag_ids && ` + m.tags + ` or ` + in(`i.set_id`, m.sets) + ` or ` + in(`i.series_id`, m.series) + ` or ` + in(`i.category_id`, m.categories) + ` or ` + in(`i.id`, m.borrowers) + `
			or cardinality(` + m.locations + `) > 0 and exists (
			select from copies c where c.account_id = $1 and c.item_id = i.id and ` + in(`c.location_id`, m.locations) + ` and ` + IsHeld + ` offset 0)`
}

// foundTexts are the texts of an item i by which it may have been found: the description,
// its values, and the names of what it has.
const foundTexts = `
			select null::text as field, '' as kind, i.description as text, 0 as position where i.description is not null
			union all
			select f.name, '', v.value #>> '{}', f.position from item_values v
			cross join lateral (select name, position from custom_fields where account_id = $1 and id = v.custom_field_id and collection_type_id = i.collection_type_id and field_type <> 'boolean' offset 0) f
			where v.account_id = $1 and v.item_id = i.id
			union all
			select null, 'tag', t.name, 2000001 from unnest(i.tag_ids) q (id) cross join lateral (select name from tags where account_id = $1 and id = q.id offset 0) t
			union all
			select null, 'category', name, 2000002 from categories where account_id = $1 and id = i.category_id
			union all
			select null, 'set', name, 2000003 from sets where account_id = $1 and id = i.set_id
			union all
			select null, 'series', name, 2000004 from series where account_id = $1 and id = i.series_id
			union all
			select null, 'location', p.name, 2000005 from copies c cross join lateral (select name from locations where account_id = $1 and id = c.location_id offset 0) p
			where c.account_id = $1 and c.item_id = i.id and ` + IsHeld + `
			union all
			select null, 'loan', l.party, 2000006 from copies c cross join lateral (select party from loans where account_id = $1 and copy_id = c.id and status = 'active' offset 0) l
			where c.account_id = $1 and c.item_id = i.id`

// searchedFields are the fields whose values are chosen, or compared as a whole.
func searchedFields(s catalog.Search) string {
	if s.Wide {
		return `account_id = $1 and field_type in ('select', 'number', 'date')`
	}
	return `account_id = $1 and options is not null`
}
