package inventory

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// meets are the conditions for a copy c that meets what is asked of one.
func meets(l *engine.List, a catalog.CopiesAsked) string {
	sql := ``
	switch {
	case a.LocationID.ID != nil:
		sql += ` and c.location_id = any(array(` + placeTree(l.Arg(*a.LocationID.ID)) + ` select id from tree))`
	case a.LocationID.Asked:
		sql += ` and c.location_id is null`
	}
	switch {
	case a.ConditionID.ID != nil:
		sql += ` and c.item_condition_id = ` + l.Arg(*a.ConditionID.ID)
	case a.ConditionID.Asked:
		sql += ` and c.item_condition_id is null`
	}
	if a.Status != "" {
		sql += ` and c.status = ` + l.Arg(a.Status)
	}
	if a.Insured != "" {
		insured := copiesInsured(a.Insured)
		sql += ` and ` + IsHeld + ` and ` + cmp.Or(insured.Test, `c.id in (`+insured.Query+`)`)
	}
	return sql
}

// placeTree is a location with all inside it.
func placeTree(location string) string {
	return `with recursive tree as (
			select id from locations where account_id = $1 and id = ` + location + `
			union
			select l.id from tree cross join lateral (select id from locations where account_id = $1 and parent_id = tree.id offset 0) l
		)`
}

// figure is the amount of a copy c, and the currency it is in.
func figure(key string) (amount, code string) {
	switch key {
	case "paid":
		return `case when not ` + TwoCurrencies + ` then c.cost_amount end`, `c.cost_currency_code`
	case "gain":
		return gain, `c.cost_currency_code`
	}
	return `case when ` + IsHeld + ` then ` + worth + ` end`, `c.value_currency_code`
}

// figuresOf adds up copies by a column that groups them: first all figures by their currencies in one pass,
// then each by its own.
func figuresOf(parent, copies string) string {
	figures, sums := []string{`('copies', '', s.copies, s.copies::numeric)`}, ``
	for _, key := range catalog.FigureSorts {
		amount, code := figure(key)
		sums += `, ` + code + ` as ` + key + `_code, count(` + amount + `) as ` + key + `_n, sum(` + amount + `) as ` + key
		figures = append(figures, `('`+key+`', s.`+key+`_code, s.`+key+`_n, s.`+key+`)`)
	}
	return `select s.parent, f.figure, f.code, sum(f.n)::bigint as n, sum(f.amount)::text as amount
		from (select ` + parent + ` as parent, count(*) as copies` + sums + ` from ` + copies + ` group by 1, c.value_currency_code, c.cost_currency_code) s
		cross join lateral (values ` + strings.Join(figures, `, `) + `) f (figure, code, n, amount) where f.n > 0 group by 1, 2, 3`
}

// summedFigure is a row of figuresOf.
type summedFigure struct {
	Parent       int64
	Figure, Code string
	N            int64
	Amount       *string
}

// addedUp are the figures of each parent, in a currency.
func addedUp(code string, rates catalog.Rates, rows []summedFigure) map[int64]catalog.Figures {
	sums, all := map[int64]map[string][]catalog.Sum{}, map[int64]catalog.Figures{}
	for _, r := range rows {
		f := all[r.Parent]
		switch r.Figure {
		case "items":
			f.Items = r.N
		case "copies":
			f.Copies += r.N
		case "value":
			f.Valued += r.N
		case "paid":
			f.Bought += r.N
		case "gain":
			f.Judged += r.N
		}
		all[r.Parent] = f
		if sum, ok := (SummedCopies{CurrencyCode: &r.Code, Value: r.Amount}).Sum(); ok && r.Code != "" {
			if sums[r.Parent] == nil {
				sums[r.Parent] = map[string][]catalog.Sum{}
			}
			sums[r.Parent][r.Figure] = append(sums[r.Parent][r.Figure], sum)
		}
	}
	for parent, f := range all {
		in := func(figure string) catalog.Money { return catalog.NewMoney(code, rates, sums[parent][figure]...) }
		f.Value, f.Paid, f.Gain = in("value"), in("paid"), in("gain")
		all[parent] = f
	}
	return all
}

// ItemFigures are what a table shows of some items of a collection: the figures of their copies that
// meet what is asked, and names. How copies are insured is found only where it is shown: policies are
// divided among all copies of the account.
func ItemFigures(ctx context.Context, r engine.Reader, collection int64, ids []int64, asked catalog.CopiesAsked, insured bool) (map[int64]catalog.ItemFigures, error) {
	l := engine.List{Args: []any{r.AccountID(), collection, ids}}
	items := `(select distinct unnest($3::bigint[]) as id) given cross join lateral (select * from items where account_id = $1 and collection_id = $2 and id = given.id offset 0) i`
	copies := `(select * from copies c where c.account_id = $1 and c.item_id = i.id` + meets(&l, asked) + ` offset 0) c`
	names := func(column, from string) string {
		return `coalesce((select array_agg(distinct ` + column + `) from ` + copies + from + ` where ` + column + ` is not null), '{}')`
	}
	cover := `'{}'::text[]`
	if insured {
		whole, partly := copiesInsured("true"), copiesInsured("partly")
		cover = names(`case when not `+IsHeld+` then null when c.id in (`+partly.Query+`) then 'partly' when `+whole.Test+` then 'yes' else 'no' end`, ``)
	}
	all := map[int64]catalog.ItemFigures{}
	err := engine.Ask(ctx, engine.InCollection(r, collection), func(b *pgx.Batch) {
		QueueRates(b, r.AccountID(), ThisDay())
		b.Queue(figuresOf(`i.id`, items+` cross join lateral `+copies), l.Args...)
		b.Queue(`select i.id, `+names(`p.name`, ` cross join lateral (select name from locations where account_id = $1 and id = c.location_id offset 0) p`)+` as places,
			`+names(`k.name`, ` cross join lateral (select name from item_conditions where account_id = $1 and id = c.item_condition_id offset 0) k`)+` as conditions, `+names(`c.status`, ``)+` as statuses, `+cover+` as insured,
			coalesce((select array_agg(t.name order by t.name_key) from unnest(i.tag_ids) has (id)
				cross join lateral (select name, name_key from tags where account_id = $1 and id = has.id offset 0) t), '{}') as tags,
			(select s.name from sets s where s.account_id = $1 and s.id = i.set_id) as set from `+items, l.Args...)
	}, func(answers pgx.BatchResults) error {
		clear(all)
		rates, err := engine.Rows[catalog.Rate](answers)
		if err != nil {
			return err
		}
		rows, err := engine.Rows[summedFigure](answers)
		if err != nil {
			return err
		}
		sums := addedUp(asked.Currency, catalog.NewRates(ThisDay(), rates), rows)
		named, err := engine.Rows[struct {
			ID                                          int64
			Places, Conditions, Statuses, Insured, Tags []string
			Set                                         *string
		}](answers)
		for _, n := range named {
			all[n.ID] = catalog.ItemFigures{Figures: sums[n.ID], Places: n.Places, Conditions: n.Conditions, Statuses: n.Statuses, Insured: n.Insured, Tags: n.Tags, Set: n.Set}
		}
		return err
	})
	return all, err
}

// Figures adds up the copies of the items in a list, as far as they meet its filter. Of a list that is
// too long it knows nothing but, without a filter, the value that is kept.
func Figures(ctx context.Context, r engine.Reader, collection int64, f catalog.ItemFilter) (found catalog.Figures, err error) {
	r = engine.InCollection(r, collection)
	l, page, err := allOf(ctx, r, collection, f)
	if err != nil {
		return found, err
	}
	copies := `(select * from copies c where c.account_id = $1 and c.item_id = p.id` + meets(&l, f.Copies) + ` offset 0) c`
	err = engine.NewList(ctx, r, func(b *pgx.Batch) {
		QueueRates(b, r.AccountID(), ThisDay())
		b.Queue(`select currency_code as code, sum(held)::bigint as n, sum(copies)::bigint as copies, sum(value)::text as amount from collection_sums
			where account_id = $1 and collection_id = $2 group by 1`, r.AccountID(), collection)
		b.Queue(page+`, few_enough as materialized (select id from page where (select count(*) from page) <= 10000)
			(`+figuresOf(`0::bigint`, `few_enough p cross join lateral `+copies)+`) union all select 0, 'items', '', count(*), null from page`, l.Args...)
	}, func(answers pgx.BatchResults) error {
		rates, err := engine.Rows[catalog.Rate](answers)
		if err != nil {
			return err
		}
		kept, err := engine.Rows[struct {
			Code      string
			N, Copies int64
			Amount    *string
		}](answers)
		if err != nil {
			return err
		}
		rows, err := engine.Rows[summedFigure](answers)
		day := catalog.NewRates(ThisDay(), rates)
		found = addedUp(f.Copies.Currency, day, rows)[0]
		if found.More = found.Items > catalog.MostFigured; found.More && !f.Narrow() {
			var as []summedFigure
			for _, k := range kept {
				as = append(as, summedFigure{Figure: "copies", N: k.Copies})
				if k.Code != "" {
					as = append(as, summedFigure{Figure: "value", Code: k.Code, N: k.N, Amount: k.Amount})
				}
			}
			found = addedUp(f.Copies.Currency, day, as)[0]
			found.More = true
		}
		return err
	})
	return found, err
}

// CountStamp changes with the account: what CountItems has counted under one holds until then.
func CountStamp(ctx context.Context, r engine.Reader) (string, error) {
	found, err := engine.One[struct{ Progress string }](ctx, engine.Narrowed(r), `select (`+engine.Progress+`) as progress`, r.AccountID())
	return found.Progress, err
}

// CountItems counts a list of items to its end. It may read all of the collection, so a page asks for it
// by a second request, and it is remembered.
func CountItems(ctx context.Context, r engine.Reader, collection int64, f catalog.ItemFilter, stamp string) (n int64, err error) {
	r = engine.InCollection(r, collection)
	f.Sort = catalog.Sort{}
	l := items.List(r, collection)
	if err := ItemList(ctx, r, f, &l); err != nil {
		return 0, err
	}
	what, err := json.Marshal([]any{"count", l.Whole(), l.Args})
	if err != nil {
		return 0, err
	}
	return engine.Remembered(r, string(what), stamp, func() (n int64, size int, err error) {
		err = engine.Survey(ctx, r, engine.Inquiry{
			Queue: func(b *pgx.Batch) { b.Queue(l.Whole(), l.Args...) },
			Read:  func(answers pgx.BatchResults) error { return answers.QueryRow().Scan(&n) },
		})
		return n, 8, err
	})
}

// allOf begins a statement with the ids of a list as page: one more than are added up or chosen at once.
func allOf(ctx context.Context, r engine.Reader, collection int64, f catalog.ItemFilter) (l engine.List, page string, err error) {
	f.Sort = catalog.Sort{}
	l = items.List(r, collection)
	err = ItemList(ctx, r, f, &l)
	l.Unordered, l.Total = true, ""
	some := catalog.Paging{Number: 1, PerPage: catalog.MostFigured}
	if len(l.Filters) > 0 {
		return l, l.Filtered(some, true, false), err
	}
	return l, `with page as materialized (select i.id from items i where i.account_id = $1 and ` + l.Conditions() + ` order by i.id` + l.Limit(some) + `)`, err
}
