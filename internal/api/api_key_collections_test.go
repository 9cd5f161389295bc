package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// further puts a second collection with one object of each kind into a world.
func (w *world) further(t testing.TB) *world {
	t.Helper()
	other := &world{w.person, map[string]string{}}
	for name, id := range w.ids {
		other.ids[name] = id
	}
	for _, k := range kinds {
		switch k.name {
		case "collection", "item", "copy", "insuranceRecord":
			other.ids[k.name] = other.make(t, other.fill(k.path), other.fillBody(k.body))
		}
	}
	return other
}

// listed are the ids of a list.
func (r response) listed(t testing.TB) []string {
	t.Helper()
	list, _ := r.want(t, http.StatusOK).dig(t, "data").([]any)
	ids := []string{}
	for _, object := range list {
		ids = append(ids, object.(M)["id"].(string))
	}
	return ids
}

// A key for some collections sees lists as if there were no others.
func TestListsOfLimitedKey(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	hidden := w.further(t)
	all := w.further(t)
	key, _ := w.key(t, M{"collection_ids": []string{w.ids["collection"], all.ids["collection"]}})
	one, _ := w.key(t, M{"collection_ids": []string{w.ids["collection"]}})
	none, _ := w.key(t, M{"collection_ids": []string{}})
	for _, c := range []struct{ path, kind string }{
		{"/api/collections", "collection"},
		{"/api/items", "item"},
		{"/api/items?search=watch", "item"},
		{"/api/items?collection_type_id={collectionType}", "item"},
		{"/api/copies", "copy"},
		{"/api/copies?search=first", "copy"},
		{"/api/copies?location_id={location}", "copy"},
	} {
		path := w.fill(c.path)
		for _, who := range []struct {
			name string
			*person
			want []string
		}{
			{"everything", w.person, []string{w.ids[c.kind], hidden.ids[c.kind], all.ids[c.kind]}},
			{"two", key, []string{w.ids[c.kind], all.ids[c.kind]}},
			{"one", one, []string{w.ids[c.kind]}},
			{"none", none, []string{}},
		} {
			r := who.send(t, "GET", path, nil)
			got := r.listed(t)
			slices.SortFunc(got, func(a, b string) int { return int(atoi(t, a) - atoi(t, b)) })
			same(t, who.name+" "+path, got, who.want)
			same(t, who.name+" "+path+" total", r.dig(t, "meta.total"), len(who.want))
		}
		join := "?"
		if strings.Contains(path, "?") {
			join = "&"
		}
		second := key.send(t, "GET", path+join+"per_page=1&page=2", nil)
		same(t, path+" page 2", []any{len(second.listed(t)), second.dig(t, "meta.total"), second.dig(t, "meta.last_page")}, []int{1, 2, 2})
	}
	for _, path := range []string{"/api/copies?collection_id=", "/api/collections/"} {
		if path += hidden.ids["collection"]; strings.Contains(path, "?") {
			same(t, path, key.send(t, "GET", path, nil).dig(t, "meta.total"), 0)
			continue
		}
		key.send(t, "GET", path+"/items", nil).want(t, http.StatusNotFound)
	}
}

// What other collections hold is not there, for reads and for writes; the
// address itself is right, as the same key with all collections shows.
func TestLimitedKeyFindsNothingElsewhere(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, rt := range h.api.routes {
		if !slices.ContainsFunc(rt.ids, func(id string) bool { return id == "collection" || id == "item" || id == "copy" }) {
			continue
		}
		t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			w := h.world(t)
			hidden := w.further(t)
			key, _ := w.key(t, M{"collection_ids": []string{w.ids["collection"]}})
			method, path, _ := strings.Cut(rt.pattern, " ")
			hidden.request(t, key, rt.pattern).want(t, http.StatusNotFound)
			hidden.request(t, key, rt.pattern).want(t, http.StatusNotFound) // now that the token is known
			if method != "GET" {
				key.send(t, method, hidden.fill(path), "{").want(t, http.StatusNotFound)
				key.send(t, method, hidden.fill(path), M{}, "If-Match", "*").want(t, http.StatusNotFound)
				key.send(t, method, hidden.fill(path), M{}, "Idempotency-Key", "k-1").want(t, http.StatusNotFound)
			}
			mixed := &world{w.person, map[string]string{}} // the collection or item is the key's own, what is in it is not
			for name, id := range w.ids {
				mixed.ids[name] = id
				if name == rt.ids[len(rt.ids)-1] && len(rt.ids) > 1 {
					mixed.ids[name] = hidden.ids[name]
				}
			}
			if len(rt.ids) > 1 {
				mixed.request(t, key, rt.pattern).want(t, http.StatusNotFound)
			}
			if r := hidden.request(t, w.person, rt.pattern); r.StatusCode >= 300 {
				t.Errorf("the owner gets %d: %s", r.StatusCode, r.body)
			}
		})
	}
}

// A collection that a key was made for may end before the key does, and ids of
// other accounts help nobody.
func TestLimitedKeyOfStrangeCollections(t *testing.T) {
	t.Parallel()
	h := server(t)
	w, stranger := h.world(t), h.world(t)
	key, _ := w.key(t, M{"collection_ids": []string{w.ids["collection"], stranger.ids["collection"], "999999999"}})
	same(t, "collections", key.send(t, "GET", "/api/collections", nil).listed(t), []string{w.ids["collection"]})
	stranger.request(t, key, "GET /api/collections/{collection}").want(t, http.StatusNotFound)
	stranger.request(t, key, "GET /api/items/{item}").want(t, http.StatusNotFound)
	w.send(t, "DELETE", w.fill("/api/collections/{collection}"), nil).want(t, http.StatusNoContent)
	same(t, "collections", key.send(t, "GET", "/api/collections", nil).listed(t), []string{})
	same(t, "items", key.send(t, "GET", "/api/items", nil).dig(t, "meta.total"), 0)
	w.request(t, key, "GET /api/collections/{collection}").want(t, http.StatusNotFound)
}
