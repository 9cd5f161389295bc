package account

import (
	"context"
	"errors"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
)

// guess is a wrong password or code.
type guess struct{ error }

func (g guess) Unwrap() error { return g.error }

// Settle counts a wrong password or code against the user, if that is why a use
// case failed, and returns the failure. It runs after the transaction of the use
// case, whose rollback would undo the count.
func (a *Accounts) Settle(ctx context.Context, actor identity.Actor, failure error) error {
	var wrong guess
	if !errors.As(failure, &wrong) {
		return failure
	}
	return errors.Join(people.CountWrongCode(ctx, a.db, actor), failure)
}
