package postgres

import (
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
)

// asLong lets a statement over a whole account take longer than others may, and be
// planned for what it is about: an average account says nothing of a large one.
const asLong = `select set_config('statement_timeout', '9s', true), set_config('plan_cache_mode', 'force_custom_plan', true)`

// copiesOf are the copies that figures are of: those of the collections $2, or all. A
// plan for all need not look at items.
func copiesOf(only []int64) string {
	if only == nil {
		return `copies c where c.account_id = $1 and $2::bigint[] is null`
	}
	return `items i join copies c on c.account_id = $1 and c.item_id = i.id where i.account_id = $1 and i.collection_id = any($2::bigint[])`
}

// figures adds up copies in one pass: $3 is the first day of this month, $4 that of the
// first month of acquisitions. The groups of the pass are few, and added up again by
// what is asked.
func figures(only []int64) string {
	return `
	with grouped as materialized (
		select c.status, ` + held + ` as held, c.item_condition_id, c.location_id, c.value_currency_code, c.cost_currency_code,
			case when c.acquired_at >= $4::date then date_trunc('month', c.acquired_at)::date end as month, c.acquired_at is null as undated, c.created_at >= $3::date as fresh,
			count(*) as n, sum(c.quantity)::bigint as quantity, sum(c.estimated_value * c.quantity) as value,
			sum(case when not ` + twoCurrencies + ` then c.cost_amount end) as cost, sum(` + gain + `) as gain
		from ` + copiesOf(only) + ` group by 1, 2, 3, 4, 5, 6, 7, 8, 9
	)
	select 'value' as figure, value_currency_code as code, null::text as label, null::bigint as id, null::date as month, sum(n)::bigint as copies,
		coalesce(sum(n) filter (where held), 0)::bigint as held, coalesce(sum(quantity) filter (where held), 0)::bigint as quantity, (sum(value) filter (where held))::text as value
	from grouped group by 2
	union all select 'added', value_currency_code, null, null, null, 0, 0, 0, sum(value)::text from grouped where fresh and held group by 2
	union all select 'cost', cost_currency_code, null, null, null, 0, 0, 0, sum(cost)::text from grouped where cost is not null group by 2
	union all select 'gain', cost_currency_code, null, null, null, 0, 0, 0, sum(gain)::text from grouped where gain is not null group by 2
	union all select 'undated', null, null, null, null, coalesce(sum(n), 0)::bigint, 0, 0, null from grouped where undated
	union all select 'month', null, null, null, month, sum(n)::bigint, 0, 0, null from grouped where month is not null group by 5
	union all select 'status', null, status, null, null, sum(n)::bigint, 0, 0, null from grouped group by 3
	union all select 'condition', null, null, item_condition_id, null, sum(n)::bigint, 0, 0, null from grouped where held group by 4
	union all select 'location', g.code, (select name from locations where account_id = $1 and id = g.id), g.id, null, 0, 0, 0, g.value
		from (select location_id as id, value_currency_code as code, sum(value)::text as value from grouped where held and value is not null group by 1, 2) g`
}

// figure is a row of figures.
type figure struct {
	Figure                 string
	Code, Label            *string
	ID                     *int64
	Month                  *time.Time
	Copies, Held, Quantity int64
	Value                  *string
}

// counted is what figures say, before anything is converted.
type counted struct {
	totals                   catalog.Totals
	value, added, cost, gain []catalog.Sum
	months                   map[int64]int64 // by the Unix time of the first day
	statuses                 map[string]int64
	conditions               map[int64]int64 // by id; 0 is none
	locations                map[int64]*located
}

// located is what is at a location.
type located struct {
	id   *int64
	name *string
	sums []catalog.Sum
}

func queueFigures(b *pgx.Batch, account int64, only []int64, day time.Time) {
	months := catalog.Months(day)
	b.Queue(figures(only), account, only, months[11], months[0])
}

func readFigures(answers pgx.BatchResults) (counted, error) {
	c := counted{months: map[int64]int64{}, statuses: map[string]int64{}, conditions: map[int64]int64{}, locations: map[int64]*located{}}
	found, err := rows[figure](answers)
	for _, f := range found {
		c.add(f)
	}
	return c, err
}

func (c *counted) add(f figure) {
	var sums []catalog.Sum
	if sum, ok := (summedCopies{CurrencyCode: f.Code, Value: f.Value}).sum(); ok {
		sums = append(sums, sum)
	}
	switch t := &c.totals; f.Figure {
	case "value":
		t.Copies, t.Held, t.Quantity = t.Copies+f.Copies, t.Held+f.Held, t.Quantity+f.Quantity
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
	case "undated":
		t.UndatedCopies = f.Copies
	case "month":
		c.months[f.Month.Unix()] = f.Copies
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

// byLocation converts what is at locations, the greatest value first. Those that have no
// location come last.
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
		all[i] = catalog.MonthCount{Month: month, Count: c.months[month.Unix()]}
	}
	return all
}
