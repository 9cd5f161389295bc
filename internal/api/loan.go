package api

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/ledger"
)

var loans = []route{
	read(member, "GET /api/loans", byView("loans", listLoans), many(loan)),
	read(member, "GET /api/copies/{copy}/loans", listIn(ledger.LoansOf), many(loan)),
	read(member, "GET /api/copies/{copy}/loans/{loan}", getIn(ledger.Loan), one(loan)),
	write(editor, "POST /api/copies/{copy}/loans", catalog.LoanCreated, createIn(loanInput, ledger.CreateLoan), created(loan)),
	write(editor, "PUT /api/copies/{copy}/loans/{loan}", catalog.LoanUpdated, updateIn(loanInput, ledger.UpdateLoan), one(loan)),
	write(editor, "DELETE /api/copies/{copy}/loans/{loan}", catalog.LoanDeleted, discardIn(ledger.DeleteLoan), trashed),
	write(editor, "POST /api/copies/{copy}/loans/{loan}/return", catalog.LoanReturned, updateIn(loanReturn, ledger.ReturnLoan), one(loan)),
}

func listLoans(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Loan], error) {
	f := filter{query: req.parameters()}
	in := catalog.LoanFilter{
		Direction:    f.oneOf("direction", catalog.LoanDirections),
		Status:       f.oneOf("status", catalog.LoanStatuses),
		CollectionID: f.id("collection_id"),
		DueBefore:    f.date("due_before"),
	}
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.Loan]{}, err
	}
	return ledger.Loans(ctx, r, in, req.page())
}

func loanInput(b *body) catalog.LoanInput {
	return catalog.LoanInput{
		Direction:           b.text("direction"),
		Status:              b.text("status"),
		Party:               b.text("party"),
		Purpose:             b.optional("purpose"),
		LoanedAt:            b.date("loaned_at"),
		DueAt:               b.date("due_at"),
		ReturnedAt:          b.date("returned_at"),
		ItemConditionOutID:  b.integer("item_condition_out_id"),
		ItemConditionInID:   b.integer("item_condition_in_id"),
		DepositAmount:       b.integer("deposit_amount"),
		DepositCurrencyCode: b.optional("deposit_currency_code"),
		IncludeInProvenance: b.boolean("include_in_provenance"),
	}
}

func loanReturn(b *body) catalog.LoanReturn {
	return catalog.LoanReturn{ReturnedAt: b.date("returned_at"), ItemConditionInID: b.integer("item_condition_in_id")}
}

func loan(l catalog.Loan) resource {
	return resource{kind: "loan", id: l.ID, self: recordPath(l.CopyID, "loans", l.ID), attributes: attributes{
		{"uuid", l.UUID},
		{"copy_id", ref{&l.CopyID}},
		{"direction", l.Direction},
		{"status", l.Status},
		{"party", l.Party},
		{"purpose", l.Purpose},
		{"loaned_at", l.LoanedAt},
		{"due_at", l.DueAt},
		{"returned_at", l.ReturnedAt},
		{"item_condition_out_id", ref{l.ItemConditionOutID}},
		{"item_condition_in_id", ref{l.ItemConditionInID}},
		{"deposit_amount", l.DepositAmount},
		{"deposit_currency_code", l.DepositCurrencyCode},
		{"include_in_provenance", l.IncludeInProvenance},
		{"loan_provenance_event_id", ref{l.LoanProvenanceEventID}},
		{"return_provenance_event_id", ref{l.ReturnProvenanceEventID}},
		{"created_at", l.CreatedAt},
		{"updated_at", l.UpdatedAt},
	}, context: attributes{{"item_name", l.ItemName}, {"copy_identifier", l.CopyIdentifier}, {"collection_name", l.CollectionName}}}
}
