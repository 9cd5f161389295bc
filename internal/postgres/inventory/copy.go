package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var copies = engine.Resource[catalog.Copy]{
	Table: engine.Table{Name: `copies`, Alias: `c`},
	Columns: `c.id, c.uuid::text, c.item_id, c.identifier, c.location_id, c.status, c.quantity, c.acquired_at, c.disposed_at, c.note, c.item_condition_id,
		c.estimated_value, c.estimated_value * c.quantity as value, c.value_currency_code, c.valued_at,
		case when not ` + TwoCurrencies + ` then c.cost_amount end as cost_amount, case when not ` + TwoCurrencies + ` then c.proceeds_amount end as proceeds_amount,
		` + gain + ` as gain_amount, case when ` + gain + ` is not null then c.cost_currency_code end as gain_currency_code,
		c.cost_currency_code, c.borrowed, c.created_at, c.updated_at`,
	Owner: engine.Owner{Column: `item_id`, Table: `items`},
	Order: engine.Sorting{{SQL: `c.id`}},
	Total: "copies",
	Entry: engine.Entry{`identifier`},
	Trace: engine.Trace{Object: `copy`, Copy: `changed.id`, Item: `item_id`, Collection: engine.CollectionOf(`changed.item_id`), Columns: `item_id`},
	Audited: engine.Audited{`identifier`, `location_id`, `status`, `quantity`, `acquired_at`, `disposed_at`, `note`, `item_condition_id`, `estimated_value`, `value`,
		`value_currency_code`, `valued_at`, `cost_amount`, `proceeds_amount`, `gain_amount`, `gain_currency_code`, `borrowed`},
}

// CopyTable is how copies are read and logged.
var CopyTable = copies.Shape()

const (
	// IsHeld is a copy that counts in values.
	IsHeld = `(c.status in ('owned', 'loaned', 'other') and not c.borrowed)`

	// isGone is the condition of catalog.Copy.Gone.
	isGone = `c.status in ('sold', 'gifted', 'lost', 'stolen', 'disposed')`

	// TwoCurrencies is a copy valued in another currency than it was bought in.
	TwoCurrencies = `(` + IsHeld + ` and c.value_currency_code is not null and c.value_currency_code <> c.cost_currency_code)`

	gain = `case when ` + TwoCurrencies + ` then null when ` + IsHeld + ` then c.proceeds_amount + c.estimated_value * c.quantity - c.cost_amount
			else c.proceeds_amount - c.cost_amount end`
)

// CopyItems are the items of copies, as lists of copies show them, if the caller sees them.
func CopyItems(ctx context.Context, r engine.Reader, items []int64) ([]catalog.CopyItem, error) {
	return engine.All[catalog.CopyItem](ctx, engine.Narrowed(r), `
		select i.id, i.name, c.name as collection, c.emoji, p.id as photo_id,
			coalesce(p.width, 0) as photo_width, coalesce(p.height, 0) as photo_height from unnest($2::bigint[]) asked (id)
		cross join lateral (select id, name, collection_id from items where account_id = $1 and id = asked.id offset 0) i
		cross join lateral (select name, emoji from collections where account_id = $1 and id = i.collection_id offset 0) c
		left join lateral (select id, width, height from photos where account_id = $1 and item_id = i.id and is_main offset 0) p on true
		where $3::bigint[] is null or i.collection_id = any($3)`, r.AccountID(), items, r.CollectionIDs())
}

func Copy(ctx context.Context, r engine.Reader, id int64) (catalog.Copy, error) {
	return copies.One(ctx, engine.InCopy(r, id), id)
}

func CopyOf(ctx context.Context, r engine.Reader, item, id int64) (catalog.Copy, error) {
	return copies.One(ctx, engine.InItem(r, item), item, id)
}

// CreateCopy adds a copy. A given value becomes an estimate of today.
func CreateCopy(ctx context.Context, w engine.Writer, item int64, in catalog.CopyInput) (catalog.Copy, error) {
	sql := `
		with changed as (
			insert into copies as c (account_id, item_id, identifier, location_id, status, quantity, acquired_at, disposed_at, note, search, item_condition_id,
				estimated_value, value_currency_code, valued_at)
			select i.account_id, i.id, @identifier, @location_id, coalesce(nullif(@status, ''), 'owned'), @quantity, @acquired_at, @disposed_at, @note, array_to_tsvector(@search::text[]), @item_condition_id,
				@estimated_value, case when @estimated_value::bigint is not null then o.currency end, case when @estimated_value::bigint is not null then ` + Today + ` end
			from items i join collections o on o.account_id = $1 and o.id = i.collection_id where i.account_id = $1 and i.id = $2
			returning ` + copies.Columns + `
		)`
	if in.EstimatedValue != nil {
		sql += `, estimated as (` + estimate + ` from changed)`
	}
	done, err := copies.Tell(ctx, engine.InItem(w.Edit, item), copies.Audited.Given(`changed`), sql, copyParams(w, in), item)
	return done, tooMuch(err, in)
}

// UpdateCopy writes a copy. A changed value becomes an estimate of today.
func UpdateCopy(ctx context.Context, w engine.Writer, id int64, in catalog.CopyInput) (catalog.Copy, error) {
	return updateCopy(ctx, w, engine.InCopy(w.Edit, id), nil, id, in)
}

func UpdateCopyOf(ctx context.Context, w engine.Writer, item, id int64, in catalog.CopyInput) (catalog.Copy, error) {
	return updateCopy(ctx, w, engine.InItem(w.Edit, item), &item, id, in)
}

func updateCopy(ctx context.Context, w engine.Writer, c *engine.Edit, item *int64, id int64, in catalog.CopyInput) (catalog.Copy, error) {
	valued, estimated := ``, ``
	if in.EstimatedValue != nil {
		counts := ` = case when @estimated_value::bigint is distinct from c.estimated_value and coalesce(c.valued_at, '-infinity') <= ` + Today + ` then `
		valued = `, estimated_value` + counts + `@estimated_value else c.estimated_value end, valued_at` + counts + Today + ` else c.valued_at end,
				value_currency_code = coalesce(c.value_currency_code, (
					select o.currency from items i join collections o on o.account_id = $1 and o.id = i.collection_id where i.account_id = $1 and i.id = c.item_id))`
		estimated = `, estimated as (` + estimate + ` from changed, before where @estimated_value is distinct from before.estimated_value)`
	}
	HoldPlace(c, in.LocationID)
	if in.Status == "" { // statusByLoans sees the loans of the last lock holder
		engine.First(c, `select from copies where account_id = $1 and id = $2 for update`, c.AccountID(), id)
	}
	done, err := copies.Tell(ctx, c, copies.Audited.Between(`before`, `changed`), `
		with before as materialized (
			select `+copies.Columns+` from copies c where account_id = $1 and ($2::bigint is null or item_id = $2) and id = $3 for update
		), changed as (
			update copies c set identifier = @identifier, location_id = @location_id, status = coalesce(nullif(@status, ''), `+statusByLoans+`),
				quantity = @quantity, acquired_at = @acquired_at, disposed_at = @disposed_at, note = @note,
				search = array_to_tsvector(@search::text[]), item_condition_id = case when @condition_sent then @item_condition_id else c.item_condition_id end, updated_at = now()`+valued+`
			from before where c.account_id = $1 and c.id = before.id
			returning `+copies.Columns+`
		)`+estimated, copyParams(w, in), item, id)
	return done, tooMuch(err, in)
}

func copyParams(w engine.Writer, in catalog.CopyInput) engine.Params {
	return engine.Params{
		"identifier": in.Identifier, "location_id": in.LocationID, "status": in.Status, "quantity": in.Quantity, "acquired_at": in.AcquiredAt,
		"disposed_at": in.DisposedAt, "note": in.Note, "search": Marked(w, catalog.Words(in.Texts()...)), "condition_sent": in.ItemConditionID.Sent,
		"item_condition_id": in.ItemConditionID.Value, "estimated_value": in.EstimatedValue,
	}
}

// statusByLoans is the default status of a copy.
const statusByLoans = `case when exists (
	select from loans l where l.account_id = $1 and l.copy_id = c.id and l.status = 'active' and l.direction = 'outgoing') then 'loaned' else 'owned' end`

// Today is the day in UTC.
const Today = `(now() at time zone 'UTC')::date`

// estimate records the value that is written to a copy, in the currency of its value.
const estimate = `
			insert into valuations (account_id, copy_id, type, amount, valued_at, currency_code, confidence)
			select $1, changed.id, 'user_estimate', @estimated_value, ` + Today + `, changed.value_currency_code, 'unknown'`

// tooMuch names the field that made the value of a copy too large.
func tooMuch(err error, in catalog.CopyInput) error {
	if !errors.Is(err, engine.Broken["copies_value"]) {
		return err
	}
	if in.EstimatedValue != nil {
		return fault.On("estimated_value", "The estimated value is too large for this quantity.")
	}
	return fault.On("quantity", "The quantity is too large for the value of a piece.")
}

// DeleteCopy deletes a copy with its records.
func DeleteCopy(ctx context.Context, w engine.Writer, id int64) error {
	return copies.Discard(ctx, engine.InCopy(w.Edit, id), id)
}

func DeleteCopyOf(ctx context.Context, w engine.Writer, item, id int64) error {
	return copies.Discard(ctx, engine.InItem(w.Edit, item), item, id)
}

// Held counts the pieces of items that the caller sees, and what they are worth, up to 64 bits. Items
// without pieces are left out.
func Held(ctx context.Context, r engine.Reader, items []int64) ([]catalog.Held, error) {
	return engine.All[catalog.Held](ctx, engine.Narrowed(r), `
		select item_id, least(sum(quantity), 9223372036854775807)::bigint as quantity, bool_or(status = 'loaned') as loaned,
			case when min(value_currency_code) = max(value_currency_code) then least(sum(estimated_value * quantity), 9223372036854775807)::bigint end as value, min(value_currency_code) as currency_code
		from copies c
		where account_id = $1 and item_id = any($2) and `+IsHeld+` and `+visibleItem(`c.item_id`, `$3`)+` group by item_id`, r.AccountID(), items, r.CollectionIDs())
}

// CopiesIn counts the copies of a collection, as the sums that are kept of it have them.
func CopiesIn(ctx context.Context, r engine.Reader, collection int64) (int64, error) {
	found, err := engine.One[struct{ N int64 }](ctx, engine.InCollection(r, collection), `
		select coalesce(sum(copies), 0)::bigint as n from collection_sums where account_id = $1 and collection_id = $2`, r.AccountID(), collection)
	return found.N, err
}

// HoldPlace locks the location of a copy before the copy, in the same order as deleting a location does.
func HoldPlace(c *engine.Edit, location *int64) {
	if location != nil {
		engine.First(c, `select from locations where account_id = $1 and id = $2 for key share`, c.AccountID(), *location)
	}
}
