package operator

import (
	"bufio"
	"context"
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
	"vitrine/internal/postgres/people"
)

// PasswordFlags choose the password of a new user.
type PasswordFlags struct {
	stdin bool
	file  string
}

// Add adds the flags to those of a command.
func (p *PasswordFlags) Add(c *cobra.Command) {
	c.Flags().BoolVar(&p.stdin, "password-stdin", false, "Read the password from standard input, instead of making one up and printing it.")
	c.Flags().StringVar(&p.file, "password-file", "", "Read the password from the first line of `FILE`.")
	c.MarkFlagsMutuallyExclusive("password-stdin", "password-file")
}

func (p PasswordFlags) given() bool { return p.stdin || p.file != "" }

func (p PasswordFlags) password() (string, error) {
	from, where := io.Reader(os.Stdin), "standard input"
	switch {
	case !p.given():
		return identity.NewPasswordText(), nil
	case p.file != "":
		file, err := os.Open(p.file)
		if err != nil {
			return "", err
		}
		defer file.Close()
		from, where = file, p.file
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

// Newcomer is a user created by the operator, under the rules of registration.
type Newcomer struct {
	Email, FirstName, LastName string
	PasswordFlags
}

// Input reads the password, and refuses what registration would.
func (n Newcomer) Input(ctx context.Context, c config.Config, db *postgres.DB) (in identity.Registration, err error) {
	if err := identity.UseLists(c.DisposableDomains, c.LeakedPasswords); err != nil {
		return in, err
	}
	password, err := n.password()
	if err != nil {
		return in, err
	}
	in = identity.Registration{FirstName: n.FirstName, LastName: n.LastName, Email: strings.ToLower(n.Email), Password: password, PasswordConfirmation: password, DeviceName: "vitrine"}
	if err := in.Validate(); err != nil {
		return in, err
	}
	taken, err := people.EmailTaken(ctx, db, in.Email)
	if taken {
		err = fmt.Errorf("there is a user %s already, whose account is left alone: choose another with --email, or get into that one with vitrine user reset-password %[1]s", in.Email)
	}
	return in, err
}

// Register creates an account owned by the newcomer. Its first token is
// discarded.
func (n Newcomer) Register(ctx context.Context, c config.Config, db *postgres.DB) (actor identity.Actor, in identity.Registration, err error) {
	in, err = n.Input(ctx, c, db)
	if err == nil {
		_, err = Accounts(c, db).Register(ctx, account.Visitor{}, in)
	}
	if err == nil {
		actor, _, err = people.Credentials(ctx, db, in.Email)
	}
	return actor, in, err
}

// Tell prints a generated password once.
func (n Newcomer) Tell(out io.Writer, in identity.Registration) {
	if !n.given() {
		fmt.Fprintf(out, " The password is shown only now: %s", in.Password)
	}
	fmt.Fprintln(out)
}
