// Package apitest drives a server over HTTP, on a database of its own, and holds
// every answer to the OpenAPI document. It does not depend on internal/api, so
// that tests inside and outside that package share it.
package apitest

import (
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"vitrine/internal/identity"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
)

// M is a JSON object.
type M = map[string]any

// Harness is a server on a database of its own. Tests share one and create their
// own accounts: if two tests ever see each other, accounts leak.
type Harness struct {
	*httptest.Server
	DB       *postgres.DB
	Database string // its URL
	Contract *Contract
	watch    *pgxpool.Pool
}

// New starts the server that serve returns for a database.
func New(t testing.TB, serve func(*postgres.DB) http.Handler) *Harness {
	t.Helper()
	url := pgtest.Migrated(t)
	db, err := postgres.Open(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	handler := serve(db)
	h := &Harness{httptest.NewServer(handler), db, url, contractOf(t, handler), watching(t, url)}
	t.Cleanup(h.Close)
	return h
}

// On is the harness with another server on the same database.
func (h *Harness) On(server *httptest.Server) *Harness {
	return &Harness{server, h.DB, h.Database, h.Contract, h.watch}
}

// ends are the cleanups after all tests.
var ends []func()

// Run runs all tests of a package, for its TestMain.
func Run(m *testing.M) {
	code := m.Run()
	for _, end := range ends {
		end()
	}
	os.Exit(code)
}

// Lasting is a testing.TB whose cleanup waits for all tests, for what they share.
// It needs Run.
type Lasting struct{ testing.TB }

func (Lasting) Cleanup(f func()) { ends = append([]func(){f}, ends...) }

func (l Lasting) TempDir() string {
	dir, err := os.MkdirTemp("", "vitrine-test-")
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() { _ = os.RemoveAll(dir) }) // what is left is the system's to remove
	return dir
}

// Address is an unused e-mail address.
func Address() string { return "u" + strings.ToLower(rand.Text()) + "@example.org" }

// Sealer has a well-known key.
func Sealer(t testing.TB) *identity.Sealer {
	t.Helper()
	sealer, err := identity.NewSealer(base64.StdEncoding.EncodeToString(make([]byte, identity.SecretKeyBytes)))
	if err != nil {
		t.Fatal(err)
	}
	return sealer
}
