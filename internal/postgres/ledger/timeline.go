package ledger

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// sources are the records of the copy $2, each kind in the order of its index. Events of a loan or
// maintenance are left out, because the loan or maintenance is listed itself.
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

var timeline = engine.Resource[catalog.TimelineEntry]{
	Table:   engine.Table{Name: sources, Alias: `t`},
	Columns: `t.id, t.copy_id, t.source_type, t.source_id, t.title, t.summary, t.date, t.date_precision, t.amount, t.currency_code, t.meaningful`,
	Owner:   engine.Owner{Column: `copy_id`, Table: `copies`},
	Order:   engine.Sorting{{SQL: `t.date`, Kind: engine.Day, Down: true, Nulls: "last"}, {SQL: `t.source_id`, Down: true}, {SQL: `t.id`, Kind: engine.Text, Down: true}},
}

// Timeline lists the history of a copy, the newest first.
func Timeline(ctx context.Context, r engine.Reader, copyID int64, f catalog.TimelineFilter, p catalog.Paging) (catalog.Page[catalog.TimelineEntry], error) {
	l := timeline.List(r, copyID)
	if f.Types != nil {
		l.And(`t.source_type = any(` + l.Arg(f.Types) + `)`)
	}
	if !f.Complete {
		l.And(`t.meaningful`)
	}
	return engine.Page[catalog.TimelineEntry](ctx, engine.InCopy(r, copyID), p, l)
}

const itemLogColumns = `id, action, parameters, user_name, created_at, user_id, object_type, object_id, coalesce(changes, '[]') as changes, request_id, batch_index, import_id`

var (
	itemLogs = engine.Resource[catalog.ItemLog]{Table: engine.Table{Name: `logs`}, Columns: itemLogColumns, Owner: engine.Owner{Column: `item_id`, Table: `items`}, Order: engine.ByID.Reversed()}
	copyLogs = engine.Resource[catalog.ItemLog]{Table: engine.Table{Name: `logs`}, Columns: itemLogColumns, Owner: engine.Owner{Column: `copy_id`, Table: `copies`}, Order: engine.ByID.Reversed()}
)

// ItemLogs lists the log of an item and everything below it, newest first.
func ItemLogs(ctx context.Context, r engine.Reader, item int64, f catalog.LogFilter, p catalog.Paging) (catalog.Page[catalog.ItemLog], error) {
	return logsOf(ctx, engine.InItem(r, item), itemLogs, item, f, p)
}

// CopyLogs lists the log of a copy and its records.
func CopyLogs(ctx context.Context, r engine.Reader, copyID int64, f catalog.LogFilter, p catalog.Paging) (catalog.Page[catalog.ItemLog], error) {
	return logsOf(ctx, engine.InCopy(r, copyID), copyLogs, copyID, f, p)
}

func logsOf(ctx context.Context, r engine.Reader, k engine.Resource[catalog.ItemLog], of int64, f catalog.LogFilter, p catalog.Paging) (catalog.Page[catalog.ItemLog], error) {
	l := k.List(r, of)
	if f.Action != "" {
		l.And(`action = ` + l.Arg(f.Action))
	}
	if f.UserID != nil {
		l.And(`user_id = ` + l.Arg(*f.UserID))
	}
	l.Capped = f != catalog.LogFilter{}
	return engine.Page[catalog.ItemLog](ctx, r, p, l)
}

// ItemLog is a log entry of an existing item.
func ItemLog(ctx context.Context, r engine.Reader, item, id int64) (catalog.ItemLog, error) {
	return engine.One[catalog.ItemLog](ctx, engine.InItem(r, item), itemLogs.Query(`account_id = $1 and item_id = $2 and id = $3
		and exists (select from items where account_id = $1 and id = $2)`), r.AccountID(), item, id)
}

// CopyLog is a log entry of an existing copy.
func CopyLog(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.ItemLog, error) {
	return engine.One[catalog.ItemLog](ctx, engine.InCopy(r, copyID), copyLogs.Query(`account_id = $1 and copy_id = $2 and id = $3
		and exists (select from copies where account_id = $1 and id = $2)`), r.AccountID(), copyID, id)
}
