package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

type (
	M        = apitest.M
	harness  = apitest.Harness
	person   = apitest.Person
	response = apitest.Response
	world    = apitest.World
	settings = apitest.Settings
)

const password = apitest.Password

var (
	address = apitest.Address
	same    = apitest.Same
	encoded = apitest.Encoded
)

func scalar[T any](t testing.TB, h *harness, sql string, args ...any) T {
	t.Helper()
	return apitest.Scalar[T](t, h, sql, args...)
}

func TestMain(m *testing.M) { apitest.Run(m) }

// shared is created by the first test that needs it.
var shared struct {
	sync.Once
	*harness
}

func server(t testing.TB) *harness {
	t.Helper()
	shared.Do(func() { shared.harness = newHarness(apitest.Lasting{TB: t}, usual(t)) })
	if shared.harness == nil {
		t.Fatal("the server did not start")
	}
	return shared.harness
}

// usual are the settings of the shared server.
func usual(t testing.TB) settings {
	return settings{PublicURL: "https://vitrine.example", Sealer: apitest.Sealer(t)}
}

// newHarness starts a server with its own settings and database.
func newHarness(t testing.TB, with settings) *harness {
	t.Helper()
	return apitest.New(t, func(db *postgres.DB) http.Handler { return newServer(t, db, with) })
}

// another is the harness with a server that has other settings.
func another(t testing.TB, h *harness, with settings) *harness {
	t.Helper()
	s := httptest.NewServer(newServer(t, h.DB, with))
	t.Cleanup(s.Close)
	return h.On(s)
}

func newServer(t testing.TB, db *postgres.DB, with settings) *Server {
	t.Helper()
	front, accounts := with.Build(db, Refuse)
	attachments := with.Attachments(t)
	accounts.Forget = func(ctx context.Context, account int64) { attachments.Forget(ctx, inventory.Files{DB: db}, account) }
	return New(front, accounts, attachments, "test", with.Logger())
}

// inside is the server behind a harness, which only this package may inspect.
func inside(h *harness) *Server { return h.Config.Handler.(*Server) }
