package ledger

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var maintenanceRecords = recordsOf(`maintenance_record`, engine.Resource[catalog.MaintenanceRecord]{
	Table: engine.Table{Name: `maintenance_records`, Alias: `m`},
	Columns: `m.id, m.uuid::text, m.copy_id, m.type, m.title, m.description, m.performed_by, m.performed_at, m.cost_amount, m.cost_currency_code, m.item_condition_before_id,
		m.item_condition_after_id, m.next_due_at, m.include_in_provenance,
		(select id from provenance_events where account_id = $1 and copy_id = m.copy_id and maintenance_record_id = m.id) as provenance_event_id,
		m.next_due_at is not null and not exists (
			select from maintenance_records later where later.account_id = $1 and later.copy_id = m.copy_id and later.type = m.type
			and later.performed_at > coalesce(m.performed_at, (m.created_at at time zone 'UTC')::date)) as due, m.created_at, m.updated_at`,
	Order: engine.Sorting{{SQL: `m.performed_at`, Kind: engine.Day, Down: true, Nulls: "first"}, {SQL: `m.id`, Down: true}},
	Entry: engine.Entry{`title`, `type`},
	Audited: engine.Audited{`type`, `title`, `description`, `performed_by`, `performed_at`, `cost_amount`, `cost_currency_code`, `item_condition_before_id`, `item_condition_after_id`,
		`next_due_at`, `include_in_provenance`, `provenance_event_id`, `due`},
})

func MaintenanceRecords(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.MaintenanceRecord], error) {
	return maintenanceRecords.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func MaintenanceRecord(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.MaintenanceRecord, error) {
	return maintenanceRecords.One(ctx, engine.InCopy(r, copyID), copyID, id)
}

func CreateMaintenanceRecord(ctx context.Context, w engine.Writer, copyID int64, in catalog.MaintenanceRecordInput) (catalog.MaintenanceRecord, error) {
	judge(w.Edit, copyID, `maintenance_records`, `item_condition_after_id`, `performed_at`, `true`)
	tellOfMaintenance(w, copyID)
	return createRecord(ctx, maintenanceRecords, w.Edit, copyID, `
		insert into maintenance_records (account_id, copy_id, type, title, description, performed_by, performed_at, cost_amount, cost_currency_code,
			item_condition_before_id, item_condition_after_id, next_due_at, include_in_provenance)
		select account_id, id, @type, @title, @description, @performed_by, @performed_at, @cost_amount,
			case when @cost_amount::bigint is not null then coalesce(@cost_currency_code, `+currencyOfCopy+`) end, @item_condition_before_id,
			@item_condition_after_id, @next_due_at, coalesce(@include_in_provenance, false)
		from copies where account_id = $1 and id = $2`, maintenanceArgs(in))
}

func UpdateMaintenanceRecord(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.MaintenanceRecordInput) (catalog.MaintenanceRecord, error) {
	tellOfMaintenance(w, copyID)
	return updateRecord(ctx, maintenanceRecords, w.Edit, copyID, id, `
		update maintenance_records set type = @type, title = @title, description = @description, performed_by = @performed_by, performed_at = @performed_at,
			cost_amount = @cost_amount,
			cost_currency_code = case when @cost_amount::bigint is not null then coalesce(@cost_currency_code, `+currencyOfCopy+`) end,
				item_condition_before_id = @item_condition_before_id,
			item_condition_after_id = @item_condition_after_id, next_due_at = @next_due_at, include_in_provenance = coalesce(@include_in_provenance, false), updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, maintenanceArgs(in))
}

func DeleteMaintenanceRecord(ctx context.Context, w engine.Writer, copyID, id int64) error {
	return discardRecord(ctx, maintenanceRecords, w.Edit, copyID, id, ``)
}

// tellOfMaintenance writes the provenance event of a record.
func tellOfMaintenance(w engine.Writer, copyID int64) {
	engine.Follow(w.Edit, `
		delete from provenance_events e using maintenance_records m
		where m.account_id = $1 and m.copy_id = $2 and m.id = `+changedRecord+` and not m.include_in_provenance
		and e.account_id = $1 and e.copy_id = $2 and e.maintenance_record_id = m.id`, w.AccountID(), copyID)
	engine.Follow(w.Edit, `
		insert into provenance_events as e (account_id, copy_id, type, title, description, occurred_at, occurred_at_precision, maintenance_record_id)
		select m.account_id, m.copy_id, 'significant_restoration', m.title, m.description, m.performed_at, case when m.performed_at is null then 'unknown' else 'exact' end, m.id
		from maintenance_records m where m.account_id = $1 and m.copy_id = $2 and m.id = `+changedRecord+` and m.include_in_provenance
		on conflict (account_id, copy_id, maintenance_record_id) do update
		set title = excluded.title, description = excluded.description, occurred_at = excluded.occurred_at,
			occurred_at_precision = excluded.occurred_at_precision, updated_at = now()
		where (e.title, e.description, e.occurred_at) is distinct from (excluded.title, excluded.description, excluded.occurred_at)`, w.AccountID(), copyID)
}

// maintenanceArgs are the arguments of an insert or update.
func maintenanceArgs(in catalog.MaintenanceRecordInput) engine.Params {
	return engine.Params{
		"type": in.Type, "title": in.Title, "description": in.Description, "performed_by": in.PerformedBy, "performed_at": in.PerformedAt,
		"cost_amount": in.CostAmount, "cost_currency_code": in.CostCurrencyCode, "item_condition_before_id": in.ItemConditionBeforeID,
		"item_condition_after_id": in.ItemConditionAfterID, "next_due_at": in.NextDueAt, "include_in_provenance": in.IncludeInProvenance,
	}
}
