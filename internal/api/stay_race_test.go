package api

import (
	"net/http"
	"slices"
	"sync"
	"testing"
)

// Moving a copy and deleting a location lock both rows in the same order: PostgreSQL would detect a
// deadlock only after a second, while others wait.
func TestMovesAndADeletedLocationDoNotMeet(t *testing.T) {
	t.Parallel()
	h := newHarness(t, settings{})
	u := h.Owner(t)
	l := newLibrary(t, u)
	for range 12 {
		piece := "/api/copies/" + l.valued(t, "Leica", 1)
		places := []string{u.Make(t, "/api/locations", M{"name": "A"}), u.Make(t, "/api/locations", M{"name": "B"})}
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				r := patiently(func() response {
					switch to := places[i%2]; {
					case i == 6:
						return u.Send(t, "DELETE", "/api/locations/"+places[0], nil)
					case i%3 == 0:
						return u.Send(t, "PUT", piece, M{"location_id": to})
					default:
						return u.Send(t, "POST", piece+"/location-history", M{"location_id": to, "moved_at": fromToday(0)})
					}
				})
				if !slices.Contains([]int{http.StatusOK, http.StatusCreated, http.StatusNoContent, http.StatusUnprocessableEntity}, r.StatusCode) {
					t.Errorf("status %d: %s", r.StatusCode, r.Content)
				}
			})
		}
		all.Wait()
		if at := u.Send(t, "GET", piece, nil).Dig(t, "data.attributes.location_id"); at == places[0] {
			t.Error("a copy is at a location that is gone")
		}
	}
	if n := h.DB.Connections().ChangeRetries; n > 0 {
		t.Errorf("%d changes were tried again", n)
	}
}
