package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

func TestSearchPage(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	item := b.post(shelf+"/items", url.Values{"name": {"Leica <M3>"}, "description": {"From Wetzlar"}}).Header.Get("Location")
	b.post(item+"/copies", url.Values{"status": {"owned"}, "identifier": {"LEI-042"}})
	held := apitest.Scalar[string](t, s.Harness, `select '/copies/' || id from copies where identifier = 'LEI-042'`)
	b.post(held+"/loans", url.Values{"direction": {"outgoing"}, "status": {"active"}, "party": {"Zoë"}, "loaned_at": {"2026-01-02"}}).want(t, http.StatusSeeOther)

	b.get("/search").want(t, http.StatusOK, "type a word")
	b.get("/search?q=lei").want(t, http.StatusOK, "<mark>Lei</mark>ca &lt;M3&gt;", "<mark>LEI</mark>-042", `href="`+item+`"`, "2 hits")
	b.get("/search?q=wetz&type=item").want(t, http.StatusOK, "Leica &lt;M3&gt;", "1 hit<", "Description: From <mark>Wetz</mark>lar")
	if page := b.get("/search?q=lei"); strings.Contains(page.body, "Description:") {
		t.Error("where it was found is told although the name has it")
	}
	b.get("/search?q=zoe").want(t, http.StatusOK, "<mark>Zoë</mark>", `href="`+held+`/loans"`)
	b.get("/search?q=%25").want(t, http.StatusOK, "Nothing found for “%”.", `href="/add?name=%25&amp;own=own"`, `href="/add?name=%25&amp;own=want"`)
	b.get("/add?name=Summicron&own=want").leadsTo(t, shelf+"/items/new?name=Summicron&own=want")
	b.get(shelf+"/items/new?name=Summicron&own=want").want(t, http.StatusOK, `value="Summicron"`, `value="want" checked`)
	b.get("/search?q=x&type=wine").want(t, http.StatusUnprocessableEntity)
	b.get("/search?q="+strings.Repeat("x", 256)).want(t, http.StatusUnprocessableEntity)
	if page := b.get("/search?q=lei", "HX-Request", "true"); strings.Contains(page.body, "<html") || !strings.Contains(page.body, `id="hits"`) {
		t.Errorf("the fragment is %s", page.body)
	}
	other, _ := s.registered(t)
	other.get("/search?q=lei").want(t, http.StatusOK, "Nothing found")
}

// A code that is typed or scanned tells whether one has the thing.
func TestSearchForACode(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	kind := p.Make(t, "/api/collection-types", apitest.M{"name": "Book"})
	field := p.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "ISBN", "field_type": "text"})
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Books", "visibility": "private", "collection_type_ids": []string{kind}})
	id := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "The Salt Atlas", "collection_type_id": kind, "custom_fields": apitest.M{field: "978-3-492-28157-7"}})
	item := "/items/" + id

	b.get("/search?q=3492281575").want(t, http.StatusOK, "In your catalogue, without a copy", "9783492281577", `href="`+item+`"`)
	b.post(item+"/copies", url.Values{"status": {"owned"}, "paid": {"18"}}).want(t, http.StatusSeeOther)
	b.get("/search?q=9783492281577").want(t, http.StatusOK, "You have it", "You have 1")
	b.get("/search?q=9783492281584").want(t, http.StatusOK, "Not in your catalogue", "Nothing of yours has this code", `href="/add?code=9783492281584&amp;own=own"`)
	b.get("/add?code=9783492281584&own=own").leadsTo(t, "/collections/"+shelf+"/items/new?code=9783492281584&own=own")
	b.get("/collections/"+shelf+"/items/new?code=9783492281584").want(t, http.StatusOK, `name="custom_fields.`+field+`" type="text" value="9783492281584"`)
	b.get("/search?q=9783492281578").want(t, http.StatusOK, "Nothing found for")
	other, _ := s.registered(t)
	other.get("/search?q=9783492281577").want(t, http.StatusOK, "Not in your catalogue")
}

// The palette offers results and actions; viewers get no actions that add.
func TestPalette(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	b.get("/search/palette").want(t, http.StatusOK, `role="option"`, `href="/collections"`)
	name, _ := w.Send(t, "GET", w.Fill("/api/items/{item}"), nil).Dig(t, "data.attributes.name").(string)
	page := b.get("/search/palette?q="+url.QueryEscape(name)).want(t, http.StatusOK, w.Fill(`href="/items/{item}"`), "/items/new?name=", "/search?q=")
	if strings.Contains(page.body, "<html") {
		t.Error("the palette is a part of a page")
	}
	if page := b.get("/search/palette?q=" + url.QueryEscape(">"+name)); strings.Contains(page.body, w.Fill(`href="/items/{item}"`)) {
		t.Error("only actions were asked for")
	}
	viewer := s.signedIn(t, w.Join(t, "viewer"))
	if page := viewer.get("/search/palette?q=leica"); strings.Contains(page.body, "/items/new") {
		t.Error("a viewer is offered to add an item")
	}
}
