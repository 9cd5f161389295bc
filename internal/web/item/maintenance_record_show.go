package item

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

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

// MaintenanceValues are those of a maintenance record in its form.
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
