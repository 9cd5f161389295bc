package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

type userRevokeTokens struct {
	Email     string
	Everybody bool
	Leaked    string
}

func userRevokesTokens(e *environment) *cobra.Command {
	r := new(userRevokeTokens)
	c := command(e, r, "revoke-tokens {ADDRESS | --everybody | --leaked FILE}", "End all tokens and API keys of a user, of everybody, or those that have leaked.")
	c.Args = arguments(0, &r.Email)
	c.Flags().BoolVar(&r.Everybody, "everybody", false, "End all tokens of all users.")
	c.Flags().StringVar(&r.Leaked, "leaked", "", "End the tokens that `FILE` holds, one per line; - is standard input.")
	return c
}

// Run ends tokens, including API keys. Passwords stay.
func (r userRevokeTokens) Run(e *environment) error {
	switch {
	case r.Email != "" && !r.Everybody && r.Leaked == "":
		return withUser(e, r.Email, func(_ *postgres.DB, m *account.Member) error {
			n, err := revoke(e, m)
			if err == nil {
				fmt.Fprintf(e.stdout, "%d tokens of %s have ended.\n", n, r.Email)
			}
			return err
		})
	case r.Everybody && r.Email == "" && r.Leaked == "":
		return withDatabase(e, func(db *postgres.DB) error { return revokeAll(e, db) })
	case r.Leaked != "" && r.Email == "" && !r.Everybody:
		return withDatabase(e, func(db *postgres.DB) error { return r.revokeLeaked(e, db) })
	}
	return misuse("name a user, or pass --leaked FILE or --everybody")
}

// revoke ends the tokens of a user; having none is not an error.
func revoke(e *environment, m *account.Member) (n int64, err error) {
	err = postgres.Change(e.ctx, m.Scope, catalog.TokensRevoked, func(o postgres.Own) (err error) {
		n, err = people.RevokeTokens(e.ctx, o)
		return err
	})
	if errors.Is(err, fault.ErrNotFound) {
		err = nil
	}
	return n, err
}

func revokeAll(e *environment, db *postgres.DB) error {
	holders, err := people.TokenHolders(e.ctx, db)
	if err != nil {
		return err
	}
	var tokens int64
	for _, h := range holders {
		n, err := revoke(e, account.Operator(db, identity.Actor{AccountID: h.AccountID, UserID: h.UserID}))
		if err != nil {
			return fmt.Errorf("after %d tokens: %w; what has ended stays ended, run it again", tokens, err)
		}
		tokens += n
	}
	fmt.Fprintf(e.stdout, "%d tokens of %d users have ended. Everybody must log in again.\n", tokens, len(holders))
	return nil
}

func (r userRevokeTokens) revokeLeaked(e *environment, db *postgres.DB) error {
	var from io.Reader = os.Stdin
	if r.Leaked != "-" {
		file, err := os.Open(r.Leaked)
		if err != nil {
			return err
		}
		defer file.Close()
		from = file
	}
	ended, unknown := 0, 0
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		token := strings.TrimSpace(lines.Text())
		if token == "" {
			continue
		}
		whose, err := revokeOne(e, db, token)
		switch {
		case errors.Is(err, fault.ErrNotFound):
			unknown++
		case err != nil:
			return fmt.Errorf("after %d tokens: %w; what has ended stays ended, run it again", ended, err)
		default:
			ended++
			fmt.Fprintf(e.stdout, "A token of user %d in account %d has ended.\n", whose.UserID, whose.AccountID)
		}
	}
	fmt.Fprintf(e.stdout, "%d tokens have ended; %d lines are no token that is in force.\n", ended, unknown)
	return lines.Err()
}

func revokeOne(e *environment, db *postgres.DB, token string) (identity.Actor, error) {
	hash, ok := identity.ParseToken(token)
	if !ok {
		return identity.Actor{}, fault.ErrNotFound
	}
	user, _, err := people.Actor(e.ctx, db, hash)
	if err != nil {
		return user, err
	}
	return user, postgres.Change(e.ctx, account.Operator(db, user).Scope, catalog.APIKeyDeleted, func(o postgres.Own) error { return people.DeleteAPIKey(e.ctx, o, user.KeyID) })
}

type userReseal struct{}

func userReseals(e *environment) *cobra.Command {
	return command(e, userReseal{}, "reseal", "Encrypt second factors anew with the first of several keys in VITRINE_SECRET_KEY.")
}

// Run encrypts second factors with the new key, so that the old one can be
// discarded.
func (userReseal) Run(e *environment) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	if c.Sealer == nil || !c.Sealer.Ready() {
		return errors.New("VITRINE_SECRET_KEY: is required, the new key first and the old one after a comma")
	}
	return withDatabase(e, func(db *postgres.DB) error {
		seeds, err := people.SealedSeeds(e.ctx, db)
		if err != nil {
			return err
		}
		renewed, lost := 0, 0
		for _, s := range seeds {
			sealed, err := c.Sealer.Reseal(s.Seed, s.UserID)
			if err != nil {
				lost++
				fmt.Fprintf(e.stderr, "The second factor of %s cannot be opened with any of these keys.\n", s.Email)
			}
			if sealed == nil {
				continue
			}
			user := identity.Actor{AccountID: s.AccountID, UserID: s.UserID}
			err = postgres.Change(e.ctx, account.Operator(db, user).Scope, catalog.TwoFactorResealed, func(o postgres.Own) error { return people.ReplaceSeal(e.ctx, o, s.Seed, sealed) })
			if err != nil && !errors.Is(err, fault.ErrNotFound) { // a new one was set up meanwhile
				return err
			}
			renewed++
		}
		fmt.Fprintf(e.stdout, "%d of %d second factors are encrypted anew, with the key that has the fingerprint %s.\n", renewed, len(seeds), c.Sealer.Fingerprint())
		if lost > 0 {
			return fmt.Errorf("%d second factors could not be opened: add the key they were encrypted with, or run vitrine user disable-2fa", lost)
		}
		return nil
	})
}
