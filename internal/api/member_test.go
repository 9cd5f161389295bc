package api

import (
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/identity"
)

// Two owners who demote each other at once leave one.
func TestTheLastOwnerStays(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, c := range []struct {
		method string
		body   any
	}{{"PUT", M{"role": "viewer"}}, {"PATCH", M{"role": "viewer"}}, {"DELETE", nil}} {
		for range 10 {
			w := &world{Person: h.Owner(t), IDs: map[string]string{}}
			other := w.Join(t, identity.Owner)
			first, second := h.MemberID(t, w.Person), h.MemberID(t, other)
			var both sync.WaitGroup
			both.Go(func() { w.Send(t, c.method, "/api/account/members/"+second, c.body) })
			both.Go(func() { other.Send(t, c.method, "/api/account/members/"+first, c.body) })
			both.Wait()
			owners := scalar[int](t, h, `select count(*) from users where id = any($1::bigint[]) and role = 'owner'`, []int64{atoi(t, first), atoi(t, second)})
			if owners != 1 {
				t.Fatalf("%s: %d owners, want 1", c.method, owners)
			}
		}
	}
}

// A removal or demotion takes effect on the next request.
func TestRemovalCountsAtOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := &world{Person: h.Owner(t), IDs: map[string]string{}}
	editor := w.Join(t, identity.Editor)
	path := "/api/account/members/" + h.MemberID(t, editor)
	editor.Make(t, "/api/locations", M{"name": "Shelf"})
	w.Send(t, "PUT", path, M{"role": "viewer"}).Want(t, http.StatusOK)
	editor.Send(t, "POST", "/api/locations", M{"name": "Shelf"}).Want(t, http.StatusNotFound)
	editor.Send(t, "GET", "/api/locations", nil).Want(t, http.StatusOK)
	w.Send(t, "DELETE", path, nil).Want(t, http.StatusNoContent)
	editor.Send(t, "GET", "/api/locations", nil).Want(t, http.StatusUnauthorized)
	same(t, "logged", w.Send(t, "GET", "/api/administration/logs", nil).Dig(t, "data.0.attributes.action"), "member_removed")
}

// An invitation gives one membership, even to concurrent requests.
func TestInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	r := u.Send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "editor"}).Want(t, http.StatusCreated)
	path := "/api/invitations/" + r.Dig(t, "token").(string) + "/accept"
	in := newcomer()
	delete(in, "email")
	var all sync.WaitGroup
	statuses := make([]int, 10)
	for i := range statuses {
		all.Go(func() { statuses[i] = h.Nobody().Send(t, "POST", path, in).StatusCode })
	}
	all.Wait()
	counts := map[int]int{}
	for _, s := range statuses {
		counts[s]++
	}
	if counts[http.StatusCreated] != 1 || counts[http.StatusNotFound] != 9 {
		t.Errorf("%v, want one 201 and nine 404", counts)
	}
}
