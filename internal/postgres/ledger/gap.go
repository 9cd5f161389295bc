package ledger

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// gapCopies are the held copies with a part of their value that nothing covers, of the kind $2, in the
// collections $3.
var gapCopies = `(
	select c.account_id, c.id, c.id as copy_id, c.item_id, i.collection_id, c.identifier, i.name as item_name, o.name as collection_name, c.value_currency_code as currency_code, g.value, g.gap,
		` + atMost(`round(g.gap * case when c.value_currency_code = a.currency then 1 else f.factor end)`) + ` as worth
	from copies c left join cover_of_copies($1, ` + inventory.Today + `) q on q.copy_id = c.id
	cross join lateral (select c.estimated_value * c.quantity as value, case when q.copy_id is null then case $2 when 'uninsured' then c.estimated_value * c.quantity end when $2 = 'uninsured' then q.uninsured else q.above end as gap) g
	join items i on i.account_id = $1 and i.id = c.item_id join collections o on o.account_id = $1 and o.id = i.collection_id join accounts a on a.id = $1
	left join rates_between($1, ` + inventory.Today + `) f on f.given = c.value_currency_code and f.wanted = a.currency
	where c.account_id = $1 and ` + inventory.IsHeld + ` and c.estimated_value is not null and g.gap > 0 and ($3::bigint[] is null or i.collection_id = any($3)))`

// atMost is a sum that fits 64 bits. What is not known stays null, which least would skip.
func atMost(sum string) string {
	return `case when ` + sum + ` is not null then least(` + sum + `, 9e18)::bigint end`
}

// GapCopies lists the copies in a gap of the cover, the largest gap first.
func GapCopies(ctx context.Context, r engine.Reader, f catalog.GapFilter, p catalog.Paging) (catalog.Page[catalog.GapCopy], error) {
	l := engine.List{Account: r.AccountID(), Table: engine.Table{Name: gapCopies, Alias: `c`}, Args: []any{r.AccountID(), f.Kind, r.CollectionIDs()},
		Columns: `c.copy_id, c.item_id, c.collection_id, c.identifier, c.item_name, c.collection_name, c.currency_code, c.value, c.gap`,
		Order:   engine.Sorting{{SQL: `c.worth`, Kind: engine.Number, Down: true, Nulls: "last"}, {SQL: `c.id`}},
		Where:   []string{`c.account_id = $1 and $2::text is not null and ($3::bigint[] is null or true)`}, Capped: true, Computed: true}
	if f.CollectionID != nil {
		l.And(`c.collection_id = ` + l.Arg(*f.CollectionID))
	}
	return engine.Page[catalog.GapCopy](ctx, engine.Narrowed(r), p, l)
}
