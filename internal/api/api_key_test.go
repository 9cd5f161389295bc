package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/test/fixture"
)

// makeKey creates a restricted key that acts for u.
func makeKey(t testing.TB, u *person, restrictions M) (*person, response) {
	t.Helper()
	in := M{"label": "script"}
	for name, value := range restrictions {
		in[name] = value
	}
	r := u.Send(t, "POST", "/api/administration/api", in).Want(t, http.StatusCreated)
	scopes, _ := restrictions["scopes"].([]string)
	return &person{Harness: u.Harness, Email: u.Email, Token: r.Dig(t, "token").(string), Blind: slices.Equal(scopes, []string{"write"})}, r
}

// A key without restrictions shows none.
func TestUnrestrictedKeyShowsNothingFurther(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	shown := func(attributes M) []string {
		var names []string
		for name := range attributes {
			names = append(names, name)
		}
		slices.Sort(names)
		return names
	}
	want := []string{"created_at", "last_used_at", "name", "token", "updated_at"}
	for _, in := range []M{{}, {"scopes": nil, "expires_at": nil, "collection_ids": nil}, {"scopes": "", "expires_at": "", "collection_ids": ""}} {
		key, r := makeKey(t, u, in)
		same(t, "created", shown(r.Attributes(t)), want)
		same(t, "read", shown(u.Send(t, "GET", "/api/administration/api/"+r.ID(t), nil).Want(t, http.StatusOK).Attributes(t)), want)
		key.Make(t, "/api/locations", M{"name": "Desk"})
		makeKey(t, key, M{"scopes": []string{"read"}})
	}
	list := u.Send(t, "GET", "/api/administration/api", nil)
	same(t, "listed", shown(list.Dig(t, "data.1.attributes").(M)), want)
}

func TestRestrictionsAreShown(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	until := time.Now().Add(time.Hour).Unix()
	for _, c := range []struct{ in, want M }{
		{M{"scopes": []string{"read"}}, M{"scopes": []string{"read"}}},
		{M{"scopes": []string{"write", "read"}}, M{"scopes": []string{"write", "read"}}},
		{M{"expires_at": until}, M{"expires_at": until}},
		{M{"expires_at": fmt.Sprint(until)}, M{"expires_at": until}},
		{M{"expires_at": "2101-02-03"}, M{"expires_at": 4136832000}},
		{M{"collection_ids": []string{w.IDs["collection"]}}, M{"collection_ids": []string{w.IDs["collection"]}}},
		{M{"collection_ids": []int64{atoi(t, w.IDs["collection"])}}, M{"collection_ids": []string{w.IDs["collection"]}}},
		{M{"collection_ids": []string{}}, M{"collection_ids": []string{}}},
		{M{"scopes": []string{"read"}, "expires_at": until, "collection_ids": []string{w.IDs["collection"]}},
			M{"scopes": []string{"read"}, "expires_at": until, "collection_ids": []string{w.IDs["collection"]}}},
	} {
		_, made := makeKey(t, w.Person, c.in)
		read := w.Send(t, "GET", "/api/administration/api/"+made.ID(t), nil).Want(t, http.StatusOK)
		for what, r := range map[string]response{"created": made, "read": read} {
			attributes := r.Attributes(t)
			for _, name := range []string{"scopes", "expires_at", "collection_ids"} {
				if _, wanted := c.want[name]; !wanted && attributes[name] != nil {
					t.Errorf("%s %v shows %s: %s", what, c.in, name, r.Content)
				}
				same(t, what+" "+name, attributes[name], c.want[name])
			}
		}
	}
}

func TestBadRestrictions(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	many := make([]int, 1001)
	for _, c := range []struct {
		field string
		value any
	}{
		{"scopes", []string{}}, {"scopes", []string{"admin"}}, {"scopes", []string{"read", "Write"}}, {"scopes", "read"}, {"scopes", []int{1}}, {"scopes", M{}},
		{"expires_at", time.Now().Unix() - 1}, {"expires_at", 0}, {"expires_at", -1}, {"expires_at", "2020-01-01"}, {"expires_at", "soon"}, {"expires_at", true}, {"expires_at", 1.5},
		{"collection_ids", 1}, {"collection_ids", []string{"x"}}, {"collection_ids", []any{nil}}, {"collection_ids", many},
	} {
		r := u.Send(t, "POST", "/api/administration/api", M{"label": "script", c.field: c.value}).Want(t, http.StatusUnprocessableEntity)
		if r.Dig(t, "errors."+c.field) == nil {
			t.Errorf("%s %v: %s", c.field, c.value, r.Content)
		}
	}
	if list, _ := u.Send(t, "GET", "/api/administration/api", nil).Dig(t, "data").([]any); len(list) != 1 {
		t.Errorf("a refused key was made: %v", list)
	}
}

// A key is named by label, whatever answers call it.
func TestKeyNeedsALabel(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	for _, in := range []M{{}, {"name": "script"}, {"label": " ", "name": "script"}, {"label": nil, "name": "script"}} {
		r := u.Send(t, "POST", "/api/administration/api", in).Want(t, http.StatusUnprocessableEntity)
		same(t, "refused", r.Dig(t, "errors.label.0"), "The label field is required.")
	}
}

// A key stops working the moment it expires, even if it was just in use.
func TestKeyExpires(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	key, r := makeKey(t, u, M{"expires_at": time.Now().Add(time.Hour).Unix()})
	for range 2 {
		key.Send(t, "GET", "/api/locations", nil).Want(t, http.StatusOK)
	}
	key.Make(t, "/api/locations", M{"name": "Desk"})
	scalar[int64](t, h, `update api_keys set expires_at = now() - interval '1 second' where id = $1::bigint returning id`, r.ID(t))
	for range 2 {
		key.Send(t, "GET", "/api/locations", nil).Want(t, http.StatusUnauthorized)
		key.Send(t, "POST", "/api/locations", M{"name": "Desk"}).Want(t, http.StatusUnauthorized)
		key.Send(t, "DELETE", "/api/logout", nil).Want(t, http.StatusUnauthorized)
	}
	u.Send(t, "GET", "/api/administration/api/"+r.ID(t), nil).Want(t, http.StatusOK)
	u.Send(t, "DELETE", "/api/administration/api/"+r.ID(t), nil).Want(t, http.StatusNoContent)
}

// restrictions are keys, each with one kind of restriction.
func restrictions(w *world) map[string]M {
	return map[string]M{
		"read":        {"scopes": []string{"read"}},
		"write":       {"scopes": []string{"write"}},
		"both":        {"scopes": []string{"read", "write"}},
		"temporary":   {"expires_at": time.Now().Add(time.Hour).Unix()},
		"collections": {"collection_ids": []string{w.IDs["collection"]}},
	}
}

// Every route is called with every kind of key: reading takes the scope read,
// writing the scope write, and personal and owners' routes take an unrestricted
// key. Anything else is 404.
func TestEveryRouteHeedsRestrictions(t *testing.T) {
	t.Parallel()
	h := server(t)
	inCollection := []string{"collection", "item", "copy", "document", "set", "proposal"}
	anywhere := []string{"DELETE /api/photos", "POST /api/items/move", "POST /api/sets", "POST /api/proposals", "PUT /api/files/{sha256}"} // of the collections that a key sees, or of none
	for _, rt := range inside(h).routes {
		if rt.access == anybody || fixture.Tested()[rt.pattern] != "" {
			continue
		}
		t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			reads := strings.HasPrefix(rt.pattern, "GET ")
			catalogue := rt.access == editor || rt.access == member || rt.access == proposer
			shown := reads && rt.access != owner
			held := slices.Contains(anywhere, rt.pattern) || slices.ContainsFunc(rt.ids, func(id string) bool { return slices.Contains(inCollection, id) })
			logout := rt.action == catalog.LoggedOut
			administration := slices.ContainsFunc([]string{"/api/administration/", "/api/trash", "/api/imports", "/api/export-columns", "/api/exports"}, // which cover every collection
				func(path string) bool { return strings.Contains(rt.pattern, path) })
			allowed := map[string]bool{
				"read":        shown || logout,
				"write":       !reads && catalogue && !rt.patches && rt.access != proposer || logout, // a PATCH shows members it did not write, a proposal what is there
				"both":        shown || catalogue || logout,
				"temporary":   shown || catalogue || logout,
				"collections": shown && !administration || catalogue && held || logout,
			}
			w := h.World(t)
			for name, restrictions := range restrictions(w) {
				if allowed[name] {
					continue
				}
				key, _ := makeKey(t, w.Person, restrictions)
				w.Request(t, key, rt.pattern).Want(t, http.StatusNotFound)
			}
			for name := range restrictions(w) {
				if !allowed[name] {
					continue
				}
				if strings.HasPrefix(rt.pattern, "DELETE ") || rt.action == catalog.TrashRestored || rt.action == catalog.ProposalRefused { // a deleted object is gone, and so is the entry of a restored one
					w = h.World(t)
				}
				key, _ := makeKey(t, w.Person, restrictions(w)[name])
				if r := w.Request(t, key, rt.pattern); r.StatusCode >= 300 {
					t.Errorf("%s: status %d: %s", name, r.StatusCode, r.Content)
				}
				if logout {
					key.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
				}
			}
		})
	}
}
