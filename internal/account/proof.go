package account

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// Confirm checks that the user is still there, by the password and, if they have a second factor, a
// code. The session stays confirmed for five minutes.
func (a *Accounts) Confirm(ctx context.Context, m *Member, in identity.FullCheck) error {
	if err := a.Prove(ctx, m, in); err != nil {
		return err
	}
	if m.proven.TOTPEnabled {
		if err := a.proveBoth(ctx, m, in); err != nil {
			return err
		}
	}
	return postgres.Change(ctx, m.Scope, "", func(o postgres.Own) error { return people.NoteProof(ctx, o) })
}
