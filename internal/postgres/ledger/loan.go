package ledger

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

var loans = recordsOf(`loan`, engine.Resource[catalog.Loan]{
	Table: engine.Table{Name: `loans`, Alias: `l`},
	Columns: `l.id, l.uuid::text, l.copy_id, l.direction, ` + loanStatus + ` as status, l.party, l.purpose, l.loaned_at, l.due_at, l.returned_at, l.item_condition_out_id,
		l.item_condition_in_id, l.deposit_amount, l.deposit_currency_code, l.include_in_provenance,
		(select id from provenance_events where account_id = $1 and copy_id = l.copy_id and loan_id = l.id) as loan_provenance_event_id,
		(select id from provenance_events where account_id = $1 and copy_id = l.copy_id and returned_loan_id = l.id) as return_provenance_event_id,
		(select i.name from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and c.id = l.copy_id) as item_name,
		(select o.name from copies c join items i on i.account_id = $1 and i.id = c.item_id join collections o on o.account_id = $1 and o.id = i.collection_id
			where c.account_id = $1 and c.id = l.copy_id) as collection_name,
		(select identifier from copies where account_id = $1 and id = l.copy_id) as copy_identifier, l.created_at, l.updated_at`,
	Order: engine.Sorting{{SQL: `l.loaned_at`, Kind: engine.Day, Down: true}, {SQL: `l.id`, Down: true}},
	Entry: engine.Entry{`party`, `direction`},
	Audited: engine.Audited{`direction`, `status`, `party`, `purpose`, `loaned_at`, `due_at`, `returned_at`, `item_condition_out_id`, `item_condition_in_id`, `deposit_amount`,
		`deposit_currency_code`, `include_in_provenance`, `loan_provenance_event_id`, `return_provenance_event_id`},
})

// loanStatus is the status as it is shown today.
const loanStatus = `case when l.status = 'active' and l.due_at < ` + inventory.Today + ` then 'overdue' else l.status end`

// Loans lists the loans of the account, the latest first.
func Loans(ctx context.Context, r engine.Reader, f catalog.LoanFilter, p catalog.Paging) (catalog.Page[catalog.Loan], error) {
	l := loans.List(r)
	if f.Direction != "" {
		l.And(`l.direction = ` + l.Arg(f.Direction))
	}
	if f.Status != "" {
		l.And(loanStatus + ` = ` + l.Arg(f.Status))
	}
	const copiesOf = `l.copy_id in (select c.id from copies c join items i on i.account_id = $1 and i.id = c.item_id where c.account_id = $1 and i.collection_id = `
	if f.CollectionID != nil {
		l.And(copiesOf + l.Arg(*f.CollectionID) + `)`)
	}
	if f.DueBefore != nil {
		l.And(`l.due_at < ` + l.Arg(*f.DueBefore))
	}
	if r.CollectionIDs() != nil {
		l.And(copiesOf + `any(` + l.Arg(r.CollectionIDs()) + `))`)
	}
	l.Capped = f != catalog.LoanFilter{}
	return engine.Page[catalog.Loan](ctx, engine.Narrowed(r), p, l)
}

func LoansOf(ctx context.Context, r engine.Reader, copyID int64, p catalog.Paging) (catalog.Page[catalog.Loan], error) {
	return loans.Page(ctx, engine.InCopy(r, copyID), p, copyID)
}

func Loan(ctx context.Context, r engine.Reader, copyID, id int64) (catalog.Loan, error) {
	return loans.One(ctx, engine.InCopy(r, copyID), copyID, id)
}

// CreateLoan adds a loan. Triggers update the status of the copy.
func CreateLoan(ctx context.Context, w engine.Writer, copyID int64, in catalog.LoanInput) (catalog.Loan, error) {
	tellOfLoan(w, copyID)
	return createRecord(ctx, loans, w.Edit, copyID, `
		insert into loans (account_id, copy_id, direction, status, party, purpose, loaned_at, due_at, returned_at, item_condition_out_id, item_condition_in_id,
			deposit_amount, deposit_currency_code, include_in_provenance)
		select account_id, id, @direction, @status, @party, @purpose, @loaned_at, @due_at, @returned_at, @item_condition_out_id, @item_condition_in_id,
			@deposit_amount, case when @deposit_amount::bigint is not null then coalesce(@deposit_currency_code, `+currencyOfCopy+`) end,
			coalesce(@include_in_provenance, false)
		from copies where account_id = $1 and id = $2`, loanArgs(in))
}

func UpdateLoan(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.LoanInput) (catalog.Loan, error) {
	judgeReturned(w, copyID, id)
	tellOfLoan(w, copyID)
	return updateRecord(ctx, loans, w.Edit, copyID, id, `
		update loans set direction = @direction, status = @status, party = @party, purpose = @purpose, loaned_at = @loaned_at, due_at = @due_at,
			returned_at = @returned_at, item_condition_out_id = @item_condition_out_id,
			item_condition_in_id = @item_condition_in_id, deposit_amount = @deposit_amount,
			deposit_currency_code = case when @deposit_amount::bigint is not null then coalesce(@deposit_currency_code, `+currencyOfCopy+`) end,
			include_in_provenance = coalesce(@include_in_provenance, false), updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3`, loanArgs(in))
}

// ReturnLoan ends a loan that is active.
func ReturnLoan(ctx context.Context, w engine.Writer, copyID, id int64, in catalog.LoanReturn) (catalog.Loan, error) {
	judgeReturned(w, copyID, id)
	tellOfLoan(w, copyID)
	done, err := updateRecord(ctx, loans, w.Edit, copyID, id, `
		update loans set status = 'returned', returned_at = coalesce(@returned_at, greatest(loaned_at, `+inventory.Today+`)),
			item_condition_in_id = coalesce(@item_condition_in_id, item_condition_in_id), updated_at = now()
		where account_id = $1 and copy_id = $2 and id = $3 and status = 'active'`, engine.Params{"returned_at": in.ReturnedAt, "item_condition_in_id": in.ItemConditionInID})
	if errors.Is(err, fault.ErrNotFound) {
		if _, missing := Loan(ctx, w.Reader, copyID, id); missing == nil {
			err = fault.On("loan", "Only an active loan can be returned.")
		}
	}
	return done, err
}

func DeleteLoan(ctx context.Context, w engine.Writer, copyID, id int64) error {
	return discardRecord(ctx, loans, w.Edit, copyID, id, ``)
}

// judgeReturned sets the condition of the copy on return, if the change returns an active loan.
func judgeReturned(w engine.Writer, copyID, id int64) {
	hold(w.Edit, copyID)
	engine.First(w.Edit, `select set_config('app.loan', coalesce((select status from loans where account_id = $1 and copy_id = $2 and id = $3), ''), true)`, w.AccountID(), copyID, id)
	judge(w.Edit, copyID, `loans`, `item_condition_in_id`, `returned_at`, `r.status = 'returned' and current_setting('app.loan') = 'active'`)
}

// tellOfLoan writes the provenance events of a loan: its beginning, and the return.
func tellOfLoan(w engine.Writer, copyID int64) {
	engine.Follow(w.Edit, `
		delete from provenance_events e using loans l
		where l.account_id = $1 and l.copy_id = $2 and l.id = `+changedRecord+` and e.account_id = $1 and e.copy_id = $2
		and (e.loan_id = l.id and not l.include_in_provenance or e.returned_loan_id = l.id and not (l.include_in_provenance and l.status = 'returned'))`, w.AccountID(), copyID)
	const giver, taker = `case l.direction when 'incoming' then l.party end`, `case l.direction when 'outgoing' then l.party end`
	engine.Follow(w.Edit, `
		insert into provenance_events as e (account_id, copy_id, type, title, description, occurred_at, occurred_at_precision, from_party, to_party, loan_id)
		select l.account_id, l.copy_id, 'loan', l.party, l.purpose, l.loaned_at, 'exact', `+giver+`, `+taker+`, l.id
		from loans l where l.account_id = $1 and l.copy_id = $2 and l.id = `+changedRecord+` and l.include_in_provenance
		on conflict (account_id, copy_id, loan_id) do update
		set title = excluded.title, description = excluded.description, occurred_at = excluded.occurred_at,
			from_party = excluded.from_party, to_party = excluded.to_party, updated_at = now()
		where (e.title, e.description, e.occurred_at, e.from_party, e.to_party)
			is distinct from (excluded.title, excluded.description, excluded.occurred_at, excluded.from_party, excluded.to_party)`, w.AccountID(), copyID)
	engine.Follow(w.Edit, `
		insert into provenance_events as e (account_id, copy_id, type, title, occurred_at, occurred_at_precision, from_party, to_party, returned_loan_id)
		select l.account_id, l.copy_id, 'return', l.party, l.returned_at, 'exact', `+taker+`, `+giver+`, l.id
		from loans l where l.account_id = $1 and l.copy_id = $2 and l.id = `+changedRecord+` and l.include_in_provenance and l.status = 'returned'
		on conflict (account_id, copy_id, returned_loan_id) do update
		set title = excluded.title, occurred_at = excluded.occurred_at, from_party = excluded.from_party, to_party = excluded.to_party, updated_at = now()
		where (e.title, e.occurred_at, e.from_party, e.to_party) is distinct from (excluded.title, excluded.occurred_at, excluded.from_party, excluded.to_party)`, w.AccountID(), copyID)
}

// loanArgs are the arguments of an insert or update.
func loanArgs(in catalog.LoanInput) engine.Params {
	return engine.Params{
		"direction": in.Direction, "status": in.Status, "party": in.Party, "purpose": in.Purpose, "loaned_at": in.LoanedAt, "due_at": in.DueAt,
		"returned_at": in.ReturnedAt, "item_condition_out_id": in.ItemConditionOutID, "item_condition_in_id": in.ItemConditionInID,
		"deposit_amount": in.DepositAmount, "deposit_currency_code": in.DepositCurrencyCode, "include_in_provenance": in.IncludeInProvenance,
	}
}
