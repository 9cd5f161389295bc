package postgres_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/pressly/goose/v3"

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
	migrating.Go(func() { migrated = postgres.Migrate(t.Context(), url, 0, slog.New(slog.NewTextHandler(&log, nil))) })

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
	if slowest < time.Second || slowest > 3500*time.Millisecond { // and not for as long as the slow one lasts
		t.Errorf("somebody waited for %s, want about two seconds", slowest)
	}
}

// An index that is built concurrently, as every one on a table that is in use,
// stops nobody who writes; and if it fails half-way it is built anew.
func TestIndexIsBuiltWhileOthersWrite(t *testing.T) {
	t.Parallel()
	url := pgtest.Migrated(t)
	settle(t, url, 1)
	db, err := postgres.OpenSQL(url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	migrations, err := goose.NewProvider(goose.DialectPostgres, db, fstest.MapFS{"00001_index.sql": {Data: []byte(`-- +goose NO TRANSACTION
-- +goose Up
drop index concurrently if exists locations_emoji;
create index concurrently locations_emoji on locations (account_id, emoji);
`)}}, goose.WithTableName("other_version"), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	const write = `insert into locations (account_id, name, emoji) values (1, 'Attic', '📦')`
	slow, quick := connect(t, url), connect(t, url)
	tx, err := slow.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), write); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	var migrated error
	var migrating sync.WaitGroup
	migrating.Go(func() { migrated = postgres.Up(t.Context(), migrations, slog.New(slog.NewTextHandler(&log, nil))) })
	var slowest time.Duration
	for began := time.Now(); time.Since(began) < 3500*time.Millisecond; time.Sleep(20 * time.Millisecond) {
		asked := time.Now()
		if _, err := quick.Exec(t.Context(), write); err != nil {
			t.Fatal(err)
		}
		slowest = max(slowest, time.Since(asked))
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	migrating.Wait()
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
