package api

import (
	"fmt"
	"net/http"
	"testing"

	"vitrine/internal/apitest"
)

// forms are names that are one tag.
var forms = []string{"Élan", "élan", "E\u0301lan", "e\u0301lan", "ELAN", " elan "}

// tagged makes an item with tags.
func tagged(t testing.TB, l *library, tags ...string) string {
	t.Helper()
	return l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "x", "tag_ids": tags})
}

// tagsOf are the tags of an item.
func tagsOf(t testing.TB, u *person, item string) any {
	t.Helper()
	return u.Send(t, "GET", "/api/items/"+item, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.tag_ids")
}

func TestTagsOfAnItem(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	item := tagged(t, l)
	path := "/api/items/" + item + "/tags"
	first := l.Send(t, "POST", path, M{"name": "Élan"}).Want(t, http.StatusCreated).ID(t)
	entries := func() any {
		return l.Send(t, "GET", "/api/items/"+item+"/logs", nil).Want(t, http.StatusOK).Dig(t, "meta.total")
	}
	n := entries()
	for _, name := range forms {
		r := l.Send(t, "POST", path, M{"name": name}).Want(t, http.StatusCreated)
		same(t, name, []any{r.ID(t), r.Dig(t, "data.attributes.name")}, []any{first, "Élan"})
	}
	same(t, "entries after the first", entries(), n)
	same(t, "tags", l.Send(t, "GET", "/api/tags", nil).Dig(t, "meta.total"), 1)
	same(t, "of the item", tagsOf(t, l.person, item), []any{first})
	r := l.Send(t, "GET", "/api/items/"+item+"/logs?action=item_tag_attached", nil)
	same(t, "the entry", []any{r.Dig(t, "data.0.attributes.object_type"), r.Dig(t, "data.0.attributes.changes")}, []any{"item", []any{M{"field": "tag_ids", "from": []any{}, "to": []any{first}}}})
	l.Send(t, "DELETE", path+"/"+first, nil).Want(t, http.StatusNoContent)
	l.Send(t, "DELETE", path+"/"+first, nil).Want(t, http.StatusNotFound)
	same(t, "taken off", tagsOf(t, l.person, item), []any{})
	l.Send(t, "GET", "/api/tags/"+first, nil).Want(t, http.StatusOK)
	l.Send(t, "POST", "/api/items/999999999/tags", M{"name": "never"}).Want(t, http.StatusNotFound)
	same(t, "tags that nobody asked for", l.Send(t, "GET", "/api/tags?q=never", nil).Dig(t, "meta.total"), 0)
}

// A limited key puts on tags that are there, and makes none.
func TestALimitedKeyMakesNoTag(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	item, tag := tagged(t, l), l.Make(t, "/api/tags", M{"name": "There"})
	key, _ := makeKey(t, l.person, M{"collection_ids": []string{l.collection}})
	same(t, "attached", key.Send(t, "POST", "/api/items/"+item+"/tags", M{"name": "THERE"}).Want(t, http.StatusCreated).ID(t), tag)
	r := key.Send(t, "POST", "/api/items/"+item+"/tags", M{"name": "New"}).Want(t, http.StatusUnprocessableEntity)
	if r.Dig(t, "errors.name") == nil {
		t.Errorf("not on name: %s", r.Content)
	}
	same(t, "tags", key.Send(t, "GET", "/api/tags", nil).Dig(t, "meta.total"), 1)
}

func TestAnItemHasAtMostAHundredTags(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	item := tagged(t, l)
	path := "/api/items/" + item + "/tags"
	for i := range 100 {
		l.Send(t, "POST", path, M{"name": fmt.Sprint("tag ", i)}).Want(t, http.StatusCreated)
	}
	l.Send(t, "POST", path, M{"name": "tag 7"}).Want(t, http.StatusCreated) // attached before
	over := l.Make(t, "/api/tags", M{"name": "another"})
	all := append(tagsOf(t, l.person, item).([]any), over)
	for name, r := range map[string]response{
		"attached": l.Send(t, "POST", path, M{"name": "one more"}),
		"written":  l.Send(t, "PATCH", "/api/items/"+item, M{"tag_ids": all}),
	} {
		if r.Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.item") == nil {
			t.Errorf("%s: not on item: %s", name, r.Content)
		}
	}
	same(t, "tags that nobody asked for", l.Send(t, "GET", "/api/tags?q=one+more", nil).Dig(t, "meta.total"), 0)
	l.Send(t, "PATCH", "/api/items/"+item, M{"tag_ids": all[1:]}).Want(t, http.StatusOK)
}

func TestMergeTags(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	keep, gone := l.Make(t, "/api/tags", M{"name": "keep"}), l.Make(t, "/api/tags", M{"name": "gone"})
	foreign := h.Owner(t).Make(t, "/api/tags", M{"name": "foreign"})
	both, one, none := tagged(t, l, keep, gone), tagged(t, l, gone), tagged(t, l)
	path := "/api/tags/" + keep + "/merge"
	for _, bad := range []any{keep, foreign, "999999999", nil, "x"} {
		if r := l.Send(t, "POST", path, M{"tag_id": bad}).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.tag_id") == nil {
			t.Errorf("%v: not on tag_id: %s", bad, r.Content)
		}
	}
	l.Send(t, "POST", "/api/tags/"+foreign+"/merge", M{"tag_id": gone}).Want(t, http.StatusNotFound)
	r := l.Send(t, "POST", path, M{"tag_id": gone}).Want(t, http.StatusOK)
	same(t, "the one that is left", r.ID(t), keep)
	l.Send(t, "GET", "/api/tags/"+gone, nil).Want(t, http.StatusNotFound)
	for item, want := range map[string]any{both: []any{keep}, one: []any{keep}, none: []any{}} {
		same(t, "item "+item, tagsOf(t, l.person, item), want)
	}
	l.Send(t, "POST", "/api/trash/"+r.Header.Get("X-Trash-Entry")+"/restore", M{}).Want(t, http.StatusOK)
	for item, want := range map[string]any{both: []any{keep, gone}, one: []any{keep, gone}, none: []any{}} {
		same(t, "restored, item "+item, tagsOf(t, l.person, item), want)
	}
}

// An item that comes back from the trash has no tag that was deleted meanwhile.
func TestTagsOfARestoredItem(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	gone, stays := l.Make(t, "/api/tags", M{"name": "Gone"}), l.Make(t, "/api/tags", M{"name": "Stays"})
	back := func(tags ...string) func() string {
		item := tagged(t, l, tags...)
		entry := l.Send(t, "DELETE", "/api/items/"+item, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
		return func() string {
			l.Send(t, "POST", "/api/trash/"+entry+"/restore", nil).Want(t, http.StatusOK)
			return fmt.Sprint(l.Send(t, "GET", "/api/items/"+item, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.tag_ids"))
		}
	}
	one := back(gone)
	both := back(gone, stays)
	l.Send(t, "DELETE", "/api/tags/"+gone, nil).Want(t, http.StatusNoContent)
	same(t, "tags of the one", one(), "[]")
	same(t, "tags of the other", both(), "["+stays+"]")
}

// Of two tags that are deleted at the same time, an item shows neither.
func TestTagsDeletedAtOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	one, other := l.Make(t, "/api/tags", M{"name": "One"}), l.Make(t, "/api/tags", M{"name": "Other"})
	item := tagged(t, l, one, other)
	tx := begun(t, h, `delete from tags where id = $1`, atoi(t, one))
	deleted := make(chan response, 1)
	go func() { deleted <- l.Send(t, "DELETE", "/api/tags/"+other, nil) }()
	awaitBlocked(t, h, tx.Conn().PgConn().PID(), 1)
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-deleted).Want(t, http.StatusNoContent)
	same(t, "tags", apitest.Scalar[string](t, h, `select tag_ids::text from items where id = $1`, atoi(t, item)), "{}")
}
