package fill

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/furnish"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/postgres/ledger"
)

// makeRecords writes how copies are insured, and what happened to them.
func (f *Filler) makeRecords(ctx context.Context, w *exchange.ImportWork, copies []made) error {
	insured, err := recorded(ctx, copies, func(c demo.Copy) []catalog.InsuranceRecordInput { return c.Records }, w.MakeInsuranceRecords)
	if err != nil {
		return err
	}
	for _, r := range insured {
		f.Made.Records = append(f.Made.Records, r.ID)
	}
	if _, err := recorded(ctx, copies, func(c demo.Copy) []catalog.TransactionInput { return c.Transactions }, w.MakePurchases); err != nil {
		return err
	}
	if _, err := recorded(ctx, copies, func(c demo.Copy) []catalog.ValuationInput { return c.Valuations }, w.MakeValuations); err != nil {
		return err
	}
	for _, c := range copies { // few have these
		if err := records(ctx, w.Scope, catalog.LoanCreated, c.id, c.Loans, ledger.CreateLoan); err != nil {
			return err
		}
		if err := records(ctx, w.Scope, catalog.MaintenanceRecordCreated, c.id, c.Maintenance, ledger.CreateMaintenanceRecord); err != nil {
			return err
		}
	}
	return nil
}

// recorded writes the records of one kind: the first of each copy together, then the
// second of each, and so on, because a statement takes one of a copy.
func recorded[In any, P interface {
	*In
	Validate() error
}](ctx context.Context, copies []made, of func(demo.Copy) []In, create func(context.Context, []exchange.NewRecord[In]) ([]exchange.MadeObject, error)) (done []exchange.MadeObject, err error) {
	for nth := 0; ; nth++ {
		var given []exchange.NewRecord[In]
		for _, c := range copies {
			all := of(c.Copy)
			if nth >= len(all) {
				continue
			}
			in := all[nth]
			if err := P(&in).Validate(); err != nil {
				return nil, err
			}
			given = append(given, exchange.NewRecord[In]{CopyID: c.id, In: in})
		}
		if len(given) == 0 {
			return done, nil
		}
		some, err := create(ctx, given)
		if err != nil {
			return nil, err
		}
		done = append(done, some...)
	}
}

// records writes those of one copy and kind.
func records[In, Out any, P interface {
	*In
	Validate() error
}](ctx context.Context, s postgres.Scope, action catalog.Action, owned int64, all []In, create func(context.Context, postgres.Writer, int64, In) (Out, error)) error {
	for _, in := range all {
		if _, err := furnish.Write(ctx, s, action, P(&in), func(w postgres.Writer) (Out, error) { return create(ctx, w, owned, in) }); err != nil {
			return err
		}
	}
	return nil
}
