package main

import (
	"fmt"
	"time"

	"vitrine/internal/demo"
	"vitrine/internal/demo/art"
	"vitrine/internal/demo/fill"
	"vitrine/internal/postgres"
)

type demoCommand struct {
	Items     int    `default:"5000" help:"How many items (${default})."`
	Seed      uint64 `default:"1" help:"Another number makes up another collection; the same one, on the same day, the same (${default})."`
	Email     string `default:"demo@example.org" help:"Address of the user who is registered (${default})."`
	FirstName string `default:"Dora" help:"First name of that user (${default})."`
	LastName  string `default:"Demo" help:"Last name of that user (${default})."`
	passwordFlags
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
