package process

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// replicated is two instances on a PostgreSQL with a replica.
type replicated struct {
	primary, replica *server
	a, b             *instance
}

func newReplicated(t *testing.T) *replicated {
	t.Helper()
	r := &replicated{primary: private(t, "postgres", "fsync=off"), replica: newServer(t, "postgres")}
	r.replica.url = r.replica.run(t, "follow", r.primary.name, "fsync=off")
	env := []string{"DATABASE_REPLICA_URL=" + r.replica.url, shown}
	r.a = serve(t, r.primary.url, env...)
	r.b = serve(t, r.primary.url, env...)
	return r
}

// on runs SQL on the replica.
func (r *replicated) on(t *testing.T, sql string) {
	t.Helper()
	scalar[string](t, r.replica.url, `select coalesce((`+sql+`)::text, '')`)
}

// lag delays the replica by about this much.
func (r *replicated) lag(t *testing.T, delay string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), r.replica.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, sql := range []string{`alter system set recovery_min_apply_delay = '` + delay + `'`, `select pg_reload_conf()`} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
}

// reads is an instance's count of replica reads by outcome.
func reads(t *testing.T, i *instance, outcome string) float64 {
	t.Helper()
	return i.metrics(t)[`vitrine_database_replica_reads_total{outcome="`+outcome+`"}`]
}

// served waits until a user's list comes from the replica.
func (r *replicated) served(t *testing.T, c *client, i *instance) {
	t.Helper()
	before := reads(t, i, "served")
	eventually(t, 10*time.Second, "a list comes from the replica", func() bool {
		c.must(t, http.StatusOK, "GET", i.url+"/api/locations", nil)
		return reads(t, i, "served") > before
	})
}

// Lists read from a replica are indistinguishable from the primary's.
func TestListsFromAReplica(t *testing.T) {
	testkind.WatchesTheClock(t)
	r := newReplicated(t)
	t.Run("that stands still", r.standsStill)
	t.Run("that lags", r.lags)
	t.Run("that is gone", r.isGone)
}

// A paused replica answers only accounts without changes since: writers see their
// change at once, through every instance.
func (r *replicated) standsStill(t *testing.T) {
	writer, quiet := newcomer(t, r.a), newcomer(t, r.a)
	gone := writer.join(t, r.a, "editor")
	all := []*instance{r.a, r.b}
	for _, c := range []*client{writer.client, quiet.client, gone.client} {
		believed(t, c, all)
		r.served(t, c, r.b)
	}
	r.examined(t)
	r.on(t, `select pg_wal_replay_pause()`)

	for n := range 6 {
		here, there := all[n%2], all[(n+1)%2]
		name := fmt.Sprint("Attic ", n)
		id := writer.must(t, http.StatusCreated, "POST", here.url+"/api/locations", M{"name": name}).text(t, "data", "id")
		wantListed(t, writer.client, there, "/api/locations", name, true)
		wantListed(t, gone.client, there, "/api/locations", name, true) // of the same account
		wantListed(t, writer.client, there, "/api/administration/logs", name, true)
		writer.must(t, http.StatusNoContent, "DELETE", there.url+"/api/locations/"+id, nil)
		wantListed(t, writer.client, here, "/api/locations", name, false)
	}
	if n := reads(t, r.a, "behind") + reads(t, r.b, "behind"); n < 18 {
		t.Errorf("the replica was found to be behind %v times, want 18 at least", n)
	}
	before := reads(t, r.b, "served")
	quiet.must(t, http.StatusOK, "GET", r.b.url+"/api/locations", nil)
	if after := reads(t, r.b, "served"); after != before+1 {
		t.Errorf("who has written nothing was not served by the replica: %v reads before, %v after", before, after)
	}

	self := writer.url(t, r.a, gone)
	writer.must(t, http.StatusOK, "PUT", r.a.url+self, M{"role": "viewer"})
	gone.must(t, http.StatusNotFound, "POST", r.b.url+"/api/locations", M{"name": "Cellar"})
	writer.must(t, http.StatusNoContent, "DELETE", r.a.url+self, nil)
	out := quiet.login(t, r.a)
	believed(t, out, all)
	out.must(t, http.StatusOK, "DELETE", r.a.url+"/api/logout", nil)
	for _, i := range all {
		gone.must(t, http.StatusUnauthorized, "GET", i.url+"/api/locations", nil)
		out.must(t, http.StatusUnauthorized, "GET", i.url+"/api/locations", nil)
	}

	r.on(t, `select pg_wal_replay_resume()`)
	r.served(t, writer.client, r.b)
}

// examined runs the doctor on right and wrong replicas.
func (r *replicated) examined(t *testing.T) {
	t.Helper()
	for replica, want := range map[string]string{
		r.replica.url:           "ok   the replica answers",
		r.primary.url:           "FAIL DATABASE_REPLICA_URL leads to a server that is no replica",
		pgtest.Database(t):      "FAIL DATABASE_REPLICA_URL leads to",
		"host=127.0.0.1 port=1": "FAIL the replica cannot be examined",
	} {
		out, _ := command(r.primary.url, []string{"DATABASE_REPLICA_URL=" + replica}, "doctor").CombinedOutput()
		if !strings.Contains(string(out), want) {
			t.Errorf("doctor does not say %q:\n%s", want, out)
		}
	}
}

// url is the address of a member of the account.
func (p *person) url(t *testing.T, i *instance, member *person) string {
	t.Helper()
	return "/api/account/members/" + member.must(t, http.StatusOK, "GET", i.url+"/api/me", nil).text(t, "data", "id")
}

// wantListed looks for a name in a list.
func wantListed(t *testing.T, c *client, i *instance, list, name string, want bool) {
	t.Helper()
	a := c.must(t, http.StatusOK, "GET", i.url+list+"?per_page=100", nil)
	if got := strings.Contains(string(a.body), `"`+name+`"`); got != want {
		t.Errorf("%s shows %q: %t, want %t", list, name, got, want)
	}
}

// Members of one account write concurrently while the replica lags: each sees
// their own write at once.
func (r *replicated) lags(t *testing.T) {
	owner := newcomer(t, r.a)
	writers := []*client{owner.client, owner.join(t, r.a, "editor").client, owner.join(t, r.a, "editor").client, newcomer(t, r.a).client}
	for _, c := range writers {
		believed(t, c, []*instance{r.a, r.b})
	}
	r.lag(t, "30ms")
	defer r.lag(t, "0")
	served, behind := reads(t, r.b, "served"), reads(t, r.b, "behind")
	var all sync.WaitGroup
	for w, c := range writers {
		all.Go(func() {
			for n := range 20 {
				name := fmt.Sprintf("box %d of %d", n, w)
				a, err := c.ask("POST", r.a.url+"/api/locations", `{"name":"`+name+`"}`)
				if err != nil || a.status != http.StatusCreated {
					t.Errorf("create: %d %s (%v)", a.status, a.body, err)
					return
				}
				for range 4 { // at once, and after the replica has it
					a, err := c.ask("GET", r.b.url+"/api/locations?per_page=100", "")
					if err != nil || a.status != http.StatusOK || !strings.Contains(string(a.body), `"`+name+`"`) {
						t.Errorf("%q was written and is not in the list: %d (%v)", name, a.status, err)
					}
					time.Sleep(20 * time.Millisecond)
				}
			}
		})
	}
	all.Wait()
	served, behind = reads(t, r.b, "served")-served, reads(t, r.b, "behind")-behind
	t.Logf("%v lists came from the replica, %v from the primary because it was behind", served, behind)
	if served < 20 || behind < 20 {
		t.Errorf("%v served, %v behind: the test shows nothing", served, behind)
	}
}

// Without its replica an instance reads from the primary, with no failed or slow
// request, and can start.
func (r *replicated) isGone(t *testing.T) {
	owner := newcomer(t, r.a)
	believed(t, owner.client, []*instance{r.a})
	r.served(t, owner.client, r.a)
	r.replica.run(t, "kill")
	for range 50 { // none may exceed the client's patience
		owner.must(t, http.StatusOK, "GET", r.a.url+"/api/locations", nil)
	}
	if failed := reads(t, r.a, "failed"); failed == 0 || failed > 10 {
		t.Errorf("the replica was tried %v times while it was gone, want a few", failed)
	}
	late := serve(t, r.primary.url, "DATABASE_REPLICA_URL="+r.replica.url, shown)
	believed(t, owner.client, []*instance{late})
	r.replica.run(t, "start")
	r.served(t, owner.client, r.a)
	r.served(t, owner.client, late)
	if down, back := r.a.log.lines("the replica does not answer; lists are read from the primary"), r.a.log.lines("the replica is back"); len(down) != 1 || len(back) != 1 {
		t.Errorf("the log tells of the outage %d times, and of its end %d times, want once", len(down), len(back))
	}
}
