package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"vitrine/internal/identity"
	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// A mail that could not be sent is tried again, with the same message id.
func TestAFailedJobIsRetried(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	queue := db.Jobs()
	if err := people.Register(t.Context(), db, identity.Registration{FirstName: "Ada", LastName: "Lovelace", Email: "ada@example.org", DeviceName: "test"}, "hash", "token"); err != nil {
		t.Fatal(err)
	}
	tried := make(chan mail.Message, 2)
	workers, err := jobs.Start(context.WithoutCancel(t.Context()), db, jobs.Options{Log: slog.New(slog.DiscardHandler), Send: func(_ context.Context, m mail.Message) error {
		tried <- m
		if len(tried) == 1 {
			return errors.New("no route to host")
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if err := people.Forgot(t.Context(), queue, people.Forgotten{Email: "ada@example.org", Link: "https://vitrine.example/"}); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); len(tried) < 2; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%d attempts", len(tried))
		}
	}
	if err := workers.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	first, second := <-tried, <-tried
	if first.To != "ada@example.org" || first.Data["message_id"] == "" || second.Data["message_id"] != first.Data["message_id"] {
		t.Errorf("first %+v, then %+v", first, second)
	}
	if done, failed := workers.Attempts(); done != 2 || failed != 1 { // the request, and its mail
		t.Errorf("%d jobs done, %d attempts failed; want 2 and 1", done, failed)
	}
}
