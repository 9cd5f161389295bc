package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"vitrine/internal/attachment"
	"vitrine/internal/config"
	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/metrics"
	"vitrine/internal/operator"
	"vitrine/internal/postgres"
)

type workerCommand struct{}

func workerCommands(e *environment) *cobra.Command {
	return command(e, workerCommand{}, "worker", "Send queued mails and work on imports, and do nothing else.")
}

// Run works on the queue until it is stopped.
func (workerCommand) Run(e *environment) error {
	c, log, err := e.settings()
	if err != nil {
		return err
	}
	if c.SMTPURL == "" && c.Files == "" {
		return errors.New("there is nothing to do without VITRINE_SMTP_URL and VITRINE_FILES")
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
	_, workers, err := openJobs(e.ctx, c, db, attachments, log, true)
	if err != nil {
		return err
	}
	defer closeWorkers(workers, log)
	hide, err := showMetrics(c, log, metrics.Instance{Version: version, Database: db, Attempts: workers.Attempts})
	if err != nil {
		return err
	}
	defer hide()
	log.Info("working", "version", version)
	<-e.ctx.Done()
	return nil
}

// openJobs opens the mail queue and, if work is set, starts workers. Without a mail server
// there is no mail queue, and without files nothing is imported.
func openJobs(ctx context.Context, c config.Config, db *postgres.DB, attachments *attachment.Attachments, log *slog.Logger, work bool) (queue *postgres.Jobs, workers *jobs.Workers, err error) {
	fonts, err := openFonts(c)
	if err != nil {
		return nil, nil, err
	}
	options := jobs.Options{Version: version, Log: log, Base: c.PublicURL, Fonts: fonts, Exchange: c.ExchangeWorkers}
	if c.SMTPURL != "" {
		sender, err := mail.NewSender(c.SMTPURL, c.MailFrom)
		if err != nil {
			return nil, nil, fmt.Errorf("VITRINE_SMTP_URL: %w", err)
		}
		options.Send = sender.Send
		queue = db.Jobs()
	}
	if attachments.Ready() {
		options.Files = attachments
	}
	if !work || options.Send == nil && options.Files == nil {
		return queue, nil, nil
	}
	workers, err = jobs.Start(context.WithoutCancel(ctx), db, options)
	return queue, workers, err
}

func closeWorkers(workers *jobs.Workers, log *slog.Logger) {
	if workers == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := workers.Close(ctx); err != nil {
		log.Warn("the job queue did not end in order", "error", err)
	}
}

// forgetAnswers deletes expired answers to repeated requests.
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
