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
	"vitrine/internal/config"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// passwordFlags choose the password of a new user.
type passwordFlags struct {
	PasswordStdin bool
	PasswordFile  string
}

func (p *passwordFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&p.PasswordStdin, "password-stdin", false, "Read the password from standard input, instead of making one up and printing it.")
	c.Flags().StringVar(&p.PasswordFile, "password-file", "", "Read the password from the first line of `FILE`.")
	c.MarkFlagsMutuallyExclusive("password-stdin", "password-file")
}

func (p passwordFlags) given() bool { return p.PasswordStdin || p.PasswordFile != "" }

func (p passwordFlags) password() (string, error) {
	from, where := io.Reader(os.Stdin), "standard input"
	switch {
	case !p.given():
		return identity.NewPasswordText(), nil
	case p.PasswordFile != "":
		file, err := os.Open(p.PasswordFile)
		if err != nil {
			return "", err
		}
		defer file.Close()
		from, where = file, p.PasswordFile
	}
	line, err := bufio.NewReader(from).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", fmt.Errorf("%s has no password in its first line", where)
	}
	return line, nil
}

// newcomer is a user created by the operator, under the rules of registration.
type newcomer struct {
	email, firstName, lastName string
	passwordFlags
}

// input reads the password, and refuses what registration would.
func (n newcomer) input(e *environment, c config.Config, db *postgres.DB) (in identity.Registration, err error) {
	if err := identity.UseLists(c.DisposableDomains, c.LeakedPasswords); err != nil {
		return in, err
	}
	password, err := n.password()
	if err != nil {
		return in, err
	}
	in = identity.Registration{FirstName: n.firstName, LastName: n.lastName, Email: strings.ToLower(n.email), Password: password, PasswordConfirmation: password, DeviceName: "vitrine"}
	if err := in.Validate(); err != nil {
		return in, err
	}
	taken, err := db.EmailTaken(e.ctx, in.Email)
	if taken {
		err = fmt.Errorf("there is a user %s already, whose account is left alone: choose another with --email, or get into that one with vitrine user reset-password %[1]s", in.Email)
	}
	return in, err
}

// register creates an account owned by the newcomer. Its first token is
// discarded.
func (n newcomer) register(e *environment, c config.Config, db *postgres.DB) (actor identity.Actor, in identity.Registration, err error) {
	in, err = n.input(e, c, db)
	if err == nil {
		_, err = accountsOf(c, db).Register(e.ctx, account.Visitor{}, in)
	}
	if err == nil {
		actor, _, err = db.Credentials(e.ctx, in.Email)
	}
	return actor, in, err
}

// tell prints a generated password once.
func (n newcomer) tell(e *environment, in identity.Registration) {
	if !n.given() {
		fmt.Fprintf(e.stdout, " The password is shown only now: %s", in.Password)
	}
	fmt.Fprintln(e.stdout)
}
