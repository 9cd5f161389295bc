package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// A page is saved under a name, appears in the menu, and is available to the API.
func TestViewsAreSaved(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	kind := p.Make(t, "/api/collection-types", apitest.M{"name": "Camera"})
	year := p.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "Year", "field_type": "number"})
	id := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "collection_type_ids": []string{kind}})
	shelf := "/collections/" + id
	for name, made := range map[string]int{"Leica M3": 1954, "Leica M6": 1984} {
		p.Make(t, "/api"+shelf+"/items", apitest.M{"name": name, "collection_type_id": kind, "custom_fields": apitest.M{year: made}})
	}
	old := shelf + "?" + url.Values{"custom_fields[" + year + "][max]": {"1960"}, "sort": {"name"}, "q": {"leica"}}.Encode()
	ask := "/views/new?of=" + url.QueryEscape(old)
	if page := b.get(shelf); strings.Contains(page.body, "/views/new") {
		t.Error("a list that leaves nothing out is saved")
	}
	b.get(old+"&view=table").want(t, http.StatusOK, "Leica M3", "Save this view", strings.ReplaceAll(ask, "&", "&amp;"))
	b.get(ask).want(t, http.StatusOK, "Save this view", `name="shared"`)
	for _, of := range []string{"", "/", "/collections", "/collections/999999", "/collections/x", "/loans", "/loans?show=x", "//evil.example"} {
		b.get("/views/new?of="+url.QueryEscape(of)).leadsTo(t, "/views")
	}
	b.post("/views", url.Values{"of": {old}}).want(t, http.StatusUnprocessableEntity, `aria-invalid="true"`)
	b.post("/views", url.Values{"of": {"/collections/999999"}, "name": {"x"}}).want(t, http.StatusNotFound)
	b.post("/views", url.Values{"of": {shelf + "?sort=x"}, "name": {"x"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
	b.post("/views", url.Values{"of": {old}, "name": {"Old <ones>"}}).leadsTo(t, old+"&saved=1")
	b.get(old+"&saved=1").want(t, http.StatusOK, "The view is saved.", "Old &lt;ones&gt;", `aria-current="page"`)
	b.post("/views", url.Values{"of": {"/loans?show=overdue"}, "name": {"Late"}, "shared": {"1"}}).leadsTo(t, "/loans?show=overdue&saved=1")

	made := p.Send(t, "GET", "/api/views", nil).Want(t, http.StatusOK).Listed(t)
	if found := p.Send(t, "GET", "/api/items?view="+made[0], nil).Want(t, http.StatusOK).Listed(t); len(found) != 1 {
		t.Errorf("programs find %d items by the view", len(found))
	}
	p.Send(t, "GET", "/api/loans?view="+made[1], nil).Want(t, http.StatusOK)
	b.get("/views/"+made[0]).leadsTo(t, old)
	b.get("/views/"+made[1]).leadsTo(t, "/loans?show=overdue")
	b.get("/views").want(t, http.StatusOK, "Old &lt;ones&gt;", "📦 Cameras", "Late", "Shared")

	mine := "/views/" + made[0]
	b.get(mine+"/edit").want(t, http.StatusOK, `value="Old &lt;ones&gt;"`)
	b.post(mine, url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity, `aria-invalid="true"`)
	b.post(mine, url.Values{"name": {"Oldest"}, "shared": {"1"}}).leadsTo(t, "/views")
	looks := s.signedIn(t, p.Join(t, identity.Viewer))
	looks.get("/").want(t, http.StatusOK, "Oldest", "Late")
	if page := looks.get("/views").want(t, http.StatusOK, "Oldest"); strings.Contains(page.body, mine+"/edit") {
		t.Error("a viewer is offered to change a view of somebody else")
	}
	looks.get(mine+"/edit").want(t, http.StatusNotFound)
	looks.post(mine, url.Values{"name": {"x"}}).want(t, http.StatusNotFound)
	looks.post(mine+"/delete", url.Values{}).want(t, http.StatusNotFound)
	if sheet := looks.get(ask).want(t, http.StatusOK); strings.Contains(sheet.body, `name="shared"`) {
		t.Error("a viewer is offered to share a view")
	}
	looks.post("/views", url.Values{"of": {old}, "name": {"Mine"}}).leadsTo(t, old+"&saved=1")
	if page := b.get("/views"); strings.Contains(page.body, "Mine") {
		t.Error("a private view is seen by somebody else")
	}

	p.Send(t, "DELETE", "/api/collection-types/"+kind+"/custom-fields/"+year, nil).Want(t, http.StatusNoContent)
	b.get(old).want(t, http.StatusOK, "Nothing matches these filters.")
	b.get(shelf+"?sort="+url.QueryEscape("custom_fields["+year+"]")).want(t, http.StatusOK, "Leica M6")
	b.post(mine+"/delete", url.Values{}).leadsTo(t, "/views")
	if page := b.get("/views").want(t, http.StatusOK, "Late"); strings.Contains(page.body, "Oldest") {
		t.Error("it is still there")
	}
}

// A view of a collection that is gone is in no menu and leads nowhere wrong; with the collection it comes back.
func TestViewsOfACollectionThatIsGone(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	id := p.Make(t, "/api/collections", apitest.M{"name": "Imported", "visibility": "private"})
	shelf := "/collections/" + id
	b.post("/views", url.Values{"of": {shelf + "?q=leica"}, "name": {"All Leicas"}}).want(t, http.StatusSeeOther)
	view := "/views/" + p.Send(t, "GET", "/api/views", nil).Want(t, http.StatusOK).Listed(t)[0]
	b.get("/").want(t, http.StatusOK, "All Leicas")
	p.Send(t, "DELETE", "/api"+shelf, nil).Want(t, http.StatusNoContent)
	if page := b.get("/").want(t, http.StatusOK); strings.Contains(page.body, "All Leicas") {
		t.Error("the menu leads to a collection that is gone")
	}
	if page := b.get("/views").want(t, http.StatusOK, "All Leicas", "Its collection is gone"); strings.Contains(page.body, shelf) {
		t.Error("the list leads to a collection that is gone")
	}
	b.get(view).leadsTo(t, "/views")
}
