package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/postgres"
	"vitrine/internal/testkind"
)

// instances are servers with connections of their own on one database.
func instances(t *testing.T, h *harness, n int) (all []*harness) {
	t.Helper()
	for range n {
		db, err := postgres.Open(t.Context(), h.Database)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(db.Close)
		s := httptest.NewServer(newServer(t, db, usual(t)))
		t.Cleanup(s.Close)
		all = append(all, h.On(s))
	}
	return all
}

// through is the same person at another server.
func through(h *harness, who *person) *person {
	return &person{Harness: h, Email: who.Email, Token: who.Token}
}

// Batches that lock the same rows in opposite orders all succeed, on one instance and on
// several, also with single changes in between, and nothing is logged twice.
func TestBatchesThatLockCrosswise(t *testing.T) {
	t.Parallel()
	h := server(t)
	servers := append(instances(t, h, 1), h)
	w := h.World(t)
	other := further(t, w)
	const n = 16
	counted := atOnce(n, func(i int) response {
		who := through(servers[i/2%len(servers)], w.Person)
		name := fmt.Sprint("name ", i)
		ops := []M{op("PATCH", w.Fill("/api/items/{item}"), M{"name": name}), op("PATCH", w.Fill("/api/copies/{copy}"), M{"note": name}), op("POST", "/api/locations", M{"name": name}),
			op("PATCH", other.Fill("/api/items/{item}"), M{"name": name}), op("PATCH", other.Fill("/api/collections/{collection}"), M{"description": name})}
		if i%2 == 1 {
			slices.Reverse(ops)
		}
		if i%8 == 7 {
			return who.Send(t, "PATCH", w.Fill("/api/items/{item}"), M{"description": name})
		}
		return who.Send(t, "POST", "/api/batch", M{"operations": ops})
	})
	same(t, "statuses", counted, map[int]int{http.StatusOK: n})
	name := func(w *world) any {
		return w.Send(t, "GET", w.Fill("/api/items/{item}"), nil).Dig(t, "data.attributes.name")
	}
	same(t, "names of the last batch", name(other), name(w))
	logged := scalar[int](t, h, `select count(*)::int from logs l join users u on u.id = l.user_id where u.email = $1 and l.batch_index is not null`, w.Email)
	same(t, "entries", logged, (n-n/8)*5)
	apitest.CheckState(t, h)
}

// Of batches that want the same name one gets it, and the others change nothing.
func TestBatchesWithOneName(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	servers := append(instances(t, h, 1), h)
	counted := atOnce(12, func(i int) response {
		return through(servers[i%2], u).Send(t, "POST", "/api/batch", M{"operations": []M{op("POST", "/api/item-conditions", M{"name": fmt.Sprint("own ", i)}), op("POST", "/api/item-conditions", M{"name": "common"})}})
	})
	same(t, "statuses", counted, map[int]int{http.StatusOK: 1, http.StatusUnprocessableEntity: 11})
	same(t, "conditions", total(t, u, "/api/item-conditions"), 2)
	apitest.CheckState(t, h)
}

// One Idempotency-Key has one effect, however often and wherever it is sent.
func TestBatchOnceAtTheSameTime(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	servers := append(instances(t, h, 1), h)
	counted := atOnce(10, func(i int) response {
		return through(servers[i%2], u).Send(t, "POST", "/api/batch", M{"operations": []M{op("POST", "/api/locations", M{"name": "a"}), op("POST", "/api/locations", M{"name": "b"})}}, "Idempotency-Key", "once")
	})
	if counted[http.StatusOK] < 1 || counted[http.StatusOK]+counted[http.StatusConflict] != 10 {
		t.Errorf("statuses are %v", counted)
	}
	same(t, "locations", total(t, u, "/api/locations"), 2)
}

// Batches and single requests at the same time lose nothing, and sums stay sums.
func TestBatchesBesideSingleRequests(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	servers := append(instances(t, h, 1), h)
	before := total(t, w.Person, w.Fill("/api/items/{item}/copies")).(float64)
	copies := w.Fill("/api/items/{item}/copies")
	counted := atOnce(16, func(i int) response {
		who := through(servers[i/2%2], w.Person)
		if i%2 == 0 {
			return who.Send(t, "POST", "/api/batch", M{"operations": []M{op("POST", copies, M{"quantity": 2}), op("POST", w.Fill("/api/copies/$0/valuations"), M{"type": "other", "amount": 7, "valued_at": "2026-01-01"}), op("POST", copies, M{})}})
		}
		return who.Send(t, "POST", copies, M{})
	})
	same(t, "statuses", counted, map[int]int{http.StatusOK: 8, http.StatusCreated: 8})
	same(t, "copies", total(t, w.Person, copies), before+24)
	apitest.CheckState(t, h)
}

// A batch that exceeds its time changes nothing, and those behind it do not wait for ever.
func TestBatchOutOfTime(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := another(t, server(t), usual(t))
	inside(h).batchTime = 300 * time.Millisecond
	u := h.Owner(t)
	path := "/api/locations/" + u.Make(t, "/api/locations", M{"name": "Desk"})
	ops := []M{op("POST", "/api/locations", M{"name": "x"}), op("PUT", path, M{"name": "Chair"})}
	release := holdLocation(t, h, path[len("/api/locations/"):])
	began := time.Now()
	r := inOne(t, u, ops...).Want(t, http.StatusServiceUnavailable)
	if took := time.Since(began); took > 5*time.Second || r.Header.Get("Retry-After") == "" {
		t.Errorf("it took %v, and Retry-After is %q", took, r.Header.Get("Retry-After"))
	}
	same(t, "locations", total(t, u, "/api/locations"), 1)
	release()
	inside(h).batchTime = batchTime
	same(t, "statuses", statuses(t, inOne(t, u, ops...)), []int{201, 200})
}
