package main

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"vitrine/internal/account"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/operator"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// userCommands are for operators: they need the database, but no token.
func userCommands(e *environment) *cobra.Command {
	return group("user", "Look after users.",
		userCreates(e), userLists(e), userSetRoles(e), userResetPasswords(e), userDisables2FA(e), userSuspends(e), userResumes(e), userLimitsKeys(e), userRevokesTokens(e), userReseals(e))
}

type userList struct {
	Search string
	Limit  int
	JSON   bool
}

func userLists(e *environment) *cobra.Command {
	l := new(userList)
	c := command(e, l, "list [--search TEXT] [--limit NUMBER] [--json]", "List users with their role and account.")
	c.Flags().StringVar(&l.Search, "search", "", "Only addresses with this `TEXT` in them.")
	c.Flags().IntVar(&l.Limit, "limit", 100, "At most this `NUMBER`; 0 is all.")
	c.Flags().BoolVar(&l.JSON, "json", false, "A line of JSON for each.")
	return c
}

func (l userList) Run(e *environment) error {
	return withDatabase(e, func(db *postgres.DB) error {
		users, err := people.Users(e.ctx, db, l.Search, l.Limit)
		if err != nil {
			return err
		}
		if l.JSON {
			return jsonLines(e, users)
		}
		out := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "ID\tEMAIL\tROLE\tACCOUNT\tSECOND FACTOR\tSINCE\tSTATE")
		for _, u := range users {
			fmt.Fprintf(out, "%d\t%s\t%s\t%d\t%t\t%s\t%s\n", u.ID, u.Email, u.Role, u.AccountID, u.TwoFactor, u.CreatedAt.Format("2006-01-02"), state(u.Suspended))
		}
		return out.Flush()
	})
}

type userSetRole struct {
	Email string
	Role  string
}

func userSetRoles(e *environment) *cobra.Command {
	s := new(userSetRole)
	c := command(e, s, "set-role ADDRESS ROLE", "Give a user another role in their account: owner, editor or viewer.")
	c.Args = arguments(2, &s.Email, &s.Role)
	return c
}

func (s userSetRole) Run(e *environment) error {
	if err := mustBeRole(s.Role); err != nil {
		return err
	}
	return withUser(e, s.Email, func(_ *postgres.DB, m *account.Member) error {
		err := postgres.Change(e.ctx, m.Scope, catalog.MemberUpdated, func(manager postgres.Manager) error {
			_, err := people.UpdateMember(e.ctx, manager, m.UserID, identity.MemberInput{Role: s.Role})
			return err
		})
		if err == nil {
			fmt.Fprintf(e.stdout, "%s is %s now.\n", s.Email, s.Role)
		}
		return err
	})
}

type userResetPassword struct{ Email string }

func userResetPasswords(e *environment) *cobra.Command {
	p := new(userResetPassword)
	c := command(e, p, "reset-password ADDRESS", "Give a user a new password, which is printed, and end all their tokens.")
	c.Args = arguments(1, &p.Email)
	return c
}

func (p userResetPassword) Run(e *environment) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	return withUser(e, p.Email, func(db *postgres.DB, m *account.Member) error {
		password, err := operator.Accounts(c, db).RenewPassword(e.ctx, m)
		if err == nil {
			fmt.Fprintf(e.stdout, "The new password of %s is: %s\nAll their tokens have ended. They should change it after logging in.\n", p.Email, password)
		}
		return err
	})
}

type userDisable2FA struct{ Email string }

func userDisables2FA(e *environment) *cobra.Command {
	d := new(userDisable2FA)
	c := command(e, d, "disable-2fa ADDRESS", "Switch off the second factor of a user who has lost it.")
	c.Args = arguments(1, &d.Email)
	return c
}

func (d userDisable2FA) Run(e *environment) error {
	return withUser(e, d.Email, func(_ *postgres.DB, m *account.Member) error {
		err := postgres.Change(e.ctx, m.Scope, catalog.TwoFactorDisabled, func(o postgres.Own) error { return people.DisableTwoFactor(e.ctx, o) })
		if errors.Is(err, fault.ErrNotFound) {
			return fmt.Errorf("%s has no second factor", d.Email)
		}
		if err == nil {
			fmt.Fprintf(e.stdout, "The second factor of %s is switched off.\n", d.Email)
		}
		return err
	})
}

// withUser acts as the operator on the account of a user.
func withUser(e *environment, email string, fn func(*postgres.DB, *account.Member) error) error {
	return withDatabase(e, func(db *postgres.DB) error {
		user, _, err := people.Credentials(e.ctx, db, strings.ToLower(email))
		if errors.Is(err, fault.ErrNotFound) {
			return fmt.Errorf("there is no user with the address %s", email)
		}
		if err != nil {
			return err
		}
		return fn(db, account.Operator(db, user))
	})
}

func withDatabase(e *environment, fn func(*postgres.DB) error) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	return operator.WithDatabase(e.ctx, c, fn)
}
