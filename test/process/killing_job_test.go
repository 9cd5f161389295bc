package process

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/testkind"
)

// mostDeaths is how many processes a job may take with it.
const mostDeaths = 5

// A job that ends its process each time is given up after a few, and whoever waits for it
// is told: the import stops, the export fails, and the queue is free for others.
func TestJobThatKillsItsProcessIsGivenUp(t *testing.T) {
	testkind.WatchesTheClock(t)
	k := newKilledImport(t)
	k.upload(t, "coins.csv", coins(3), M{"collection_id": k.must(t, http.StatusCreated, "POST", k.api.url+"/api/collections", M{"name": "Coins", "visibility": "private"}).text(t, "data", "id")})
	k.must(t, http.StatusOK, "POST", k.api.url+"/api/imports/"+k.id+"/apply", M{"plan": 1})
	if n := k.killWhile(t, "from imports", func() bool { return !strings.HasPrefix(k.state(t), "applying ") }); n != mostDeaths {
		t.Errorf("the import has taken %d processes with it, want %d", n, mostDeaths)
	}
	shown := k.must(t, http.StatusOK, "GET", k.api.url+"/api/imports/"+k.id, nil)
	if state, why := shown.text(t, "data", "attributes", "state"), shown.text(t, "data", "attributes", "error", "code"); state != "stopped" || why != "interrupted" {
		t.Errorf("the import is %s because of %q", state, why)
	}

	at := k.api.url + "/api/exports/" + k.must(t, http.StatusCreated, "POST", k.api.url+"/api/exports", M{"kind": "archive"}).text(t, "data", "id")
	asked := func() answer { return k.must(t, http.StatusOK, "GET", at, nil) }
	if n := k.killWhile(t, "update exports set state = 'working'", func() bool { return asked().text(t, "data", "attributes", "state") == "failed" }); n != mostDeaths {
		t.Errorf("the export has taken %d processes with it, want %d", n, mostDeaths)
	}
	if why := asked().text(t, "data", "attributes", "error", "code"); why != "interrupted" {
		t.Errorf("the export failed because of %q", why)
	}
	if n := k.count(t, "river_job where queue = 'exchange' and state not in ('completed', 'discarded')"); n != 0 {
		t.Errorf("%d jobs are left", n)
	}
	k.archived(t) // others get theirs
	k.must(t, http.StatusOK, "POST", k.api.url+"/api/imports/"+k.id+"/apply", M{"plan": 1})
	worker := begin(t, k.program, k.database, k.env, "worker")
	defer worker.kill()
	k.await(t, "applied")
}

// killWhile starts workers, each of which is killed when it sends a statement, until the
// job was given up. It returns how many died.
func (k *killedImport) killWhile(t *testing.T, statement string, givenUp func() bool) (deaths int) {
	t.Helper()
	for deaths < 3*mostDeaths {
		workers, dead := make(chan *instance, 1), make(chan struct{})
		k.wire.set(func(m message) bool {
			if !closed(dead) && m.kind == 'P' && !m.fromServer && strings.Contains(m.body, statement) {
				(<-workers).kill()
				close(dead)
			}
			return !closed(dead)
		})
		worker := begin(t, k.program, k.wire.url, k.env, "worker")
		workers <- worker
		eventually(t, 20*time.Second, "the worker dies, or the job is given up", func() bool { return closed(dead) || givenUp() })
		k.wire.set(nil)
		if !closed(dead) {
			worker.kill()
			return deaths
		}
		deaths++
		k.passTime(t)
	}
	return deaths
}

// passTime makes the last sign of life of running jobs old.
func (k *killedImport) passTime(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), k.database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `update river_job set attempted_at = now() - interval '1 hour' where state = 'running'`); err != nil {
		t.Fatal(err)
	}
}
