package web

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// Which fields visitors see is ticked where a collection is shared; the page of a visitor is one click away.
func TestSharedFieldsAreTicked(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b, visitor := s.signedIn(t, p), s.browser(t)
	kind := p.Make(t, "/api/collection-types", apitest.M{"name": "Camera"})
	field := func(name string, public bool) string {
		return p.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": name, "field_type": "text", "is_public": public})
	}
	maker, serial := field("Maker", false), field("Serial", true)
	shelf := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "collection_type_ids": []string{kind}})
	item := p.Make(t, "/api"+shelf+"/items", apitest.M{"name": "M3", "collection_type_id": kind, "custom_fields": apitest.M{maker: "Leitz", serial: "S-700"}})
	p.Make(t, "/api/items/"+item+"/copies", apitest.M{})
	p.Send(t, "PATCH", "/api/account", apitest.M{"public_sharing": true}, "Content-Type", "application/merge-patch+json")
	page := b.get(shelf+"/share").want(t, http.StatusOK, "Maker", "Serial", `name="field" value="`+serial+`" checked`)
	if strings.Contains(page.body, `name="field" value="`+maker+`" checked`) || strings.Contains(page.body, "globe is lit") {
		t.Error("a field is ticked that visitors do not see, or a riddle is told")
	}
	b.post(shelf+"/share/fields", url.Values{"had": {maker, serial}, "field": {maker}}).leadsTo(t, shelf+"/share?saved")
	b.get(shelf+"/share").want(t, http.StatusOK, `name="field" value="`+maker+`" checked`)
	b.get(shelf+"/share/preview?shows_custom_fields=1&shows_copies=1").leadsTo(t, shelf+"/share/as/custom_fields,copies")
	ahead := b.get(shelf+"/share/as/custom_fields").want(t, http.StatusOK, "M3", "this is what a new link would show", shelf+"/share/as/custom_fields/items/")
	if strings.Contains(ahead.body, "og:url") || ahead.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("a preview is told to others, or kept: %q", ahead.Header.Get("Cache-Control"))
	}
	if seen := b.get(shelf+"/share/as/custom_fields/items/"+item).want(t, http.StatusOK, "Leitz"); strings.Contains(seen.body, "S-700") {
		t.Error("a preview has a field that visitors do not see")
	}
	if seen := b.get(shelf+"/share/as/names/items/"+item).want(t, http.StatusOK, "M3"); strings.Contains(seen.body, "Leitz") {
		t.Error("a preview shows more than is ticked")
	}
	b.get(shelf+"/share/as/everything").want(t, http.StatusNotFound)
	b.get("/collections/999999/share/as/names").want(t, http.StatusNotFound)
	made := b.post(shelf+"/share/links", url.Values{"name": {"Jo"}, "shows_custom_fields": {"1"}}).want(t, http.StatusOK, "Look at it")
	_, rest, _ := strings.Cut(made.body, `href="`+s.URL+`/s/`)
	token, _, _ := strings.Cut(rest, `"`)
	shown := visitor.get("/s/"+token).want(t, http.StatusOK, "M3")
	_, way, _ := strings.Cut(shown.body, `href="/s/`+token+`/items/`)
	id, _, _ := strings.Cut(way, `"`)
	if seen := visitor.get("/s/"+token+"/items/"+id).want(t, http.StatusOK, "Leitz"); strings.Contains(seen.body, "S-700") {
		t.Error("visitors see a field that is not ticked")
	}
}

// On the sharing page a collection is published, a link is created and shown once, and both are ended.
func TestSharing(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PublicURL: "https://vitrine.example"})
	w := s.World(t)
	b, visitor := s.signedIn(t, w.Person), s.browser(t)
	shelf := w.Fill("/collections/{collection}")
	b.get(shelf).want(t, http.StatusOK, `href="`+shelf+`/share"`)
	uuid := w.Send(t, "GET", "/api"+shelf, nil).Attributes(t)["uuid"].(string)
	visitor.get("/c/"+uuid).want(t, http.StatusNotFound)

	if page := b.get(shelf+"/share").want(t, http.StatusOK, "For Jo", "0 views", "Photos · Descriptions"); strings.Contains(page.body, "/c/"+uuid) {
		t.Error("a collection that is not public has a public address")
	}
	b.post(shelf+"/share", url.Values{"visibility": {"public"}}).leadsTo(t, shelf+"/share?saved")
	b.get(shelf+"/share?saved").want(t, http.StatusOK, "https://vitrine.example/c/"+uuid, "Saved")
	visitor.get("/c/"+uuid).want(t, http.StatusOK)
	b.post(shelf+"/share", url.Values{"visibility": {"secret"}}).want(t, http.StatusUnprocessableEntity, `id="visibility-wrong"`)
	b.post(shelf, url.Values{"name": {"Renamed"}, "emoji": {"📦"}}).leadsTo(t, shelf)
	visitor.get("/c/"+uuid).want(t, http.StatusOK, "Renamed")
	b.post(shelf+"/share", url.Values{"visibility": {"private"}}).leadsTo(t, shelf+"/share?saved")
	visitor.get("/c/"+uuid).want(t, http.StatusNotFound)

	b.post(shelf+"/share/links", url.Values{"name": {""}, "shows_copies": {"1"}}).want(t, http.StatusUnprocessableEntity, `id="name-wrong"`, `name="shows_copies" value="1" checked`)
	b.post(shelf+"/share/links", url.Values{"name": {"x"}, "expires_at": {"soon"}}).want(t, http.StatusUnprocessableEntity, `id="expires_at-wrong"`)
	made := b.post(shelf+"/share/links", url.Values{"name": {"For <Mo>"}, "shows_copies": {"1"}, "expires_at": {"30"}}).want(t, http.StatusOK, "For &lt;Mo&gt;", "Condition and number of copies", "until ")
	_, rest, _ := strings.Cut(made.body, "https://vitrine.example/s/")
	token, _, _ := strings.Cut(rest, "<")
	if _, ok := identity.ParseShareToken(token); !ok {
		t.Fatalf("%q is shown as a token", token)
	}
	visitor.get("/s/"+token).want(t, http.StatusOK, "Renamed")
	if page := b.get(shelf + "/share"); strings.Contains(page.body, token) {
		t.Error("the token is shown again")
	}
	b.get("/settings/links").want(t, http.StatusOK, "For Jo", "For &lt;Mo&gt;", "Renamed", shelf+"/share/links/")
	links := w.Send(t, "GET", "/api"+shelf+"/share-links", nil)
	id := links.Dig(t, "data.1.id").(string)
	revoke := shelf + "/share/links/" + id + "/revoke"
	b.get(revoke).want(t, http.StatusOK, "Revoke “For &lt;Mo&gt;”?")
	visitor.get("/s/"+token).want(t, http.StatusOK)
	b.post(revoke, url.Values{}).leadsTo(t, shelf+"/share?saved")
	visitor.get("/s/"+token).want(t, http.StatusNotFound)
	b.get(revoke).want(t, http.StatusNotFound)
	b.post(revoke, url.Values{}).want(t, http.StatusNotFound)
}

// A link without further contents shows only names.
func TestALinkMayShowNamesOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	b.post(w.Fill("/collections/{collection}/share/links"), url.Values{"name": {"Bare"}}).want(t, http.StatusOK, "Names only")
}

// While the account does not share, the page says so and offers no link; viewers see neither the page
// nor a link to it.
func TestSharingIsOffAtFirst(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	w.Send(t, "PATCH", "/api/account", apitest.M{"public_sharing": false}).Want(t, http.StatusOK)
	page := w.Fill("/collections/{collection}/share")
	owner, editor, viewer := s.signedIn(t, w.Person), s.signedIn(t, w.Join(t, identity.Editor)), s.signedIn(t, w.Join(t, identity.Viewer))
	owner.get(page).want(t, http.StatusOK, "until an owner allows it", `href="/settings/account#sharing"`)
	if shown := editor.get(page).want(t, http.StatusOK, "until an owner allows it"); strings.Contains(shown.body, "/settings/account#sharing") || strings.Contains(shown.body, page+"/links\"") {
		t.Error("an editor is offered what only owners can do")
	}
	owner.post(page+"/links", url.Values{"name": {"x"}}).want(t, http.StatusUnprocessableEntity)
	viewer.get(page).want(t, http.StatusNotFound)
	if shown := viewer.get(w.Fill("/collections/{collection}")); strings.Contains(shown.body, page) {
		t.Error("a viewer is led to a page that they do not find")
	}
}

// Renaming a collection does not undo that somebody else makes it private.
func TestRenamingKeepsTheVisibility(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	shelf := w.Fill("/collections/{collection}")
	for range 10 {
		b.post(shelf+"/share", url.Values{"visibility": {"public"}}).leadsTo(t, shelf+"/share?saved")
		var both sync.WaitGroup
		both.Go(func() { b.post(shelf, url.Values{"name": {"Renamed"}, "emoji": {"📦"}}).leadsTo(t, shelf) })
		both.Go(func() {
			b.post(shelf+"/share", url.Values{"visibility": {"private"}}).leadsTo(t, shelf+"/share?saved")
		})
		both.Wait()
		if got := w.Send(t, "GET", "/api"+shelf, nil).Attributes(t); got["visibility"] != "private" || got["name"] != "Renamed" {
			t.Fatalf("%v, %v", got["visibility"], got["name"])
		}
	}
}
