package account

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// ErrFull means that as many visitors try the demo as may at once.
var ErrFull = errors.New("too many visitors try the demo")

var trial = people.Trial{For: time.Hour, AtOnce: 500, Storage: 50 << 20}

// TryOut makes an account for a visitor of a demo, which ends in an hour. Nobody else gets into it, so
// nobody can lock somebody else out. Its address gets no mail.
func (a *Accounts) TryOut(ctx context.Context, v Visitor, in identity.Registration) (token string, scope postgres.Scope, err error) {
	if !a.Demo {
		return "", scope, fault.ErrNotFound
	}
	in.Email, in.Password, in.Address = identity.VisitorEmail(), identity.NewPasswordText(), v.Address
	in.PasswordConfirmation = in.Password
	if err := in.Validate(); err != nil {
		return "", scope, err
	}
	hash, err := a.hash(ctx, in.Password)
	if err != nil {
		return "", scope, err
	}
	token = v.newToken()
	if err := instead(people.RegisterTrial(ctx, a.db, in, hash, token, trial), ErrFull); err != nil {
		return "", scope, err
	}
	actor, _, err := people.Credentials(ctx, a.db, in.Email)
	return token, a.db.Scope(postgres.ByOperator(actor)), err
}

// EndTrials erases the accounts of visitors whose time is over, with their files, and counts them.
func (a *Accounts) EndTrials(ctx context.Context) (n int, err error) {
	for {
		account, err := people.EndTrial(ctx, a.db)
		if err != nil || account == 0 {
			return n, err
		}
		n++
		if a.Forget != nil {
			a.Forget(ctx, account)
		}
	}
}
