package process

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// moment is when vitrine is killed during a request.
type moment struct {
	name  string
	runs  int
	is    func(m message, name string) bool
	early bool // the message that marks the moment is lost; otherwise it arrives just before the end
	kept  int  // how many objects exist then; -1 if unknown
}

var moments = []moment{
	{"between commit and answer", 100, committed, true, 1},
	{"after begin", 4, begun, true, 0},
	{"before the write", 4, writing, true, 0},
	{"after the write", 4, written, true, 0},
	{"after the answer was kept", 4, answerKept, true, 0},
	{"before commit", 4, committing, true, 0},
	{"during commit", 4, committing, false, -1},
	{"during the answer", 4, committed, false, 1},
}

// A request repeated with its Idempotency-Key after the server died creates one
// object: tried a hundred times after the commit, and a few times at every other
// step.
func TestKilledRequestIsDoneOnce(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestKilledBatchIsDoneWholeOrNotAtAll")
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Migrated(t)
	w := tap(t, database)
	restart := func() *instance {
		i := begin(t, program, w.url, nil, "serve", "--no-migrate")
		i.await(t)
		return i
	}
	v := restart()
	owner := newcomer(t, v)
	shelf := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Shelf", "visibility": "private"}).text(t, "data", "id")
	kinds := [][3]string{ // table, path, body
		{"locations", "/api/locations", `{"name":%q}`},
		{"collections", "/api/collections", `{"name":%q,"visibility":"private"}`},
		{"items", "/api/collections/" + shelf + "/items", `{"name":%q}`},
	}
	var runs []moment
	for _, m := range moments {
		for range m.runs {
			runs = append(runs, m)
		}
	}
	rand.Shuffle(len(runs), func(a, b int) { runs[a], runs[b] = runs[b], runs[a] })
	began := time.Now()
	for n, m := range runs {
		kind := kinds[n%len(kinds)]
		key := fmt.Sprintf("run-%d", n)
		name := key + ", killed " + m.name
		r := &killedRun{moment: m, w: w, database: database, owner: owner.client, key: key, name: name,
			table: kind[0], path: kind[1], body: fmt.Sprintf(kind[2], name)}
		r.crash(t, v)
		v = restart()
		r.again(t, v)
	}
	t.Logf("%d runs took %s", len(runs), time.Since(began).Round(time.Second))
}

// killedRun is a request during which the server is killed.
type killedRun struct {
	moment
	w                 *wire
	database          string
	owner             *client
	key, name         string
	table, path, body string

	answered bool // before the kill
	first    answer
}

// crash sends the request and kills the server at the moment.
func (r *killedRun) crash(t *testing.T, v *instance) {
	t.Helper()
	sprung := false
	r.w.set(func(m message) bool {
		if sprung || !r.is(m, r.name) {
			return true
		}
		sprung = true
		if r.early {
			v.kill()
			return false
		}
		go func() {
			time.Sleep(rand.N(time.Millisecond))
			v.kill()
		}()
		return true
	})
	var err error
	r.first, err = r.send(v)
	select {
	case <-v.ended:
	case <-time.After(5 * time.Second):
		t.Fatalf("%s: the moment did not come: %d %s (%v)", r.name, r.first.status, r.first.body, err)
	}
	r.w.set(nil)
	r.answered = err == nil
	if r.early && r.answered {
		t.Fatalf("%s: it was answered before: %d %s", r.name, r.first.status, r.first.body)
	}
	if got := r.objects(t); r.moment.kept >= 0 && got != r.moment.kept {
		t.Fatalf("%s: %d objects, want %d", r.name, got, r.moment.kept)
	}
}

// again repeats the request until it succeeds; the dead server's transaction may
// still be ending.
func (r *killedRun) again(t *testing.T, v *instance) {
	t.Helper()
	var second answer
	eventually(t, 5*time.Second, r.name+": the request is done", func() bool {
		var err error
		second, err = r.send(v)
		if err != nil || second.status != http.StatusCreated && second.status != http.StatusConflict {
			t.Fatalf("%s: sent again: status %d: %s (%v)", r.name, second.status, second.body, err)
		}
		return second.status == http.StatusCreated
	})
	if replayed := second.header.Get("Idempotent-Replayed") == "true"; r.moment.kept >= 0 && replayed != (r.moment.kept == 1) {
		t.Errorf("%s: replayed is %t", r.name, replayed)
	}
	if r.answered && string(r.first.body) != string(second.body) {
		t.Errorf("%s: first %s, then %s", r.name, r.first.body, second.body)
	}
	if got := r.objects(t); got != 1 {
		t.Fatalf("%s: %d objects, want one", r.name, got)
	}
	id := second.text(t, "data", "id")
	if n := scalar[int](t, r.database, `select count(*) from `+r.table+` where name = $1 and id::text = $2`, r.name, id); n != 1 {
		t.Errorf("%s: the answer is about another object, %s", r.name, id)
	}
	if n := scalar[int](t, r.database, `select count(*) from logs where parameters->>'name' = $1`, r.name); n != 1 {
		t.Errorf("%s: %d entries in the log, want one", r.name, n)
	}
}

func (r *killedRun) send(v *instance) (answer, error) {
	return r.owner.ask("POST", v.url+r.path, r.body, "Idempotency-Key", r.key)
}

func (r *killedRun) objects(t *testing.T) int {
	t.Helper()
	return scalar[int](t, r.database, `select count(*) from `+r.table+` where name = $1`, r.name)
}
