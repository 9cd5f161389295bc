package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// A collection, or what is kept at a location, is exported as it is shown: the filters in
// words, the number of rows, the columns in an order that needs no script, and the file.
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
