package fill

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/demo"
	"vitrine/internal/furnish"
	"vitrine/internal/postgres"
)

// makeHistory writes what happened to a copy.
func makeHistory(ctx context.Context, s postgres.Scope, owned int64, h demo.History) error {
	if err := records(ctx, s, catalog.TransactionCreated, owned, h.Transactions, postgres.Writer.CreateTransaction); err != nil {
		return err
	}
	if err := records(ctx, s, catalog.ValuationCreated, owned, h.Valuations, postgres.Writer.CreateValuation); err != nil {
		return err
	}
	if err := records(ctx, s, catalog.LoanCreated, owned, h.Loans, postgres.Writer.CreateLoan); err != nil {
		return err
	}
	return records(ctx, s, catalog.MaintenanceRecordCreated, owned, h.Maintenance, postgres.Writer.CreateMaintenanceRecord)
}

// records writes those of one kind.
func records[In, Out any, P interface {
	*In
	Validate() error
}](ctx context.Context, s postgres.Scope, action catalog.Action, owned int64, all []In, create func(postgres.Writer, context.Context, int64, In) (Out, error)) error {
	for _, in := range all {
		if _, err := furnish.Write(ctx, s, action, P(&in), func(w postgres.Writer) (Out, error) { return create(w, ctx, owned, in) }); err != nil {
			return err
		}
	}
	return nil
}
