package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/export"
	"vitrine/internal/identity"
)

// Collections and locations are exported as shown: with the filters in words, the number of rows,
// columns that can be ordered without scripts, and the file.
func TestExport(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Coins", "visibility": "private"})
	study := owner.Make(t, "/api/locations", apitest.M{"name": "Study"})
	for _, name := range []string{"=Ducat", "Thaler", "Bare"} {
		item := owner.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": name})
		if name != "Bare" {
			owner.Make(t, "/api/items/"+item+"/copies", apitest.M{"location_id": study, "identifier": "ID-" + name})
		}
	}
	b := s.signedIn(t, owner.Join(t, identity.Viewer))
	path := "/collections/" + shelf + "/export"
	b.get("/collections/"+shelf+"?q=duc").want(t, http.StatusOK, path+"?q=duc")
	b.get(path+"?q=duc").want(t, http.StatusOK, "Export Coins", "1 row", "duc", "Excel workbook", `name="col" value="item_name" checked`)
	page := b.get(path).want(t, http.StatusOK, "3 rows").body
	if strings.Contains(page, `value="item_id" checked`) || !strings.Contains(page, `value="item_id"`) {
		t.Error("the number of the item is chosen already, or not offered")
	}
	other := owner.Make(t, "/api/collection-types", apitest.M{"name": "Comic"})
	owner.Make(t, "/api/collection-types/"+other+"/custom-fields", apitest.M{"name": "Issue", "field_type": "text"})
	page = b.get(path).body
	if strings.Contains(page, "Issue") || strings.Contains(page, `_uuid" checked`) || !strings.Contains(page, `value="item_uuid"`) {
		t.Error("the field of another type is offered, or a column for programs chosen")
	}
	if last := strings.LastIndex(page, " checked"); strings.Index(page, `name="col" value="item_uuid"`) < last && strings.Index(page, `name="col" value="item_id"`) < last {
		t.Error("the usual columns do not come first")
	}
	moved := b.get(path+"?order=item_name&order=identifier&col=identifier&up=identifier").want(t, http.StatusOK).body
	if i, j := strings.Index(moved, `name="order" value="identifier"`), strings.Index(moved, `name="order" value="item_name"`); i < 0 || i > j {
		t.Error("the identifier was not moved up")
	}
	query := url.Values{"order": {"identifier", "item_name", "location"}, "col": {"item_name", "identifier"}, "sort": {"name"}}
	if got := b.get(path+"/file?"+query.Encode()).want(t, http.StatusOK).body; got != "identifier,item_name\nID-=Ducat,'=Ducat\n,Bare\nID-Thaler,Thaler\n" {
		t.Errorf("the file is %q", got)
	}
	place := "/locations/" + study
	b.get(place).want(t, http.StatusOK, place+"/export")
	b.get(place+"/export").want(t, http.StatusOK, "Export Study", "2 rows")
	if got := b.get(place+"/export/file?order=item_name&col=item_name&labels=true&q=x").want(t, http.StatusOK).body; !strings.HasPrefix(got, "Item\n") || strings.Count(got, "\n") != 3 {
		t.Errorf("the file of the location is %q", got)
	}
	nowhere := owner.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Ducat of nowhere"})
	owner.Make(t, "/api/items/"+nowhere+"/copies", apitest.M{"identifier": "ID-nowhere"})
	b.get("/locations/none").want(t, http.StatusOK, "/locations/none/export")
	b.get("/locations/none/export").want(t, http.StatusOK, "Export Without a location", "1 row", "one for each copy")
	if got := b.get("/locations/none/export/file?order=identifier&col=identifier").want(t, http.StatusOK).body; got != "identifier\nID-nowhere\n" {
		t.Errorf("the file of what is nowhere is %q", got)
	}
	b.get("/search?q=duc").want(t, http.StatusOK, "/search/export?q=duc")
	b.get("/search/export?q=duc").want(t, http.StatusOK, "Export Items", "2 rows", "one for each item", `name="q" value="duc"`)
	if got := b.get("/search/export/file?q=duc&order=item_name&col=item_name").want(t, http.StatusOK).body; strings.Count(got, "\n") != 3 || !strings.Contains(got, "Ducat of nowhere\n") || !strings.Contains(got, "'=Ducat\n") {
		t.Errorf("the file of what was found is %q", got)
	}
	b.get("/search/export").want(t, http.StatusOK, "4 rows")
	b.get("/search/export/file?q="+strings.Repeat("x", 300)).want(t, http.StatusUnprocessableEntity)
	b.get(path+"/file?format=pdf").want(t, http.StatusUnprocessableEntity)
	b.get("/locations/999999999/export").want(t, http.StatusNotFound)
}

// A long list is made by a job: the page orders it, reloads without scripts, and offers the file to
// the user who ordered it and to owners.
func TestExportOfManyRows(t *testing.T) {
	t.Parallel()
	s := importSite(t)
	owner := s.Owner(t)
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Stamps", "visibility": "private"})
	item := owner.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Penny"})
	apitest.Exec(t, s.Harness, `begin; set local session_replication_role = replica;
		insert into copies (account_id, item_id, identifier, status, quantity, search) select account_id, id, 'S-' || n, 'owned', 1, '' from items, generate_series(1, `+strconv.Itoa(export.MostRows+1)+`) n where id = `+item+`; commit`)
	viewer := owner.Join(t, identity.Viewer)
	b, other := s.signedIn(t, viewer), s.signedIn(t, owner.Join(t, identity.Editor))
	path := "/collections/" + shelf + "/export"
	b.get("/insurance/pack").want(t, http.StatusOK, "The pack would have more than 10,000 copies.")
	b.get(path+"?q=none").want(t, http.StatusOK, "0 rows", "Download")
	b.get(path+"?q=penny").want(t, http.StatusOK, "100,001 rows", "in the background", `formaction="`+path+`?q=penny"`, `name="col" value="item_name" checked`)
	b.get(path+"/file?q=penny").leadsTo(t, path+"?q=penny")
	sent := url.Values{"format": {"csv"}, "order": {"identifier", "item_name", "location"}, "col": {"item_name", "identifier"}}
	refused := b.send("POST", path+"?q=penny", url.Values{"format": {"pdf"}, "order": {"location", "item_name"}, "col": {"location"}}).want(t, http.StatusUnprocessableEntity, `id="format-wrong"`, `value="location" checked`).body
	if strings.Contains(refused, `value="item_name" checked`) {
		t.Error("the columns that were chosen are forgotten")
	}
	b.send("POST", path+"?q=penny", sent).leadsTo(t, "/exports")
	page := b.get("/exports")
	for began := time.Now(); !strings.Contains(page.body, "/file\""); page = b.get("/exports") {
		page.want(t, http.StatusOK, "vitrine-collection-", `<meta http-equiv="refresh"`, `hx-get="/exports?made"`)
		if time.Since(began) > time.Minute {
			t.Fatalf("the file is not made: %s", page.body)
		}
		time.Sleep(50 * time.Millisecond)
	}
	page.want(t, http.StatusOK, "100,001 rows", "Download")
	if strings.Contains(page.body, "refresh") || strings.Contains(page.body, "hx-get=\"/exports") {
		t.Error("the page comes again although nothing is being made")
	}
	_, rest, _ := strings.Cut(page.body, `href="/exports/`)
	id, _, _ := strings.Cut(rest, "/file")
	file := b.get("/exports/"+id+"/file").want(t, http.StatusOK)
	if !strings.HasPrefix(file.body, "identifier,item_name\nS-") || strings.Count(file.body, "\n") != export.MostRows+2 || !strings.Contains(file.Header.Get("Content-Disposition"), "vitrine-collection-") {
		t.Errorf("the file has %d lines, beginning with %.50q, and is sent as %q", strings.Count(file.body, "\n"), file.body, file.Header.Get("Content-Disposition"))
	}
	other.get("/exports").want(t, http.StatusOK, "There are none yet.")
	other.get("/exports/"+id+"/file").want(t, http.StatusNotFound)
	other.send("POST", "/exports/"+id+"/delete", url.Values{}).want(t, http.StatusNotFound)
	s.signedIn(t, owner).get("/exports/"+id+"/file").want(t, http.StatusOK)
	if asked := viewer.Send(t, "GET", "/api/exports/"+id, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.query"); asked != "collection_id="+shelf+"&q=penny" {
		t.Errorf("the list was asked for as %v", asked)
	}
	b.send("POST", "/exports/"+id+"/delete", url.Values{}).leadsTo(t, "/exports")
	b.get("/exports").want(t, http.StatusOK, "There are none yet.")
	for _, list := range []string{"/locations/none/export", "/search/export?q=penny"} {
		b.get(list).want(t, http.StatusOK)
		b.send("POST", list, url.Values{}).leadsTo(t, "/exports")
	}
	b.get("/exports").want(t, http.StatusOK, "vitrine-copies-", "vitrine-items-")
}

// Without a store, a long list must be narrowed down.
func TestExportOfManyRowsWithoutStore(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{NoFiles: true})
	owner := s.Owner(t)
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Stamps", "visibility": "private"})
	apitest.Exec(t, s.Harness, `begin; set local session_replication_role = replica;
		insert into items (account_id, collection_id, name, sort_name, search, custom_fields) select account_id, id, 'Penny ' || n, 'penny', '', '{}' from collections, generate_series(1, `+strconv.Itoa(export.MostRows+1)+`) n where id = `+shelf+`; commit`)
	page := s.signedIn(t, owner).get("/collections/"+shelf+"/export").want(t, http.StatusOK, "More than 100,000 rows. Filter the list first.")
	if strings.Contains(page.body, "formmethod") {
		t.Error("a file is offered that nobody could keep")
	}
}
