package api

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/export"
	"vitrine/internal/testkind"
)

// A user who finds all places taken gets 503 with Retry-After.
func TestExportWaitsForOthers(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := newHarness(t, usual(t))
	p, other := h.Owner(t), h.Owner(t)
	inside(h).lists = export.NewLists(1, 50*time.Millisecond)
	conn, err := pgx.Connect(t.Context(), h.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `begin; lock table items in access exclusive mode`); err != nil {
		t.Fatal(err)
	}
	first := make(chan response, 1)
	go func() { first <- p.Send(t, "GET", "/api/items/export", nil) }()
	for waiting := false; !waiting; time.Sleep(10 * time.Millisecond) {
		if err := conn.QueryRow(t.Context(), `select exists (select from pg_locks where not granted and relation = 'items'::regclass)`).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		*person
		says string
	}{{p, "You have as much of this under way as one user may have. Wait until some of it is done, then try again."}, {other, "The service is busy or restarting. Please try again."}} {
		r := c.Send(t, "GET", "/api/items/export", nil).Want(t, http.StatusServiceUnavailable)
		if r.Header.Get("Retry-After") == "" || r.Dig(t, "message") != c.says {
			t.Errorf("it was told %s, %v", r.Content, r.Header)
		}
	}
	if _, err := conn.Exec(t.Context(), `rollback`); err != nil {
		t.Fatal(err)
	}
	(<-first).Want(t, http.StatusOK)
}
