// Package account holds the use cases that take more than one change: register,
// log in, prove an identity, invite, replace a password or an address. Every face
// and the commands call it. It knows neither HTTP nor JSON: inputs come from
// identity, failures from fault.
package account

import (
	"cmp"
	"context"
	"errors"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// Options are the settings of accounts.
type Options struct {
	Sealer       *identity.Sealer // for second factors; without a key they are refused
	Jobs         *postgres.Jobs   // the queue of mails; nil sends none
	Pwned        *identity.Pwned  // knows leaked passwords
	Registration string           // open, invite, closed or setup; empty means open
	Demo         bool             // visitors may try it, each in an account of an hour
	SetupCode    string           // of the first user, if Registration is setup; empty has one of the key
	Now          func() time.Time // nil means time.Now

	Forget func(ctx context.Context, account int64) // deletes the files of an account that is gone; nil if there are none
}

// Accounts holds the use cases for the accounts of one database.
type Accounts struct {
	Options
	Hasher  *identity.Hasher
	db      *postgres.DB
	claimed atomic.Bool // there is a user
}

// New serves the accounts of a database, which the caller closes.
func New(options Options, db *postgres.DB) *Accounts {
	options.Sealer = cmp.Or(options.Sealer, &identity.Sealer{})
	options.Pwned = cmp.Or(options.Pwned, identity.NewPwned(""))
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Accounts{Options: options, Hasher: identity.NewHasher(), db: db}
}

// Visitor is an anonymous client.
type Visitor struct {
	Address string // of the client
	Base    string // the start of links in mails
	Browser bool   // a login gives a session instead of a token
}

// newToken draws a token for a session or a key.
func (v Visitor) newToken() string {
	if v.Browser {
		return identity.NewSecret(identity.SessionPrefix)
	}
	return identity.NewToken()
}

// Member is an authenticated user. Scope runs their changes, alone or in a careful transaction.
type Member struct {
	Visitor
	postgres.Scope

	proven *postgres.Secrets // the hashes that the password was checked against
}

// hashTimeout is how long a request waits for its password to be hashed before it fails as busy.
const hashTimeout = 25 * time.Second

// choosePassword hashes a new password unless it has leaked.
func (a *Accounts) choosePassword(ctx context.Context, password string) (hash string, err error) {
	if a.Pwned.Leaked(ctx, password) {
		return "", fault.On("password", identity.LeakedMessage)
	}
	return a.hash(ctx, password)
}

func (a *Accounts) hash(ctx context.Context, password string) (hash string, err error) {
	err = hashing(ctx, func(ctx context.Context) (err error) {
		hash, err = a.Hasher.Hash(ctx, password)
		return err
	})
	return hash, err
}

func (a *Accounts) verify(ctx context.Context, hash, password string) (right bool, err error) {
	err = hashing(ctx, func(ctx context.Context) (err error) {
		right, err = a.Hasher.Verify(ctx, hash, password)
		return err
	})
	return right, err
}

// hashing waits for its turn at the processors, within hashTimeout.
func hashing(ctx context.Context, work func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, hashTimeout)
	defer cancel()
	err := work(ctx)
	if ctx.Err() != nil {
		return &fault.Unavailable{After: hashTimeout, Cause: ctx.Err()}
	}
	return err
}

// instead replaces ErrNotFound by another error.
func instead(err, meant error) error {
	if errors.Is(err, fault.ErrNotFound) {
		return meant
	}
	return err
}
