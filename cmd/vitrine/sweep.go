package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/attachment"
	"vitrine/internal/operator"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

type sweepCommand struct{}

func sweepCommands(e *environment) *cobra.Command {
	return command(e, sweepCommand{}, "sweep", "Delete the files that nothing has named for a day, as serve does daily.")
}

// Run deletes the files that nothing names any more.
func (sweepCommand) Run(e *environment) error {
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	db, err := postgres.Open(e.ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	attachments, err := operator.OpenAttachments(c, log)
	if err != nil {
		return err
	}
	done, err := attachments.Sweep(e.ctx, inventory.Files{DB: db}, time.Now())
	if errors.Is(err, attachment.ErrNoStore) {
		return errors.New("there is nothing to sweep without VITRINE_FILES")
	}
	fmt.Fprintf(e.stdout, "Looked at %d objects and deleted %d that nothing names.\n", done.Objects, done.Deleted)
	return err
}

// sweepDaily sweeps once a day, the first time an hour or so after the start, so
// that instances started together do not sweep together.
func sweepDaily(ctx context.Context, attachments *attachment.Attachments, db *postgres.DB, log *slog.Logger) {
	for wait := time.Hour; ; wait = 24 * time.Hour {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait + rand.N(time.Hour)):
		}
		done, err := attachments.Sweep(ctx, inventory.Files{DB: db}, time.Now())
		if errors.Is(err, attachment.ErrNoStore) {
			return
		}
		if err != nil {
			log.Error("the files that nothing names were not all deleted", "error", err)
		}
		log.Info("swept the files", "objects", done.Objects, "deleted", done.Deleted)
	}
}
