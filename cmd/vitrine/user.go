package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// userCommand is for operators: what it does needs no token, but the database.
type userCommand struct {
	List          userList          `cmd:"" help:"List users with their role and account."`
	SetRole       userSetRole       `cmd:"" help:"Give a user another role in their account."`
	ResetPassword userResetPassword `cmd:"" help:"Give a user a new password, which is printed, and end all their tokens."`
	Disable2FA    userDisable2FA    `cmd:"" name:"disable-2fa" help:"Switch off the second factor of a user who has lost it."`
	RevokeTokens  userRevokeTokens  `cmd:"" help:"End all tokens and API keys of a user, of everybody, or those that have leaked."`
	Reseal        userReseal        `cmd:"" help:"Encrypt second factors anew with the first of several keys in VITRINE_SECRET_KEY."`
}

type userList struct {
	Search string `help:"Only addresses with this in them."`
	Limit  int    `default:"100" help:"At most this many."`
}

func (l userList) Run(e *environment) error {
	return withDatabase(e, func(db *postgres.DB) error {
		users, err := db.Users(e.ctx, l.Search, l.Limit)
		if err != nil {
			return err
		}
		out := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "ID\tEMAIL\tROLE\tACCOUNT\tSECOND FACTOR\tSINCE")
		for _, u := range users {
			fmt.Fprintf(out, "%d\t%s\t%s\t%d\t%t\t%s\n", u.ID, u.Email, u.Role, u.AccountID, u.TwoFactor, u.CreatedAt.Format("2006-01-02"))
		}
		return out.Flush()
	})
}

type userSetRole struct {
	Email string `arg:"" help:"Address of the user."`
	Role  string `arg:"" enum:"owner,editor,viewer" help:"owner, editor or viewer."`
}

func (s userSetRole) Run(e *environment) error {
	return withUser(e, s.Email, func(db *postgres.DB, user identity.Actor) error {
		err := db.Scope(operator(user)).Manage(e.ctx, "member_updated", func(m postgres.Manager) error {
			_, err := m.UpdateMember(e.ctx, user.UserID, identity.MemberInput{Role: s.Role})
			return err
		})
		if err == nil {
			fmt.Fprintf(e.stdout, "%s is %s now.\n", s.Email, s.Role)
		}
		return err
	})
}

type userResetPassword struct {
	Email string `arg:"" help:"Address of the user."`
}

func (p userResetPassword) Run(e *environment) error {
	return withUser(e, p.Email, func(db *postgres.DB, user identity.Actor) error {
		password := identity.NewPasswordText()
		hash, err := identity.NewHasher().Hash(e.ctx, password)
		if err != nil {
			return err
		}
		user.KeyID = 0 // no token is spared
		err = db.Scope(operator(user)).Self(e.ctx, "password_updated", func(o postgres.Own) error { return o.SetPassword(e.ctx, hash) })
		if err == nil {
			fmt.Fprintf(e.stdout, "The new password of %s is: %s\nAll their tokens have ended. They should change it after logging in.\n", p.Email, password)
		}
		return err
	})
}

type userDisable2FA struct {
	Email string `arg:"" help:"Address of the user."`
}

func (d userDisable2FA) Run(e *environment) error {
	return withUser(e, d.Email, func(db *postgres.DB, user identity.Actor) error {
		err := db.Scope(operator(user)).Self(e.ctx, "two_factor_disabled", func(o postgres.Own) error { return o.DisableTwoFactor(e.ctx) })
		if err == fault.ErrNotFound {
			return fmt.Errorf("%s has no second factor", d.Email)
		}
		if err == nil {
			fmt.Fprintf(e.stdout, "The second factor of %s is switched off.\n", d.Email)
		}
		return err
	})
}

// operator acts on a user's account with all rights; the log says who it was.
func operator(user identity.Actor) postgres.Access {
	user.Role, user.Name, user.Restrictions = identity.Owner, "Operator", identity.Restrictions{}
	return postgres.ByOperator(user)
}

func withUser(e *environment, email string, fn func(*postgres.DB, identity.Actor) error) error {
	return withDatabase(e, func(db *postgres.DB) error {
		user, _, err := db.Credentials(e.ctx, strings.ToLower(email))
		if err == fault.ErrNotFound {
			return fmt.Errorf("there is no user with the address %s", email)
		}
		if err != nil {
			return err
		}
		return fn(db, user)
	})
}

func withDatabase(e *environment, fn func(*postgres.DB) error) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	db, err := postgres.Open(e.ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	return fn(db)
}
