package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// key makes a key with restrictions; it acts in the name of u.
func (u *person) key(t testing.TB, restrictions M) (*person, response) {
	t.Helper()
	in := M{"label": "script"}
	for name, value := range restrictions {
		in[name] = value
	}
	r := u.send(t, "POST", "/api/administration/api", in).want(t, http.StatusCreated)
	return &person{u.harness, u.email, r.dig(t, "token").(string)}, r
}

// attributes are those of the object in an answer.
func (r response) attributes(t testing.TB) M {
	t.Helper()
	found, _ := r.dig(t, "data.attributes").(M)
	return found
}

// A key without restrictions is shown as it was before there were any.
func TestUnrestrictedKeyShowsNothingFurther(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
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
		key, r := u.key(t, in)
		same(t, "created", shown(r.attributes(t)), want)
		same(t, "read", shown(u.send(t, "GET", "/api/administration/api/"+r.id(t), nil).want(t, http.StatusOK).attributes(t)), want)
		key.make(t, "/api/locations", M{"name": "Desk"})
		key.key(t, M{"scopes": []string{"read"}})
	}
	list := u.send(t, "GET", "/api/administration/api", nil)
	same(t, "listed", shown(list.dig(t, "data.1.attributes").(M)), want)
}

func TestRestrictionsAreShown(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	until := time.Now().Add(time.Hour).Unix()
	for _, c := range []struct{ in, want M }{
		{M{"scopes": []string{"read"}}, M{"scopes": []string{"read"}}},
		{M{"scopes": []string{"write", "read"}}, M{"scopes": []string{"write", "read"}}},
		{M{"expires_at": until}, M{"expires_at": until}},
		{M{"expires_at": fmt.Sprint(until)}, M{"expires_at": until}},
		{M{"expires_at": "2101-02-03"}, M{"expires_at": 4136832000}},
		{M{"collection_ids": []string{w.ids["collection"]}}, M{"collection_ids": []string{w.ids["collection"]}}},
		{M{"collection_ids": []int64{atoi(t, w.ids["collection"])}}, M{"collection_ids": []string{w.ids["collection"]}}},
		{M{"collection_ids": []string{}}, M{"collection_ids": []string{}}},
		{M{"scopes": []string{"read"}, "expires_at": until, "collection_ids": []string{w.ids["collection"]}},
			M{"scopes": []string{"read"}, "expires_at": until, "collection_ids": []string{w.ids["collection"]}}},
	} {
		_, made := w.key(t, c.in)
		read := w.send(t, "GET", "/api/administration/api/"+made.id(t), nil).want(t, http.StatusOK)
		for what, r := range map[string]response{"created": made, "read": read} {
			attributes := r.attributes(t)
			for _, name := range []string{"scopes", "expires_at", "collection_ids"} {
				if _, wanted := c.want[name]; !wanted && attributes[name] != nil {
					t.Errorf("%s %v shows %s: %s", what, c.in, name, r.body)
				}
				same(t, what+" "+name, attributes[name], c.want[name])
			}
		}
	}
}

func TestBadRestrictions(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	many := make([]int, 1001)
	for _, c := range []struct {
		field string
		value any
	}{
		{"scopes", []string{}}, {"scopes", []string{"admin"}}, {"scopes", []string{"read", "Write"}}, {"scopes", "read"}, {"scopes", []int{1}}, {"scopes", M{}},
		{"expires_at", time.Now().Unix() - 1}, {"expires_at", 0}, {"expires_at", -1}, {"expires_at", "2020-01-01"}, {"expires_at", "soon"}, {"expires_at", true}, {"expires_at", 1.5},
		{"collection_ids", 1}, {"collection_ids", []string{"x"}}, {"collection_ids", []any{nil}}, {"collection_ids", many},
	} {
		r := u.send(t, "POST", "/api/administration/api", M{"label": "script", c.field: c.value}).want(t, http.StatusUnprocessableEntity)
		if r.dig(t, "errors."+c.field) == nil {
			t.Errorf("%s %v: %s", c.field, c.value, r.body)
		}
	}
	if list, _ := u.send(t, "GET", "/api/administration/api", nil).dig(t, "data").([]any); len(list) != 1 {
		t.Errorf("a refused key was made: %v", list)
	}
}

// A key is nobody's from the moment it expires, also where it was just in use.
func TestKeyExpires(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	key, r := u.key(t, M{"expires_at": time.Now().Add(time.Hour).Unix()})
	for range 2 {
		key.send(t, "GET", "/api/locations", nil).want(t, http.StatusOK)
	}
	key.make(t, "/api/locations", M{"name": "Desk"})
	scalar[int64](t, h, `update api_keys set expires_at = now() - interval '1 second' where id = $1::bigint returning id`, r.id(t))
	for range 2 {
		key.send(t, "GET", "/api/locations", nil).want(t, http.StatusUnauthorized)
		key.send(t, "POST", "/api/locations", M{"name": "Desk"}).want(t, http.StatusUnauthorized)
		key.send(t, "DELETE", "/api/logout", nil).want(t, http.StatusUnauthorized)
	}
	u.send(t, "GET", "/api/administration/api/"+r.id(t), nil).want(t, http.StatusOK)
	u.send(t, "DELETE", "/api/administration/api/"+r.id(t), nil).want(t, http.StatusNoContent)
}

// restricted are keys, each with one kind of restriction.
func (w *world) restricted() map[string]M {
	return map[string]M{
		"read":        {"scopes": []string{"read"}},
		"write":       {"scopes": []string{"write"}},
		"both":        {"scopes": []string{"read", "write"}},
		"temporary":   {"expires_at": time.Now().Add(time.Hour).Unix()},
		"collections": {"collection_ids": []string{w.ids["collection"]}},
	}
}

// Every route of the tables is walked with every kind of key: reading takes the
// scope read, writing the scope write, and what is the user's own or the
// owner's business is done by no restricted key. What a key may not do is not
// there.
func TestEveryRouteHeedsRestrictions(t *testing.T) {
	t.Parallel()
	h := server(t)
	inCollection := []string{"collection", "item", "copy"}
	for _, rt := range h.api.routes {
		if rt.access == open || elsewhere[rt.pattern] != "" {
			continue
		}
		t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			reads := strings.HasPrefix(rt.pattern, "GET ")
			catalogue := rt.access == editor || rt.access == member
			shown := reads && rt.access != owner
			held := slices.ContainsFunc(rt.ids, func(id string) bool { return slices.Contains(inCollection, id) })
			logout := rt.action == "logged_out"
			administration := strings.Contains(rt.pattern, "/api/administration/") // the log speaks of every collection
			allowed := map[string]bool{
				"read":        shown || logout,
				"write":       !reads && catalogue && !rt.patches || logout, // a PATCH shows what it did not write
				"both":        shown || catalogue || logout,
				"temporary":   shown || catalogue || logout,
				"collections": shown && !administration || catalogue && held || logout,
			}
			w := h.world(t)
			for name, restrictions := range w.restricted() {
				if allowed[name] {
					continue
				}
				key, _ := w.key(t, restrictions)
				w.request(t, key, rt.pattern).want(t, http.StatusNotFound)
			}
			for name := range w.restricted() {
				if !allowed[name] {
					continue
				}
				if strings.HasPrefix(rt.pattern, "DELETE ") { // what is deleted is gone
					w = h.world(t)
				}
				key, _ := w.key(t, w.restricted()[name])
				if r := w.request(t, key, rt.pattern); r.StatusCode >= 300 {
					t.Errorf("%s: status %d: %s", name, r.StatusCode, r.body)
				}
				if logout {
					key.send(t, "GET", "/api/me", nil).want(t, http.StatusUnauthorized)
				}
			}
		})
	}
}
