package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
)

// trap is a tracer that panics when it is set and a statement or a batch begins.
type trap struct {
	pgtest.Trips
	set func() bool
}

func (p *trap) TraceQueryStart(ctx context.Context, conn *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return p.spring(ctx)
}

func (p *trap) TraceBatchStart(ctx context.Context, conn *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return p.spring(ctx)
}

func (p *trap) spring(ctx context.Context) context.Context {
	if p.set() {
		panic("on purpose")
	}
	return ctx
}

// ended runs fn, which must end, and returns its panic.
func ended(t *testing.T, fn func() error) (panicked any, err error) {
	t.Helper()
	type outcome struct {
		panicked any
		err      error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() { o.panicked = recover(); done <- o }()
		o.err = fn()
	}()
	select {
	case o := <-done:
		return o.panicked, o.err
	case <-time.After(10 * time.Second):
		t.Error("it hangs")
	}
	return nil, nil
}

// A panic in one of several concurrent reads ends all of them, and reaches the request: whether it
// occurs in a read, in its answer, or in the shared query.
func TestPanicOfReadsTogetherHangsNobody(t *testing.T) {
	t.Parallel()
	var set atomic.Bool
	db, err := engine.Open(t.Context(), pgtest.Migrated(t), engine.Traced(&trap{set: set.Load}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	actor, hash := guest(t, db)
	reader, err := db.Scope(engine.ByToken(hash, actor)).View(identity.View)
	if err != nil {
		t.Fatal(err)
	}
	shell := func(r engine.Reader) error { _, err := people.ReadShell(t.Context(), r); return err }
	panics := func(r engine.Reader) error { return engine.PanicOnAnswer(t.Context(), r) }
	for name, reads := range map[string][]func(engine.Reader) error{
		"one of them":        {shell, func(engine.Reader) error { panic("on purpose") }, shell},
		"the first answer":   {panics, shell, shell},
		"the last answer":    {shell, shell, panics},
		"asking for them":    {shell, shell},
		"one that was alone": {panics},
	} {
		set.Store(name == "asking for them")
		panicked, err := ended(t, func() error { return reader.Together(reads...) })
		if !strings.Contains(fmt.Sprint(panicked), "on purpose") {
			t.Errorf("%s: it panicked with %v, failed with %v", name, panicked, err)
		}
		set.Store(false)
		if panicked, err := ended(t, func() error { return reader.Together(shell, shell) }); panicked != nil || err != nil {
			t.Errorf("after %s: %v, %v", name, panicked, err)
		}
	}
	if n := engine.InUse(db); n != 0 {
		t.Errorf("%d users hold connections at rest", n)
	}
}

// A panic in a lookup of photos ends the requests that wait for it, none of them with 404, and later
// requests of the same key work.
func TestPanicOfALookupHangsNobody(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	var set atomic.Bool
	url := pgtest.Migrated(t)
	db, err := engine.Open(t.Context(), url, engine.Traced(&trap{set: func() bool { return set.Load() && asked.Add(1)%2 == 1 }}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	actor, hash := guest(t, db)
	pictured(t, superuser(t, url), actor.AccountID)
	ask := func() error {
		reader, err := db.Scope(engine.ByToken(hash, actor)).View(identity.View)
		if err == nil {
			_, err = inventory.PhotoContent(t.Context(), reader, 1, 1)
		}
		return err
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	set.Store(true)
	var all sync.WaitGroup
	var panics atomic.Int64
	for range 100 {
		all.Go(func() {
			panicked, err := ended(t, ask)
			if panicked != nil {
				panics.Add(1)
			}
			if errors.Is(err, fault.ErrNotFound) {
				t.Error("the photo is said to be missing")
			}
		})
	}
	all.Wait()
	set.Store(false)
	if panics.Load() == 0 {
		t.Error("nothing panicked")
	}
	if panicked, err := ended(t, ask); panicked != nil || err != nil {
		t.Errorf("afterwards: %v, %v", panicked, err)
	}
}

// pictured makes 40 items with a photo each.
func pictured(t *testing.T, conn *pgx.Conn, account int64) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), fmt.Sprintf(`
		insert into collections (account_id, id, name, emoji, visibility, currency) values (%[1]d, 1, 'x', '📦', 'private', 'EUR');
		insert into items (account_id, id, collection_id, name, sort_name, search) select %[1]d, n, 1, 'x', 'x', '' from generate_series(1, 40) n;
		insert into files (account_id, id, sha256, size, mime_type, object) select %[1]d, n, sha256(n::text::bytea), n, 'image/png', 'object ' || n from generate_series(1, 40) n;
		insert into photos (account_id, id, item_id, file_id, sha256, filename, mime_type, size, width, height, position, is_main)
			select %[1]d, n, n, n, sha256(n::text::bytea), 'x', 'image/png', n, 1, 1, 1, true from generate_series(1, 40) n`, account)); err != nil {
		t.Fatal(err)
	}
}
