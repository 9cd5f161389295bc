package postgres

import (
	"strconv"

	"vitrine/internal/catalog"
)

// inSight is the condition that a copy is in the collections of an argument, if that is
// not null.
func inSight(copyID, only string) string {
	return `(` + only + `::bigint[] is null or exists (select from copies o join items i on i.account_id = $1 and i.id = o.item_id
		where o.account_id = $1 and o.id = ` + copyID + ` and i.collection_id = any(` + only + `)))`
}

// covering are the active records of a copy that run on the day $3.
const covering = `r.account_id = $1 and r.status = 'active' and (r.starts_at is null or r.starts_at <= $3) and (r.ends_at is null or r.ends_at >= $3)`

var most = strconv.Itoa(catalog.MaxAttention + 1)

// dueLoans, dueMaintenance and endingCover find what has a day: $3 is today, $4 the
// last day that matters.
var (
	dueLoans = func(kind, days string) string {
		return `(select '` + kind + `' as kind, l.id as source_id, l.copy_id, l.due_at from loans l
			where l.account_id = $1 and l.status = 'active' and ` + days + ` and ` + inSight(`l.copy_id`, `$2`) + ` order by l.due_at, l.id limit ` + most + `)`
	}
	dueMaintenance = `(select '` + catalog.MaintenanceDue + `', m.id, m.copy_id, m.next_due_at from maintenance_records m
		where m.account_id = $1 and m.next_due_at <= $4 and not exists (
			select from maintenance_records later where later.account_id = $1 and later.copy_id = m.copy_id and later.type = m.type
			and later.performed_at > coalesce(m.performed_at, (m.created_at at time zone 'UTC')::date))
		and ` + inSight(`m.copy_id`, `$2`) + ` order by m.next_due_at, m.id limit ` + most + `)`
	endingCover = `(select '` + catalog.InsuranceEnding + `', r.id, r.copy_id, r.ends_at from insurance_records r
		where r.account_id = $1 and r.status = 'active' and r.ends_at <= $4 and not exists (
			select from insurance_records longer where longer.account_id = $1 and longer.copy_id = r.copy_id and longer.status = 'active'
			and (longer.ends_at is null or longer.ends_at > r.ends_at))
		and ` + inSight(`r.copy_id`, `$2`) + ` order by r.ends_at, r.id limit ` + most + `)`

	withDays = `select d.kind, d.source_id, d.copy_id, d.due_at, c.value_currency_code as code, c.estimated_value * c.quantity as value from (` +
		dueLoans(catalog.LoanOverdue, `l.due_at < $3`) + ` union all ` + dueLoans(catalog.LoanDue, `l.due_at between $3 and $4`) + ` union all ` +
		dueMaintenance + ` union all ` + endingCover + `) d
		cross join lateral (select value_currency_code, estimated_value, quantity from copies where account_id = $1 and id = d.copy_id offset 0) c`
)

// uncovered are held copies without cover, of two kinds: worth at least what $5 says of
// the currency in $4, or valued in one that is not among them. The greatest come first,
// by what a unit is about worth, $6. Without $5 there is none.
var uncovered = `select c.id as copy_id, c.value_currency_code as code, c.estimated_value * c.quantity as value, null::text[] as codes, null::text[] as amounts
	from copies c left join unnest($4::text[], $5::numeric[], $6::float8[]) t (code, least, rate) on t.code = c.value_currency_code
	where $5::numeric[] is not null and c.account_id = $1 and ` + held + ` and c.estimated_value is not null
		and (t.code is null or c.estimated_value * c.quantity >= t.least)
		and not exists (select from insurance_records r where ` + covering + ` and r.copy_id = c.id) and ` + inSight(`c.id`, `$2`) + `
	order by c.estimated_value * c.quantity * coalesce(t.rate, 0) desc, c.id limit 2 * ` + most

// covered are held copies whose cover may be too little: by about what the currencies $4
// are worth, $5, it is less than a bit more than the percentage $6 of the value.
var covered = `select c.id as copy_id, c.value_currency_code as code, c.estimated_value * c.quantity as value, q.codes, q.amounts
	from (
		select r.copy_id, array_agg(r.currency_code) as codes, array_agg(r.insured::text) as amounts, sum(r.insured * t.rate) as worth, bool_or(t.rate is null) as unknown
		from (select r.copy_id, r.currency_code, sum(r.insured_value) as insured from insurance_records r where ` + covering + ` group by 1, 2) r
		left join unnest($4::text[], $5::float8[]) t (code, rate) on t.code = r.currency_code group by 1
	) q join copies c on c.account_id = $1 and c.id = q.copy_id
	left join unnest($4::text[], $5::float8[]) t (code, rate) on t.code = c.value_currency_code
	where ` + held + ` and c.estimated_value is not null
		and (q.unknown or t.rate is null or q.worth < c.estimated_value * c.quantity * t.rate * $6::float8 * 1.000001 / 100 + 2) and ` + inSight(`c.id`, `$2`) + `
	order by c.estimated_value * c.quantity * coalesce(t.rate, 0) desc, c.id limit 2 * ` + most

// noticedCopies are the copies of a page, with what covers them today.
const noticedCopies = `select c.id as copy_id, c.item_id, i.name as item_name, i.collection_id, c.value_currency_code as code, c.estimated_value * c.quantity as value, q.codes, q.amounts
	from copies c join items i on i.account_id = $1 and i.id = c.item_id cross join lateral (
		select array_agg(currency_code) as codes, array_agg(insured::text) as amounts
		from (select r.currency_code, sum(r.insured_value) as insured from insurance_records r where ` + covering + ` and r.copy_id = c.id group by 1) own
	) q where c.account_id = $1 and c.id = any($2)`
