package account

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
)

var (
	// ErrSetupCode means that the code is wrong.
	ErrSetupCode = errors.New("the setup code is wrong")
	// ErrClaimed means that there is a user, who may have come first.
	ErrClaimed = errors.New("the installation has a user")
)

// Unclaimed reports whether the installation waits for its first user, whom its code makes. Once
// somebody has come, it asks no more.
func (a *Accounts) Unclaimed(ctx context.Context) (bool, error) {
	if a.Registration != "setup" || a.claimed.Load() {
		return false, nil
	}
	unclaimed, err := people.Unclaimed(ctx, a.db)
	if err == nil && !unclaimed {
		a.claimed.Store(true)
	}
	return unclaimed, err
}

// BackedUp is when the last backup of the installation was written, nil if none was.
func (a *Accounts) BackedUp(ctx context.Context) (*time.Time, error) {
	return inventory.BackedUp(ctx, a.db)
}

// FirstCode is the code that makes the first user: the operator's, or the one of the key.
func (a *Accounts) FirstCode(ctx context.Context) (string, error) {
	if a.SetupCode != "" {
		return a.SetupCode, nil
	}
	installation, err := inventory.Installation(ctx, a.db)
	return a.Sealer.SetupCode(installation), err
}

// CheckSetup is ErrSetupCode if the code is wrong, and ErrClaimed if it is needed no more.
func (a *Accounts) CheckSetup(ctx context.Context, typed string) error {
	unclaimed, err := a.Unclaimed(ctx)
	if err != nil {
		return err
	}
	if !unclaimed {
		return ErrClaimed
	}
	code, err := a.FirstCode(ctx)
	if err == nil && !identity.SameSetupCode(typed, code) {
		err = ErrSetupCode
	}
	return err
}

// SetUp creates the first user, who owns an account, and returns a first token. Of several at once
// one succeeds; for the others it is ErrClaimed.
func (a *Accounts) SetUp(ctx context.Context, v Visitor, code string, in identity.Registration) (token string, err error) {
	if err := a.CheckSetup(ctx, code); err != nil {
		return "", err
	}
	hash, err := a.choosePassword(ctx, in.Password)
	if err != nil {
		return "", err
	}
	in.Address = v.Address
	token = v.newToken()
	err = instead(people.RegisterFirst(ctx, a.db, in, hash, token), ErrClaimed)
	return token, err
}
