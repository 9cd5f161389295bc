package item

import (
	"net/http"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var loanPages = []page.Row{
	page.Show("GET /loans", "GET /api/loans", loans),
}

// loans shows the loans of the account: all open ones, or one part.
func loans(v *page.Visit) error {
	list := LoanList{Show: v.Param("show")}
	parts := ui.LoanParts[:len(ui.LoanParts)-1] // ended loans are shown on demand
	if list.Show != "" {
		var wrong fault.Invalid
		wrong.OneOf("show", list.Show, ui.LoanParts)
		if err := wrong.Err(); err != nil {
			return err
		}
		parts = []string{list.Show}
	}
	list.Parts = make([]LoanPart, len(parts))
	var reads []func(postgres.Reader) error
	for i, name := range parts {
		reads = append(reads, func(r postgres.Reader) (err error) {
			list.Parts[i].Name = name
			list.Parts[i].Page, err = ledger.Loans(v.Context(), r, ui.LoanFilters[name], v.Paging())
			return err
		})
	}
	if err := v.Together(reads...); err != nil {
		return err
	}
	list.Parts = slices.DeleteFunc(list.Parts, func(p LoanPart) bool { return len(p.Page.Items) == 0 })
	f, err := v.Frame("", "loans")
	if err != nil {
		return err
	}
	f.Title = f.T("loans.title")
	if list.Show != "" {
		f.Current = page.SavedAs(f, "/loans?show="+list.Show)
	}
	return v.Render(http.StatusOK, Loans(f, list))
}
