package api

import (
	"fmt"
	"net/http"
	"testing"

	"vitrine/internal/apitest"
)

// An item is shown with its custom fields in their order, and with its copies.
func TestItemsWithFieldsAndCopies(t *testing.T) {
	t.Parallel()
	ada := server(t).Owner(t)
	kind := ada.Make(t, "/api/collection-types", M{"name": "Coin"})
	group := ada.Make(t, "/api/collection-types/"+kind+"/custom-field-groups", M{"name": "Mint"})
	fields := "/api/collection-types/" + kind + "/custom-fields"
	place := ada.Make(t, fields, M{"name": "Place", "field_type": "text", "group_id": group})
	year := ada.Make(t, fields, M{"name": "Year", "field_type": "number"})
	proof := ada.Make(t, fields, M{"name": "Proof", "field_type": "boolean"})
	collection := ada.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "collection_type_ids": []string{kind}})
	list := "/api/collections/" + collection + "/items"
	ducat := ada.Make(t, list, M{"name": "Ducat", "collection_type_id": kind, "custom_fields": M{year: 1650.5, place: "Kremnica", proof: false}})
	blank := ada.Make(t, list, M{"name": "Blank", "collection_type_id": kind})
	plain := ada.Make(t, list, M{"name": "Plain"})
	first := ada.Make(t, "/api/items/"+ducat+"/copies", M{"identifier": "A"})
	ada.Make(t, "/api/items/"+ducat+"/copies", M{"identifier": "B"})

	field := func(id, name, kind string, group, value any) M {
		return M{"id": id, "name": name, "kind": kind, "group": group, "value": value}
	}
	want := []any{field(year, "Year", "number", nil, 1650.5), field(proof, "Proof", "boolean", nil, false), field(place, "Place", "text", "Mint", "Kremnica")}
	none := []any{field(year, "Year", "number", nil, nil), field(proof, "Proof", "boolean", nil, nil), field(place, "Place", "text", "Mint", nil)}
	for _, path := range []string{"/api/items/" + ducat, list + "/" + ducat} {
		r := ada.Send(t, "GET", path+"?include=copies,fields", nil).Want(t, http.StatusOK)
		same(t, "fields", r.Dig(t, "data.fields"), want)
		same(t, "a copy", r.Dig(t, "data.copies.0"), ada.Send(t, "GET", "/api/items/"+ducat+"/copies/"+first, nil).Dig(t, "data"))
		same(t, "the next", r.Dig(t, "data.copies.1.attributes.identifier"), "B")
		if r.Header.Get("ETag") != "" || r.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be kept: %v", path, r.Header)
		}
	}
	for _, path := range []string{"/api/items", list} {
		r := ada.Send(t, "GET", path+"?include=fields,copies,summary,urls", nil).Want(t, http.StatusOK)
		same(t, "items", []any{r.Dig(t, "data.0.id"), r.Dig(t, "data.1.id"), r.Dig(t, "data.2.id")}, []any{ducat, blank, plain})
		same(t, "fields", []any{r.Dig(t, "data.0.fields"), r.Dig(t, "data.1.fields"), r.Dig(t, "data.2.fields")}, []any{want, none, []any{}})
		same(t, "copies", []any{r.Dig(t, "data.0.copies.1.attributes.identifier"), r.Dig(t, "data.1.copies"), r.Dig(t, "data.0.summary.copies")}, []any{"B", []any{}, 2})
	}
	ada.Send(t, "GET", "/api/items?include=fields,photos", nil).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.include")
	ada.Send(t, "GET", "/api/items?include=fields&q=nothing", nil).Want(t, http.StatusOK)
	limited, _ := makeKey(t, ada, M{"collection_ids": []string{collection}})
	same(t, "of a limited key", limited.Send(t, "GET", "/api/items?include=fields,copies", nil).Want(t, http.StatusOK).Dig(t, "data.0.copies.0.id"), first)
}

// However many copies an item has, it is shown with the first hundred.
func TestItemsWithManyCopies(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	item := w.Make(t, w.Fill("/api/collections/{collection}/items"), M{"name": "Penny"})
	apitest.Exec(t, h, fmt.Sprintf(`insert into copies (account_id, item_id, identifier, status, quantity, search) select account_id, id, 'P' || n, 'owned', 1, '' from items, generate_series(1, 120) n where id = %s`, item))
	r := w.Send(t, "GET", "/api/items/"+item+"?include=copies,summary", nil).Want(t, http.StatusOK)
	same(t, "copies", []any{len(r.Dig(t, "data.copies").([]any)), r.Dig(t, "data.copies.99.attributes.identifier"), r.Dig(t, "data.summary.copies")}, []any{100, "P100", 120})
}
