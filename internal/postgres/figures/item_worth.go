package figures

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

const (
	itemCurrency = `select o.currency from (select collection_id from items where account_id = $1 and id = $2 offset 0) i
		cross join lateral (select currency from collections where account_id = $1 and id = i.collection_id offset 0) o`

	itemFigures = `
	with judged as materialized (
		select c.*, ` + inventory.IsHeld + ` as held, case when not ` + inventory.TwoCurrencies + ` then c.cost_currency_code end as bought_in
		from copies c where c.account_id = $1 and c.item_id = $2
	), cover as materialized (
		select r.currency_code, r.insured_value from judged c
			cross join lateral (select currency_code, insured_value from insurance_records where account_id = $1 and copy_id = c.id and status = 'active' offset 0) r
		where c.held
	)
	select 'value' as figure, value_currency_code as code, count(*) as held, sum(estimated_value * quantity)::text as value from judged where held group by 2
	union all select 'cost', bought_in, 0, sum(cost_amount)::text from judged where bought_in is not null group by 2
	union all select 'gain', bought_in, 0, sum(proceeds_amount - cost_amount + case when held then estimated_value * quantity else 0 end)::text from judged
		where bought_in is not null group by 2
	union all select 'insured', currency_code, 0, sum(insured_value)::text from cover group by 2`
)

// ItemWorth adds up the copies of an item, as figures does those of a collection.
func ItemWorth(ctx context.Context, r engine.Reader, item int64) (worth catalog.ItemWorth, err error) {
	overTime := monthly(inventory.ThisDay())
	err = engine.NewList(ctx, engine.InItem(r, item), func(b *pgx.Batch) {
		b.Queue(itemCurrency, r.AccountID(), item)
		inventory.QueueRates(b, r.AccountID(), inventory.ThisDay())
		b.Queue(itemFigures, r.AccountID(), item)
		b.Queue(selection{only: []int64{item}, items: true}.valueSpans(), r.AccountID(), []int64{item}, overTime.days)
		b.Queue(selection{only: []int64{item}, items: true}.changed(false), r.AccountID(), []int64{item}, overTime.days[0])
	}, func(answers pgx.BatchResults) error {
		worth = catalog.ItemWorth{}
		if err := answers.QueryRow().Scan(&worth.CurrencyCode); err != nil {
			return err
		}
		known, err := engine.Rows[catalog.Rate](answers)
		if err != nil {
			return err
		}
		found, err := engine.Rows[itemFigure](answers)
		if err != nil {
			return err
		}
		sums := map[string][]catalog.Sum{}
		for _, f := range found {
			worth.Held += f.Held
			if sum, ok := (inventory.SummedCopies{CurrencyCode: f.Code, Value: f.Value}).Sum(); ok {
				sums[f.Figure] = append(sums[f.Figure], sum)
			}
		}
		in := func(figure string) catalog.Money {
			return catalog.NewMoney(worth.CurrencyCode, catalog.NewRates(inventory.ThisDay(), known), sums[figure]...)
		}
		worth.Value, worth.Cost, worth.Gain, worth.Insured = in("value"), in("cost"), in("gain"), in("insured")
		if overTime.found, err = engine.Rows[span](answers); err != nil {
			return err
		}
		worth.OverTime = overTime.in(worth.CurrencyCode)
		changed, err := engine.Rows[changedSum](answers)
		worth.Change = changeOf(worth.CurrencyCode, catalog.NewRates(inventory.ThisDay(), known), changed)
		return err
	})
	return worth, err
}

type itemFigure struct {
	Figure string
	Code   *string
	Held   int64
	Value  *string
}
