package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
)

func TestLocationTree(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	house := u.Make(t, "/api/locations", M{"name": "House", "emoji": "🏠"})
	room := u.Make(t, "/api/locations", M{"name": "Room", "parent_id": house})
	shelf := u.Make(t, "/api/locations", M{"name": "Shelf", "parent_id": room, "emoji": "🗄"})

	for _, parent := range []string{house, room, shelf} {
		r := u.Send(t, "PUT", "/api/locations/"+house, M{"name": "House", "parent_id": parent}).Want(t, http.StatusUnprocessableEntity)
		same(t, "errors", r.Dig(t, "errors"), M{"parent_id": []string{"A location cannot be placed inside itself or one of its own descendants."}})
	}
	moved := u.Send(t, "PUT", "/api/locations/"+shelf, M{"name": "Shelf", "parent_id": house}).Want(t, http.StatusOK)
	same(t, "parent_id", moved.Dig(t, "data.attributes.parent_id"), house)

	u.Send(t, "DELETE", "/api/locations/"+house, nil).Want(t, http.StatusNoContent)
	for _, id := range []string{house, room, shelf} {
		u.Send(t, "GET", "/api/locations/"+id, nil).Want(t, http.StatusNotFound)
	}
	entry := u.Send(t, "GET", "/api/administration/logs", nil).Dig(t, "data.0.attributes")
	same(t, "parameters", entry.(M)["parameters"], M{"name": "House", "locations": 3})
}

// Thousands of random moves, sixteen at a time, never close a circle.
func TestConcurrentMovesLeaveNoCycle(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	const places, workers = 50, 16
	moves := testkind.Number(2_000, 10_000)
	var ids []string
	for i := range places {
		ids = append(ids, u.Make(t, "/api/locations", M{"name": fmt.Sprint("Place ", i)}))
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	var all sync.WaitGroup
	var counts [3]int
	var mu sync.Mutex
	for worker := range workers {
		all.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(worker)))
			for range moves / workers {
				r := patiently(func() response {
					return u.Send(t, "PUT", "/api/locations/"+ids[random.IntN(places)], M{"name": "Moved", "parent_id": ids[random.IntN(places)]})
				})
				mu.Lock()
				switch r.StatusCode {
				case http.StatusOK:
					counts[0]++
				case http.StatusUnprocessableEntity:
					counts[1]++
				default:
					counts[2]++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	t.Logf("%d moved, %d refused, %d else", counts[0], counts[1], counts[2])
	if counts[0] == 0 || counts[1] == 0 || counts[2] != 0 {
		t.Errorf("want some moved, some refused, and nothing else")
	}
	if n := scalar[int](t, h, `
		with recursive walk as (
			select id as start, parent_id as at from locations where account_id = (select account_id from users where email = $1)
			union
			select start, l.parent_id from walk join locations l on l.id = walk.at
		) select count(*) from walk where start = at`, u.Email); n != 0 {
		t.Errorf("%d locations lie on a circle", n)
	}
}

func TestDeletingALargeTreeTakesSeconds(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	top := u.Make(t, "/api/locations", M{"name": "Warehouse"})
	size := testkind.Number(20_000, 100_000)
	// PostgreSQL has planned for a small table and would scan it for each row; it notices only within a
	// minute.
	apitest.Exec(t, h, fmt.Sprintf(`set enable_seqscan = off;
		insert into locations (account_id, id, parent_id, name, emoji)
		select account_id, 1000000000 + n, case when n <= 10 then id else 1000000000 + n / 10 end, 'Box', '📦'
		from locations, generate_series(1, %d) n where id = %s;
		analyze locations`, size, top))
	start := time.Now()
	u.Send(t, "DELETE", "/api/locations/"+top, nil).Want(t, http.StatusNoContent)
	took := time.Since(start)
	t.Logf("%d locations deleted in %s", size, took)
	if took > 40*time.Second { // on a busy machine
		t.Errorf("took %s", took)
	}
	same(t, "total", u.Send(t, "GET", "/api/locations", nil).Dig(t, "meta.total"), 0)
}

func atoi(t testing.TB, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// patiently repeats requests that got 503: a user has four connections, and on a slow machine the
// others wait too long.
func patiently(send func() response) response {
	for {
		if r := send(); r.StatusCode != http.StatusServiceUnavailable {
			return r
		}
	}
}
