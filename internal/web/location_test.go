package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	itempages "vitrine/internal/web/item"
)

// place makes a location by the form and returns its path.
func (b *browser) place(name, in string) string {
	b.t.Helper()
	made := b.post("/locations", url.Values{"name": {name}, "emoji": {"🏠"}, "parent_id": {strings.TrimPrefix(in, "/locations/")}})
	if made.StatusCode != http.StatusSeeOther {
		b.t.Fatalf("%s: %d %s", name, made.StatusCode, made.body)
	}
	return made.Header.Get("Location")
}

func idIn(path string) string { return path[strings.LastIndex(path, "/")+1:] }

// Locations are created, moved and deleted, by forms alone.
func TestPlacesAreMadeAndMoved(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/locations").want(t, http.StatusOK, "Where do you keep things?", "/locations/new")
	b.post("/locations", url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity, "aria-invalid")
	b.post("/locations", url.Values{"name": {"Nowhere"}, "parent_id": {"999999"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
	home := b.place("Home <1>", "")
	study := b.place("Study", home)
	shelf := b.place("Shelf", study)
	b.get(home).want(t, http.StatusOK, "Home &lt;1&gt;", "Study", "Shelf")
	b.get(home+"/branch", "HX-Request", "true").want(t, http.StatusOK, "Study")
	b.get(home+"/branch").leadsTo(t, home)
	b.get("/locations?q=SHE").want(t, http.StatusOK, "Home &lt;1&gt; › Study ›")
	b.get(home+"/move").want(t, http.StatusOK, "Top level")

	b.post(home+"/move", url.Values{"to": {idIn(shelf)}}).want(t, http.StatusUnprocessableEntity, "Shelf is inside Home &lt;1&gt;, so Home &lt;1&gt; cannot move there.")
	b.post(home+"/move", url.Values{"to": {idIn(home)}}).want(t, http.StatusUnprocessableEntity, "cannot be inside itself")
	b.post(home+"/move", url.Values{}).want(t, http.StatusUnprocessableEntity, "Please choose a location.")
	b.post(home+"/move", url.Values{"to": {"x"}}).want(t, http.StatusUnprocessableEntity, "Please enter a whole number.")
	b.post(shelf+"/move", url.Values{"to": {idIn(home)}}).leadsTo(t, shelf)
	b.post(shelf, url.Values{"name": {"Glass cabinet"}, "emoji": {"🖼️"}}).leadsTo(t, shelf)
	b.get(shelf).want(t, http.StatusOK, "Glass cabinet", "🖼️", home)
	b.get(home+"/edit").want(t, http.StatusOK, "2 locations inside it are deleted as well.")
	b.post(shelf+"/delete", url.Values{}).leadsTo(t, home)
	b.post(home+"/delete", url.Values{}).leadsTo(t, "/locations")
	b.get(study).want(t, http.StatusNotFound)
}

// Copies move to a location and away, and keep everything else.
func TestCopiesAreMoved(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	shelf := b.post("/collections", url.Values{"name": {"Cameras"}}).Header.Get("Location")
	item := b.post(shelf+"/items", url.Values{"name": {"Leica M3"}, "own": {"none"}}).Header.Get("Location")
	b.post(item+"/copies", url.Values{"status": {"loaned"}, "quantity": {"3"}, "identifier": {"M3-0042"}, "paid_at": {"2019-05-12"}})
	id := apitest.Scalar[string](t, s.Harness, `select id::text from copies where identifier = 'M3-0042'`)
	home := b.place("Home", "")
	study := b.place("Study", home)
	b.get("/locations").want(t, http.StatusOK, "1 copy without a location")
	b.get("/locations/none").want(t, http.StatusOK, "Leica M3")
	b.get(study+"/fill").want(t, http.StatusOK, "Leica M3", "Without a location")
	b.get(study+"/fill?q=leica").want(t, http.StatusOK, "Leica M3")
	b.get("/locations/move-copies?copy="+id).want(t, http.StatusOK, "Move one copy", "Study")
	b.post("/locations/move-copies", url.Values{"copy": {id}}).want(t, http.StatusUnprocessableEntity, "Please choose a location.")
	b.post("/locations/move-copies", url.Values{"copy": {id}, "to": {"999999"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
	b.post("/locations/move-copies", url.Values{"copy": {id, "999999", "x"}, "to": {idIn(study)}}).leadsTo(t, study+"?moved=1")
	b.get(study+"?moved=1").want(t, http.StatusOK, "One copy moved.", "Leica M3", "Lent out", "×3", "1 copy here")
	back := "?to=" + url.QueryEscape(study)
	b.get(study).want(t, http.StatusOK, "/copies/"+id+"/return"+back, "/copies/"+id+"/valuations/new"+back, "/copies/"+id+"/stays/new"+back, `aria-label="Value: Leica M3"`)
	b.post("/copies/"+id+"/valuations", url.Values{"type": {"user_estimate"}, "amount": {"4"}, "currency_code": {"EUR"}, "valued_at": {itempages.Today()}, "to": {study}}).leadsTo(t, study)
	b.get(home).want(t, http.StatusOK, "Nothing lies here itself. One copy is further inside.")
	b.get(home+"?all").want(t, http.StatusOK, "Leica M3")
	if part := b.post("/locations/move-copies", url.Values{"copy": {id}, "to": {""}}, "HX-Request", "true"); part.StatusCode != http.StatusOK {
		t.Errorf("a part is answered %d", part.StatusCode)
	}
	b.get(item+"/copies/"+id+"/edit").want(t, http.StatusOK, "M3-0042", "2019-05-12", `value="3"`)
	b.get(study).want(t, http.StatusOK, "Nothing is kept here yet.")
}

// Viewers see no control that would be refused.
func TestViewersSeePlacesOnly(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	home := owner.Make(t, "/api/locations", apitest.M{"name": "Home"})
	b := s.signedIn(t, owner.Join(t, identity.Viewer))
	for _, path := range []string{"/locations", "/locations/" + home} {
		page := b.get(path).want(t, http.StatusOK, "Home")
		for _, control := range []string{"/locations/new", "/move", "/fill", "/edit", "data-moves", `name="copy"`} {
			if strings.Contains(page.body, control) {
				t.Errorf("%s shows a viewer %s", path, control)
			}
		}
	}
}

// A long branch shows its first locations, and the rest is found by name.
func TestLongBranches(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	home := owner.Make(t, "/api/locations", apitest.M{"name": "Home"})
	apitest.Exec(t, s.Harness, fmt.Sprintf(`insert into locations (account_id, parent_id, name, emoji) select account_id, id, 'Box ' || n, '📦' from locations, generate_series(1, 205) n where id = %s`, home))
	page := b.get("/locations/" + home)
	page.want(t, http.StatusOK, "Box 200", "5 more. Find them by name.")
	if strings.Contains(page.body, "Box 201<") {
		t.Error("more than a page of places")
	}
	if closed := b.get("/locations"); strings.Contains(closed.body, "Box 1<") || !strings.Contains(closed.body, "/branch") {
		t.Error("many places are open from the start")
	}
	b.get("/locations?q=box+205").want(t, http.StatusOK, "Box 205")
}

// What is sold is kept nowhere: it is not listed, counted or labelled, and its page says where
// it was.
func TestSoldCopiesAreKeptNowhere(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, _, ids := checked(t, s)
	b := s.signedIn(t, owner)
	item := apitest.Scalar[string](t, s.Harness, `select item_id::text from copies where id = `+ids["Nikon"])
	b.get("/locations/"+study).want(t, http.StatusOK, "3 copies here", "Nikon")
	for _, name := range []string{"Nikon", "Contax"} {
		owner.Send(t, "PATCH", "/api/copies/"+ids[name], apitest.M{"status": "sold"}).Want(t, http.StatusOK)
	}
	for _, path := range []string{"/locations/" + study, "/locations/" + study + "?all"} {
		if page := b.get(path).want(t, http.StatusOK, "2 copies here", "Leica"); strings.Contains(page.body, "Nikon") || strings.Contains(page.body, "Alpa") {
			t.Errorf("%s lists what is gone", path)
		}
	}
	if page := b.get("/locations"); strings.Contains(page.body, "without a location") {
		t.Error("a sold copy is counted")
	}
	if page := b.get("/locations/none"); strings.Contains(page.body, "Contax") {
		t.Error("a sold copy is listed")
	}
	b.get("/labels?location="+study).want(t, http.StatusOK, "2 labels")
	if page := b.get("/labels?item=" + item); strings.Contains(page.body, "1 label") {
		t.Error("a sold copy is labelled")
	}
	for _, path := range []string{"/items/" + item, "/copies/" + ids["Nikon"]} {
		b.get(path).want(t, http.StatusOK, "Last kept in", "Study &lt;1&gt;")
	}
}
