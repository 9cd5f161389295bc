package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

// custom_fields has the values of the item's present type, written by the change that records them.
var items = engine.Resource[catalog.Item]{
	Table: engine.Table{Name: `items`, Alias: `i`},
	Columns: `i.id, i.uuid::text, i.collection_id, i.collection_type_id, i.name, i.description,
		case when i.collection_type_id is null then '{}' else i.custom_fields end as custom_fields,
		i.category_id, i.set_id, i.series_id, i.tag_ids, i.wanted, i.wanted_priority, i.wanted_max_price, i.wanted_currency_code, i.created_at, i.updated_at`,
	Owner:   engine.Owner{Column: `collection_id`, Table: `collections`},
	Total:   "items",
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `item`, Item: `changed.id`, Collection: `collection_id`, Columns: `collection_id`},
	Audited: engine.Audited{`name`, `description`, `collection_type_id`},
}

// ItemTable is how items are read and logged.
var ItemTable = items.Shape()

// sorted are the attributes after an item's values; the last ones are its wish.
var (
	ItemPlaces = append(engine.Audited{`category_id`, `set_id`, `series_id`, `tag_ids`}, wished...)
	wished     = engine.Audited{`wanted`, `wanted_priority`, `wanted_max_price`, `wanted_currency_code`}
)

func Item(ctx context.Context, r engine.Reader, id int64) (catalog.Item, error) {
	return items.One(ctx, engine.InItem(r, id), id)
}

func ItemOf(ctx context.Context, r engine.Reader, collection, id int64) (catalog.Item, error) {
	return items.One(ctx, engine.InCollection(r, collection), collection, id)
}

func CreateItem(ctx context.Context, w engine.Writer, collection int64, in catalog.ItemInput) (catalog.Item, error) {
	values, stamp, err := knownValues(ctx, w, in)
	if err != nil {
		return catalog.Item{}, err
	}
	unchanged := ``
	if stamp != "" { // values checked against cached fields
		unchanged = ` and ` + fieldStamp + ` = @stamp`
	}
	sql := `
		with changed as (
			insert into items as i (account_id, collection_id, collection_type_id, name, description, sort_name, search, custom_fields,
				category_id, set_id, series_id, tag_ids, wanted, wanted_priority, wanted_max_price, wanted_currency_code)
			select account_id, id, @collection_type_id, @name, @description, @sort_name, array_to_tsvector(@search::text[]), @custom_fields::jsonb,
				@category_id, @set_id, @series_id, @tag_ids::bigint[], coalesce(@wanted::boolean, false), case when @wanted then coalesce(@wanted_priority, 'normal') end,
				case when @wanted then @wanted_max_price::bigint end, case when @wanted and @wanted_max_price is not null then coalesce(@wanted_currency_code, currency) end
			from collections
			where account_id = $1 and id = $2 and (@collection_type_id::bigint is null or exists (
				select from collection_type_links where account_id = $1 and collection_id = $2 and collection_type_id = @collection_type_id))` + unchanged + `
			returning ` + items.Columns + `
		)`
	given := ItemParams(w, in, values)
	given["stamp"] = stamp
	if in.TagIDs.Value != nil {
		sql += `, tagged as (` + recordTags + `)`
	}
	if len(values) > 0 {
		sql += `, recorded as (` + recordValues + `)`
	}
	changes := `@changes::jsonb`
	given["changes"] = givenTo(in, values)
	if in.Wanted.Value != nil && *in.Wanted.Value {
		changes += ` || ` + wished.Given(`changed`)
	}
	done, err := items.Tell(ctx, engine.InCollection(w.Edit, collection), changes, sql, given, collection)
	if stamp != "" && errors.Is(err, fault.ErrNotFound) {
		if err := sameFields(ctx, w, *in.CollectionTypeID, stamp); err != nil {
			return done, err
		}
	}
	return orNoType(done, err, func() error { _, err := Collection(ctx, w.Reader, collection); return err })
}

// UpdateItem writes an item and its values: all values of its type, or those given. Values of other
// types stay. The present type may be kept even if the collection no longer has it.
func UpdateItem(ctx context.Context, w engine.Writer, id int64, in catalog.ItemInput) (catalog.Item, error) {
	done, err := updateItem(ctx, w, engine.InItem(w.Edit, id), nil, id, in)
	return orNoType(done, err, func() error { _, err := Item(ctx, w.Reader, id); return err })
}

func UpdateItemOf(ctx context.Context, w engine.Writer, collection, id int64, in catalog.ItemInput) (catalog.Item, error) {
	done, err := updateItem(ctx, w, engine.InCollection(w.Edit, collection), &collection, id, in)
	return orNoType(done, err, func() error { _, err := ItemOf(ctx, w.Reader, collection, id); return err })
}

func updateItem(ctx context.Context, w engine.Writer, c *engine.Edit, collection *int64, id int64, in catalog.ItemInput) (catalog.Item, error) {
	values, none, err := checkedValues(ctx, w, in)
	if err != nil {
		return catalog.Item{}, err
	}
	given := ItemParams(w, in, values)
	given["keep_others"], given["emptied"], given["sent"] = in.KeepOthers, engine.NotNil(none), in.Sent()
	tagged := ``
	if in.TagIDs.Sent {
		tagged = `, untagged as (
			delete from item_tags t using changed where t.account_id = $1 and t.item_id = changed.id and t.tag_id <> all(@tag_ids)
		), tagged as (` + recordTags + ` on conflict do nothing)`
	}
	engine.First(c, lockItem, c.AccountID(), id)
	return items.Tell(ctx, c, items.Audited.Between(`before`, `changed`)+` || `+changedValues+` || `+ItemPlaces.Between(`before`, `changed`), `
		with before as materialized (
			select `+items.Columns+` from items i where account_id = $1 and ($2::bigint is null or collection_id = $2) and id = $3 for update
		), wish as materialized (`+wish+`
		), changed as (
			update items i set collection_type_id = @collection_type_id, name = @name, description = @description, sort_name = @sort_name, search = array_to_tsvector(@search::text[]), updated_at = now(),
				custom_fields = case when @keep_others then `+keptValues+` || @custom_fields::jsonb else @custom_fields::jsonb end,
				category_id = case when 'category_id' = any(@sent) then @category_id else i.category_id end, set_id = case when 'set_id' = any(@sent) then @set_id else i.set_id end,
				series_id = case when 'series_id' = any(@sent) then @series_id else i.series_id end,
				tag_ids = case when 'tag_ids' = any(@sent) then @tag_ids else i.tag_ids end, wanted = wish.wanted,
				wanted_priority = case when wish.wanted then coalesce(wish.priority, 'normal') end, wanted_max_price = case when wish.wanted then wish.price end,
				wanted_currency_code = case when wish.wanted and wish.price is not null then coalesce(wish.code, wish.currency) end
			from before, wish where i.account_id = $1 and i.id = before.id and (@collection_type_id::bigint is null or i.collection_type_id = @collection_type_id or exists (
				select from collection_type_links where account_id = $1 and collection_id = before.collection_id and collection_type_id = @collection_type_id offset 0))
			returning `+items.Columns+`
		), cleared as (
			delete from item_values v using changed, custom_fields f
			where v.account_id = $1 and v.item_id = changed.id and f.account_id = $1 and f.id = v.custom_field_id
			  and f.collection_type_id = @collection_type_id and v.custom_field_id <> all(@value_fields::bigint[]) and (not @keep_others or v.custom_field_id = any(@emptied::bigint[]))
		), recorded as (`+recordValues+`
			on conflict (account_id, item_id, custom_field_id) do update set value = excluded.value, search = excluded.search, code = excluded.code
		)`+tagged, given, collection, id)
}

// orNoType explains why nothing was written: the path names a missing object, or the collection does
// not have the type.
func orNoType(done catalog.Item, err error, look func() error) (catalog.Item, error) {
	if errors.Is(err, fault.ErrNotFound) {
		if err = look(); err == nil {
			return done, engine.ErrTypeNotLinked
		}
	}
	return done, err
}

// lockCopies locks the copies of an item before the item, like writers of copies; the other order
// could deadlock.
const lockCopies = `select from copies where account_id = $1 and item_id = $2 order by id for update`

// DeleteItem deletes an item with its values, copies and their records.
func DeleteItem(ctx context.Context, w engine.Writer, id int64) error {
	c := engine.InItem(w.Edit, id)
	ctx = engine.AtLength(ctx, c)
	engine.First(c, lockCopies, c.AccountID(), id)
	return items.Discard(ctx, c, id)
}

func DeleteItemOf(ctx context.Context, w engine.Writer, collection, id int64) error {
	c := engine.InCollection(w.Edit, collection)
	ctx = engine.AtLength(ctx, c)
	engine.First(c, lockCopies, c.AccountID(), id)
	return items.Discard(ctx, c, collection, id)
}

// Loss counts what is lost with some items of a collection.
func Loss(ctx context.Context, r engine.Reader, collection int64, ids []int64) (catalog.Loss, error) {
	return engine.One[catalog.Loss](ctx, engine.InCollection(r, collection), `
		select count(*) as items, coalesce(sum(c.n), 0)::bigint as copies, coalesce(sum(p.n), 0)::bigint as photos,
			coalesce((array_agg(i.name order by i.sort_name, i.id))[:5], '{}') as names
		from (select distinct unnest($3::bigint[]) as id) given
		cross join lateral (select id, name, sort_name from items where account_id = $1 and collection_id = $2 and id = given.id offset 0) i
		cross join lateral (select count(*) as n from copies where account_id = $1 and item_id = i.id) c
		cross join lateral (select count(*) as n from photos where account_id = $1 and item_id = i.id) p`, r.AccountID(), collection, ids)
}
