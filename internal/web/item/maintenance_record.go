package item

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var Maintenance = kind[catalog.MaintenanceRecord, catalog.MaintenanceRecordInput]{
	word: "maintenance", id: "maintenanceRecord", path: "maintenance", api: "maintenance-records", tab: "maintenance", Get: "getMaintenanceRecord",
	list: ledger.MaintenanceRecords, read: ledger.MaintenanceRecord, create: makes(ledger.CreateMaintenanceRecord), update: ledger.UpdateMaintenanceRecord, delete: ledger.DeleteMaintenanceRecord,
	created: catalog.MaintenanceRecordCreated, updated: catalog.MaintenanceRecordUpdated, deleted: catalog.MaintenanceRecordDeleted,
	asks: MaintenanceAsks, values: MaintenanceValues, line: MaintenanceLine, check: (*catalog.MaintenanceRecordInput).Validate,
	mark:    func(r catalog.MaintenanceRecord) (int64, time.Time) { return r.ID, r.UpdatedAt },
	choices: conditions("item_condition_before_id", "item_condition_after_id"),
	fresh: func(_ *page.Visit, e RecordEdit) map[string]string {
		return map[string]string{"type": "cleaning", "performed_at": Today(), "cost_currency_code": e.Copy.Currency}
	},
	input: func(v *page.Visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.MaintenanceRecordInput {
		return catalog.MaintenanceRecordInput{
			Type:                  v.Text("type"),
			Title:                 v.Text("title"),
			Description:           v.Optional("description"),
			PerformedBy:           v.Optional("performed_by"),
			PerformedAt:           day(v, wrong, "performed_at"),
			CostAmount:            sum(v, wrong, "cost_amount", "cost_currency_code", c),
			CostCurrencyCode:      v.Optional("cost_currency_code"),
			ItemConditionBeforeID: v.Integer(wrong, "item_condition_before_id"),
			ItemConditionAfterID:  v.Integer(wrong, "item_condition_after_id"),
			NextDueAt:             day(v, wrong, "next_due_at"),
			IncludeInProvenance:   v.Yes("include_in_provenance"),
		}
	},
}

// conditions offers the scale of the account in fields of a form.
func conditions(fields ...string) func(*page.Visit, postgres.Reader, *RecordEdit) error {
	return func(v *page.Visit, r postgres.Reader, e *RecordEdit) error {
		scale, err := page.Scale(v, r)
		e.Choices = map[string][]ui.Option{}
		for _, field := range fields {
			e.Choices[field] = ConditionOptions(scale)
		}
		return err
	}
}

// MaintenanceAsks are the fields of a maintenance record.
var MaintenanceAsks = []Question{
	{Name: "title", Must: true},
	{Name: "type", Kind: AskChoice, Text: "field.type", Of: catalog.MaintenanceTypes, Words: "maintenance_type.", Must: true},
	{Name: "performed_at", Kind: AskDay},
	{Name: "next_due_at", Kind: AskDay},
	{Name: "cost_amount", Kind: AskSum},
	{Name: "cost_currency_code", Kind: AskCode, Text: "field.currency"},
	{Name: "performed_by", Rare: true},
	{Name: "item_condition_before_id", Kind: AskChoice, Rare: true},
	{Name: "item_condition_after_id", Kind: AskChoice, Rare: true},
	{Name: "description", Kind: AskText, Text: "field.description", Rare: true},
	{Name: "include_in_provenance", Kind: AskYes, Rare: true},
}

// MaintenanceValues are the values of a record in its form.
func MaintenanceValues(m catalog.MaintenanceRecord) map[string]string {
	return ui.Filled(map[string]any{"type": m.Type, "title": m.Title, "description": m.Description, "performed_by": m.PerformedBy, "performed_at": m.PerformedAt,
		"cost_amount": ui.Sum{Amount: m.CostAmount, Code: ui.ValueOr(m.CostCurrencyCode, "")}, "cost_currency_code": m.CostCurrencyCode, "item_condition_before_id": m.ItemConditionBeforeID,
		"item_condition_after_id": m.ItemConditionAfterID, "next_due_at": m.NextDueAt, "include_in_provenance": m.IncludeInProvenance})
}

// MaintenanceLine is a maintenance record in a list.
func MaintenanceLine(f ui.Frame, m catalog.MaintenanceRecord) Line {
	l := Line{ID: m.ID, Icon: "settings", Title: m.Title}
	if m.CostAmount != nil {
		l.Amount = f.Amount(*m.CostAmount, ui.ValueOr(m.CostCurrencyCode, ""))
	}
	l.Facts = append(l.Facts, f.T("maintenance_type."+m.Type))
	switch {
	case m.PerformedAt != nil:
		l.Facts = append(l.Facts, f.Date(*m.PerformedAt))
	default:
		l.Badge, l.Shape = f.T("maintenance.planned"), "◌"
	}
	l.fact(m.PerformedBy)
	if m.Due && m.NextDueAt != nil {
		l.Facts = append(l.Facts, f.T("maintenance.due", "day", f.Date(*m.NextDueAt)))
	}
	l.fact(m.Description)
	return l
}
