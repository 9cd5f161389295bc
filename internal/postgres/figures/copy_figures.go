package figures

import (
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// selection is the collections, or items, that figures are about; nil means all.
type selection struct {
	only  []int64
	most  bool // they have most items of the account
	items bool // they are items, not collections
}

func (c circumstances) selection(only []int64) selection {
	return selection{only: only, most: c.Mostly}
}

// copies selects the copies of the collections $2. A plan for all collections skips items. If the
// selection has most items, excluding the others is cheaper; most is only a hint for that.
func (s selection) copies() string {
	switch {
	case s.only == nil:
		return `copies c where c.account_id = $1 and $2::bigint[] is null`
	case s.items:
		return `copies c where c.account_id = $1 and c.item_id = any($2::bigint[])`
	case s.most:
		return `copies c where c.account_id = $1 and not exists (select from collections o join items i on i.account_id = $1 and i.collection_id = o.id
			where o.account_id = $1 and o.id <> all($2::bigint[]) and i.id = c.item_id)`
	}
	return `items i join copies c on c.account_id = $1 and c.item_id = i.id where i.account_id = $1 and i.collection_id = any($2::bigint[])`
}

// figures adds up copies in one pass: $3 is the first day of this month, $4 the first days of the
// months of acquisitions and of the next one. The pass makes few groups, which are then summed by each
// dimension. Whether copies are held, and their currencies, is decided per group, not per copy.
func (s selection) figures() string {
	return `
	with grouped as materialized (
		select c.status, c.borrowed, c.item_condition_id, c.location_id, c.value_currency_code, c.cost_currency_code,
			coalesce(width_bucket(c.acquired_at, $4::date[]), -1) as month, c.created_at >= $3::timestamptz as fresh,
			count(*) as n, sum(c.quantity) as quantity, sum(c.estimated_value * c.quantity) as value, sum(c.cost_amount) as cost, sum(c.proceeds_amount - c.cost_amount) as net
		from ` + s.copies() + ` group by 1, 2, 3, 4, 5, 6, 7, 8
	), judged as materialized (
		select c.*, ` + inventory.IsHeld + ` as held, case when not ` + inventory.TwoCurrencies + ` then c.cost_currency_code end as bought_in,
			case when ` + inventory.IsHeld + ` then c.net + c.value else c.net end as gain
		from grouped c
	)
	select 'value' as figure, value_currency_code as code, null::text as label, null::bigint as id, sum(n)::bigint as copies,
		coalesce(sum(n) filter (where held), 0)::bigint as held, coalesce(sum(quantity) filter (where held), 0)::text as quantity, (sum(value) filter (where held))::text as value
	from judged group by 2
	union all select 'added', value_currency_code, null, null, 0, 0, '0', sum(value)::text from judged where fresh and held group by 2
	union all select 'cost', bought_in, null, null, 0, 0, '0', sum(cost)::text from judged where bought_in is not null group by 2
	union all select 'gain', bought_in, null, null, 0, 0, '0', sum(gain)::text from judged where bought_in is not null and gain is not null group by 2
	union all select 'month', null, null, month, sum(n)::bigint, 0, '0', null from judged where month <> 0 group by 4
	union all select 'status', null, status, null, sum(n)::bigint, 0, '0', null from judged group by 3
	union all select 'condition', null, null, item_condition_id, sum(n)::bigint, 0, '0', null from judged where held group by 4
	union all select 'location', g.code, (select name from locations where account_id = $1 and id = g.id), g.id, 0, 0, '0', g.value
		from (select location_id as id, value_currency_code as code, sum(value)::text as value from judged where held and value is not null group by 1, 2) g`
}

// figure is a row of figures.
type figure struct {
	Figure       string
	Code, Label  *string
	ID           *int64 // of a month its number, from 1; -1 is none
	Copies, Held int64
	Quantity     string // of any length
	Value        *string
}

// counted is the result of figures, before conversion.
type counted struct {
	totals                   catalog.Totals
	value, added, cost, gain []catalog.Sum
	months                   [12]int64
	statuses                 map[string]int64
	conditions               map[int64]int64 // by id; 0 is none
	locations                map[int64]*located
}

// located is the sum at a location.
type located struct {
	id   *int64
	name *string
	sums []catalog.Sum
}

func (s selection) queueFigures(b *pgx.Batch, account int64, day time.Time) {
	months := catalog.Months(day)
	b.Queue(s.figures(), account, s.only, months[11], append(months, months[11].AddDate(0, 1, 0)))
}

func readFigures(answers pgx.BatchResults) (counted, error) {
	c := counted{statuses: map[string]int64{}, conditions: map[int64]int64{}, locations: map[int64]*located{}}
	found, err := engine.Rows[figure](answers)
	for _, f := range found {
		c.add(f)
	}
	return c, err
}

func (c *counted) add(f figure) {
	var sums []catalog.Sum
	if sum, ok := (inventory.SummedCopies{CurrencyCode: f.Code, Value: f.Value}).Sum(); ok {
		sums = append(sums, sum)
	}
	switch t := &c.totals; f.Figure {
	case "value":
		t.Copies, t.Held, t.Quantity = t.Copies+f.Copies, t.Held+f.Held, catalog.AddPieces(t.Quantity, f.Quantity)
		if f.Code != nil {
			t.ValuedCopies += f.Held
		}
		c.value = append(c.value, sums...)
	case "added":
		c.added = append(c.added, sums...)
	case "cost":
		c.cost = append(c.cost, sums...)
	case "gain":
		c.gain = append(c.gain, sums...)
	case "month":
		switch n := *f.ID; {
		case n < 0:
			t.UndatedCopies = f.Copies
		case n <= 12: // tomorrow may be in the next month
			c.months[n-1] = f.Copies
		}
	case "status":
		c.statuses[*f.Label] = f.Copies
	case "condition":
		c.conditions[idOr0(f.ID)] = f.Copies
	case "location":
		at := c.locations[idOr0(f.ID)]
		if at == nil {
			at = &located{id: f.ID, name: f.Label}
			c.locations[idOr0(f.ID)] = at
		}
		at.sums = append(at.sums, sums...)
	}
}

func idOr0(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

// in converts the totals.
func (c counted) in(code string, rates catalog.Rates) catalog.Totals {
	t := c.totals
	t.Value, t.ValueAddedThisMonth = catalog.NewMoney(code, rates, c.value...), catalog.NewMoney(code, rates, c.added...)
	t.Cost, t.Gain = catalog.NewMoney(code, rates, c.cost...), catalog.NewMoney(code, rates, c.gain...)
	return t
}

// byLocation converts sums by location, the greatest value first. Copies without a location come last.
func (c counted) byLocation(code string, rates catalog.Rates) []catalog.NamedValue {
	all := []catalog.NamedValue{}
	for _, id := range slices.Sorted(maps.Keys(c.locations)) {
		at := c.locations[id]
		all = append(all, catalog.NamedValue{ID: at.id, Name: at.name, Value: catalog.NewMoney(code, rates, at.sums...)})
	}
	return catalog.ByValue(all)
}

// byStatus counts copies in the order of the statuses.
func (c counted) byStatus() []catalog.Share {
	all := []catalog.Share{}
	for _, status := range catalog.CopyStatuses {
		if n := c.statuses[status]; n > 0 {
			all = append(all, catalog.Share{Label: &status, Count: n})
		}
	}
	return catalog.Shares(all)
}

// byCondition counts held copies in the order of the conditions.
func (c counted) byCondition(conditions []catalog.ItemCondition) []catalog.Share {
	all := []catalog.Share{}
	for _, condition := range conditions {
		if n := c.conditions[condition.ID]; n > 0 {
			all = append(all, catalog.Share{Label: &condition.Name, Count: n})
		}
	}
	if n := c.conditions[0]; n > 0 {
		all = append(all, catalog.Share{Count: n})
	}
	return catalog.Shares(all)
}

// perMonth counts acquisitions.
func (c counted) perMonth(day time.Time) []catalog.MonthCount {
	all := make([]catalog.MonthCount, 12)
	for i, month := range catalog.Months(day) {
		all[i] = catalog.MonthCount{Month: month, Count: c.months[i]}
	}
	return all
}
