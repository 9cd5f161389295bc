package postgres_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
	"vitrine/internal/testkind"
)

// While a lock keeps every connection busy, the health check still succeeds and
// new requests are soon told to retry.
func TestCrowdIsToldSoonAndHealthIsNotAsked(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	url := pgtest.Migrated(t)
	db, err := postgres.Open(t.Context(), url+"&pool_max_conns=3")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `begin; lock table users in access exclusive mode`); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 2)
	for range 2 {
		go func() { _, _, err := db.Credentials(t.Context(), "nobody@example.org"); ended <- err }()
	}
	for waiting := 0; waiting < 2; {
		if err := conn.QueryRow(t.Context(), `select count(*) from pg_locks where not granted and relation = 'users'::regclass`).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Ping(t.Context()); err != nil {
		t.Errorf("the database is well, but: %v", err)
	}
	began := time.Now()
	_, _, err = db.Credentials(t.Context(), "nobody@example.org")
	if down := new(fault.Unavailable); !errors.As(err, &down) || time.Since(began) > 2*time.Second {
		t.Errorf("one too many was told %v after %s", err, time.Since(began))
	}
	if _, err := conn.Exec(t.Context(), `rollback`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-ended; !errors.Is(err, fault.ErrNotFound) {
			t.Errorf("those who held a connection were told %v", err)
		}
	}
}

// A client that hangs up neither ends a careful change under way nor costs its
// connection.
func TestCarefulChangeOutlivesItsClient(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	token := identity.NewToken()
	if err := db.Register(t.Context(), identity.Registration{FirstName: "A", LastName: "B", Email: "a@example.org", DeviceName: "x"}, "x", token); err != nil {
		t.Fatal(err)
	}
	hash := identity.HashToken(token)
	actor, _, err := db.Actor(t.Context(), hash)
	if err != nil {
		t.Fatal(err)
	}
	access := postgres.ByToken(hash, actor)
	client, hangUp := context.WithCancel(t.Context())
	err = db.Scope(access).Carefully(client, identity.Edit, func(c postgres.Scope) error {
		hangUp()
		return postgres.Change(client, c, catalog.LocationCreated, func(w postgres.Writer) error {
			_, err := w.CreateLocation(client, catalog.LocationInput{Name: "Attic", Emoji: "📦"})
			return err
		})
	})
	if err != nil {
		t.Errorf("the change ended with its client: %v", err)
	}
	reader, err := db.Scope(access).View(identity.View)
	if err != nil {
		t.Fatal(err)
	}
	if found, err := reader.Locations(t.Context(), catalog.Paging{Number: 1, PerPage: 10}); err != nil || len(found.Items) != 1 {
		t.Errorf("%d locations, %v; want the one", len(found.Items), err)
	}
}
