package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/apitest"
	"vitrine/internal/pgtest"
	"vitrine/internal/postgres"
)

// mostTrips is how many round trips to the database a page may take.
const mostTrips = 4

// No page takes more round trips than it must: on a busy network each is a wait.
func TestPagesAskTheDatabaseRarely(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	count := new(pgtest.Trips)
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
	w.Show(t)
	for _, pattern := range Patterns() {
		path, found := strings.CutPrefix(pattern, "GET ")
		if !found {
			continue
		}
		path = w.Fill(strings.TrimSuffix(path, "{$}"))
		if b.get(path).StatusCode != http.StatusOK { // statements are prepared
			continue
		}
		before := count.Load()
		b.get(path)
		most := int64(mostTrips)
		if strings.Contains(pattern, "/export") && strings.Contains(pattern, "s/{") && !strings.Contains(pattern, "/types/") || path == "/insurance/pack" {
			most += 4 // reads a list in a snapshot
		}
		if n := count.Load() - before; n > most {
			t.Errorf("%s asks the database %d times, %d are enough: read together (Reader.Together)", pattern, n, most)
		}
	}
}
