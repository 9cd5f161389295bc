package api

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/apitest"
)

// Items move together or not at all; each has its entry, and both collections count.
func TestMoveItems(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	other := l.Make(t, "/api/collections", M{"name": "Other", "visibility": "private"})
	first, second, third := l.item(t, "First", "", M{"number": 1}), l.item(t, "Second", "", nil), l.item(t, "Third", "", nil)
	theirs := stranger.item(t, "Theirs", "", nil)
	count := func(collection string) any {
		return l.Send(t, "GET", "/api/collections/"+collection+"/items", nil).Want(t, http.StatusOK).Dig(t, "meta.total")
	}
	entries := func() int {
		n := 0
		for _, e := range l.Send(t, "GET", "/api/administration/logs?per_page=100", nil).Want(t, http.StatusOK).Dig(t, "data").([]any) {
			if e.(M)["attributes"].(M)["action"] == "item_moved" {
				n++
			}
		}
		return n
	}
	for _, c := range []struct {
		key  string
		body M
	}{
		{"item_ids", M{"item_ids": []string{}, "collection_id": other}},
		{"item_ids", M{"collection_id": other}},
		{"item_ids", M{"item_ids": slices.Repeat([]string{first}, 1001), "collection_id": other}},
		{"item_ids", M{"item_ids": []string{first, theirs}, "collection_id": other}},
		{"item_ids", M{"item_ids": []string{first, "999999999"}, "collection_id": other}},
		{"collection_id", M{"item_ids": []string{first}}},
		{"collection_id", M{"item_ids": []string{first}, "collection_id": stranger.collection}},
		{"collection_id", M{"item_ids": []string{first}, "collection_id": "999999999"}},
	} {
		r := l.Send(t, "POST", "/api/items/move", c.body).Want(t, http.StatusUnprocessableEntity)
		if errors := r.JSON(t)["errors"].(M); errors[c.key] == nil {
			t.Errorf("%v: errors are %v, want one on %s", c.body, errors, c.key)
		}
	}
	same(t, "items before", count(l.collection), 3)
	same(t, "entries before", entries(), 0)
	r := l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{second, first, second}, "collection_id": other}).Want(t, http.StatusOK)
	same(t, "type", r.Dig(t, "data.type"), "item_move")
	same(t, "id", r.Dig(t, "data.id"), other)
	same(t, "moved", r.Dig(t, "data.attributes.moved"), 2)
	same(t, "items that stay", count(l.collection), 1)
	same(t, "items that came", count(other), 2)
	same(t, "entries", entries(), 2)
	item := l.Send(t, "GET", "/api/items/"+first, nil).Want(t, http.StatusOK)
	same(t, "type stays", item.Dig(t, "data.attributes.collection_type_id"), l.kind)
	same(t, "values stay", item.Dig(t, "data.attributes.custom_fields").(M)[l.fields["number"]], 1)
	l.Send(t, "GET", "/api/collections/"+l.collection+"/items/"+first, nil).Want(t, http.StatusNotFound)
	again := l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{first, third}, "collection_id": other}).Want(t, http.StatusOK)
	same(t, "moved, with one that is there", again.Dig(t, "data.attributes.moved"), 1)
	none := l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{first}, "collection_id": other}).Want(t, http.StatusOK)
	same(t, "moved to where it is", none.Dig(t, "data.attributes.moved"), 0)
	same(t, "entries in the end", entries(), 3)
}

// Moves against each other, and against the deletion of a collection, leave every item
// in one collection and the counts right.
func TestConcurrentItemMoves(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	other, doomed := l.Make(t, "/api/collections", M{"name": "Other", "visibility": "private"}), l.Make(t, "/api/collections", M{"name": "Doomed", "visibility": "private"})
	var ids []string
	for range 6 {
		ids = append(ids, l.item(t, "Item", "", nil))
	}
	var all sync.WaitGroup
	for n := range 12 {
		all.Go(func() {
			mine := slices.Clone(ids)
			if n%2 == 1 {
				slices.Reverse(mine)
			}
			to := []string{l.collection, other}[n%2]
			if status := l.Send(t, "POST", "/api/items/move", M{"item_ids": mine, "collection_id": to}).StatusCode; status != http.StatusOK {
				t.Errorf("a move is answered %d", status)
			}
		})
	}
	all.Wait()
	all.Go(func() { l.Send(t, "DELETE", "/api/collections/"+doomed, nil) })
	all.Go(func() {
		if status := l.Send(t, "POST", "/api/items/move", M{"item_ids": ids[:3], "collection_id": doomed}).StatusCode; status != http.StatusOK && status != http.StatusUnprocessableEntity {
			t.Errorf("a move into what is deleted is answered %d", status)
		}
	})
	all.Wait()
	if wrong := scalar[int64](t, h, `
		select count(*) from (select collection_id as id, count(*) as n from items group by 1) i
		full join (select parent_id as id, sum(n) as n from totals where list = 'collection_items' group by 1) t using (id) where coalesce(i.n, 0) <> coalesce(t.n, 0)`); wrong != 0 {
		t.Errorf("%d collections count wrong", wrong)
	}
}

// Import keys move with their items. A key that the target collection already has is dropped; of two
// that arrive at once, one stays.
func TestKeysOfImportsMoveWithTheirItems(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	elsewhere := l.Make(t, "/api/collections", M{"name": "Elsewhere", "visibility": "private"})
	there := l.Make(t, "/api/collections", M{"name": "There", "visibility": "private"})
	in := func(collection, name string) string {
		return l.Make(t, "/api/collections/"+collection+"/items", M{"name": name})
	}
	one, twin, taken, present := in(l.collection, "Twin"), in(elsewhere, "Twin"), in(l.collection, "Taken"), in(there, "Present")
	for item, key := range map[string]string{one: "one", twin: "one", taken: "taken", present: "taken"} {
		apitest.Exec(t, h, `insert into import_keys (account_id, collection_id, source, key, item_id)
			select account_id, collection_id, 'file', '`+key+`', id from items where id = `+item)
	}
	l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{one, twin, taken}, "collection_id": there}).Want(t, http.StatusOK)
	keys := apitest.Column[string](t, h, `select key || ' of ' || i.name || ' in ' || c.name from import_keys k join items i on i.account_id = k.account_id and i.id = k.item_id
		join collections c on c.account_id = k.account_id and c.id = k.collection_id where i.id in (`+strings.Join([]string{one, twin, taken, present}, ", ")+`) order by 1`)
	same(t, "keys", strings.Join(keys, ", "), "one of Twin in There, taken of Present in There")
}
