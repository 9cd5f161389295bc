// Package figures holds the SQL of sums over an account: statistics, series, attention and due dates.
// Answers are cached until their data changes.
package figures

import (
	"context"
	"math/big"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// ranked are the five most valuable items of the collections $2 in the currency of the collection $3,
// and how many have values only in other currencies.
func (s selection) ranked() string {
	return `
	with worth as materialized (
		select c.item_id, sum(c.estimated_value * c.quantity) filter (where c.value_currency_code = (select currency from collections where account_id = $1 and id = $3)) as value
		from ` + s.copies() + ` and ` + inventory.IsHeld + ` and c.estimated_value is not null group by 1
	), top as (
		select item_id, value from worth where value is not null order by value desc, item_id limit 5
	)
	select t.item_id as id, (select name from items where account_id = $1 and id = t.item_id) as name, t.value::text as value from top t
	union all select 0, '', (select count(*) from worth where value is null)::text`
}

// itemsSince counts the items of some collections, or of all, that are not older than a
// day.
const itemsSince = `select count(*) as n from items where account_id = $1 and ($2::bigint[] is null or collection_id = any($2)) and created_at >= $3`

// Statistics are the figures of a collection.
func Statistics(ctx context.Context, r engine.Reader, collection int64) (catalog.Statistics, error) {
	r = engine.InCollection(r, collection)
	return computed(ctx, r, []int64{collection}, "statistics "+engine.FormatID(collection), func(now circumstances) (catalog.Statistics, int, error) {
		found, err := statistics(ctx, r, collection, now)
		return found, 16<<10 + 512*len(found.ValueByLocation), err
	})
}

func statistics(ctx context.Context, r engine.Reader, collection int64, now circumstances) (found catalog.Statistics, err error) {
	of, values := now.selection([]int64{collection}), monthly(now.day)
	var (
		about struct {
			CurrencyCode string
			Items        int64
		}
		figures    counted
		conditions []catalog.ItemCondition
		fresh      int64
	)
	err = engine.Survey(ctx, r, engine.Inquiry{Queue: func(b *pgx.Batch) {
		b.Queue(`select currency as currency_code, (select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'collection_items' and parent_id = $2) as items
			from collections where account_id = $1 and id = $2`, r.AccountID(), collection)
		of.queueFigures(b, r.AccountID(), now.day)
		b.Queue(inventory.ItemConditionTable.Query(`account_id = $1`)+` order by position`, r.AccountID())
		b.Queue(of.ranked(), r.AccountID(), of.only, collection)
		queueCover(b, r.AccountID(), of.only, now)
		queueSorted(b, r.AccountID(), collection)
	}, Read: func(answers pgx.BatchResults) (err error) {
		if about, err = engine.Last[struct {
			CurrencyCode string
			Items        int64
		}](answers, 1); err != nil {
			return err
		}
		if figures, err = readFigures(answers); err != nil {
			return err
		}
		if conditions, err = engine.Rows[catalog.ItemCondition](answers); err != nil {
			return err
		}
		if found.TopItems, found.UnrankedItems, err = readRanked(answers, about.CurrencyCode); err != nil {
			return err
		}
		if found.Cover, err = readCover(answers, figures.value, about.CurrencyCode, now.rates); err != nil {
			return err
		}
		return readSorted(answers, &found)
	}}, engine.Inquiry{Queue: func(b *pgx.Batch) {
		b.Queue(itemsSince, r.AccountID(), of.only, catalog.Months(now.day)[11])
		values.queue(b, r.AccountID(), of)
	}, Read: func(answers pgx.BatchResults) error {
		if err := answers.QueryRow().Scan(&fresh); err != nil {
			return err
		}
		return values.read(answers)
	}})
	if err != nil {
		return found, err
	}
	found.ID, found.CurrencyCode = collection, about.CurrencyCode
	wanted := found.Totals.WantedItems
	found.Totals = figures.in(about.CurrencyCode, now.rates)
	found.Totals.WantedItems = wanted
	found.Totals.Items, found.Totals.ItemsAddedThisMonth = about.Items, fresh
	found.AcquisitionsPerMonth, found.ByStatus, found.ByCondition = figures.perMonth(now.day), figures.byStatus(), figures.byCondition(conditions)
	found.ValueByLocation = figures.byLocation(about.CurrencyCode, now.rates)
	found.ValueOverTime = values.in(about.CurrencyCode)
	return found, nil
}

// monthly are the values of the last twelve months.
func monthly(day time.Time) *valueSeries {
	days, _ := catalog.ValueSeriesInput{}.Days(day) // the default is valid
	return newValueSeries(days)
}

func readRanked(answers pgx.BatchResults, code string) (top []catalog.NamedValue, unranked int64, err error) {
	found, err := engine.Rows[struct {
		ID          int64
		Name, Value string
	}](answers)
	top = []catalog.NamedValue{}
	for _, f := range found {
		amount, _ := new(big.Int).SetString(f.Value, 10)
		if f.ID == 0 {
			unranked = amount.Int64()
			continue
		}
		top = append(top, catalog.NamedValue{ID: &f.ID, Name: &f.Name, Value: catalog.NewMoney(code, nil, catalog.Sum{CurrencyCode: code, Amount: amount})})
	}
	return catalog.ByValue(top), unranked, err
}
