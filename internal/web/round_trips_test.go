package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/apitest"
	"vitrine/internal/postgres"
)

// mostTrips to the database are what a page may take.
const mostTrips = 4

// trips counts how often the database is asked. A batch is one.
type trips struct{ n atomic.Int64 }

func (c *trips) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.n.Add(1)
	return ctx
}
func (c *trips) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (c *trips) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.n.Add(1)
	return ctx
}
func (c *trips) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (c *trips) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData)     {}

// No page asks the database more often than it must: on a busy network, each time is
// a wait.
func TestPagesAskTheDatabaseRarely(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	count := &trips{}
	db, err := postgres.Open(t.Context(), s.Database, postgres.Traced(count))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	with := apitest.Settings{}
	front, accounts := with.Build(db, api.Refuse)
	New(front, accounts, with.Attachments(t), with.Logger())
	server := httptest.NewServer(front)
	t.Cleanup(server.Close)
	b := (&site{Harness: s.On(server)}).signedIn(t, w.Person)
	w.Personal(t)
	for _, pattern := range Patterns() {
		path, found := strings.CutPrefix(pattern, "GET ")
		if !found {
			continue
		}
		path = w.Fill(strings.TrimSuffix(path, "{$}"))
		if b.get(path).StatusCode != http.StatusOK { // statements are prepared
			continue
		}
		before := count.n.Load()
		b.get(path)
		if n := count.n.Load() - before; n > mostTrips {
			t.Errorf("%s asks the database %d times, %d are enough: read together (Reader.Together)", pattern, n, mostTrips)
		}
	}
}
