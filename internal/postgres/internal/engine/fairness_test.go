package engine_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
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

// house is an account with one location, and a separate connection that can block
// the service.
type house struct {
	*engine.DB
	actor    identity.Actor
	hash     []byte // of the owner's token
	location int64
	beside   *pgx.Conn
}

func newHouse(t testing.TB, settings string) *house {
	t.Helper()
	url := pgtest.Migrated(t)
	db, err := engine.Open(t.Context(), url+settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	h := &house{DB: db}
	if h.beside, err = pgx.Connect(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.beside.Close(context.Background()) })
	h.actor, h.hash = guest(t, db)
	err = engine.Change(t.Context(), h.request(), catalog.LocationCreated, func(w engine.Writer) error {
		made, err := inventory.CreateLocation(t.Context(), w, catalog.LocationInput{Name: "Attic", Emoji: "📦"})
		h.location = made.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// request is another request of the owner.
func (h *house) request() engine.Scope { return h.Scope(engine.ByToken(h.hash, h.actor)) }

// me reads the caller's profile.
func me(ctx context.Context, s engine.Scope) error {
	reader, err := s.View(identity.View)
	if err == nil {
		_, err = people.Me(ctx, reader)
	}
	return err
}

func (h *house) disturb(t *testing.T, sql string) {
	t.Helper()
	if _, err := h.beside.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// rename is a change that waits while the location is locked.
func (h *house) rename(ctx context.Context) error { return h.renameBy(ctx, h.request()) }

// renameBy is such a change as a part of a request.
func (h *house) renameBy(ctx context.Context, request engine.Scope) error {
	return engine.Change(ctx, request, catalog.LocationUpdated, func(w engine.Writer) error {
		_, err := inventory.UpdateLocation(ctx, w, h.location, catalog.LocationInput{Name: "Cellar", Emoji: "📦"})
		return err
	})
}

// A user with four busy connections waits for a fifth, gets 503, and blocks nobody else. Afterwards
// everything is free again.
func TestUserGetsNoMoreThanTheirShare(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := newHouse(t, "&lock_timeout=9s&statement_timeout=9s") // long enough for a slow machine
	h.disturb(t, `begin; select from locations for update`)
	const requests = 20
	ended := make(chan error, requests)
	for range requests {
		go func() { ended <- h.rename(t.Context()) }()
	}
	for range requests - 4 {
		if down := new(fault.Unavailable); !errors.As(<-ended, &down) || down.After != 2*time.Second {
			t.Errorf("one too many was told to come back after %s, %v", down.After, down)
		}
	}
	if n := engine.InUse(h.DB); n != 1 {
		t.Errorf("%d users hold connections, want the one", n)
	}
	other, hash := guest(t, h.DB)
	if err := me(t.Context(), h.Scope(engine.ByToken(hash, other))); err != nil {
		t.Errorf("somebody else was told: %v", err)
	}
	h.disturb(t, `rollback`)
	for range 4 {
		if err := <-ended; err != nil {
			t.Errorf("one of the four was told: %v", err)
		}
	}
	if stats := h.Connections(); stats.UserWaits != requests-4 || stats.UserRefusals != requests-4 || engine.InUse(h.DB) != 0 {
		t.Errorf("%d waits, %d refusals, %d users left; want 16, 16, 0", stats.UserWaits, stats.UserRefusals, engine.InUse(h.DB))
	}
}

// The longest waiting request gets the first free seat.
func TestSeatIsHandedOn(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "")
	const requests = 60
	ended := make(chan error, requests)
	for range requests {
		go func() { ended <- me(t.Context(), h.request()) }()
	}
	for range requests {
		if err := <-ended; err != nil {
			t.Errorf("a quick read was told: %v", err)
		}
	}
	if stats := h.Connections(); stats.UserWaits == 0 || stats.UserRefusals != 0 || engine.InUse(h.DB) != 0 {
		t.Errorf("%d waits, %d refusals, %d users left; want some, 0, 0", stats.UserWaits, stats.UserRefusals, engine.InUse(h.DB))
	}
}

// A request with an open transaction and a query beside it waits neither for
// itself nor for others like it.
func TestRequestTakesOneSeat(t *testing.T) {
	t.Parallel()
	h := newHouse(t, "")
	begun, ended := make(chan struct{}, 4), make(chan error, 4)
	all := make(chan struct{})
	for range 4 {
		request := h.request()
		go func() {
			ended <- h.Scope(request.Access).Carefully(t.Context(), identity.Edit, func(engine.Scope) error {
				begun <- struct{}{}
				<-all
				return me(t.Context(), request)
			})
		}()
	}
	for range 4 {
		<-begun
	}
	close(all)
	for range 4 {
		if err := <-ended; err != nil {
			t.Errorf("a read beside a transaction was told: %v", err)
		}
	}
	if n := h.Connections().UserWaits; n != 0 || engine.InUse(h.DB) != 0 {
		t.Errorf("%d waits, %d users left; want none", n, engine.InUse(h.DB))
	}
}

// A request of several statements that finds no seat is refused as a whole: no statement runs without
// one, and none releases what was never taken.
func TestRefusedRequestGivesNothingBack(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := newHouse(t, "&lock_timeout=9s&statement_timeout=9s")
	h.disturb(t, `begin; select from locations for update`)
	four, others := make(chan error, 4), make(chan error, 6)
	for range 4 {
		go func() { four <- h.rename(t.Context()) }()
	}
	h.awaitBlocked(t, 4)
	for range 3 {
		request := h.request()
		go func() { others <- me(t.Context(), request) }()
		time.Sleep(50 * time.Millisecond) // it waits by now
		go func() { others <- h.renameBy(t.Context(), request) }()
	}
	most := 0
	for end := time.Now().Add(5 * time.Second); len(others) < 6 && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		most = max(most, h.blocked(t))
	}
	if most != 4 {
		t.Errorf("%d statements of one user at once, want four", most)
	}
	h.disturb(t, `rollback`)
	for range 4 {
		if err := <-four; err != nil {
			t.Errorf("one of the four was told: %v", err)
		}
	}
	for range 6 {
		if down := new(fault.Unavailable); !errors.As(<-others, &down) {
			t.Error("a statement ran without a seat")
		}
	}
	if n := engine.InUse(h.DB); n != 0 {
		t.Errorf("at rest, one user holds %d seats", engine.Seats(h.DB))
	}
}

// blocked counts the statements that wait for a lock, and awaitBlocked until there are
// so many.
func (h *house) blocked(t *testing.T) (n int) {
	t.Helper()
	h.disturb(t, `select pg_stat_clear_snapshot()`) // which a transaction keeps
	if err := h.beside.QueryRow(t.Context(), `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (h *house) awaitBlocked(t *testing.T, n int) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); h.blocked(t) < n; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d statements wait, want %d", h.blocked(t), n)
		}
	}
}

// A list is cancelled after two seconds, before anything else times out, and the
// connection keeps its timeout and serves the next one.
func TestListIsGivenUpSoon(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := newHouse(t, "&pool_max_conns=1")
	list := func() error {
		reader, err := h.request().View(identity.View)
		if err == nil {
			_, err = inventory.Locations(t.Context(), reader, catalog.Paging{Number: 1, PerPage: 10})
		}
		return err
	}
	if err := list(); err != nil { // the statement is prepared
		t.Fatal(err)
	}
	pid := h.pid(t)
	h.disturb(t, `begin; lock table locations in access exclusive mode`)
	began := time.Now()
	err := list()
	if down := new(fault.Unavailable); !errors.As(err, &down) || !strings.Contains(err.Error(), "statement timeout") {
		t.Errorf("a list that takes long was told %v, want a statement timeout", err)
	}
	if took := time.Since(began); took < 1900*time.Millisecond || took > 2900*time.Millisecond {
		t.Errorf("a list was given up after %s, want two seconds", took)
	}
	h.disturb(t, `rollback`)
	if err := list(); err != nil {
		t.Errorf("the next list was told: %v", err)
	}
	if after := h.pid(t); after != pid {
		t.Errorf("the connection was lost: %d was %d", after, pid)
	}
}

// pid is the server process of the pool's only connection.
func (h *house) pid(t *testing.T) (pid int) {
	t.Helper()
	var limit string
	if err := h.Pool().QueryRow(t.Context(), `select pg_backend_pid(), current_setting('statement_timeout')`).Scan(&pid, &limit); err != nil || limit != "2s" {
		t.Errorf("statement_timeout is %s, want 2s: %v", limit, err)
	}
	return pid
}

// A seat must cost next to nothing: every request takes one.
func BenchmarkShare(b *testing.B) {
	h := newHouse(b, "")
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			engine.TakeAndGive(h.DB, h.actor.UserID)
		}
	})
	b.Run("among others", func(b *testing.B) {
		var user atomic.Int64
		b.RunParallel(func(pb *testing.PB) {
			mine := user.Add(1)
			for pb.Next() {
				engine.TakeAndGive(h.DB, mine)
			}
		})
	})
}
