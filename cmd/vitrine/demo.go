package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/demo"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

type demoCommand struct {
	Items         int    `default:"5000" help:"How many items (${default})."`
	Seed          uint64 `default:"1" help:"Another number makes up another collection; the same one, on the same day, the same (${default})."`
	Email         string `default:"demo@example.org" help:"Address of the user who is registered (${default})."`
	PasswordStdin bool   `help:"Read the password from standard input, instead of making one up and printing it."`
}

// Run registers somebody and fills their account by the same means as the API,
// so that every rule, total and entry of the log holds.
func (d demoCommand) Run(e *environment) error {
	if d.Items < 1 || d.Items > demo.MaxItems {
		return fmt.Errorf("--items must be between 1 and %d", demo.MaxItems)
	}
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	if err := migrated(e.ctx, c); err != nil {
		return err
	}
	return withDatabase(e, func(db *postgres.DB) error {
		start := time.Now()
		actor, password, err := d.register(e, c, db)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "Registered %s.", d.Email)
		if !d.PasswordStdin {
			fmt.Fprintf(e.stdout, " The password is shown only now: %s", password)
		}
		fmt.Fprintln(e.stdout)
		f := &filler{db: db, actor: actor, bar: newProgress(e.stderr, d.Items, "items")}
		err = f.fill(e.ctx, demo.New(d.Seed, d.Items, time.Now().UTC().Truncate(24*time.Hour)))
		f.bar.end()
		if err != nil {
			return fmt.Errorf("the account of %s is incomplete: %w", d.Email, err)
		}
		fmt.Fprintf(e.stdout, "Made %d items in %d collections, with %d copies in %d locations and %d insurance records, in %s.\n",
			f.items, f.collections, f.copies, len(f.locations), f.records, time.Since(start).Round(time.Second/10))
		return nil
	})
}

// register makes the user, by the rules that everybody registers by.
func (d demoCommand) register(e *environment, c config.Config, db *postgres.DB) (actor identity.Actor, password string, err error) {
	if err := identity.UseLists(c.DisposableDomains, c.LeakedPasswords); err != nil {
		return actor, "", err
	}
	if password, err = d.password(); err != nil {
		return actor, "", err
	}
	in := identity.Registration{FirstName: "Dora", LastName: "Demo", Email: d.Email, Password: password, PasswordConfirmation: password, DeviceName: "vitrine demo"}
	if err := in.Validate(); err != nil {
		return actor, "", err
	}
	taken, err := db.EmailTaken(e.ctx, nil, d.Email)
	if err != nil {
		return actor, "", err
	}
	if taken {
		return actor, "", fmt.Errorf("there is a user %s already, whose account is left alone: choose another with --email, or get into that one with vitrine user reset-password %[1]s", d.Email)
	}
	if d.PasswordStdin && identity.NewPwned(c.PwnedPasswordsURL).Leaked(e.ctx, password) {
		return actor, "", fault.On("password", identity.LeakedMessage)
	}
	hash, err := identity.NewHasher().Hash(e.ctx, password)
	if err != nil {
		return actor, "", err
	}
	if err := db.Register(e.ctx, in, hash, identity.NewToken()); err != nil { // nobody gets to know the token
		return actor, "", err
	}
	actor, _, err = db.Credentials(e.ctx, d.Email)
	return actor, password, err
}

func (d demoCommand) password() (string, error) {
	if !d.PasswordStdin {
		return identity.NewPasswordText(), nil
	}
	line, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", fmt.Errorf("standard input has no password: %w", err)
	}
	return line, nil
}
