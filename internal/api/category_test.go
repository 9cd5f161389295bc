package api

import (
	"fmt"
	"net/http"
	"testing"
)

// branch makes categories, each in the one before.
func branch(t testing.TB, l *library, depth int) (path string, ids []string) {
	t.Helper()
	path = "/api/collections/" + l.collection + "/categories"
	for i := range depth {
		body := M{"name": fmt.Sprint("Level ", i+1)}
		if i > 0 {
			body["parent_id"] = ids[i-1]
		}
		ids = append(ids, l.Make(t, path, body))
	}
	return path, ids
}

func wantWrong(t testing.TB, r response, field string) {
	t.Helper()
	errors, _ := r.Want(t, http.StatusUnprocessableEntity).JSON(t)["errors"].(M)
	if errors[field] == nil {
		t.Errorf("not on %s: %s", field, r.Content)
	}
}

func TestTheTreeOfCategories(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	path, ids := branch(t, l, 32)
	other := l.Make(t, "/api/collections", M{"name": "Other", "visibility": "private"})
	near := l.Make(t, "/api/collections/"+other+"/categories", M{"name": "Near"})
	for _, parent := range []string{ids[0], ids[1], ids[31], near, "999999999"} {
		wantWrong(t, l.Send(t, "PUT", path+"/"+ids[0], M{"name": "x", "parent_id": parent}), "parent_id")
	}
	wantWrong(t, l.Send(t, "POST", path, M{"name": "33", "parent_id": ids[31]}), "parent_id")
	top := l.Make(t, path, M{"name": "Top"})
	l.Make(t, path, M{"name": "Below", "parent_id": top})
	wantWrong(t, l.Send(t, "PATCH", path+"/"+top, M{"parent_id": ids[30]}), "parent_id")
	l.Send(t, "PATCH", path+"/"+top, M{"parent_id": ids[29]}).Want(t, http.StatusOK)
}

// A category is restored where it was, or where the request says.
func TestACategoryComesBack(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	path, ids := branch(t, l, 3)
	other := l.Make(t, "/api/collections", M{"name": "Other", "visibility": "private"})
	near := l.Make(t, "/api/collections/"+other+"/categories", M{"name": "Near"})
	item := l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "x", "category_id": ids[2]})
	of := func() any {
		return l.Send(t, "GET", "/api/items/"+item, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.category_id")
	}
	discard := func(path string) string {
		return l.Send(t, "DELETE", path, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	}
	restore := func(entry string, body M) response {
		return l.Send(t, "POST", "/api/trash/"+entry+"/restore", body)
	}
	inner := discard(path + "/" + ids[1])
	same(t, "without", of(), nil)
	outer := discard(path + "/" + ids[0])
	r := restore(inner, M{}).Want(t, http.StatusConflict)
	same(t, "in the way", r.Dig(t, "conflicts"), []any{M{"reason": "parent_gone", "type": "category", "id": ids[0], "name": "Level 1", "trash_entry": outer}})
	for _, parent := range []string{near, "999999999"} {
		wantWrong(t, restore(inner, M{"parent_id": parent}), "parent_id")
	}
	r = restore(inner, M{"parent_id": nil}).Want(t, http.StatusOK)
	same(t, "where it is", r.Dig(t, "restored.links.self"), l.Send(t, "GET", path+"/"+ids[1], nil).Want(t, http.StatusOK).Dig(t, "data.links.self"))
	same(t, "with it again", of(), ids[2])
	inner = discard(path + "/" + ids[1])
	restore(outer, M{}).Want(t, http.StatusOK)
	restore(inner, M{"parent_id": ids[0]}).Want(t, http.StatusOK)
	same(t, "in the one that was chosen", l.Send(t, "GET", path+"/"+ids[1], nil).Dig(t, "data.attributes.parent_id"), ids[0])
	inner = discard(path + "/" + ids[1])
	whole := discard("/api/collections/" + l.collection)
	same(t, "the collection is in the way, and the parent in it", len(restore(inner, M{}).Want(t, http.StatusConflict).Dig(t, "conflicts").([]any)), 2)
	restore(whole, M{}).Want(t, http.StatusOK)
	restore(inner, M{}).Want(t, http.StatusOK)
	same(t, "with it at last", of(), ids[2])
}
