package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/config"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

type userSuspend struct {
	Email   string
	suspend bool
}

func userSuspends(e *environment) *cobra.Command {
	s := &userSuspend{suspend: true}
	c := command(e, s, "suspend ADDRESS", "Refuse a user's password, sessions and keys, and keep all they have.")
	c.Args = arguments(1, &s.Email)
	return c
}

func userResumes(e *environment) *cobra.Command {
	s := new(userSuspend)
	c := command(e, s, "resume ADDRESS", "Let a suspended user in again.")
	c.Args = arguments(1, &s.Email)
	return c
}

func (s userSuspend) Run(e *environment) error {
	action, now := catalog.MemberResumed, "is let in again"
	if s.suspend {
		action, now = catalog.MemberSuspended, "is suspended"
	}
	return withUser(e, s.Email, func(_ *postgres.DB, m *account.Member) error {
		err := postgres.Change(e.ctx, m.Scope, action, func(manager postgres.Manager) error { return people.SuspendUser(e.ctx, manager, m.UserID, s.suspend) })
		if err == nil {
			fmt.Fprintf(e.stdout, "%s %s.\n", s.Email, now)
		}
		return err
	})
}

type accountSuspend struct {
	ID      int64
	suspend bool
}

func accountSuspends(e *environment) *cobra.Command {
	s := &accountSuspend{suspend: true}
	c := command(e, s, "suspend ACCOUNT", "Refuse all members of an account and show nothing it shares, and keep all it has.")
	c.Args = arguments(1, &s.ID)
	return c
}

func accountResumes(e *environment) *cobra.Command {
	s := new(accountSuspend)
	c := command(e, s, "resume ACCOUNT", "Let the members of a suspended account in again.")
	c.Args = arguments(1, &s.ID)
	return c
}

func (s accountSuspend) Run(e *environment) error {
	action, now := catalog.AccountResumed, "is open again"
	if s.suspend {
		action, now = catalog.AccountSuspended, "is suspended"
	}
	return withAccount(e, s.ID, func(m *account.Member) error {
		err := postgres.Change(e.ctx, m.Scope, action, func(manager postgres.Manager) error { return people.SuspendAccount(e.ctx, manager, s.suspend) })
		if err == nil {
			fmt.Fprintf(e.stdout, "Account %d %s.\n", s.ID, now)
		}
		return err
	})
}

// withAccount acts as the operator on an account.
func withAccount(e *environment, id int64, fn func(*account.Member) error) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	return withDatabase(e, func(db *postgres.DB) error {
		if _, err := findAccount(e, c.DatabaseURL, id); err != nil {
			return err
		}
		return fn(account.Operator(db, identity.Actor{AccountID: id}))
	})
}

type accountQuota struct {
	ID   int64
	Most string
}

func accountQuotas(e *environment) *cobra.Command {
	q := new(accountQuota)
	c := command(e, q, "quota ACCOUNT {SIZE | usual | none}", "Say how much an account may store, such as 20GiB; usual is VITRINE_STORAGE_QUOTA.")
	c.Args = arguments(2, &q.ID, &q.Most)
	return c
}

func (q accountQuota) Run(e *environment) error {
	var most *int64
	if q.Most != "usual" {
		most = new(int64)
		if q.Most != "none" {
			n, err := config.ByteSize(q.Most)
			if err != nil || n == 0 {
				return misuse("the most is a size such as 500MiB or 20GiB, or usual, or none")
			}
			most = &n
		}
	}
	return withAccount(e, q.ID, func(m *account.Member) error {
		err := postgres.Change(e.ctx, m.Scope, catalog.QuotaUpdated, func(manager postgres.Manager) error { return people.SetQuota(e.ctx, manager, most) })
		if err == nil {
			fmt.Fprintf(e.stdout, "Account %d may store: %s.\n", q.ID, q.Most)
		}
		return err
	})
}

type userLimitKey struct {
	Email     string
	Key       int64
	PerMinute string
}

func userLimitsKeys(e *environment) *cobra.Command {
	l := new(userLimitKey)
	c := command(e, l, "limit-key ADDRESS KEY {NUMBER | usual}", "Let an API key send its own number of requests per minute, apart from the user's.")
	c.Long = c.Short + "\n\nKEY is its id, which its user sees in GET /api/administration/api and in the address of its page. Every instance holds to it within a minute."
	c.Args = arguments(3, &l.Email, &l.Key, &l.PerMinute)
	return c
}

func (l userLimitKey) Run(e *environment) error {
	var most *int64
	if l.PerMinute != "usual" {
		n, err := strconv.ParseInt(l.PerMinute, 10, 32)
		if err != nil || n < 1 {
			return misuse("the limit is a number of requests per minute from 1 on, or usual")
		}
		most = &n
	}
	return withUser(e, l.Email, func(_ *postgres.DB, m *account.Member) error {
		var key people.Key
		err := postgres.Change(e.ctx, m.Scope, catalog.KeyLimitUpdated, func(o postgres.Own) (err error) {
			key, err = people.LimitKey(e.ctx, o, l.Key, most)
			return err
		})
		if errors.Is(err, fault.ErrNotFound) {
			return fmt.Errorf("%s has no API key %d", l.Email, l.Key)
		}
		if err == nil {
			fmt.Fprintf(e.stdout, "The key %q of %s may send per minute: %s.\n", key.Name, l.Email, l.PerMinute)
		}
		return err
	})
}
