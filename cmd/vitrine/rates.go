package main

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/rates"
)

type ratesCommand struct {
	Show bool
}

func ratesCommands(e *environment) *cobra.Command {
	r := new(ratesCommand)
	c := command(e, r, "rates [--show]", "Read the exchange rates of VITRINE_RATES, as serve does daily, and show what there is.")
	c.Flags().BoolVar(&r.Show, "show", false, "Read nothing, only show what there is.")
	return c
}

// Run reads the exchange rates and shows what there is.
func (r ratesCommand) Run(e *environment) error {
	c, _, err := e.settings()
	if err != nil {
		return err
	}
	db, err := postgres.Open(e.ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	var reading error
	if !r.Show {
		if c.Rates == "" {
			return fmt.Errorf("there is nothing to read without VITRINE_RATES; vitrine rates --show shows what there is")
		}
		reading = readRates(e.ctx, c.Rates, db)
	}
	state, err := inventory.ReadRateState(e.ctx, db)
	if err != nil {
		return err
	}
	switch {
	case state.Rates == 0:
		fmt.Fprintln(e.stdout, "There are no exchange rates.")
	default:
		fmt.Fprintf(e.stdout, "There are %d exchange rates of %d currencies, from %s to %s.\n", state.Rates, state.Currencies, state.First.Format(time.DateOnly), state.Newest.Format(time.DateOnly))
	}
	if state.ReadAt != nil {
		fmt.Fprintf(e.stdout, "They were last read on %s.\n", state.ReadAt.UTC().Format("2006-01-02 at 15:04 UTC"))
	}
	if state.Failure != nil && r.Show {
		fmt.Fprintf(e.stdout, "Reading failed on %s: %s\n", state.FailedAt.UTC().Format("2006-01-02 at 15:04 UTC"), *state.Failure)
	}
	return reading
}

// readRates reads the rates and keeps them, or keeps those that are there and notes
// why.
func readRates(ctx context.Context, place string, db *postgres.DB) error {
	found, err := rates.NewSource(place).Read(ctx)
	if err == nil {
		err = inventory.KeepRates(ctx, db, found)
	}
	if err != nil {
		_ = inventory.NoteRates(ctx, db, err) // the reading is what failed
	}
	return err
}

// readRatesDaily reads the rates soon after the start and then once a day.
func readRatesDaily(ctx context.Context, place string, db *postgres.DB, log *slog.Logger) {
	if place == "" {
		return
	}
	for wait := rand.N(10 * time.Second); ; wait = 24*time.Hour - rand.N(time.Hour) {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if err := readRates(ctx, place, db); err != nil {
			log.Error("the exchange rates were not read; those that are there stay", "error", err)
			continue
		}
		log.Info("read the exchange rates")
	}
}
