// Command vitrine-demo fills a new account of Vitrine with a made-up collection. It is a
// program of its own, so that the service carries neither the words nor the drawings.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/config"
	"vitrine/internal/demo"
	"vitrine/internal/demo/art"
	"vitrine/internal/demo/fill"
	"vitrine/internal/operator"
	"vitrine/internal/postgres"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // pictures are large, and soon forgotten
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	d := new(made)
	if err := command(d).ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "vitrine-demo:", err)
		if !d.began {
			os.Exit(2) // the command was written wrongly, as for vitrine
		}
		os.Exit(1)
	}
}

// command is the program with its flags.
func command(d *made) *cobra.Command {
	c := &cobra.Command{
		Use: "vitrine-demo [flags]", Short: "Fill a new account of Vitrine with a made-up collection.", Args: cobra.NoArgs,
		DisableFlagsInUseLine: true, SilenceErrors: true, SilenceUsage: true,
		RunE: func(c *cobra.Command, _ []string) error {
			return operator.Explain(d.run(c.Context(), c.OutOrStdout(), c.ErrOrStderr()))
		},
	}
	c.Flags().IntVar(&d.items, "items", 5000, "How many items.")
	c.Flags().Uint64Var(&d.seed, "seed", 1, "Another number makes up another collection; the same one, on the same day, the same.")
	c.Flags().StringVar(&d.Email, "email", "demo@example.org", "`ADDRESS` of the user who is registered.")
	c.Flags().StringVar(&d.FirstName, "first-name", "Dora", "First `NAME` of that user.")
	c.Flags().StringVar(&d.LastName, "last-name", "Demo", "Last `NAME` of that user.")
	d.Add(c)
	return c
}

// made is what is made up: so many items for somebody new.
type made struct {
	items int
	seed  uint64
	began bool // the command was understood
	operator.Newcomer
}

// run registers a user and fills their account like the API does, so that every
// rule, total and log entry holds.
func (d *made) run(ctx context.Context, stdout, stderr io.Writer) error {
	if d.items < 1 || d.items > demo.MaxItems {
		return fmt.Errorf("--items must be between 1 and %d", demo.MaxItems)
	}
	d.began = true
	c, err := config.Read(os.Getenv)
	if err := errors.Join(config.Unknown(os.Environ()), err); err != nil {
		return fmt.Errorf("the settings are not usable:\n%w", err)
	}
	attachments, err := operator.OpenAttachments(c, slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: c.LogLevel})))
	if err != nil {
		return err
	}
	if c.Files == "" {
		attachments = nil
		fmt.Fprintln(stderr, "Without photos, because VITRINE_FILES is not set.")
	}
	return operator.WithDatabase(ctx, c, func(db *postgres.DB) error {
		start := time.Now()
		actor, in, err := d.Register(ctx, c, db)
		if err != nil {
			return err
		}
		fmt.Fprintf(stdout, "Registered %s.", in.Email)
		d.Tell(stdout, in)
		bar := newProgress(stderr, d.items, "items")
		f := &fill.Filler{Scope: db.Scope(postgres.ByOperator(actor)), Attachments: attachments, Draw: art.Show, Photos: art.Views, Seed: d.seed, Step: bar.step}
		err = f.Fill(ctx, demo.New(d.seed, d.items, time.Now().UTC().Truncate(24*time.Hour)))
		bar.end()
		if err != nil {
			return fmt.Errorf("the account of %s is incomplete: %w", d.Email, err)
		}
		m := f.Made
		fmt.Fprintf(stdout, "Made %d items in %d collections, with %d photos, %d copies in %d locations and %d insurance records, in %s.\n",
			len(m.Items), len(m.Collections), len(m.Photos), len(m.Copies), len(m.Locations), len(m.Records), time.Since(start).Round(time.Second/10))
		return nil
	})
}
