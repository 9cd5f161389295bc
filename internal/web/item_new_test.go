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

// Items are added one after the other: with photos, at a place, and type and place stay for the
// next one.
func TestItemsAreAddedInARow(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	shelf := w.Fill("/collections/{collection}")
	maker := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), apitest.M{"name": "Maker", "field_type": "text"})
	place := w.Make(t, "/api/locations", apitest.M{"name": "Cabinet"})
	fields := map[string]string{"name": "Nikon F", "type": w.IDs["collectionType"], "custom_fields." + maker: "Nikon", "location_id": place, "next": "1", "count": "2"}
	send := func(name string, content []byte, header ...string) seen {
		body, kind := multipartForm(t, fields, name, content)
		return b.sendBody("POST", shelf+"/items", body, append(header, "Content-Type", kind)...)
	}
	drawer := send("front.png", dot(31), "HX-Request", "true").want(t, http.StatusOK, "Nikon F", "3 added", `name="type" value="`+w.IDs["collectionType"]+`"`)
	if strings.Contains(drawer.body, "<html") || !strings.Contains(drawer.body, `name="place" value="`+place+`" checked`) {
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

// Earlier values are found quickly, however many items have them.
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

// What is added is owned, unless somebody says otherwise: with its condition, what was paid,
// to whom, and a place made on the spot, all in one form.
func TestWhatIsAddedIsOwned(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private", "currency": "EUR"})
	b.get(shelf+"/items/new").want(t, http.StatusOK, `value="own" checked`, "Near mint", `name="paid"`, `<option value="EUR" selected>EUR €</option>`, `name="location_new"`)
	item := b.post(shelf+"/items", url.Values{"name": {"Doctor Stranger"}, "condition": {"Near mint"}, "paid": {"1.850,00 €"}, "paid_at": {"2024-05-04"}, "paid_from": {"Comic fair"}, "location_new": {"Box 4"}}).
		want(t, http.StatusSeeOther).Header.Get("Location")
	page := b.get(item).want(t, http.StatusOK, "Copy 1", "Near mint", "Box 4", "€1,850", "4 May 2024", "/transactions/new?to=")
	_, rest, _ := strings.Cut(page.body, `href="/copies/`)
	id, _, _ := strings.Cut(rest, `"`)
	b.get("/copies/"+id).want(t, http.StatusOK, "<title>Copy 1", "Comic fair", "Near mint", "<dt>Paid</dt>")
	var scale []string
	for _, c := range p.Send(t, "GET", "/api/item-conditions", nil).Dig(t, "data").([]any) {
		scale = append(scale, fmt.Sprint(c.(map[string]any)["attributes"].(map[string]any)["name"]))
	}
	if got := strings.Join(scale, " "); got != "Mint Near mint Very good Good Fair Poor" {
		t.Errorf("the scale is %s", got)
	}
	b.get(shelf+"/items/new").want(t, http.StatusOK, `value="Near mint" checked`, ` checked> <span>Box 4</span>`)
	for way, copies := range map[string]int{"own": 1, "want": 0, "none": 0, "": 1} {
		path := b.post(shelf+"/items", url.Values{"name": {"Number " + way}, "own": {way}, "sorted": {"1"}, "wanted_max_price": {"€5"}}).want(t, http.StatusSeeOther).Header.Get("Location")
		made := p.Send(t, "GET", "/api"+path+"/copies", nil).Dig(t, "data").([]any)
		wanted := p.Send(t, "GET", "/api"+path, nil).Dig(t, "data.attributes.wanted")
		if len(made) != copies || wanted != (way == "want") {
			t.Errorf("%q: %d copies, wanted %v", way, len(made), wanted)
		}
	}
	// All mistakes are said at once, and nothing is made.
	before := apitest.Scalar[int64](t, s.Harness, `select count(*) from items`) + apitest.Scalar[int64](t, s.Harness, `select count(*) from locations`)
	b.post(shelf+"/items", url.Values{"name": {""}, "paid": {"12.5o"}, "paid_at": {"soon"}, "quantity": {"0"}, "location_new": {"Box 5"}}).
		want(t, http.StatusUnprocessableEntity, `id="name-wrong"`, `id="paid-wrong"`, "“12.5o” is not an amount", `id="paid_at-wrong"`, `id="quantity-wrong"`, `value="Box 5"`)
	b.post(shelf+"/items", url.Values{"name": {"A"}, "condition": {strings.Repeat("x", 300)}, "location_new": {"Box 5"}}).want(t, http.StatusUnprocessableEntity, `id="condition-wrong"`)
	if after := apitest.Scalar[int64](t, s.Harness, `select count(*) from items`) + apitest.Scalar[int64](t, s.Harness, `select count(*) from locations`); after != before {
		t.Error("a refused form made something")
	}
}
