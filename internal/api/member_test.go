package api

import (
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/identity"
)

// Two owners who demote each other at the same moment leave one.
func TestTheLastOwnerStays(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, c := range []struct {
		method string
		body   any
	}{{"PUT", M{"role": "viewer"}}, {"PATCH", M{"role": "viewer"}}, {"DELETE", nil}} {
		for range 10 {
			w := &world{h.owner(t), map[string]string{}}
			other := w.join(t, identity.Owner)
			first, second := h.memberID(t, w.person), h.memberID(t, other)
			var both sync.WaitGroup
			both.Go(func() { w.send(t, c.method, "/api/account/members/"+second, c.body) })
			both.Go(func() { other.send(t, c.method, "/api/account/members/"+first, c.body) })
			both.Wait()
			owners := scalar[int](t, h, `select count(*) from users where id = any($1::bigint[]) and role = 'owner'`, []int64{atoi(t, first), atoi(t, second)})
			if owners != 1 {
				t.Fatalf("%s: %d owners, want 1", c.method, owners)
			}
		}
	}
}

// Whoever is removed or demoted is so on the next request.
func TestRemovalCountsAtOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := &world{h.owner(t), map[string]string{}}
	editor := w.join(t, identity.Editor)
	path := "/api/account/members/" + h.memberID(t, editor)
	editor.make(t, "/api/locations", M{"name": "Shelf"})
	w.send(t, "PUT", path, M{"role": "viewer"}).want(t, http.StatusOK)
	editor.send(t, "POST", "/api/locations", M{"name": "Shelf"}).want(t, http.StatusNotFound)
	editor.send(t, "GET", "/api/locations", nil).want(t, http.StatusOK)
	w.send(t, "DELETE", path, nil).want(t, http.StatusNoContent)
	editor.send(t, "GET", "/api/locations", nil).want(t, http.StatusUnauthorized)
	same(t, "logged", w.send(t, "GET", "/api/administration/logs", nil).dig(t, "data.0.attributes.action"), "member_removed")
}

// An invitation is worth one membership, however many come at once.
func TestInvitationIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	r := u.send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "editor"}).want(t, http.StatusCreated)
	path := "/api/invitations/" + r.dig(t, "token").(string) + "/accept"
	in := newcomer()
	delete(in, "email")
	var all sync.WaitGroup
	statuses := make([]int, 10)
	for i := range statuses {
		all.Go(func() { statuses[i] = h.nobody().send(t, "POST", path, in).StatusCode })
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
