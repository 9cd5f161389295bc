package ui

import "vitrine/internal/catalog"

// AttentionIcons are those of the kinds.
var AttentionIcons = map[string]string{
	catalog.LoanOverdue: "triangle-alert", catalog.LoanDue: "hand-helping", catalog.MaintenanceDue: "settings", catalog.InsuranceEnding: "clock",
	catalog.Uninsured: "shield-check", catalog.UnderInsured: "shield-check", catalog.CoverUnknown: "shield-check",
}
