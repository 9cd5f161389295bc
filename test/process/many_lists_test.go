package process

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// everyList are lists of items in every order, with every filter, in pages of every size.
func everyList() (all []string) {
	for _, sort := range []string{"", "&sort=name", "&sort=-name", "&sort=created_at", "&sort=-created_at", "&sort=updated_at", "&sort=-updated_at"} {
		for _, search := range []string{"", "&q=thing", "&q=thing+common", "&q=thing+common+rare"} {
			for _, copies := range []string{"", "&has_copies=true", "&has_copies=false"} {
				for _, photos := range []string{"", "&has_photos=true", "&has_photos=false"} {
					for _, wanted := range []string{"", "&wanted=true", "&wanted=false"} {
						all = append(all, fmt.Sprint("/api/items?per_page=", 1+len(all)%100, sort, search, copies, photos, wanted))
					}
				}
			}
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// backends is how much memory the connections of a database take for themselves, and how many
// there are.
func backends(t *testing.T, database string) (bytesTaken, connections int) {
	t.Helper()
	pids := scalar[[]int](t, database, `select coalesce(array_agg(pid), '{}') from pg_stat_activity where datname = current_database() and application_name = 'vitrine'`)
	for _, pid := range pids {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		_, rest, ok := bytes.Cut(status, []byte("RssAnon:"))
		if err != nil || !ok {
			t.Skipf("memory is looked at on Linux, where the database is: %v", err)
		}
		var kib int
		if _, err := fmt.Sscan(string(rest), &kib); err != nil {
			t.Fatal(err)
		}
		bytesTaken += kib << 10
	}
	return bytesTaken, len(pids)
}

// Lists of every order and filter, one after the other, do not fill the memory of the database
// with their plans.
func TestListsOfEveryKindNeedLittle(t *testing.T) {
	testkind.Nightly(t, "TestExportOfManyRows")
	program, err := plain()
	if err != nil {
		t.Fatal(err)
	}
	database := pgtest.Migrated(t)
	v := begin(t, program, database, nil, "serve")
	v.await(t)
	owner := newcomer(t, v)
	collection := owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Coins", "visibility": "private"}).text(t, "data", "id")
	for n := range 20 {
		owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections/"+collection+"/items", M{"name": fmt.Sprint("Common thing ", n)})
	}
	lists := everyList()
	ask := make(chan string)
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for list := range ask {
				if a, err := owner.send(http.MethodGet, v.url+list, ""); err != nil || a.status != http.StatusOK && a.status != http.StatusServiceUnavailable {
					t.Errorf("%s: %d %s %v", list, a.status, a.body, err)
				}
			}
		})
	}
	for _, list := range lists {
		ask <- list
	}
	close(ask)
	asking.Wait()
	const most = 48 << 20 // of each connection
	taken, connections := backends(t, database)
	t.Logf("%d lists: %d MiB on %d connections", len(lists), taken>>20, connections)
	if taken > most*connections {
		t.Errorf("after %d lists the database takes %d MiB for %d connections, at most %d are allowed", len(lists), taken>>20, connections, most*connections>>20)
	}
	if strings.Contains(v.log.tail(1000), "panic") {
		t.Error("there was a panic")
	}
}
