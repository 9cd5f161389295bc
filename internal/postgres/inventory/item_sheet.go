package inventory

import (
	"cmp"
	"context"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// CategoryOfItem are the names of the category of an item i, the outermost first.
const CategoryOfItem = `array(
			with recursive up as (
				select parent_id, name, 1 as n from categories where account_id = $1 and id = i.category_id
				union all
				select g.parent_id, g.name, up.n + 1 from up cross join lateral (select parent_id, name from categories where account_id = $1 and id = up.parent_id offset 0) g
			) select name from up order by n desc) as category_path`

// tagLinks are the tags of an item i, by name.
const tagLinks = `coalesce((
			select jsonb_agg(jsonb_build_object('ID', t.id, 'Name', t.name, 'Color', t.color) order by t.name_key, t.id) from item_tags o
			cross join lateral (select id, name, name_key, color from tags where account_id = $1 and id = o.tag_id offset 0) t
			where o.account_id = $1 and o.item_id = i.id), '[]') as tags`

// ItemSheet reads an item with its collection, type, category and tags, in one round trip.
func ItemSheet(ctx context.Context, r engine.Reader, id int64) (catalog.ItemSheet, error) {
	return engine.One[catalog.ItemSheet](ctx, engine.InItem(r, id), `
		select `+items.Columns+`, c.name as collection_name, c.emoji as collection_emoji, c.currency, `+coverOfCollection+` as cover_photo_id,
			`+CategoryOfItem+`, (select name from sets where account_id = $1 and id = i.set_id) as set_name,
			(select name from series where account_id = $1 and id = i.series_id) as series_name, `+tagLinks+`, (
			select jsonb_build_object('ID', t.id, 'Name', t.name, 'Color', t.color, 'Fields', `+fieldsOf+`)
			from collection_types t where t.account_id = $1 and t.id = i.collection_type_id) as type
		from (select * from items where account_id = $1 and id = $2 offset 0) i
			cross join lateral (select id, name, emoji, currency from collections where account_id = $1 and id = i.collection_id offset 0) c`, r.AccountID(), id)
}

// PlaceOfCopy are the names of the location of a copy c, the outermost first.
const PlaceOfCopy = `array(
			with recursive up as (
				select parent_id, name, 1 as n from locations where account_id = $1 and id = c.location_id
				union all
				select l.parent_id, l.name, up.n + 1 from up cross join lateral (select parent_id, name from locations where account_id = $1 and id = up.parent_id offset 0) l
				where up.n < 6
			) select name from up order by n desc) as place`

const conditionOfCopy = `, (select name from item_conditions where account_id = $1 and id = c.item_condition_id) as condition`

// PlacedCopies are the copies of an item with their places.
func PlacedCopies(ctx context.Context, r engine.Reader, item int64, p catalog.Paging) (catalog.Page[catalog.PlacedCopy], error) {
	l := copies.List(r, item)
	l.Columns, l.Total = l.Columns+`, `+PlaceOfCopy+conditionOfCopy, ""
	return engine.Page[catalog.PlacedCopy](ctx, engine.InItem(r, item), p, l)
}

// CopySheet reads a copy with its place, item and collection, in one round trip.
func CopySheet(ctx context.Context, r engine.Reader, id int64) (catalog.CopySheet, error) {
	return engine.One[catalog.CopySheet](ctx, engine.InCopy(r, id), `
		select `+copies.Columns+`, `+PlaceOfCopy+conditionOfCopy+`, (select count(*) from copies where account_id = $1 and item_id = c.item_id and id <= c.id) as nth, i.name as item_name, i.collection_id, o.name as collection_name, o.emoji as collection_emoji, o.currency,
			(select id from photos where account_id = $1 and item_id = i.id and is_main) as photo_id
		from (select * from copies where account_id = $1 and id = $2 offset 0) c
			cross join lateral (select id, name, collection_id from items where account_id = $1 and id = c.item_id offset 0) i
			cross join lateral (select name, emoji, currency from collections where account_id = $1 and id = i.collection_id offset 0) o`, r.AccountID(), id)
}

const (
	fewPlaces   = 200 // up to here a form offers all locations
	topPlaces   = 100 // of many, at top level
	usedPlaces  = 50  // of many, that copies were put at last
	lastPlaced  = 500 // copies read to find these
	lastPlaces  = 4   // that a form names first
	allPlaces   = 6   // up to here it names all
	placesAbove = `select l.id, l.parent_id from above cross join lateral (select id, parent_id from locations where account_id = $1 and id = above.parent_id offset 0) l`
)

// Places are the locations that a form offers, in one round trip: all if they are few, otherwise those
// at top level, those used last and the chosen one, each with its path. It names a few first: the chosen
// one, and where copies were put last.
func Places(ctx context.Context, r engine.Reader, chosen *int64) (choice catalog.PlaceChoice, err error) {
	type place struct {
		catalog.Location
		More bool
		Last int64 // the copy that was put there last; 0 is none
	}
	found, err := engine.All[place](ctx, engine.AccountWide(r), `
		with recursive extent as materialized (select count(*) > $3 as more from (select from locations where account_id = $1 order by id limit $3 + 1) l),
		used as materialized (
			select location_id, max(id) as last from (select id, location_id from copies where account_id = $1 order by id desc limit $6) c
			where location_id is not null group by location_id order by max(id) desc limit $5),
		above (id, parent_id) as (
			(select id, parent_id from locations where account_id = $1 and id = $2)
			union
			(select id, parent_id from locations where account_id = $1 and not (select more from extent))
			union
			(select id, parent_id from locations where account_id = $1 and parent_id is null and (select more from extent) limit $4)
			union
			(select l.id, l.parent_id from used cross join lateral (select id, parent_id from locations where account_id = $1 and id = used.location_id offset 0) l)
			union
			`+placesAbove+`
		)
		select l.*, (select more from extent) as more, case when l.id = $2 then 9223372036854775807 else coalesce((select last from used where location_id = l.id), 0) end as last from (select distinct id as above_id from above) a
		cross join lateral (`+locations.Query(`account_id = $1 and id = a.above_id`)+` offset 0) l order by lower(l.name), l.id`,
		r.AccountID(), chosen, fewPlaces, topPlaces, usedPlaces, lastPlaced)
	offered := make([]catalog.Location, len(found))
	for i, p := range found {
		offered[i], choice.More = p.Location, p.More
	}
	choice.Places = catalog.Places(offered)
	choice.Recent = choice.Places
	if len(found) > allPlaces {
		last := map[int64]int64{}
		for _, p := range found {
			last[p.ID] = p.Last
		}
		choice.Recent = slices.DeleteFunc(slices.Clone(choice.Places), func(p catalog.Place) bool { return last[p.ID] == 0 })
		slices.SortFunc(choice.Recent, func(a, b catalog.Place) int { return cmp.Compare(last[b.ID], last[a.ID]) })
		choice.Recent = choice.Recent[:min(lastPlaces, len(choice.Recent))]
	}
	return choice, err
}

// maxSuggestions is how many earlier values a form suggests.
const maxSuggestions = 10

// Suggestions are earlier values of a field with a prefix, ignoring case and accents. The index is
// entered once per value, however many items have it.
func Suggestions(ctx context.Context, r engine.Reader, field int64, beginning string) ([]string, error) {
	found, err := engine.One[struct{ Values []string }](ctx, engine.Narrowed(r), `
		select array(
			with recursive wanted as materialized (select text_key($3) as first, text_key($3) || U&'\+10FFFF' as last),
			step as (
				(select v.sort_key, v.value, 1 as n from wanted cross join lateral (select sort_key, value from item_values
					where account_id = $1 and custom_field_id = $2 and sort_key is not null and sort_key >= wanted.first and sort_key < wanted.last
					order by sort_key limit 1) v)
				union all
				select v.sort_key, v.value, step.n + 1 from step cross join wanted cross join lateral (select sort_key, value from item_values
					where account_id = $1 and custom_field_id = $2 and sort_key is not null and sort_key > step.sort_key and sort_key < wanted.last
					order by sort_key limit 1) v where step.n < $4
			) select value #>> '{}' from step order by n) as values
		from custom_fields where account_id = $1 and id = $2 and $5::bigint[] is null`, r.AccountID(), field, beginning, maxSuggestions, r.CollectionIDs())
	return found.Values, err
}
