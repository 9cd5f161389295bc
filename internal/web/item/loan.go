package item

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
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var LoansOfCopies = kind[catalog.Loan, catalog.LoanInput]{
	word: "loan", id: "loan", path: "loans", api: "loans", tab: "loans", Get: "getLoan",
	list: ledger.LoansOf, read: ledger.Loan, create: makes(ledger.CreateLoan), update: ledger.UpdateLoan, delete: ledger.DeleteLoan,
	created: catalog.LoanCreated, updated: catalog.LoanUpdated, deleted: catalog.LoanDeleted,
	asks: LoanAsks, values: LoanValues, line: LoanLine, check: (*catalog.LoanInput).Validate,
	mark: func(r catalog.Loan) (int64, time.Time) { return r.ID, r.UpdatedAt },
	fresh: func(v *page.Visit, e RecordEdit) map[string]string {
		return map[string]string{"direction": cmp.Or(v.Param("direction"), "outgoing"), "status": "active", "loaned_at": Today(), "deposit_currency_code": e.Copy.Currency}
	},
	verbs: func(*page.Visit) (title, do string) { return "act.lend", "act.lend" },
	choices: func(v *page.Visit, r postgres.Reader, e *RecordEdit) error {
		if err := conditions("item_condition_out_id", "item_condition_in_id")(v, r, e); err != nil {
			return err
		}
		return borrowers(v, r, e)
	},
	input: func(v *page.Visit, wrong *fault.Invalid, c catalog.CopySheet) catalog.LoanInput {
		return catalog.LoanInput{
			Direction:           v.Text("direction"),
			Status:              v.Text("status"),
			Party:               v.Text("party"),
			Purpose:             v.Optional("purpose"),
			LoanedAt:            day(v, wrong, "loaned_at"),
			DueAt:               day(v, wrong, "due_at"),
			ReturnedAt:          day(v, wrong, "returned_at"),
			ItemConditionOutID:  v.Integer(wrong, "item_condition_out_id"),
			ItemConditionInID:   v.Integer(wrong, "item_condition_in_id"),
			DepositAmount:       sum(v, wrong, "deposit_amount", "deposit_currency_code", c),
			DepositCurrencyCode: v.Optional("deposit_currency_code"),
			IncludeInProvenance: v.Yes("include_in_provenance"),
		}
	},
}

// borrowers suggests recent borrowers.
func borrowers(v *page.Visit, r postgres.Reader, e *RecordEdit) error {
	latest, err := ledger.Loans(v.Context(), r, catalog.LoanFilter{}, catalog.Paging{Number: 1, PerPage: page.PerPage})
	var parties []string
	for _, l := range latest.Items {
		if !slices.Contains(parties, l.Party) {
			parties = append(parties, l.Party)
		}
	}
	e.Known = map[string][]string{"party": parties}
	return err
}

// returnPages return the loan of a copy, which has at most one.
var returnPages = []page.Row{
	page.Edit("GET /copies/{copy}/return", "", askReturn),
	page.Edit("POST /copies/{copy}/return", "POST /api/copies/{copy}/loans/{loan}/return", returnCopy),
}

// lent reads the copy of the path and its loan, nil if there is none.
func lent(v *page.Visit) (e RecordEdit, loan *catalog.Loan, err error) {
	id, err := v.Number("copy")
	if err != nil {
		return e, nil, err
	}
	e = RecordEdit{Word: "loan", Path: ui.CopyPath(id) + "/return", Back: ui.CopyPath(id), New: true, Asks: ReturnAsks}
	if v.FormValue("to") != "" {
		e.Back = v.Destination()
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		e.Copy, err = inventory.CopySheet(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) error {
		page, err := ledger.LoansOf(v.Context(), r, id, catalog.Paging{Number: 1, PerPage: page.PerPage})
		if at := slices.IndexFunc(page.Items, func(l catalog.Loan) bool { return l.Status == "active" || l.Status == "overdue" }); at >= 0 {
			loan = &page.Items[at]
		}
		return err
	}, func(r postgres.Reader) error { return conditions("item_condition_in_id")(v, r, &e) })
	return e, loan, err
}

// returnForm asks when and how a copy came back.
func returnForm(v *page.Visit, status int, e RecordEdit, loan catalog.Loan) error {
	f, err := v.Frame("", ui.CurrentCollection(e.Copy.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T("act.return."+loan.Direction, "name", loan.Party)
	e.Do = f.T("act.return")
	return recordSheet(v, f, status, e)
}

func askReturn(v *page.Visit) error {
	e, loan, err := lent(v)
	if err != nil {
		return err
	}
	if loan == nil {
		return v.Redirect(ui.CopyPath(e.Copy.ID) + "/loans")
	}
	e.Form.Values = map[string]string{"returned_at": Today()}
	return returnForm(v, http.StatusOK, e, *loan)
}

func returnCopy(v *page.Visit) error {
	e, loan, err := lent(v)
	if err != nil {
		return err
	}
	if loan == nil { // somebody else has returned it
		return v.Redirect(e.Back)
	}
	var wrong fault.Invalid
	in := catalog.LoanReturn{ReturnedAt: day(v, &wrong, "returned_at"), ItemConditionInID: v.Integer(&wrong, "item_condition_in_id")}
	err = cmp.Or(wrong.Err(), in.Validate())
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.LoanReturned, func(c postgres.Writer) error {
			_, err := ledger.ReturnLoan(v.Context(), c, e.Copy.ID, loan.ID, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		e.Form = form
		return returnForm(v, http.StatusUnprocessableEntity, e, *loan)
	}, func() error { return v.Redirect(e.Back) })
}

// LoanAsks are the fields of a loan. Overdue is not asked for, as it follows from the day.
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

// LoanValues are the values of a loan in its form.
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

// loanShapes show a status without colour.
var loanShapes = map[string]string{"planned": "◌", "active": "◔", "overdue": "▲", "returned": "●", "cancelled": "✕", "lost": "✕"}
