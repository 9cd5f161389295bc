package api

import (
	"vitrine/internal/catalog"
	"vitrine/internal/postgres/ledger"
)

var maintenanceRecords = []route{
	read(member, "GET /api/copies/{copy}/maintenance-records", listIn(ledger.MaintenanceRecords), many(maintenanceRecord)),
	read(member, "GET /api/copies/{copy}/maintenance-records/{maintenanceRecord}", getIn(ledger.MaintenanceRecord), one(maintenanceRecord)),
	write(editor, "POST /api/copies/{copy}/maintenance-records", catalog.MaintenanceRecordCreated, createIn(maintenanceRecordInput, ledger.CreateMaintenanceRecord), created(maintenanceRecord)),
	write(editor, "PUT /api/copies/{copy}/maintenance-records/{maintenanceRecord}", catalog.MaintenanceRecordUpdated, updateIn(maintenanceRecordInput, ledger.UpdateMaintenanceRecord), one(maintenanceRecord)),
	write(editor, "DELETE /api/copies/{copy}/maintenance-records/{maintenanceRecord}", catalog.MaintenanceRecordDeleted, discardIn(ledger.DeleteMaintenanceRecord), trashed),
}

func maintenanceRecordInput(b *body) catalog.MaintenanceRecordInput {
	return catalog.MaintenanceRecordInput{
		Type:                  b.text("type"),
		Title:                 b.text("title"),
		Description:           b.optional("description"),
		PerformedBy:           b.optional("performed_by"),
		PerformedAt:           b.date("performed_at"),
		CostAmount:            b.integer("cost_amount"),
		CostCurrencyCode:      b.optional("cost_currency_code"),
		ItemConditionBeforeID: b.integer("item_condition_before_id"),
		ItemConditionAfterID:  b.integer("item_condition_after_id"),
		NextDueAt:             b.date("next_due_at"),
		IncludeInProvenance:   b.boolean("include_in_provenance"),
	}
}

func maintenanceRecord(m catalog.MaintenanceRecord) resource {
	return resource{kind: "maintenance_record", id: m.ID, self: recordPath(m.CopyID, "maintenance-records", m.ID), attributes: attributes{
		{"uuid", m.UUID},
		{"copy_id", ref{&m.CopyID}},
		{"type", m.Type},
		{"title", m.Title},
		{"description", m.Description},
		{"performed_by", m.PerformedBy},
		{"performed_at", m.PerformedAt},
		{"cost_amount", m.CostAmount},
		{"cost_currency_code", m.CostCurrencyCode},
		{"item_condition_before_id", ref{m.ItemConditionBeforeID}},
		{"item_condition_after_id", ref{m.ItemConditionAfterID}},
		{"next_due_at", m.NextDueAt},
		{"include_in_provenance", m.IncludeInProvenance},
		{"provenance_event_id", ref{m.ProvenanceEventID}},
		{"due", m.Due},
		{"created_at", m.CreatedAt},
		{"updated_at", m.UpdatedAt},
	}}
}
