package web

import (
	"cmp"
	"net/http"
	"slices"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/ledger"
	"vitrine/internal/web/view"
)

var loansOfCopies = kind[catalog.Loan, catalog.LoanInput]{
	word: "loan", id: "loan", path: "loans", api: "loans", tab: "loans", get: "getLoan",
	list: ledger.LoansOf, read: ledger.Loan, create: makes(ledger.CreateLoan), update: ledger.UpdateLoan, delete: ledger.DeleteLoan,
	created: catalog.LoanCreated, updated: catalog.LoanUpdated, deleted: catalog.LoanDeleted,
	asks: view.LoanAsks, values: view.LoanValues, line: view.LoanLine, check: (*catalog.LoanInput).Validate,
	mark: func(r catalog.Loan) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(v *visit, e view.RecordEdit) map[string]string {
		return map[string]string{"direction": cmp.Or(v.asked("direction"), "outgoing"), "status": "active", "loaned_at": today(), "deposit_currency_code": e.Copy.Currency}
	},
	verbs: func(*visit) (title, do string) { return "act.lend", "act.lend" },
	choices: func(v *visit, r postgres.Reader, e *view.RecordEdit) error {
		if err := conditions("item_condition_out_id", "item_condition_in_id")(v, r, e); err != nil {
			return err
		}
		return borrowers(v, r, e)
	},
	input: func(v *visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.LoanInput {
		return catalog.LoanInput{
			Direction:           v.text("direction"),
			Status:              v.text("status"),
			Party:               v.text("party"),
			Purpose:             v.optional("purpose"),
			LoanedAt:            v.day(wrong, "loaned_at"),
			DueAt:               v.day(wrong, "due_at"),
			ReturnedAt:          v.day(wrong, "returned_at"),
			ItemConditionOutID:  v.integer(wrong, "item_condition_out_id"),
			ItemConditionInID:   v.integer(wrong, "item_condition_in_id"),
			DepositAmount:       v.sum(wrong, "deposit_amount", "deposit_currency_code", c),
			DepositCurrencyCode: v.optional("deposit_currency_code"),
			IncludeInProvenance: v.yes("include_in_provenance"),
		}
	},
}

// borrowers suggests those who had something lately.
func borrowers(v *visit, r postgres.Reader, e *view.RecordEdit) error {
	latest, err := ledger.Loans(v.Context(), r, catalog.LoanFilter{}, catalog.Paging{Number: 1, PerPage: perPage})
	var parties []string
	for _, l := range latest.Items {
		if !slices.Contains(parties, l.Party) {
			parties = append(parties, l.Party)
		}
	}
	e.Known = map[string][]string{"party": parties}
	return err
}

// returns end the loan of a copy, of which there is at most one.
var returnPages = []row{
	edit("GET /copies/{copy}/return", "", askReturn),
	edit("POST /copies/{copy}/return", "POST /api/copies/{copy}/loans/{loan}/return", returnCopy),
}

// lent reads the copy of the path and its loan, nil if there is none.
func (v *visit) lent() (e view.RecordEdit, loan *catalog.Loan, err error) {
	id, err := v.number("copy")
	if err != nil {
		return e, nil, err
	}
	e = view.RecordEdit{Word: "loan", Path: view.CopyPath(id) + "/return", Back: view.CopyPath(id), New: true, Asks: view.ReturnAsks}
	if v.FormValue("to") != "" {
		e.Back = v.destination()
	}
	err = v.together(func(r postgres.Reader) (err error) {
		e.Copy, err = inventory.CopySheet(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) error {
		page, err := ledger.LoansOf(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: perPage})
		if at := slices.IndexFunc(page.Items, func(l catalog.Loan) bool { return l.Status == "active" || l.Status == "overdue" }); at >= 0 {
			loan = &page.Items[at]
		}
		return err
	}, func(r postgres.Reader) error { return conditions("item_condition_in_id")(v, r, &e) })
	return e, loan, err
}

// returnForm asks when a copy came back, and how.
func returnForm(v *visit, status int, e view.RecordEdit, loan catalog.Loan) error {
	f, err := v.frame("", view.CurrentCollection(e.Copy.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T("act.return."+loan.Direction, "name", loan.Party)
	e.Do = f.T("act.return")
	return v.recordSheet(f, status, e)
}

func askReturn(v *visit) error {
	e, loan, err := v.lent()
	if err != nil {
		return err
	}
	if loan == nil {
		return v.redirect(view.CopyPath(e.Copy.ID) + "/loans")
	}
	e.Form.Values = map[string]string{"returned_at": today()}
	return returnForm(v, http.StatusOK, e, *loan)
}

func returnCopy(v *visit) error {
	e, loan, err := v.lent()
	if err != nil {
		return err
	}
	if loan == nil { // somebody was faster
		return v.redirect(e.Back)
	}
	var wrong fault.Invalid
	in := catalog.LoanReturn{ReturnedAt: v.day(&wrong, "returned_at"), ItemConditionInID: v.integer(&wrong, "item_condition_in_id")}
	err = cmp.Or(wrong.Err(), in.Validate())
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.LoanReturned, func(c postgres.Writer) error {
			_, err := ledger.ReturnLoan(v.Context(), c, e.Copy.ID, loan.ID, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		e.Form = form
		return returnForm(v, http.StatusUnprocessableEntity, e, *loan)
	}, func() error { return v.redirect(e.Back) })
}
