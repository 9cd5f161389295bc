package account

import (
	"cmp"
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/mail"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

var wrongCode = fault.On("code", "The code is incorrect, used already, or temporarily not accepted after too many wrong ones.")

// BeginTwoFactor creates a secret that takes effect once confirmed.
func (a *Accounts) BeginTwoFactor(ctx context.Context, m *Member, in identity.PasswordCheck) (none identity.Enrolment, err error) {
	if err := a.Prove(ctx, m, in); err != nil {
		return none, err
	}
	if !a.Sealer.Ready() {
		return none, fault.On("password", "The second factor is not available: the operator of this service has set no VITRINE_SECRET_KEY.")
	}
	seed := identity.NewSeed()
	err = postgres.Change(ctx, m.Scope, "", func(o postgres.Own) error { return people.BeginTwoFactor(ctx, o, a.Sealer.Seal(seed, m.UserID)) })
	if err != nil {
		return none, err
	}
	return identity.Enrol(seed, m.proven.Email)
}

// ConfirmTwoFactor puts the secret in force by a first code and returns the
// recovery codes.
func (a *Accounts) ConfirmTwoFactor(ctx context.Context, m *Member, in identity.CodeCheck) ([]string, error) {
	secrets, err := m.secrets(ctx)
	switch {
	case err != nil:
		return nil, err
	case secrets.TOTPEnabled || secrets.TOTPSeed == nil:
		return nil, fault.On("code", "There is no second factor to confirm.")
	case secrets.Blocked:
		return nil, fault.On("code", tooManyWrong)
	}
	step, err := a.matchStep(m.Actor, secrets, in.Code)
	if errors.Is(err, wrongCode) {
		return nil, guess{err}
	}
	if err != nil {
		return nil, err
	}
	codes := identity.NewRecoveryCodes()
	return codes, postgres.Change(ctx, m.Scope, catalog.TwoFactorEnabled, func(o postgres.Own) error {
		if err := a.tell(ctx, m, o, mail.SecondFactorEnabled, nil); err != nil {
			return err
		}
		return people.ConfirmTwoFactor(ctx, o, step, codes)
	})
}

func (a *Accounts) RenewRecoveryCodes(ctx context.Context, m *Member, in identity.FullCheck) ([]string, error) {
	if err := a.proveBoth(ctx, m, in); err != nil {
		return nil, err
	}
	codes := identity.NewRecoveryCodes()
	return codes, postgres.Change(ctx, m.Scope, catalog.RecoveryCodesRenewed, func(o postgres.Own) error { return people.RenewRecoveryCodes(ctx, o, codes) })
}

func (a *Accounts) DisableTwoFactor(ctx context.Context, m *Member, in identity.FullCheck) error {
	if err := a.proveBoth(ctx, m, in); err != nil {
		return err
	}
	return postgres.Change(ctx, m.Scope, catalog.TwoFactorDisabled, func(o postgres.Own) error {
		if err := a.tell(ctx, m, o, mail.SecondFactorDisabled, nil); err != nil {
			return err
		}
		return people.DisableTwoFactor(ctx, o)
	})
}

// proveBoth checks a password and a code against the member's.
func (a *Accounts) proveBoth(ctx context.Context, m *Member, in identity.FullCheck) error {
	if err := a.Prove(ctx, m, in); err != nil {
		return err
	}
	if !m.proven.TOTPEnabled {
		return fault.On("code", "The second factor is not enabled.")
	}
	used, err := a.useCode(ctx, m.Scope, *m.proven, in.Code)
	switch {
	case err != nil || used:
		return err
	case in.Code == "":
		return wrongCode
	}
	return guess{wrongCode}
}

// secondFactor requires a code at login if the user has a second factor. It runs after the password
// check, so that nobody else can use up codes or attempts. A missing code costs as much time as a
// wrong password.
func (a *Accounts) secondFactor(ctx context.Context, actor identity.Actor, secrets postgres.Secrets, code string) error {
	if !secrets.TOTPEnabled {
		return nil
	}
	if code == "" {
		return fault.ErrCredentials
	}
	used, err := a.useCode(ctx, a.db.Scope(postgres.ByOperator(actor)), secrets, code)
	if err != nil || used {
		return err
	}
	return cmp.Or(people.CountWrongCode(ctx, a.db, actor), fault.ErrCredentials)
}

// useCode accepts a code of the authenticator or a recovery code, each once, and
// reports whether it was valid.
func (a *Accounts) useCode(ctx context.Context, s postgres.Scope, secrets postgres.Secrets, code string) (bool, error) {
	step, err := a.matchStep(s.Actor, secrets, code)
	switch {
	case err == nil:
		return people.UseStep(ctx, s, step)
	case !errors.Is(err, wrongCode) && !errors.Is(err, identity.ErrSealed): // a lost key must not lock everybody out
		return false, err
	case code == "":
		return false, nil
	}
	return people.UseRecoveryCode(ctx, s, code)
}

func (a *Accounts) matchStep(actor identity.Actor, secrets postgres.Secrets, code string) (int64, error) {
	seed, err := a.Sealer.Open(secrets.TOTPSeed, actor.UserID)
	if err != nil {
		return 0, err
	}
	step, ok := identity.MatchStep(seed, code, a.Now())
	if !ok {
		return 0, wrongCode
	}
	return step, nil
}
