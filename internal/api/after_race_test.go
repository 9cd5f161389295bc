package api

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
)

// Objects that are there all the while are each seen once by whoever reads a list
// by cursors, whatever others add and delete meanwhile, in every order.
func TestCursorsMissNothingWhileOthersWrite(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).owner(t))
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
				l.send(t, "DELETE", items+"/"+id, nil).want(t, http.StatusNoContent)
			}
		})
	}
	for _, list := range []string{"/api/items?", "/api/items?sort=name&", "/api/items?sort=-name&", "/api/items?sort=created_at&", "/api/items?sort=-created_at&",
		"/api/items?sort=-updated_at&", "/api/items?q=record&", "/api/items?q=record&sort=-name&", items + "?sort=name&"} {
		seen := map[string]int{}
		for _, id := range l.byCursors(t, list+"per_page=3") {
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
