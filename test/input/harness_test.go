// Package input sends bad requests and holds every answer, and the database
// afterwards, to the contract. Each generator is a file; docs/testing.md lists
// them.
package input

import (
	"net/http"
	"net/netip"
	"sync"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/apitest"
	"vitrine/internal/postgres"
)

type (
	M        = apitest.M
	harness  = apitest.Harness
	person   = apitest.Person
	response = apitest.Response
	world    = apitest.World
)

const password = apitest.Password

var (
	address = apitest.Address
	same    = apitest.Same
	encoded = apitest.Encoded
)

func TestMain(m *testing.M) { apitest.Run(m) }

// shared is created by the first test that needs it.
var shared struct {
	sync.Once
	*harness
}

// server receives the bad input. It trusts a local proxy, so that forwarding
// headers are read at all.
func server(t testing.TB) *harness {
	t.Helper()
	shared.Do(func() {
		shared.harness = newHarness(apitest.Lasting{TB: t}, apitest.Settings{PublicURL: "https://vitrine.example", Sealer: apitest.Sealer(t),
			TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	})
	if shared.harness == nil {
		t.Fatal("the server did not start")
	}
	return shared.harness
}

// newHarness starts a server with its own settings and database.
func newHarness(t testing.TB, with apitest.Settings) *harness {
	t.Helper()
	return apitest.New(t, func(db *postgres.DB) http.Handler {
		front, accounts := with.Build(db, api.Refuse)
		return api.New(front, accounts, with.Attachments(t), "test", with.Logger())
	})
}
