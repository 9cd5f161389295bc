package postgres_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
)

// A migration that must wait for somebody does not make others wait long: it
// steps back, lets them pass, and gets its turn in the end.
func TestMigrationWaitsWithoutBlockingOthers(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	if err := postgres.MigrateTo(t.Context(), url, 9, 0); err != nil { // the next one alters api_keys
		t.Fatal(err)
	}
	slow, quick := connect(t, url), connect(t, url)
	tx, err := slow.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `select from api_keys`); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	var migrated error
	var migrating sync.WaitGroup
	migrating.Go(func() { migrated = postgres.Migrate(t.Context(), url, slog.New(slog.NewTextHandler(&log, nil))) })

	var slowest time.Duration
	for began := time.Now(); time.Since(began) < 4500*time.Millisecond; time.Sleep(20 * time.Millisecond) {
		asked := time.Now()
		if _, err := quick.Exec(t.Context(), `select from api_keys`); err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, time.Since(asked))
	}
	if err := tx.Rollback(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	migrating.Wait()
	if migrated != nil || !strings.Contains(log.String(), "00011_words.sql") {
		t.Errorf("in the end: %v\n%s", migrated, log.String())
	}
	if tries := strings.Count(log.String(), "trying again"); tries < 1 || tries > 3 {
		t.Errorf("it stepped back %d times:\n%s", tries, log.String())
	}
	if slowest < time.Second || slowest > 2900*time.Millisecond { // requests give up after three seconds
		t.Errorf("somebody waited for %s, want about two seconds", slowest)
	}
}
