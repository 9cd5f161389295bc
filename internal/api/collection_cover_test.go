package api

import (
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/apitest"
)

// The cover of a collection is a photo of one of its items. It goes when its item moves or its photo
// is deleted, and comes back with the photo unless there is another by then.
func TestCollectionCover(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	photo := func(l *library, item string) string {
		return l.SendForm(t, "/api/items/"+item+"/photos", "a.png", apitest.Picture(), nil).Want(t, http.StatusCreated).ID(t)
	}
	path := "/api/collections/" + l.collection
	other := l.Make(t, "/api/collections", M{"name": "Other", "visibility": "private"})
	item, second := l.item(t, "Item", "", nil), l.item(t, "Second", "", nil)
	mine, theirs := photo(l, item), photo(stranger, stranger.item(t, "Item", "", nil))
	elsewhere := photo(l, l.Make(t, "/api/collections/"+other+"/items", M{"name": "Elsewhere"}))
	another := photo(l, second)
	cover := func() any {
		return l.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.cover_photo_id")
	}
	set := func(id any) response { return l.Send(t, "PATCH", path, M{"cover_photo_id": id}) }
	same(t, "before", cover(), nil)
	for _, bad := range []any{theirs, elsewhere, "999999999", "x", -1} {
		if errors := set(bad).Want(t, http.StatusUnprocessableEntity).JSON(t)["errors"].(M); errors["cover_photo_id"] == nil {
			t.Errorf("%v: errors are %v", bad, errors)
		}
	}
	l.Send(t, "POST", "/api/collections", M{"name": "New", "visibility": "private", "cover_photo_id": mine}).Want(t, http.StatusUnprocessableEntity)
	same(t, "set", set(mine).Want(t, http.StatusOK).Dig(t, "data.attributes.cover_photo_id"), mine)
	l.Send(t, "PUT", path, M{"name": "Things", "visibility": "private"}).Want(t, http.StatusOK)
	same(t, "after a PUT without it", cover(), mine)
	same(t, "cleared", set(nil).Want(t, http.StatusOK).Dig(t, "data.attributes.cover_photo_id"), nil)
	same(t, "changed twice", set(another).Want(t, http.StatusOK).Dig(t, "data.attributes.cover_photo_id"), another)
	set(mine).Want(t, http.StatusOK)

	trash := func(path string) string {
		return l.Send(t, "DELETE", path, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	}
	restore := func(entry string, body M) {
		l.Send(t, "POST", "/api/trash/"+entry+"/restore", body).Want(t, http.StatusOK)
	}
	entry := trash("/api/items/" + item + "/photos/" + mine)
	same(t, "without its photo", cover(), nil)
	restore(entry, M{})
	same(t, "with its photo again", cover(), mine)
	entry = trash("/api/items/" + item)
	set(another).Want(t, http.StatusOK)
	restore(entry, M{})
	same(t, "beside a later one", cover(), another)
	set(mine).Want(t, http.StatusOK)
	entry = trash("/api/items/" + item)
	restore(entry, M{"parent_id": other})
	same(t, "restored elsewhere", cover(), nil)
	l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{item}, "collection_id": l.collection}).Want(t, http.StatusOK)
	set(mine).Want(t, http.StatusOK)
	entry = trash(path)
	restore(entry, M{})
	same(t, "with its collection", cover(), mine)
	before := l.Send(t, "GET", path, nil).Want(t, http.StatusOK)
	l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{item}, "collection_id": other}).Want(t, http.StatusOK)
	same(t, "moved away", cover(), nil)
	after := l.Send(t, "GET", path, nil).Want(t, http.StatusOK)
	same(t, "time of the last change", after.Dig(t, "data.attributes.updated_at"), before.Dig(t, "data.attributes.updated_at"))
	if after.Header.Get("ETag") == before.Header.Get("ETag") {
		t.Error("the collection has another cover, and the same ETag")
	}
}

// While an item moves between two collections and becomes the cover of both, no collection has a cover
// from the other.
func TestCoversAndMovesAtOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	both := []string{l.collection, l.Make(t, "/api/collections", M{"name": "Other", "visibility": "private"})}
	item := l.item(t, "Item", "", nil)
	photo := l.SendForm(t, "/api/items/"+item+"/photos", "a.png", apitest.Picture(), nil).Want(t, http.StatusCreated).ID(t)
	var all sync.WaitGroup
	for n := range 12 {
		all.Go(func() {
			for i := range 6 {
				at := both[(n+i)%2]
				r := l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{item}, "collection_id": at})
				if n%2 == 0 {
					r = l.Send(t, "PATCH", "/api/collections/"+at, M{"cover_photo_id": photo})
				}
				if r.StatusCode != http.StatusOK && r.StatusCode != http.StatusUnprocessableEntity {
					t.Errorf("answered %d", r.StatusCode)
				}
			}
		})
	}
	all.Wait()
	apitest.CheckState(t, h)
}
