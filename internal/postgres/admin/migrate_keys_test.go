package admin_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/admin"
)

// The keys of users, API keys and invitations are replaced one after the other.
// If one is locked for a while, the earlier steps are repeated without leaving
// anything behind.
func TestKeysAreExchangedAtTheSecondTry(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	if err := admin.MigrateTo(t.Context(), url, 14, 0); err != nil {
		t.Fatal(err)
	}
	settle(t, url, 3)
	slow, err := connect(t, url).Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := slow.Exec(t.Context(), `select from invitations`); err != nil { // an index can be built now, but no key replaced
		t.Fatal(err)
	}
	var log bytes.Buffer
	var migrated error
	var migrating sync.WaitGroup
	migrating.Go(func() { migrated = admin.Migrate(t.Context(), url, 0, slog.New(slog.NewTextHandler(&log, nil))) })
	for _, waits := range []string{"true", "false"} { // until it has waited long enough
		eventually(t, url, `select exists (select from pg_locks where not granted and relation = 'invitations'::regclass)::text`, waits)
	}
	if err := slow.Rollback(context.WithoutCancel(t.Context())); err != nil {
		t.Fatal(err)
	}
	migrating.Wait()
	if migrated != nil || !strings.Contains(log.String(), "trying again") {
		t.Fatalf("it was not tried twice: %v\n%s", migrated, log.String())
	}
	if got, want := shape(t, url), shape(t, pgtest.Migrated(t)); got != want {
		t.Errorf("the schema is\n%s\nafter one try it is\n%s", got, want)
	}
}

func eventually(t *testing.T, url, sql, want string) {
	t.Helper()
	for began := time.Now(); text(t, url, sql) != want; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%s is not %s", sql, want)
		}
	}
}
