package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// Several items are moved to another collection and deleted, by forms alone, and each
// has its entry in the log.
func TestChosenItems(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	cameras := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	lenses := b.post("/collections", url.Values{"name": {"Lenses"}}).Header.Get("Location")
	var ids []string
	for _, name := range []string{"Leica <M3>", "Nikon F", "Summicron", "Nikkor"} {
		item := b.post(cameras+"/items", url.Values{"name": {name}}).Header.Get("Location")
		ids = append(ids, idIn(item))
	}
	entries := func(action string) int64 {
		return apitest.Scalar[int64](t, s.Harness, `select count(*) from logs where action = '`+action+`'`)
	}
	list := "sort=name&view=table"
	b.get(cameras+"?"+list).want(t, http.StatusOK, `name="item" value="`+ids[0], `value="sort=name&amp;view=table"`, "items/delete")
	query := "?list=" + url.QueryEscape(list) + "&item=" + ids[2] + "&item=" + ids[3]
	b.get(cameras+"/items/move"+query).want(t, http.StatusOK, "Move 2 items", "Lenses")
	moves := url.Values{"item": ids[2:], "list": {list}}
	b.post(cameras+"/items/move", moves).want(t, http.StatusUnprocessableEntity, `role="alert"`, `value="`+ids[2])
	moves.Set("collection_id", "999999999")
	b.post(cameras+"/items/move", moves).want(t, http.StatusUnprocessableEntity, "This collection is gone.")
	moves.Set("collection_id", idIn(lenses))
	b.post(cameras+"/items/move", moves).leadsTo(t, cameras+"?moved=2&"+list[:9]+"&to="+idIn(lenses)+"&view=table")
	b.get(cameras+"?moved=2&to="+idIn(lenses)).want(t, http.StatusOK, "2 items moved.", `href="`+lenses+`"`)
	b.get(lenses).want(t, http.StatusOK, "Summicron", "Nikkor")
	if n := entries("item_moved"); n != 2 {
		t.Errorf("%d entries of items that moved", n)
	}

	b.get(cameras+"/items/delete?item="+ids[0]+"&item="+ids[1]+"&item="+ids[2]+"&item=x").want(t, http.StatusOK, "Leica &lt;M3&gt;", "2 items", "2 copies", "0 photos")
	if part := b.post(cameras+"/items/delete", url.Values{"item": {ids[0]}}, "HX-Request", "true").want(t, http.StatusOK); part.body != "1" {
		t.Errorf("a part is answered %q", part.body)
	}
	b.post(cameras+"/items/delete", url.Values{"item": {ids[1], ids[0], ids[2], "x"}, "done": {"1"}}).leadsTo(t, cameras+"?deleted=2")
	b.get(cameras+"?deleted=2").want(t, http.StatusOK, "2 items deleted.")
	b.get("/items/"+ids[1]).want(t, http.StatusNotFound)
	b.get("/items/"+ids[2]).want(t, http.StatusOK) // of another collection
	if n := entries("item_deleted"); n != 2 {
		t.Errorf("%d entries of items that were deleted", n)
	}
}

// Viewers have no checkboxes.
func TestViewersChooseNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	shelf := "/collections/" + owner.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	owner.Make(t, "/api"+shelf+"/items", apitest.M{"name": "Leica"})
	b := s.signedIn(t, owner.Join(t, identity.Viewer))
	for _, view := range []string{"grid", "table"} {
		page := b.get(shelf+"?view="+view).want(t, http.StatusOK, "Leica")
		for _, control := range []string{"data-choose", `name="item"`, "/items/move", "/items/delete"} {
			if strings.Contains(page.body, control) {
				t.Errorf("%s shows a viewer %s", view, control)
			}
		}
	}
}

// More than a hundred items are changed a hundred at a time, all or none. Conflicts and missing items
// are named.
func TestManyChosenItems(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	cameras, lenses := owner.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"}), owner.Make(t, "/api/collections", apitest.M{"name": "Lenses", "visibility": "private"})
	shelf := "/collections/" + cameras
	apitest.Exec(t, s.Harness, `insert into items (account_id, collection_id, name, sort_name, search)
		select account_id, id, 'Item ' || n, 'item ' || n, '' from collections, generate_series(1, 205) n where id = `+cameras)
	ids := apitest.Column[string](t, s.Harness, `select id::text from items where collection_id = `+cameras+` order by items.id`)
	count := func(sql string) int64 { return apitest.Scalar[int64](t, s.Harness, `select count(*) from `+sql) }

	owner.Send(t, "DELETE", "/api/items/"+ids[150], nil).Want(t, http.StatusNoContent)
	move := url.Values{"item": ids, "collection_id": {lenses}}
	again := b.post(shelf+"/items/move", move).want(t, http.StatusUnprocessableEntity, "“Item 151”: One of these items is gone.", `name="done" value="100"`, `name="item" value="`+ids[149])
	if strings.Contains(again.body, `name="item" value="`+ids[150]) || strings.Contains(again.body, `name="item" value="`+ids[0]+`"`) {
		t.Error("what is gone, or is done, is asked about again")
	}
	if n := count(`items where collection_id = ` + lenses); n != 100 {
		t.Errorf("%d items were moved of a part of 100 and one that fails", n)
	}
	move["item"] = append(append([]string{}, ids[100:150]...), ids[151:]...)
	move.Set("done", "100")
	b.post(shelf+"/items/move", move).leadsTo(t, shelf+"?moved=204&to="+lenses)

	shelf = "/collections/" + lenses
	b.get(shelf+"/items/tags?item="+ids[0]).want(t, http.StatusOK, "Tag one item", "Add a tag")
	b.post(shelf+"/items/tags", url.Values{"item": ids[:3], "name": {" "}}).want(t, http.StatusUnprocessableEntity, `aria-invalid="true"`)
	b.post(shelf+"/items/tags", url.Values{"item": ids[:3], "name": {"Räre"}, "list": {"sort=name"}}).leadsTo(t, shelf+"?sort=name&tagged=3")
	b.get(shelf+"?tagged=3").want(t, http.StatusOK, "3 items tagged.")
	b.get(shelf+"/items/tags?item="+ids[0]+"&item="+ids[4]).want(t, http.StatusOK, `aria-label="Remove Räre"`, `<option value="Räre">`)
	apitest.Exec(t, s.Harness, `with made as (insert into tags (account_id, name, name_key) select account_id, 't' || n, 't' || n from items, generate_series(1, 100) n where id = `+ids[5]+` returning account_id, id)
		insert into item_tags (account_id, item_id, tag_id) select account_id, `+ids[5]+`, id from made`)
	b.post(shelf+"/items/tags", url.Values{"item": ids[3:9], "name": {"rare"}}).want(t, http.StatusUnprocessableEntity, "“Item 6”: This item has 100 tags already", `value="rare"`)
	tag := apitest.Scalar[string](t, s.Harness, `select id::text from tags where name = 'Räre'`)
	if n := count(`item_tags where tag_id = ` + tag); n != 3 {
		t.Errorf("%d items have the tag, although one could not", n)
	}
	b.post(shelf+"/items/untag", url.Values{"item": ids[1:9], "tag_id": {tag}}).leadsTo(t, shelf+"?untagged=2")
	b.post(shelf+"/items/untag", url.Values{"item": ids[1:9]}).want(t, http.StatusUnprocessableEntity, `role="alert"`)

	b.post(shelf+"/items/delete", url.Values{"item": ids}).leadsTo(t, shelf+"?deleted=204")
	if n := count(`logs where action = 'item_deleted' and batch_index is not null`); n != 204 {
		t.Errorf("%d entries tell which of a request they are", n)
	}
	if n := count(`(select distinct request_id from logs where action = 'item_deleted' and batch_index is not null) q`); n != 1 {
		t.Errorf("the items were deleted by %d requests", n)
	}
}
