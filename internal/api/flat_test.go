package api

import (
	"net/http"
	"testing"
)

// An item or copy is the same object on both of its paths, with the same ETag and rules.
func TestFlatPaths(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	item := l.item(t, "Maus", "", M{"number": 1})
	nested, flat := "/api/collections/"+l.collection+"/items/"+item, "/api/items/"+item
	unlinked := l.Make(t, "/api/collection-types", M{"name": "Elsewhere"})

	was := l.Send(t, "GET", nested, nil).Want(t, http.StatusOK).Header.Get("ETag")
	same(t, "ETag of both paths", l.Send(t, "GET", flat, nil).Header.Get("ETag"), was)
	r := l.Send(t, "PATCH", flat, M{"name": "Maus I"}, "If-Match", was).Want(t, http.StatusOK)
	same(t, "values stay", r.Dig(t, "data.attributes.custom_fields").(M)[l.fields["number"]], 1)
	l.Send(t, "PUT", flat, M{"name": "Late"}, "If-Match", was).Want(t, http.StatusPreconditionFailed)
	l.Send(t, "DELETE", flat, nil, "If-Match", was).Want(t, http.StatusPreconditionFailed)
	r = l.Send(t, "PUT", flat, M{"name": "Maus", "collection_type_id": unlinked}).Want(t, http.StatusUnprocessableEntity)
	if r.JSON(t)["errors"].(M)["collection_type_id"] == nil {
		t.Errorf("a type of no collection: %s", r.Content)
	}
	same(t, "name on the other path", l.Send(t, "GET", nested, nil).Dig(t, "data.attributes.name"), "Maus I")
	l.Send(t, "PUT", flat, M{"name": "Maus II"}).Want(t, http.StatusOK)
	log := l.Send(t, "GET", flat+"/logs", nil).Want(t, http.StatusOK).Dig(t, "data").([]any)
	told := log[0].(M)["attributes"].(M)
	same(t, "action", told["action"], "item_updated")
	same(t, "first change", told["changes"].([]any)[0].(M)["from"], "Maus I")

	piece := l.Make(t, flat+"/copies", M{"identifier": "A-1", "quantity": 2})
	l.Send(t, "PATCH", "/api/copies/"+piece, M{"estimated_value": 500}).Want(t, http.StatusOK)
	seen := l.Send(t, "GET", flat+"/copies/"+piece, nil).Want(t, http.StatusOK)
	same(t, "value", seen.Dig(t, "data.attributes.value"), 1000)
	same(t, "identifier", seen.Dig(t, "data.attributes.identifier"), "A-1")
	l.Send(t, "PUT", "/api/copies/"+piece, M{}, "If-Match", seen.Header.Get("ETag")).Want(t, http.StatusOK)
	same(t, "a value stays", l.Send(t, "GET", "/api/copies/"+piece, nil).Dig(t, "data.attributes.estimated_value"), 500)
	l.Send(t, "DELETE", "/api/copies/"+piece, nil).Want(t, http.StatusNoContent)
	l.Send(t, "GET", flat+"/copies/"+piece, nil).Want(t, http.StatusNotFound)

	l.Send(t, "DELETE", flat, nil).Want(t, http.StatusNoContent)
	l.Send(t, "GET", nested, nil).Want(t, http.StatusNotFound)
	l.Send(t, "PUT", flat, M{"name": ""}).Want(t, http.StatusNotFound)
}
