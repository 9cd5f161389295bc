package engine_test

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
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
	"vitrine/internal/testkind"
)

// While a lock keeps every connection busy, the health check succeeds and new requests soon get 503.
func TestCrowdIsToldSoonAndHealthIsNotAsked(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	url := pgtest.Migrated(t)
	db, err := engine.Open(t.Context(), url+"&pool_max_conns=3")
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
		go func() { _, _, err := people.Credentials(t.Context(), db, "nobody@example.org"); ended <- err }()
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
	_, _, err = people.Credentials(t.Context(), db, "nobody@example.org")
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

// A client that hangs up neither stops a careful change nor costs its connection.
func TestCarefulChangeOutlivesItsClient(t *testing.T) {
	t.Parallel()
	db, err := engine.Open(t.Context(), pgtest.Migrated(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	token := identity.NewToken()
	if err := people.Register(t.Context(), db, identity.Registration{FirstName: "A", LastName: "B", Email: "a@example.org", DeviceName: "x"}, "x", token); err != nil {
		t.Fatal(err)
	}
	hash := identity.HashToken(token)
	actor, _, err := people.Actor(t.Context(), db, hash)
	if err != nil {
		t.Fatal(err)
	}
	access := engine.ByToken(hash, actor)
	client, hangUp := context.WithCancel(t.Context())
	err = db.Scope(access).Carefully(client, identity.Edit, func(c engine.Scope) error {
		hangUp()
		return engine.Change(client, c, catalog.LocationCreated, func(w engine.Writer) error {
			_, err := inventory.CreateLocation(client, w, catalog.LocationInput{Name: "Attic", Emoji: "📦"})
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
	if found, err := inventory.Locations(t.Context(), reader, catalog.Paging{Number: 1, PerPage: 10}); err != nil || len(found.Items) != 1 {
		t.Errorf("%d locations, %v; want the one", len(found.Items), err)
	}
}
