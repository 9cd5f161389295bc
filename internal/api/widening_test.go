package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/test/fixture"
)

// openings are all ways in which non-members can see an account, one per line. A key that expires or
// may not read must add none, because they would stay.
const openings = `
	with one as (select account_id as id from users where email = $1), shown as (
		select collection_id from public_collections where account_id = (table one) union select collection_id from share_links where account_id = (table one)
	)
	select 'share link ' || id from share_links where account_id = (table one)
	union all select 'public collection ' || collection_id from public_collections where account_id = (table one)
	union all select 'public field ' || id from custom_fields where account_id = (table one) and is_public
	union all select 'item shown ' || i.id || ' in ' || collection_id from items i where i.account_id = (table one) and collection_id in (table shown) and i.created_at < $2
	union all select 'shared view ' || id from views where account_id = (table one) and private_of is null
	union all select 'public sharing' from accounts where id = (table one) and public_sharing
	union all select kind || ' ' || id from api_keys where account_id = (table one)
	union all select 'user ' || id || ' ' || role from users where account_id = (table one)
	union all select 'invitation ' || id from invitations where account_id = (table one)
	union all select 'verification ' || export_id from verifications where account_id = (table one)
	union all select 'export ' || id from exports where account_id = (table one)
	order by 1`

// widening are members that publish something, added to the body of every route.
var widening = M{"visibility": "public", "is_public": true, "shared": true, "public_sharing": true, "role": "owner", "shows": []string{"values"}}

// window is a world with things to publish: a collection that is shared already, and one in the trash
// that was.
func window(t *testing.T, h *harness) *world {
	t.Helper()
	w := h.World(t)
	w.IDs["shown"] = w.Make(t, "/api/collections", M{"name": "Shown", "visibility": "public"})
	w.IDs["hidden"] = w.Make(t, "/api/collections", M{"name": "Hidden again", "visibility": "public"})
	w.IDs["entry"] = w.Send(t, "DELETE", w.Fill("/api/collections/{hidden}"), nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	w.Neighbours(t)
	return w
}

// widest is a request of a route that publishes as much as it can.
func widest(t *testing.T, w *world, key *person, pattern string) (path, kind, content string) {
	t.Helper()
	path, kind, content = w.Prepare(t, key, pattern)
	body, ok := apitest.Bodies[apitest.AsPut(pattern)]
	if !ok {
		return path, kind, content
	}
	body = (&world{Person: w.Person, IDs: w.IDs}).FillBody(t, body)
	for name, value := range widening {
		body[name] = value
	}
	switch pattern {
	case "POST /api/items/move":
		body["collection_id"] = w.IDs["shown"]
	case "PUT /api/trash":
		body = M{"type": "collection", "id": w.IDs["hidden"]}
	case "POST /api/trash/{entry}/restore":
		body = M{}
	case "POST /api/batch":
		body = M{"operations": []M{{"method": "POST", "path": "/api/collections", "body": M{"name": "x", "visibility": "public"}}}}
	}
	return path, "application/json", apitest.Encoded(body)
}

// Only unrestricted keys may widen who sees an account: what a key publishes stays visible after it
// ends, and may contain what it cannot read.
func TestNoRestrictedKeyWidensWhoMaySee(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, rt := range inside(h).routes {
		if rt.access == anybody || strings.HasPrefix(rt.pattern, "GET ") || fixture.Tested()[rt.pattern] != "" {
			continue
		}
		t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := window(t, h)
			keys := map[string]*person{}
			for name, restriction := range restrictions(w) {
				if name == "collections" {
					restriction = M{"collection_ids": []string{w.IDs["collection"], w.IDs["shown"]}}
				}
				keys[name], _ = makeKey(t, w.Person, restriction)
			}
			opened := func(before time.Time) []string { return apitest.Column[string](t, h, openings, w.Email, before) }
			for name, key := range keys {
				method, _, _ := strings.Cut(rt.pattern, " ")
				path, kind, content := widest(t, w, key, rt.pattern)
				began := time.Now()
				before := opened(began)
				r := key.Send(t, method, path, content, "Content-Type", kind)
				added := slices.DeleteFunc(opened(began), func(one string) bool { return slices.Contains(before, one) })
				if len(added) > 0 {
					t.Errorf("a key restricted by %s: status %d, and now there is %v", name, r.StatusCode, added)
				}
			}
		})
	}
}
