package item

import (
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
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
		scale, err := inventory.ItemConditions(v.Context(), r, catalog.Search{}, catalog.Paging{Number: 1, PerPage: catalog.MaxItemConditions})
		e.Choices = map[string][]ui.Option{}
		for _, field := range fields {
			e.Choices[field] = ConditionOptions(scale.Items)
		}
		return err
	}
}
