package catalog

import (
	"time"

	"vitrine/internal/fault"
)

// MaintenanceRecord is work that was done on a copy, or is planned.
type MaintenanceRecord struct {
	ID, CopyID            int64
	UUID                  string
	Type, Title           string
	Description           *string
	PerformedBy           *string
	PerformedAt           *time.Time // a day; nil if it is planned
	CostAmount            *int64
	CostCurrencyCode      *string
	ItemConditionBeforeID *int64
	ItemConditionAfterID  *int64
	NextDueAt             *time.Time // a day
	IncludeInProvenance   bool
	ProvenanceEventID     *int64
	Due                   bool
	CreatedAt, UpdatedAt  time.Time
}

// MaintenanceTypes are in the order in which a page offers them.
var MaintenanceTypes = []string{"cleaning", "repair", "servicing", "conservation", "restoration", "replacement", "inspection"}

// MaintenanceRecordInput holds everything that a client may write of such work.
type MaintenanceRecordInput struct {
	Type, Title           string
	Description           *string
	PerformedBy           *string
	PerformedAt           *time.Time
	CostAmount            *int64
	CostCurrencyCode      *string // nil takes the collection's
	ItemConditionBeforeID *int64
	ItemConditionAfterID  *int64
	NextDueAt             *time.Time
	IncludeInProvenance   *bool
}

func (in *MaintenanceRecordInput) Validate() error {
	var e fault.Invalid
	if e.Required("type", in.Type) {
		e.OneOf("type", in.Type, MaintenanceTypes)
	}
	e.Text("title", in.Title, MaxName)
	maxOptional(&e, "description", in.Description, MaxDescription)
	maxOptional(&e, "performed_by", in.PerformedBy, MaxName)
	past(&e, "performed_at", in.PerformedAt)
	money(&e, "cost_amount", in.CostAmount)
	currency(&e, "cost_currency_code", in.CostCurrencyCode)
	notBefore(&e, "next_due_at", in.NextDueAt, "performed at", in.PerformedAt)
	return e.Err()
}
