package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/mail"
	"vitrine/internal/metrics"
	"vitrine/internal/postgres"
)

type workerCommand struct{}

// Run sends queued mails until it is told to stop.
func (workerCommand) Run(e *environment) error {
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	if c.SMTPURL == "" {
		return errors.New("there is nothing to do without VITRINE_SMTP_URL")
	}
	db, err := postgres.Open(e.ctx, c.DatabaseURL)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer db.Close()
	jobs, err := openJobs(e.ctx, c, db, log, true)
	if err != nil {
		return err
	}
	defer closeJobs(jobs, log)
	hide, err := showMetrics(c, log, metrics.Instance{Version: version, Database: db, Jobs: jobs})
	if err != nil {
		return err
	}
	defer hide()
	log.Info("working", "version", version)
	<-e.ctx.Done()
	return nil
}

// openJobs opens the queue of mails, and works on it if it is to; without a
// mail server there is none.
func openJobs(ctx context.Context, c config.Config, db *postgres.DB, log *slog.Logger, work bool) (*postgres.Jobs, error) {
	if c.SMTPURL == "" {
		return nil, nil
	}
	sender, err := mail.NewSender(c.SMTPURL, c.MailFrom)
	if err != nil {
		return nil, fmt.Errorf("VITRINE_SMTP_URL: %w", err)
	}
	if !work {
		return postgres.OpenJobs(ctx, db, c.DatabaseURL, nil, log)
	}
	jobs, err := postgres.OpenJobs(ctx, db, c.DatabaseURL, sender.Send, log)
	if err != nil {
		return nil, err
	}
	return jobs, jobs.Start(context.WithoutCancel(ctx))
}

func closeJobs(jobs *postgres.Jobs, log *slog.Logger) {
	if jobs == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := jobs.Close(ctx); err != nil {
		log.Warn("the job queue did not end in order", "error", err)
	}
}

// forgetAnswers deletes answers that need not be given again any more.
func forgetAnswers(ctx context.Context, db *postgres.DB, log *slog.Logger) {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := db.ForgetAnswers(ctx); err != nil {
				log.Warn("old answers were not deleted", "error", err)
			}
		}
	}
}
