package item

import (
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// LoanAsks are the fields of a loan. That one is overdue follows from its day.
var LoanAsks = []Question{
	{Name: "party", Must: true},
	{Name: "loaned_at", Kind: AskDay, Must: true},
	{Name: "due_at", Kind: AskDay},
	{Name: "direction", Kind: AskChoice, Of: catalog.LoanDirections, Words: "loan_direction.", Must: true, Rare: true},
	{Name: "status", Kind: AskChoice, Text: "field.status", Of: slices.DeleteFunc(slices.Clone(catalog.LoanStatuses), func(s string) bool { return s == "overdue" }), Words: "loan_status.", Must: true, Rare: true},
	{Name: "returned_at", Kind: AskDay, Rare: true},
	{Name: "purpose", Rare: true},
	{Name: "item_condition_out_id", Kind: AskChoice, Rare: true},
	{Name: "item_condition_in_id", Kind: AskChoice, Rare: true},
	{Name: "deposit_amount", Kind: AskSum, Rare: true},
	{Name: "deposit_currency_code", Kind: AskCode, Text: "field.currency", Rare: true},
	{Name: "include_in_provenance", Kind: AskYes, Rare: true},
}

// ReturnAsks are the fields of a return.
var ReturnAsks = []Question{
	{Name: "returned_at", Kind: AskDay},
	{Name: "item_condition_in_id", Kind: AskChoice},
}

// LoanValues are those of a loan in its form.
func LoanValues(l catalog.Loan) map[string]string {
	status := l.Status
	if status == "overdue" {
		status = "active"
	}
	return ui.Filled(map[string]any{"direction": l.Direction, "status": status, "party": l.Party, "purpose": l.Purpose, "loaned_at": l.LoanedAt, "due_at": l.DueAt,
		"returned_at": l.ReturnedAt, "item_condition_out_id": l.ItemConditionOutID, "item_condition_in_id": l.ItemConditionInID,
		"deposit_amount": ui.Sum{Amount: l.DepositAmount, Code: ui.ValueOr(l.DepositCurrencyCode, "")}, "deposit_currency_code": l.DepositCurrencyCode, "include_in_provenance": l.IncludeInProvenance})
}

// LoanLine is a loan in a list.
func LoanLine(f ui.Frame, l catalog.Loan) Line {
	line := Line{ID: l.ID, Icon: "hand-helping", Title: f.T("loan."+l.Direction, "name", l.Party), Badge: f.T("loan_status." + l.Status), Shape: loanShapes[l.Status],
		Fine: l.Status == "active", Near: l.Status == "overdue"}
	line.Facts = append(line.Facts, f.Date(l.LoanedAt))
	switch {
	case l.ReturnedAt != nil:
		line.Facts = append(line.Facts, f.T("loan.back", "day", f.Date(*l.ReturnedAt)))
	case l.DueAt != nil:
		line.Facts = append(line.Facts, f.T("loan.due", "day", f.Date(*l.DueAt)))
	}
	line.fact(l.Purpose)
	if l.DepositAmount != nil {
		line.Amount = f.Amount(*l.DepositAmount, ui.ValueOr(l.DepositCurrencyCode, ""))
	}
	return line
}

// loanShapes tell a status without a colour.
var loanShapes = map[string]string{"planned": "◌", "active": "◔", "overdue": "▲", "returned": "●", "cancelled": "✕", "lost": "✕"}
