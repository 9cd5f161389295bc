package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
)

// Reading a list by cursor shows every object that stays exactly once, whatever
// others add and delete meanwhile, in every order.
func TestCursorsMissNothingWhileOthersWrite(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	items := "/api/collections/" + l.collection + "/items"
	stay := map[string]bool{}
	for range 40 {
		stay[l.item(t, fmt.Sprint("Record ", rand.IntN(20)), "", nil)] = true
	}
	var writers sync.WaitGroup
	done := make(chan struct{})
	for range 3 {
		writers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				id := l.item(t, fmt.Sprint("Record ", rand.IntN(20)), "", nil)
				l.Send(t, "DELETE", items+"/"+id, nil).Want(t, http.StatusNoContent)
			}
		})
	}
	for _, list := range []string{"/api/items?", "/api/items?sort=name&", "/api/items?sort=-name&", "/api/items?sort=created_at&", "/api/items?sort=-created_at&",
		"/api/items?sort=-updated_at&", "/api/items?q=record&", "/api/items?q=record&sort=-name&", items + "?sort=name&"} {
		seen := map[string]int{}
		for _, id := range byCursors(t, l.person, list+"per_page=3") {
			seen[id]++
		}
		for id := range stay {
			if seen[id] != 1 {
				t.Errorf("%s: item %s was seen %d times", list, id, seen[id])
			}
		}
	}
	close(done)
	writers.Wait()
}
