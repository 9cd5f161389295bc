package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/test/fixture"
)

// further adds a second collection with one object of each kind to a world.
func further(t testing.TB, w *world) *world {
	t.Helper()
	other := &world{Person: w.Person, IDs: map[string]string{}}
	for name, id := range w.IDs {
		other.IDs[name] = id
	}
	for _, r := range fixture.Catalogued() {
		if r.Within("collection") {
			filled := other.FillBody(t, r.First)
			other.IDs[r.Name] = other.Make(t, other.Fill(r.Path), filled)
			if sum, ok := filled["sha256"].(string); ok {
				other.IDs["sha256"] = sum
			}
		}
	}
	return other
}

// A key for some collections sees lists as if there were no others.
func TestListsOfLimitedKey(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	hidden := further(t, w)
	all := further(t, w)
	key, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"], all.IDs["collection"]}})
	one, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"]}})
	none, _ := makeKey(t, w.Person, M{"collection_ids": []string{}})
	for _, c := range []struct{ path, kind string }{
		{"/api/collections", "collection"},
		{"/api/items", "item"},
		{"/api/items?search=watch", "item"},
		{"/api/items?collection_type_id={collectionType}", "item"},
		{"/api/copies", "copy"},
		{"/api/copies?search=first", "copy"},
		{"/api/copies?location_id={location}", "copy"},
		{"/api/photos", "photo"},
	} {
		path := w.Fill(c.path)
		for _, who := range []struct {
			name string
			*person
			want []string
		}{
			{"everything", w.Person, []string{w.IDs[c.kind], hidden.IDs[c.kind], all.IDs[c.kind]}},
			{"two", key, []string{w.IDs[c.kind], all.IDs[c.kind]}},
			{"one", one, []string{w.IDs[c.kind]}},
			{"none", none, []string{}},
		} {
			r := who.Send(t, "GET", path, nil)
			got := r.Listed(t)
			slices.SortFunc(got, func(a, b string) int { return int(atoi(t, a) - atoi(t, b)) })
			same(t, who.name+" "+path, got, who.want)
			same(t, who.name+" "+path+" total", r.Dig(t, "meta.total"), len(who.want))
		}
		join := "?"
		if strings.Contains(path, "?") {
			join = "&"
		}
		second := key.Send(t, "GET", path+join+"per_page=1&page=2", nil)
		same(t, path+" page 2", []any{len(second.Listed(t)), second.Dig(t, "meta.total"), second.Dig(t, "meta.last_page")}, []int{1, 2, 2})
	}
	for _, path := range []string{"/api/copies?collection_id=", "/api/collections/"} {
		if path += hidden.IDs["collection"]; strings.Contains(path, "?") {
			same(t, path, key.Send(t, "GET", path, nil).Dig(t, "meta.total"), 0)
			continue
		}
		key.Send(t, "GET", path+"/items", nil).Want(t, http.StatusNotFound)
	}
}

// Contents of other collections are not found, for reads and writes; a key for
// all collections succeeds at the same address.
func TestLimitedKeyFindsNothingElsewhere(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, rt := range inside(h).routes {
		ids := named(rt)
		if rt.access == anybody || !slices.ContainsFunc(ids, func(id string) bool {
			return slices.Contains([]string{"collection", "item", "copy", "document", "photo", "set", "proposal"}, id)
		}) {
			continue
		}
		t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := h.World(t)
			hidden := further(t, w)
			key, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"]}})
			method, path, _ := strings.Cut(rt.pattern, " ")
			hidden.Request(t, key, rt.pattern).Want(t, http.StatusNotFound)
			hidden.Request(t, key, rt.pattern).Want(t, http.StatusNotFound) // now that the token is cached
			if method != "GET" && len(rt.ids) > 0 {
				key.Send(t, method, hidden.Fill(path), "{").Want(t, http.StatusNotFound)
				key.Send(t, method, hidden.Fill(path), M{}, "If-Match", "*").Want(t, http.StatusNotFound)
				key.Send(t, method, hidden.Fill(path), M{}, "Idempotency-Key", "k-1").Want(t, http.StatusNotFound)
			}
			mixed := &world{Person: w.Person, IDs: map[string]string{}} // the collection or item is visible to the key, its content is not
			for name, id := range w.IDs {
				mixed.IDs[name] = id
				if name == ids[len(ids)-1] && len(ids) > 1 {
					mixed.IDs[name] = hidden.IDs[name]
				}
			}
			if last := ids[len(ids)-1]; len(ids) > 1 && hidden.IDs[last] == w.IDs[last] { // there is none of its kind elsewhere
				return
			}
			if len(ids) > 1 {
				mixed.Request(t, key, rt.pattern).Want(t, http.StatusNotFound)
			}
			if r := hidden.Request(t, w.Person, rt.pattern); r.StatusCode >= 300 {
				t.Errorf("the owner gets %d: %s", r.StatusCode, r.Content)
			}
		})
	}
}

// A key for some collections sees and makes proposals there, and leaves it to others to accept them.
func TestLimitedKeysOnlyPropose(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	hidden := further(t, w)
	key, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"]}})
	same(t, "proposals", key.Send(t, "GET", "/api/proposals", nil).Listed(t), []string{w.IDs["proposal"]})
	name := []M{{"column": "item_name", "to": "Dune"}}
	for _, body := range []M{
		{"kind": "update", "item_id": hidden.IDs["item"], "changes": name}, {"kind": "update", "copy_id": hidden.IDs["copy"], "changes": name},
		{"kind": "create", "collection_id": hidden.IDs["collection"], "changes": name}, {"kind": "create", "collection_id": "999999", "changes": name},
	} {
		r := key.Send(t, "POST", "/api/proposals", body).Want(t, http.StatusUnprocessableEntity)
		same(t, "refused "+encoded(body), r.Dig(t, "message"), map[string]string{"update": "The selected item id is invalid.", "create": "The collection is gone."}[body["kind"].(string)])
	}
	made := key.Send(t, "POST", "/api/proposals", M{"kind": "update", "item_id": w.IDs["item"], "changes": name}).Want(t, http.StatusCreated)
	own := "/api/proposals/" + made.ID(t)
	key.Send(t, "POST", own+"/accept", M{"changes": []any{made.Dig(t, "data.attributes.changes.0.id")}}).Want(t, http.StatusNotFound)
	second := key.Send(t, "POST", "/api/proposals", M{"kind": "update", "item_id": w.IDs["item"], "changes": name}).Want(t, http.StatusCreated).ID(t)
	key.Send(t, "DELETE", "/api/proposals/"+second, nil).Want(t, http.StatusNoContent)
	w.Send(t, "POST", "/api/items/move", M{"item_ids": []string{w.IDs["item"]}, "collection_id": hidden.IDs["collection"]}).Want(t, http.StatusOK)
	same(t, "proposals after their item has moved", key.Send(t, "GET", "/api/proposals", nil).Listed(t), []string{})
	for _, request := range []string{"GET " + own, "POST " + own + "/refuse", "DELETE " + own} {
		method, path, _ := strings.Cut(request, " ")
		key.Send(t, method, path, nil).Want(t, http.StatusNotFound)
	}
}

// A key may outlive its collections, and ids of other accounts give no access.
func TestLimitedKeyOfStrangeCollections(t *testing.T) {
	t.Parallel()
	h := server(t)
	w, stranger := h.World(t), h.World(t)
	key, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"], stranger.IDs["collection"], "999999999"}})
	same(t, "collections", key.Send(t, "GET", "/api/collections", nil).Listed(t), []string{w.IDs["collection"]})
	stranger.Request(t, key, "GET /api/collections/{collection}").Want(t, http.StatusNotFound)
	stranger.Request(t, key, "GET /api/items/{item}").Want(t, http.StatusNotFound)
	w.Send(t, "DELETE", w.Fill("/api/collections/{collection}"), nil).Want(t, http.StatusNoContent)
	same(t, "collections", key.Send(t, "GET", "/api/collections", nil).Listed(t), []string{})
	same(t, "items", key.Send(t, "GET", "/api/items", nil).Dig(t, "meta.total"), 0)
	w.Request(t, key, "GET /api/collections/{collection}").Want(t, http.StatusNotFound)
}
