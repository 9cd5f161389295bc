package account

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// EraseAccount deletes the account for good, with all members and data. It needs the owner's password
// and, with a second factor, a code. Files are deleted after the rows.
func (a *Accounts) EraseAccount(ctx context.Context, m *Member, in identity.Erasure) error {
	if err := a.Prove(ctx, m, in); err != nil {
		return err
	}
	if m.proven.TOTPEnabled {
		if err := a.proveBoth(ctx, m, identity.FullCheck(in)); err != nil {
			return err
		}
	}
	if err := postgres.Change(ctx, m.Scope, "", func(o postgres.Manager) error { return people.EraseAccount(ctx, o) }); err != nil {
		return err
	}
	if a.Forget != nil {
		m.AfterCommit(func() { a.Forget(context.WithoutCancel(ctx), m.AccountID) })
	}
	return nil
}
