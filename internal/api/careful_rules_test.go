package api

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
)

// Careful requests see a snapshot of the account. Rules between rows must hold
// for them too, although concurrent changes are not in that snapshot.
func TestCarefulRequestsKeepTheRules(t *testing.T) {
	t.Parallel()
	h := server(t)
	together := func(requests ...func()) {
		var all sync.WaitGroup
		for _, r := range requests {
			all.Go(r)
		}
		all.Wait()
	}

	t.Run("locations form no circle", func(t *testing.T) {
		t.Parallel()
		u := h.Owner(t)
		for range 20 {
			a, b := u.Make(t, "/api/locations", M{"name": "A"}), u.Make(t, "/api/locations", M{"name": "B"})
			into := func(method, id, parent string) func() {
				return func() {
					u.Send(t, method, "/api/locations/"+id, fmt.Sprintf(`{"name":"C","parent_id":%s}`, parent))
				}
			}
			together(into("PATCH", a, b), into("PATCH", b, a), into("PUT", a, b), into("PUT", b, a))
			if n := scalar[int](t, h, `select count(*) from locations x join locations y on y.account_id = x.account_id and y.id = x.parent_id and y.parent_id = x.id where x.id = $1::text::bigint`, a); n != 0 {
				t.Fatal("two locations are inside each other")
			}
		}
	})
	t.Run("positions are unique", func(t *testing.T) {
		t.Parallel()
		u := h.Owner(t)
		path := "/api/collection-types/" + u.Make(t, "/api/collection-types", M{"name": "Comic", "color": "#336699"}) + "/custom-fields"
		var requests []func()
		for n := range 40 {
			var headers []string
			if n%4 > 0 {
				headers = []string{"Idempotency-Key", fmt.Sprint("key-", n)}
			}
			requests = append(requests, func() {
				u.Send(t, "POST", path, M{"name": fmt.Sprint(n), "field_type": "text"}, headers...).Want(t, http.StatusCreated)
			})
		}
		together(requests...)
	})
}
