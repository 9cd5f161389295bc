package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"
)

// References are accepted where ids are, and nowhere else.
func TestBatchReferences(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	r := inOne(t, u, op("POST", "/api/collection-types", M{"name": "Coin"}), op("POST", "/api/collection-types/$0/custom-fields", M{"name": "Metal", "field_type": "text"}),
		op("POST", "/api/collections", M{"name": "Coins", "visibility": "private"}), op("PUT", "/api/collection-types/$0/collections", M{"collection_ids": []any{"$2"}}),
		op("POST", "/api/collections/$2/items", M{"name": "$0", "description": "$1 and $2", "collection_type_id": "$3", "custom_fields": M{"$1": "$0"}}))
	same(t, "statuses", statuses(t, r), []int{201, 201, 201, 200, 201})
	id := func(i string) string { return r.Dig(t, "data."+i+".body.data.id").(string) }
	item := u.Send(t, "GET", "/api/items/"+id("4"), nil).Want(t, http.StatusOK).Attributes(t)
	same(t, "name", item["name"], "$0")
	same(t, "description", item["description"], "$1 and $2")
	same(t, "type", item["collection_type_id"], id("0"))
	same(t, "values", item["custom_fields"], M{id("1"): "$0"})
	escaped := `{"operations": [{"method": "POST", "path": "/api/locations", "body": {"name": "a"}}, {"method": "POST", "path": "/api/locations", "body": {"name": "b", "parent_id": "\u00240"}}]}`
	written := u.Send(t, "POST", "/api/batch", escaped).Want(t, http.StatusOK)
	same(t, "parent", written.Dig(t, "data.1.body.data.attributes.parent_id"), written.Dig(t, "data.0.body.data.id"))
	// two names of one field
	twice := op("POST", "/api/collections/"+id("2")+"/items", M{"name": "x", "collection_type_id": id("0"), "custom_fields": M{"$0": "a", id("1"): "b"}})
	failedAt(t, inOne(t, u, op("PUT", "/api/collection-types/"+id("0")+"/custom-fields/"+id("1"), M{"name": "Metal", "field_type": "text"}), twice), http.StatusUnprocessableEntity, 1)
}

// A reference to itself, to what comes later or to what was deleted is refused before
// anything is done.
func TestBatchReferencesToNothing(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	place := op("POST", "/api/locations", M{"name": "Desk"})
	locations := total(t, w.Person, "/api/locations")
	for _, c := range []struct {
		field string
		ops   []M
	}{
		{"operations.0.path", []M{op("DELETE", "/api/locations/$0"), place}},
		{"operations.0.path", []M{op("DELETE", "/api/locations/$1"), place}},
		{"operations.1.path", []M{place, op("DELETE", "/api/locations/$7")}},
		{"operations.1.path", []M{place, op("DELETE", "/api/locations/$99999999999999999999")}},
		{"operations.1.path", []M{op("DELETE", w.Fill("/api/copies/{copy}")), op("PATCH", "/api/copies/$0", M{"note": "x"})}},
		{"operations.1.body", []M{place, op("POST", "/api/locations", M{"name": "x", "parent_id": "$1"})}},
		{"operations.0.body", []M{op("POST", "/api/locations", M{"name": "x", "parent_id": "$1"}), place}},
		{"operations.1.body", []M{place, op("DELETE", "/api/photos", M{"photo_ids": []string{w.IDs["photo"], "$2"}})}},
		{"operations.1.body", []M{place, op("PATCH", w.Fill("/api/items/{item}"), M{"custom_fields": M{"$1": "x"}})}},
	} {
		wrongOn(t, inOne(t, w.Person, c.ops...), c.field)
	}
	failedAt(t, inOne(t, w.Person, place, op("DELETE", "/api/locations/$x")), http.StatusNotFound, 1)
	failedAt(t, inOne(t, w.Person, place, op("DELETE", "/api/locations/$00")), http.StatusNotFound, 1)
	failedAt(t, inOne(t, w.Person, place, op("POST", "/api/locations", M{"name": "x", "parent_id": "$00"})), http.StatusUnprocessableEntity, 1)
	same(t, "locations", total(t, w.Person, "/api/locations"), locations)
}

// A request that is no batch is refused as a whole.
func TestBatchEnvelope(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	place := op("POST", "/api/locations", M{"name": "Desk"})
	for _, operations := range []any{nil, []any{}, "x", M{}, 1, []any{1}, []any{place, nil}, slices.Repeat([]any{place}, 101)} {
		wrongOn(t, u.Send(t, "POST", "/api/batch", M{"operations": operations}), "operations")
	}
	wrongOn(t, u.Send(t, "POST", "/api/batch", nil), "operations")
	wrongOn(t, u.Send(t, "POST", "/api/batch", `{"operations": [`), "body")
	for field, o := range map[string]M{
		"operations.1.method":   {"path": "/api/locations"},
		"operations.1.path":     {"method": "POST"},
		"operations.1.if_match": {"method": "POST", "path": "/api/locations", "if_match": 1},
	} {
		wrongOn(t, inOne(t, u, place, o), field)
	}
	for _, method := range []any{"", "post", "GET", "HEAD", "OPTIONS", "TRACE", "CONNECT", "DELETE /api/locations", 7, nil} {
		wrongOn(t, inOne(t, u, M{"method": method, "path": "/api/locations", "body": M{"name": "x"}}), "operations.0.method")
	}
	for _, path := range []any{"http://127.0.0.1/api/locations", "//127.0.0.1/api/locations", "/api/../api/locations", "/api/./locations", "/api%2flocations", "/api/locations%00", "api/locations", "", "/",
		"/api/locations/", "/api/locations#x", "/api/locations?name=x", "/api//locations", "/api/locations\x00", "/api/locations\r\nX: y", "/api/locations ", "*", 7, nil, "/api/löcations"} {
		wrongOn(t, inOne(t, u, M{"method": "POST", "path": path, "body": M{"name": "x"}}), "operations.0.path")
	}
	for _, path := range []string{"/c/x", "/collections", "/api", "/api/nothing", "/livez/x"} {
		failedAt(t, inOne(t, u, op("POST", path, M{"name": "x"})), http.StatusNotFound, 0)
	}
	for _, o := range []M{op("PATCH", "/api/locations"), op("POST", "/api/locations/7"), op("PATCH", "/api/collection-types/import"), op("DELETE", "/api/batch"), op("POST", "/api/health")} {
		wrongOn(t, inOne(t, u, o), "operations.0.method")
	}
	wrongOn(t, inOne(t, u, place, op("POST", "/api/batch", M{"operations": []M{place}})), "operations.1.path")
	u.Send(t, "POST", "/api/batch", M{"operations": []M{op("POST", "/api/locations", M{"name": strings.Repeat("x", 1<<20)})}}).Want(t, http.StatusRequestEntityTooLarge)
	u.Send(t, "POST", "/api/batch", "{}", "Content-Type", "text/plain").Want(t, http.StatusUnsupportedMediaType)
	same(t, "locations", total(t, u, "/api/locations"), 0)
}

// An invalid body is refused by its operation.
func TestBatchWithOddBodies(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	for _, body := range []any{[]any{}, "x", 1, true} {
		r := failedAt(t, u.Send(t, "POST", "/api/batch", M{"operations": []M{{"method": "POST", "path": "/api/locations", "body": body}}}), http.StatusUnprocessableEntity, 0)
		alone := u.Send(t, "POST", "/api/locations", body).Want(t, http.StatusUnprocessableEntity)
		same(t, "errors", r.Dig(t, "errors"), alone.Dig(t, "errors"))
	}
	odd := M{"method": "POST", "path": "/api/locations", "body": M{"name": "x", "colour": "red"}, "comment": "y"}
	same(t, "statuses", statuses(t, inOne(t, u, odd)), []int{201})
	strict := func(o M, more M) response {
		body := M{"operations": []M{o}}
		for name, v := range more {
			body[name] = v
		}
		r := u.Send(t, "POST", "/api/batch", body, "Prefer", "handling=strict")
		same(t, "applied", r.Header.Get("Preference-Applied"), "handling=strict")
		return r
	}
	wrongOn(t, strict(odd, M{"more": 1}), "more")
	wrongOn(t, strict(odd, nil), "operations.0.comment")
	delete(odd, "comment")
	wrongOn(t, failedAt(t, strict(odd, nil), http.StatusUnprocessableEntity, 0), "colour")
	same(t, "statuses", statuses(t, strict(op("POST", "/api/locations", M{"name": "y"}), nil)), []int{201})
	same(t, "locations", total(t, u, "/api/locations"), 2)
}

// Of a hundred deletions of one object, the second finds nothing.
func TestBatchDeletesOnce(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	trash := total(t, w.Person, "/api/trash")
	failedAt(t, inOne(t, w.Person, slices.Repeat([]M{op("DELETE", w.Fill("/api/collections/{collection}"))}, 100)...), http.StatusNotFound, 1)
	w.Send(t, "GET", w.Fill("/api/copies/{copy}"), nil).Want(t, http.StatusOK)
	same(t, "entries in the trash", total(t, w.Person, "/api/trash"), trash)
}
