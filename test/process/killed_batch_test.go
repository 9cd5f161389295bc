package process

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// The server is killed during a batch: at its first operation, in the middle, at its
// last, before the commit and after it. All of it is there then, or nothing; repeated
// with its Idempotency-Key, it is done once.
func TestKilledBatchIsDoneWholeOrNotAtAll(t *testing.T) {
	testkind.WatchesTheClock(t)
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Migrated(t)
	w := tap(t, database)
	restart := func() *instance {
		i := begin(t, program, w.url, nil, "serve", "--no-migrate", "--no-worker")
		i.await(t)
		return i
	}
	v := restart()
	owner := newcomer(t, v)
	const operations = 20
	at := func(n int, is func(message, string) bool) func(message, string) bool {
		return func(m message, name string) bool { return is(m, fmt.Sprintf("%s, %d.", name, n)) }
	}
	for _, c := range []struct {
		name  string
		is    func(message, string) bool
		whole bool
	}{
		{"before the first", at(0, writing), false},
		{"in the middle", at(operations/2, written), false},
		{"after the last", at(operations-1, written), false},
		{"before the commit", committing, false},
		{"after the commit", committed, true},
	} {
		var ops []M
		for n := range operations {
			ops = append(ops, M{"method": "POST", "path": "/api/locations", "body": M{"name": fmt.Sprintf("%s, %d.", c.name, n)}})
		}
		body, err := json.Marshal(M{"operations": ops})
		if err != nil {
			t.Fatal(err)
		}
		send := func() (answer, error) {
			return owner.ask("POST", v.url+"/api/batch", string(body), "Idempotency-Key", strings.ReplaceAll(c.name, " ", "-"))
		}
		began, sprung := false, false
		w.set(func(m message) bool {
			began = began || writing(m, c.name)
			if sprung || !began || !c.is(m, c.name) {
				return true
			}
			sprung = true
			v.kill()
			return false
		})
		a, err := send()
		select {
		case <-v.ended:
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: the moment did not come: %d %s (%v)", c.name, a.status, a.body, err)
		}
		w.set(nil)
		count := func(table, column string) int {
			return scalar[int](t, database, `select count(*)::int from `+table+` where `+column+` like $1`, c.name+", %")
		}
		want := map[bool]int{true: operations}[c.whole]
		if made, logged := count("locations", "name"), count("logs", "parameters ->> 'name'"); err == nil || made != want || logged != want {
			t.Errorf("killed %s: answered %d, %d of %d are made, and %d logged", c.name, a.status, made, want, logged)
		}
		v = restart()
		eventually(t, 10*time.Second, c.name+": the batch is done", func() bool { // the dead server's transaction may still be ending
			a, err = send()
			return err == nil && a.status == http.StatusOK
		})
		if made := count("locations", "name"); made != operations || (a.header.Get("Idempotent-Replayed") == "true") != c.whole {
			t.Errorf("killed %s and sent again: %d are made; replayed: %q", c.name, made, a.header.Get("Idempotent-Replayed"))
		}
	}
}
