package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
)

// Items are added one after the other: with photos, at a place, and what is pinned
// stays for the next one.
func TestItemsAreAddedInARow(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	shelf := w.Fill("/collections/{collection}")
	maker := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Maker", "field_type": "text"})
	place := w.Make(t, "/api/locations", apitest.M{"name": "Cabinet"})
	fields := map[string]string{"name": "Nikon F", "type": w.IDs["collectionType"], "custom_fields." + maker: "Nikon", "location_id": place, "next": "1", "unpin_place": "1", "count": "2"}
	send := func(name string, content []byte, header ...string) seen {
		body, kind := multipartForm(t, fields, name, content)
		return b.sendBody("POST", shelf+"/items", body, append(header, "Content-Type", kind)...)
	}
	drawer := send("front.png", dot(31), "HX-Request", "true").want(t, http.StatusOK, "Nikon F", "3 added", `<option value="`+w.IDs["collectionType"]+`" selected`)
	if strings.Contains(drawer.body, "<html") || strings.Contains(drawer.body, `<option value="`+place+`" selected`) {
		t.Errorf("the drawer is %s", drawer.body)
	}
	_, rest, _ := strings.Cut(drawer.body, `href="/items/`)
	id, _, _ := strings.Cut(rest, `"`)
	b.get("/items/"+id).want(t, http.StatusOK, "Nikon", "/large", `<small>1</small>`)
	fields["next"] = ""
	if to := send("notes.txt", []byte("none"), "HX-Request", "true").want(t, http.StatusOK).Header.Get("HX-Redirect"); !strings.Contains(to, "refused=notes.txt") {
		t.Errorf("the drawer leads to %q", to)
	} else {
		b.get(to).want(t, http.StatusOK, "notes.txt", "could not be added")
	}
	fields["name"] = ""
	send("front.png", dot(32), "HX-Request", "true").want(t, http.StatusUnprocessableEntity, "aria-invalid", "choose the photos again")
	fields["name"], fields["location_id"] = "Nikon S", "999999"
	send("", nil).want(t, http.StatusUnprocessableEntity)
	if found := w.Send(t, "GET", w.Fill("/api/collections/{collection}/items?q=Nikon+S"), nil); fmt.Sprint(found.Dig(t, "data")) != "[]" {
		t.Error("an item was made although its copy was refused")
	}
	b.get(shelf+"/items/new?like="+id).want(t, http.StatusOK, `value="Nikon F"`, `value="Nikon"`)
	b.get("/custom-fields/"+maker+"/values?"+url.Values{"custom_fields." + maker: {"NIK"}}.Encode()).want(t, http.StatusOK, `<option value="Nikon">`)
}

// Earlier values are found at once, however many items have them.
func TestSuggestionsAreFound(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	_, w, b := withFiles(t)
	field := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Maker", "field_type": "text"})
	apitest.Exec(t, w.Harness, `insert into items (account_id, collection_id, collection_type_id, name, sort_name, search)
		select i.account_id, i.collection_id, i.collection_type_id, 'x' || n, 'x' || n, '' from items i, generate_series(1, 20000) n where i.id = `+w.IDs["item"])
	apitest.Exec(t, w.Harness, `insert into item_values (account_id, item_id, custom_field_id, value)
		select account_id, id, `+field+`, to_jsonb('Maker ' || id % 40) from items where name like 'x%'`)
	page := b.get("/custom-fields/"+field+"/values?"+url.Values{"custom_fields." + field: {"máker"}}.Encode()).want(t, http.StatusOK, `value="Maker 0"`)
	if n := strings.Count(page.body, "<option"); n != 10 {
		t.Errorf("%d values are suggested", n)
	}
	began := time.Now()
	b.get("/custom-fields/" + field + "/values")
	if took := time.Since(began); took > time.Second { // a scan of everything takes seconds on a busy machine
		t.Errorf("the suggestions took %s", took)
	}
}
