package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/demo"
	"vitrine/internal/demo/art"
	"vitrine/internal/demo/fill"
	"vitrine/internal/postgres"
)

type demoCommand struct {
	Items     int
	Seed      uint64
	Email     string
	FirstName string
	LastName  string
	passwordFlags
}

func demoCommands(e *environment) *cobra.Command {
	d := new(demoCommand)
	c := command(e, d, "demo [flags]", "Fill a new account with a made-up collection.")
	c.Flags().IntVar(&d.Items, "items", 5000, "How many items.")
	c.Flags().Uint64Var(&d.Seed, "seed", 1, "Another number makes up another collection; the same one, on the same day, the same.")
	c.Flags().StringVar(&d.Email, "email", "demo@example.org", "`ADDRESS` of the user who is registered.")
	c.Flags().StringVar(&d.FirstName, "first-name", "Dora", "First `NAME` of that user.")
	c.Flags().StringVar(&d.LastName, "last-name", "Demo", "Last `NAME` of that user.")
	d.add(c)
	return c
}

// Run registers a user and fills their account like the API does, so that every
// rule, total and log entry holds.
func (d demoCommand) Run(e *environment) error {
	if d.Items < 1 || d.Items > demo.MaxItems {
		return fmt.Errorf("--items must be between 1 and %d", demo.MaxItems)
	}
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	attachments, err := openAttachments(c, log)
	if err != nil {
		return err
	}
	if c.Files == "" {
		attachments = nil
		fmt.Fprintln(e.stderr, "Without photos, because VITRINE_FILES is not set.")
	}
	return withDatabase(e, func(db *postgres.DB) error {
		start := time.Now()
		n := newcomer{d.Email, d.FirstName, d.LastName, d.passwordFlags}
		actor, in, err := n.register(e, c, db)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.stdout, "Registered %s.", in.Email)
		n.tell(e, in)
		bar := newProgress(e.stderr, d.Items, "items")
		f := &fill.Filler{Scope: db.Scope(postgres.ByOperator(actor)), Attachments: attachments, Draw: art.Draw, Photos: art.Views, Seed: d.Seed, Step: bar.step}
		err = f.Fill(e.ctx, demo.New(d.Seed, d.Items, time.Now().UTC().Truncate(24*time.Hour)))
		bar.end()
		if err != nil {
			return fmt.Errorf("the account of %s is incomplete: %w", d.Email, err)
		}
		m := f.Made
		fmt.Fprintf(e.stdout, "Made %d items in %d collections, with %d photos, %d copies in %d locations and %d insurance records, in %s.\n",
			len(m.Items), len(m.Collections), len(m.Photos), len(m.Copies), len(m.Locations), len(m.Records), time.Since(start).Round(time.Second/10))
		return nil
	})
}
