package account

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// Operator acts on a user's account for a command, with all rights and without
// token or password. The log names the operator.
func Operator(db *postgres.DB, user identity.Actor) *Member {
	user.Role, user.Name, user.Restrictions, user.KeyID = identity.Remember(identity.Owner), "Operator", identity.Restrictions{}, 0
	return &Member{Scope: db.Scope(postgres.ByOperator(user))}
}

// CreateMember adds a user to the account without an invitation.
func (a *Accounts) CreateMember(ctx context.Context, m *Member, in identity.Registration, role string) error {
	hash, err := a.choosePassword(ctx, in.Password)
	if err != nil {
		return err
	}
	return postgres.Change(ctx, m.Scope, catalog.MemberCreated, func(manager postgres.Manager) error {
		_, err := people.CreateMember(ctx, manager, in, role, hash)
		return err
	})
}

// RenewPassword gives the user a password made up by the service, and ends every
// key of theirs.
func (a *Accounts) RenewPassword(ctx context.Context, m *Member) (password string, err error) {
	password = identity.NewPasswordText()
	hash, err := a.choosePassword(ctx, password)
	if err != nil {
		return "", err
	}
	return password, postgres.Change(ctx, m.Scope, catalog.PasswordUpdated, func(o postgres.Own) error { return people.SetPassword(ctx, o, hash) })
}
