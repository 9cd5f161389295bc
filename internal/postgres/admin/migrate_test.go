package admin_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pressly/goose/v3"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
	"vitrine/internal/testkind"
)

// lines is a log that can be read while it is being written.
type lines struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// migrating prepares a migration of a test's own.
func migrating(t *testing.T, url, sql string) *goose.Provider {
	t.Helper()
	db, err := admin.OpenSQL(url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	provider, err := goose.NewProvider(goose.DialectPostgres, db, fstest.MapFS{"00001_test.sql": {Data: []byte(sql)}},
		goose.WithTableName("other_version"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

// A migration that waits for a lock does not block others for long: it gives way
// and succeeds in the end.
func TestMigrationWaitsWithoutBlockingOthers(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	url := pgtest.Migrated(t)
	migrations := migrating(t, url, `-- +goose Up
alter table api_keys add column colour text;
`)
	slow, quick := connect(t, url), connect(t, url)
	tx, err := slow.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `select from api_keys`); err != nil {
		t.Fatal(err)
	}
	var log lines
	var migrated error
	var working sync.WaitGroup
	working.Go(func() { migrated = admin.Up(t.Context(), migrations, slog.New(slog.NewTextHandler(&log, nil))) })

	var slowest time.Duration
	for began := time.Now(); !strings.Contains(log.String(), "trying again") && time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		asked := time.Now()
		if _, err := quick.Exec(t.Context(), `select from api_keys`); err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, time.Since(asked))
	}
	if err := tx.Rollback(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	working.Wait()
	if migrated != nil || !strings.Contains(log.String(), "00001_test.sql") {
		t.Errorf("in the end: %v\n%s", migrated, log.String())
	}
	if tries := strings.Count(log.String(), "trying again"); tries < 1 || tries > 3 {
		t.Errorf("it stepped back %d times:\n%s", tries, log.String())
	}
	if slowest < 400*time.Millisecond || slowest > 2500*time.Millisecond { // and not as long as the slow transaction
		t.Errorf("somebody waited for %s, want about 0.8 s", slowest)
	}
}

// An index built concurrently, as required on tables in use, blocks no writer; if
// it fails half-way it is rebuilt.
func TestIndexIsBuiltWhileOthersWrite(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	url := pgtest.Migrated(t)
	settle(t, url, 1)
	migrations := migrating(t, url, `-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists locations_emoji;
create index concurrently locations_emoji on locations (account_id, emoji);
`)
	const write = `insert into locations (account_id, name, emoji) values (1, 'Attic', '📦')`
	slow, quick := connect(t, url), connect(t, url)
	tx, err := slow.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), write); err != nil {
		t.Fatal(err)
	}
	var log lines
	var migrated error
	var working sync.WaitGroup
	working.Go(func() { migrated = admin.Up(t.Context(), migrations, slog.New(slog.NewTextHandler(&log, nil))) })
	var slowest time.Duration
	for began := time.Now(); !strings.Contains(log.String(), "trying again") && time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		asked := time.Now()
		if _, err := quick.Exec(t.Context(), write); err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, time.Since(asked))
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	working.Wait()
	if migrated != nil || !strings.Contains(log.String(), "trying again") {
		t.Errorf("it was not tried twice: %v\n%s", migrated, log.String())
	}
	if text(t, url, `select (indisvalid and indisready)::text from pg_index where indexrelid = 'locations_emoji'::regclass`) != "true" {
		t.Error("the index cannot be used")
	}
	if slowest > 1500*time.Millisecond {
		t.Errorf("somebody who writes waited for %s", slowest)
	}
}
