package figures

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
)

// inCollections is the condition that a copy is in the collections of an argument, unless that is null.
func inCollections(copyID, only string) string {
	return `(` + only + `::bigint[] is null or exists (select from copies o join items i on i.account_id = $1 and i.id = o.item_id
		where o.account_id = $1 and o.id = ` + copyID + ` and i.collection_id = any(` + only + `)))`
}

var most = strconv.Itoa(catalog.MaxAttention + 1)

// dueLoans, dueMaintenance and endingCover find entries with a day, the earliest first, up to a limit.
var (
	dueLoans = func(kind, days, limit string) string {
		return `(select '` + kind + `' as kind, l.id as source_id, l.copy_id, l.due_at, l.updated_at from loans l
			where l.account_id = $1 and l.status = 'active' and l.due_at ` + days + ` and ` + inCollections(`l.copy_id`, `$2`) + ` order by l.due_at, l.id limit ` + limit + `)`
	}
	dueMaintenance = func(days, limit string) string {
		return `(select '` + catalog.MaintenanceDue + `', m.id, m.copy_id, m.next_due_at, m.updated_at from maintenance_records m
			where m.account_id = $1 and m.next_due_at ` + days + ` and not exists (
				select from maintenance_records later where later.account_id = $1 and later.copy_id = m.copy_id and later.type = m.type
				and later.performed_at > coalesce(m.performed_at, (m.created_at at time zone 'UTC')::date))
			and ` + inCollections(`m.copy_id`, `$2`) + ` order by m.next_due_at, m.id limit ` + limit + `)`
	}
	endingCover = func(days, limit string) string {
		return `(select '` + catalog.InsuranceEnding + `', r.id, r.copy_id, r.ends_at, r.updated_at from insurance_records r
			where r.account_id = $1 and r.status = 'active' and r.ends_at ` + days + ` and not exists (
				select from insurance_records longer where longer.account_id = $1 and longer.copy_id = r.copy_id and longer.status = 'active'
				and (longer.ends_at is null or longer.ends_at > r.ends_at))
			and ` + inCollections(`r.copy_id`, `$2`) + ` order by r.ends_at, r.id limit ` + limit + `)`
	}

	// withDays has $3 as today, and $4 as the last day that matters.
	withDays = `select d.kind, d.source_id, d.copy_id, d.due_at, c.value_currency_code as code, c.estimated_value * c.quantity as value from (` +
		dueLoans(catalog.LoanOverdue, `< $3`, most) + ` union all ` + dueLoans(catalog.LoanDue, `between $3 and $4`, most) + ` union all ` +
		dueMaintenance(`<= $4`, most) + ` union all ` + endingCover(`<= $4`, most) + `) d
		cross join lateral (select value_currency_code, estimated_value, quantity from copies where account_id = $1 and id = d.copy_id offset 0) c`
)

// covers are the covers of copies on the day $3, in the currencies $4 with approximate rates $5. What
// policies pay of a copy counts as a record in the currency of its value, or in none if a rate is
// missing. The cover by policies is in "paid".
const covers = `(
		select r.copy_id, count(*) as records, min(r.currency_code) as first_code, max(r.currency_code) as last_code, sum(r.share)::bigint as share,
			sum(r.insured_value) as insured, sum(r.insured_value * t.rate) as worth, bool_or(t.rate is null) as unknown
		from (
			select r.copy_id, r.currency_code, r.insured_value, null::bigint as share from insurance_records r where r.account_id = $1 and ` + ledger.Covering + `
			union all ` + paidByPolicies + `
		) r left join unnest($4::text[], $5::float8[]) t (code, rate) on t.code = r.currency_code group by 1
	)`

// withPaid begins a statement with the cover of copies by policies on the day $3.
const withPaid = `with paid as materialized (select * from policy_cover($1, $3))`

// paidByPolicies are what policies pay of copies.
const paidByPolicies = `select q.copy_id, case when q.rest is null then '` + noCurrency + `' else q.code end as currency_code, s.paid as insured_value, s.paid as share
	from paid q cross join lateral (select coalesce(sum(n), 0)::bigint as paid from unnest(q.shares) n) s where q.value is not null and (q.rest is null or s.paid > 0)`

// noCurrency is one without rates.
const noCurrency = "XXX"

// ofCover are held copies with too little cover, by kind: uninsured and worth at least $6 in its
// currency; covered by less than $7 percent of the value; or unknown, because a rate is missing.
// Results are certain except for covers in other currencies close to the limit. Without a threshold,
// only copies with insurance records are read.
func (w watch) ofCover() string {
	joined, uncovered := `join`, ``
	if w.threshold != nil {
		joined, uncovered = `left join`, `when q.copy_id is null then t.code is null or c.estimated_value * c.quantity >= t.least`
	}
	const wanted = `c.estimated_value * c.quantity * t.rate * $7::float8 / 100`
	return withPaid + `, found as materialized (
		select c.id as copy_id, c.value_currency_code as code, c.estimated_value * c.quantity as value, c.estimated_value * c.quantity * coalesce(t.rate, 0) as about, q.share,
			case when q.copy_id is null then case when t.code is null then '` + catalog.CoverUnknown + `' else '` + catalog.Uninsured + `' end
				when q.first_code = q.last_code and q.first_code = c.value_currency_code then '` + catalog.UnderInsured + `'
				when q.unknown or t.code is null then '` + catalog.CoverUnknown + `' else '` + catalog.UnderInsured + `' end as kind,
			q.copy_id is null or q.first_code = q.last_code and q.first_code = c.value_currency_code or q.unknown or t.code is null
				or q.worth < ` + wanted + ` * 0.999999 - 2 - q.records as certain
		from copies c left join unnest($4::text[], $5::float8[], $6::bigint[]) t (code, rate, least) on t.code = c.value_currency_code
		` + joined + ` ` + covers + ` q on q.copy_id = c.id
		where c.account_id = $1 and ` + inventory.IsHeld + ` and c.estimated_value is not null and case ` + uncovered + `
				when q.first_code = q.last_code and q.first_code = c.value_currency_code then q.insured * 100 < c.estimated_value * c.quantity * $7::bigint::numeric
				when q.unknown or t.code is null then true
				else q.worth < ` + wanted + ` * 1.000001 + 2 + q.records end
			and ` + inCollections(`c.id`, `$2`) + `
	)`
}

// recordsIfUncertain are the records needed to decide uncertain results.
const recordsIfUncertain = `
			case when not certain then (select array_agg(r.currency_code order by r.id) from insurance_records r where r.account_id = $1 and ` + ledger.Covering + ` and r.copy_id = found.copy_id) || case when share is not null then array[code] end end as codes,
			case when not certain then (select array_agg(r.insured_value order by r.id) from insurance_records r where r.account_id = $1 and ` + ledger.Covering + ` and r.copy_id = found.copy_id) || case when share is not null then array[share] end end as amounts`

// listed are the most valuable copies of each kind. Uncertain ones are read in excess, since some will
// be dropped.
func (w watch) listed() string {
	of := func(kind, most string) string {
		return `(select kind, certain, 1::bigint as n, copy_id, code, value, ` + recordsIfUncertain + ` from found where kind = '` + kind + `' order by about desc, copy_id limit ` + most + `)`
	}
	return w.ofCover() + of(catalog.Uninsured, most) + ` union all ` + of(catalog.UnderInsured, `2 * `+most) + ` union all ` + of(catalog.CoverUnknown, most)
}

// counted are the numbers of certain results, and the uncertain ones.
func (w watch) counted() string {
	return w.ofCover() + countedCover
}

// countedCover counts what was found.
var countedCover = `
		select kind, true as certain, count(*) as n, 0::bigint as copy_id, null::text as code, null::bigint as value, null::text[] as codes, null::bigint[] as amounts
		from found where certain group by 1
		union all (select kind, certain, 1, copy_id, code, value, ` + recordsIfUncertain + ` from found where not certain order by about desc, copy_id limit 2 * ` + most + `)`

// noticedCopies are the copies of a page, with their cover today.
const noticedCopies = withPaid + `, shared as materialized (select * from (` + paidByPolicies + `) p where p.copy_id = any($2))
	select c.id as copy_id, c.item_id, i.name as item_name, i.collection_id, c.value_currency_code as code, c.estimated_value * c.quantity as value, q.codes, q.amounts
	from copies c join items i on i.account_id = $1 and i.id = c.item_id cross join lateral (
		select array_agg(r.currency_code) as codes, array_agg(r.insured_value) as amounts from (
			select r.currency_code, r.insured_value from insurance_records r where r.account_id = $1 and ` + ledger.Covering + ` and r.copy_id = c.id
			union all select p.currency_code, p.insured_value from shared p where p.copy_id = c.id) r
	) q where c.account_id = $1 and c.id = any($2)`
