package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vitrine/internal/account"
	"vitrine/internal/config"
	"vitrine/internal/identity"
	"vitrine/internal/operator"
	"vitrine/internal/postgres"
)

type userCreate struct {
	Email     string
	FirstName string
	LastName  string
	Account   int64
	Role      string
	operator.PasswordFlags
}

func userCreates(e *environment) *cobra.Command {
	u := new(userCreate)
	c := command(e, u, "create --email ADDRESS --first-name NAME --last-name NAME [flags]", "Create a user, with an account of their own or in one that is there.")
	c.Flags().StringVar(&u.Email, "email", "", "`ADDRESS` that the user logs in with.")
	c.Flags().StringVar(&u.FirstName, "first-name", "", "First `NAME`.")
	c.Flags().StringVar(&u.LastName, "last-name", "", "Last `NAME`.")
	for _, name := range []string{"email", "first-name", "last-name"} {
		_ = c.MarkFlagRequired(name) // fails only for a flag that is not there
	}
	c.Flags().Int64Var(&u.Account, "account", 0, "`NUMBER` of the account to join; without it, the user owns a new one.")
	c.Flags().StringVar(&u.Role, "role", "", "`ROLE` in that account: owner, editor or viewer.")
	u.Add(c)
	return c
}

// Run needs neither open registration nor an invitation.
func (u userCreate) Run(e *environment) error {
	switch {
	case u.Account == 0 && u.Role != "" && u.Role != "owner":
		return misuse("the first user of a new account is its owner: leave --role out, or name an account with --account")
	case u.Account != 0 && u.Role == "":
		return misuse("--account needs --role: owner, editor or viewer")
	case u.Role != "":
		if err := mustBeRole(u.Role); err != nil {
			return err
		}
	}
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	return withDatabase(e, func(db *postgres.DB) error {
		n := operator.Newcomer{Email: u.Email, FirstName: u.FirstName, LastName: u.LastName, PasswordFlags: u.PasswordFlags}
		if u.Account != 0 {
			return u.join(e, c, db, n)
		}
		actor, in, err := n.Register(e.ctx, c, db)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "Created %s, owner of the new account %d.", in.Email, actor.AccountID)
		n.Tell(e.stdout, in)
		return nil
	})
}

// join adds the newcomer to an existing account.
func (u userCreate) join(e *environment, c config.Config, db *postgres.DB, n operator.Newcomer) error {
	if _, err := findAccount(e, c.DatabaseURL, u.Account); err != nil {
		return err
	}
	in, err := n.Input(e.ctx, c, db)
	if err != nil {
		return err
	}
	if err := operator.Accounts(c, db).CreateMember(e.ctx, account.Operator(db, identity.Actor{AccountID: u.Account}), in, u.Role); err != nil {
		return err
	}
	fmt.Fprintf(e.stdout, "Created %s, %s in account %d.", in.Email, u.Role, u.Account)
	n.Tell(e.stdout, in)
	return nil
}
