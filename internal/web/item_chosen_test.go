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
		b.post(item+"/copies", url.Values{"status": {"owned"}, "quantity": {"1"}})
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
	if part := b.post(cameras+"/items/delete", url.Values{"item": {ids[0]}}, "HX-Request", "true"); part.StatusCode != http.StatusNoContent {
		t.Errorf("a part is answered %d", part.StatusCode)
	}
	b.post(cameras+"/items/delete", url.Values{"item": {ids[1], ids[0], ids[2], "x"}, "done": {"1"}}).leadsTo(t, cameras+"?deleted=2")
	b.get(cameras+"?deleted=2").want(t, http.StatusOK, "2 items deleted.")
	b.get("/items/"+ids[1]).want(t, http.StatusNotFound)
	b.get("/items/"+ids[2]).want(t, http.StatusOK) // of another collection
	if n := entries("item_deleted"); n != 2 {
		t.Errorf("%d entries of items that were deleted", n)
	}
}

// Who only looks has nothing to choose.
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
