package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

// sources are the records of the copy $2, each kind in the order of its index. Events
// that follow a loan or maintenance are left out: that tells of them.
const sources = `(
	(select account_id, copy_id, 'transaction-' || id as id, 'transaction' as source_type, id as source_id, type as title, counterparty as summary,
		occurred_at as date, 'exact' as date_precision, total as amount, currency_code,
		type in ('purchase', 'sale', 'trade', 'gift_received', 'gift_given', 'inheritance') as meaningful
	from transactions where account_id = $1 and copy_id = $2 order by occurred_at desc, id desc limit 1000)
	union all
	(select account_id, copy_id, 'provenance-' || id, 'provenance', id, title, description, occurred_at, occurred_at_precision, null, null, true
	from provenance_events where account_id = $1 and copy_id = $2 and maintenance_record_id is null and loan_id is null and returned_loan_id is null
	order by occurred_at nulls first, id limit 1000)
	union all
	(select account_id, copy_id, 'valuation-' || id, 'valuation', id, type, valuer, valued_at, 'exact', amount, currency_code, true
	from valuations where account_id = $1 and copy_id = $2 order by valued_at desc, id desc limit 1000)
	union all
	(select account_id, copy_id, 'insurance-' || id, 'insurance', id, provider, policy_number, starts_at, case when starts_at is null then 'unknown' else 'exact' end,
		insured_value, currency_code, true
	from insurance_records where account_id = $1 and copy_id = $2 order by starts_at desc nulls last, id desc limit 1000)
	union all
	(select account_id, copy_id, 'maintenance-' || id, 'maintenance', id, title, performed_by, performed_at, case when performed_at is null then 'unknown' else 'exact' end,
		cost_amount, cost_currency_code, include_in_provenance or type in ('restoration', 'conservation')
	from maintenance_records where account_id = $1 and copy_id = $2 order by performed_at desc, id desc limit 1000)
	union all
	(select account_id, copy_id, 'loan-' || id, 'loan', id, party, purpose, loaned_at, 'exact', deposit_amount, deposit_currency_code, include_in_provenance
	from loans where account_id = $1 and copy_id = $2 order by loaned_at desc, id desc limit 1000)
	union all
	(select account_id, copy_id, 'loan-' || id || '-return', 'loan', id, party, purpose, returned_at, 'exact', null, null, include_in_provenance
	from loans where account_id = $1 and copy_id = $2 and returned_at is not null order by loaned_at desc, id desc limit 1000)
	union all
	(select account_id, copy_id, 'location-' || id, 'location', id, location_name, reason, moved_at, 'exact', null, null, false
	from location_history where account_id = $1 and copy_id = $2 order by moved_at desc, id desc limit 1000)
	union all
	(select account_id, copy_id, 'document-' || id, 'document', id, name, reference_number, issued_at, case when issued_at is null then 'unknown' else 'exact' end,
		null, null, false
	from documents where account_id = $1 and copy_id = $2 order by id desc limit 1000))`

var timeline = resource[catalog.TimelineEntry]{
	table:   table{sources, `t`},
	columns: `t.id, t.copy_id, t.source_type, t.source_id, t.title, t.summary, t.date, t.date_precision, t.amount, t.currency_code, t.meaningful`,
	owner:   owner{`copy_id`, `copies`},
	order:   sorting{{sql: `t.date`, kind: day, down: true, nulls: "last"}, {sql: `t.source_id`, down: true}, {sql: `t.id`, kind: text, down: true}},
}

// Timeline lists what happened to a copy, the newest first.
func (r Reader) Timeline(ctx context.Context, copyID int64, f catalog.TimelineFilter, p catalog.Paging) (catalog.Page[catalog.TimelineEntry], error) {
	l := timeline.list(r, copyID)
	if f.Types != nil {
		l.and(`t.source_type = any(` + l.arg(f.Types) + `)`)
	}
	if !f.Complete {
		l.and(`t.meaningful`)
	}
	return page[catalog.TimelineEntry](ctx, inCopy(r, copyID), p, l)
}

const itemLogColumns = `id, action, parameters, user_name, created_at, user_id, object_type, object_id, coalesce(changes, '[]') as changes, request_id, batch_index, import_id`

var (
	itemLogs = resource[catalog.ItemLog]{table: table{name: `logs`}, columns: itemLogColumns, owner: owner{`item_id`, `items`}, order: byID.reversed()}
	copyLogs = resource[catalog.ItemLog]{table: table{name: `logs`}, columns: itemLogColumns, owner: owner{`copy_id`, `copies`}, order: byID.reversed()}
)

// ItemLogs lists what anybody did to an item and to everything below it, newest first.
func (r Reader) ItemLogs(ctx context.Context, item int64, f catalog.LogFilter, p catalog.Paging) (catalog.Page[catalog.ItemLog], error) {
	return logsOf(ctx, inItem(r, item), itemLogs, item, f, p)
}

// CopyLogs lists what anybody did to a copy and its records.
func (r Reader) CopyLogs(ctx context.Context, copyID int64, f catalog.LogFilter, p catalog.Paging) (catalog.Page[catalog.ItemLog], error) {
	return logsOf(ctx, inCopy(r, copyID), copyLogs, copyID, f, p)
}

func logsOf(ctx context.Context, r Reader, k resource[catalog.ItemLog], of int64, f catalog.LogFilter, p catalog.Paging) (catalog.Page[catalog.ItemLog], error) {
	l := k.list(r, of)
	if f.Action != "" {
		l.and(`action = ` + l.arg(f.Action))
	}
	if f.UserID != nil {
		l.and(`user_id = ` + l.arg(*f.UserID))
	}
	l.capped = f != catalog.LogFilter{}
	return page[catalog.ItemLog](ctx, r, p, l)
}

// ItemLog is an entry of an item that is still there.
func (r Reader) ItemLog(ctx context.Context, item, id int64) (catalog.ItemLog, error) {
	return one[catalog.ItemLog](ctx, inItem(r, item), itemLogs.query(`account_id = $1 and item_id = $2 and id = $3
		and exists (select from items where account_id = $1 and id = $2)`), r.account, item, id)
}

// CopyLog is an entry of a copy that is still there.
func (r Reader) CopyLog(ctx context.Context, copyID, id int64) (catalog.ItemLog, error) {
	return one[catalog.ItemLog](ctx, inCopy(r, copyID), copyLogs.query(`account_id = $1 and copy_id = $2 and id = $3
		and exists (select from copies where account_id = $1 and id = $2)`), r.account, copyID, id)
}
