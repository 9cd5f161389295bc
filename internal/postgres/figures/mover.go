package figures

import (
	"context"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// moved finds held copies valued after the day $3, and compares each with its value on that day, or
// with its first valuation if that was later. A change of currency does not count. Only the largest
// changes of each currency are read.
func (s selection) moved() string {
	return `
	with recent as materialized (
		select c.id, c.item_id, c.identifier, c.quantity, c.estimated_value, c.value_currency_code, c.valued_at
		from ` + s.copies() + ` and c.valued_at > $3::date and ` + inventory.IsHeld + `
		order by c.valued_at desc, c.id desc limit ` + strconv.Itoa(catalog.MaxCompared+1) + `
	), compared as (
		select r.*, coalesce(b.amount, o.amount) as was, coalesce(b.valued_at, o.valued_at) as since,
			(r.estimated_value - coalesce(b.amount, o.amount))::numeric * r.quantity as change
		from recent r
		left join lateral (
			select amount, currency_code, valued_at from valuations where account_id = $1 and copy_id = r.id and valued_at <= $3::date order by valued_at desc, id desc limit 1
		) b on true
		left join lateral (
			select amount, currency_code, valued_at from valuations where account_id = $1 and copy_id = r.id and b.amount is null order by valued_at, id limit 1
		) o on true
		where coalesce(b.currency_code, o.currency_code) = r.value_currency_code and r.estimated_value <> coalesce(b.amount, o.amount)
	), ranked as (
		select *, row_number() over (partition by value_currency_code, sign(change) order by abs(change) desc, id) as place from compared
	)
	select m.id as copy_id, m.item_id, (select name from items where account_id = $1 and id = m.item_id) as item_name, m.identifier, m.value_currency_code as currency_code,
		(m.was::numeric * m.quantity)::text as was, (m.estimated_value * m.quantity)::text as now, m.change::text, m.since, m.valued_at,
		(select count(*) from recent) > ` + strconv.Itoa(catalog.MaxCompared) + ` as truncated
	from ranked m where m.place <= ` + strconv.Itoa(catalog.MaxMovers)
}

// Movers are the copies whose value rose and fell most since a day, ranked in the
// currency of the series.
func Movers(ctx context.Context, r engine.Reader, in catalog.ValueSeriesInput, since time.Time) (catalog.Movers, error) {
	only := within(r, in.CollectionID)
	what := fmt.Sprint("movers ", only != nil, only, in.CurrencyCode, since)
	return computed(ctx, engine.Narrowed(r), only, what, func(now circumstances) (found catalog.Movers, _ int, err error) {
		err = engine.Survey(ctx, engine.Narrowed(r), engine.Inquiry{Queue: func(b *pgx.Batch) {
			b.Queue(seriesCurrency, r.AccountID(), in.CollectionID)
			b.Queue(now.selection(only).moved(), r.AccountID(), only, since)
		}, Read: func(answers pgx.BatchResults) error {
			about, err := engine.Last[seriesSubject](answers, 1)
			if err != nil {
				return err
			}
			compared, err := engine.Rows[comparison](answers)
			if err != nil {
				return err
			}
			code := about.CurrencyCode
			if in.CurrencyCode != "" {
				code = in.CurrencyCode
			}
			var all []catalog.Mover
			for _, c := range compared {
				all = append(all, c.mover())
			}
			found = catalog.NewMovers(code, now.rates, all)
			found.Truncated = len(compared) > 0 && compared[0].Truncated
			return nil
		}})
		return found, 4096, err
	})
}

type comparison struct {
	CopyID, ItemID   int64
	ItemName         string
	Identifier       *string
	CurrencyCode     string
	Was, Now, Change string
	Since, ValuedAt  time.Time
	Truncated        bool
}

func (c comparison) mover() catalog.Mover {
	whole := func(digits string) *big.Int { n, _ := new(big.Int).SetString(digits, 10); return n }
	return catalog.Mover{CopyID: c.CopyID, ItemID: c.ItemID, ItemName: c.ItemName, Identifier: c.Identifier, CurrencyCode: c.CurrencyCode,
		Was: whole(c.Was), Is: whole(c.Now), Change: whole(c.Change), Since: c.Since, ValuedAt: c.ValuedAt}
}
