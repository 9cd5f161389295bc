package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/web/page"
)

// hidden is the value of a hidden field of a page.
func (s seen) hidden(t testing.TB, name string) string {
	t.Helper()
	found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(s.body)
	if found == nil {
		t.Fatalf("no field %s in %s", name, s.body)
	}
	return found[1]
}

// step sends the form of a check again, with new values.
func (b *browser) step(t testing.TB, from seen, path string, more url.Values) seen {
	t.Helper()
	form := url.Values{}
	for _, name := range []string{"seen", "page", "shown", "listed", "strayed", "all"} {
		if strings.Contains(from.body, `name="`+name+`"`) {
			form.Set(name, from.hidden(t, name))
		}
	}
	for _, box := range regexp.MustCompile(`name="here" value="(\d+)" checked`).FindAllStringSubmatch(from.body, -1) {
		form.Add("here", box[1])
	}
	for name, values := range more {
		form[name] = append(form[name], values...)
	}
	return b.post(path, form)
}

// checked is an account with a study and a bank: three copies in the study, one in a
// drawer of it, one in the bank, one nowhere, and one that is lost.
func checked(t *testing.T, s *site) (owner *apitest.Person, study, bank string, ids map[string]string) {
	t.Helper()
	owner = s.Owner(t)
	study = owner.Make(t, "/api/locations", apitest.M{"name": "Study <1>"})
	bank = owner.Make(t, "/api/locations", apitest.M{"name": "Bank"})
	drawer := owner.Make(t, "/api/locations", apitest.M{"name": "Drawer", "parent_id": study})
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	ids = map[string]string{}
	for _, c := range []struct{ name, place, status string }{
		{"Leica", study, "owned"}, {"Nikon", study, "owned"}, {"Rollei", study, "other"}, {"Minox", drawer, "owned"}, {"Canon", bank, "owned"}, {"Contax", "", "owned"}, {"Alpa", study, "lost"},
	} {
		item := owner.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": c.name})
		body := apitest.M{"identifier": "ID-" + strings.ToUpper(c.name), "status": c.status}
		if c.place != "" {
			body["location_id"] = c.place
		}
		ids[c.name] = owner.Make(t, "/api/items/"+item+"/copies", body)
	}
	return owner, study, bank, ids
}

// A shelf is checked: ticked, scanned and corrected.
func TestShelfCheck(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, bank, ids := checked(t, s)
	b := s.signedIn(t, owner)
	path := "/locations/" + study + "/check"
	b.get("/locations/"+study).want(t, http.StatusOK, path)
	page := b.get(path).want(t, http.StatusOK, "Check Study &lt;1&gt;", "0 of 3 found", "Leica", "ID-NIKON", "Rollei")
	if strings.Contains(page.body, "Alpa") || strings.Contains(page.body, "Minox") {
		t.Error("what should not be here is listed")
	}
	page = b.step(t, page, path, url.Values{"here": {ids["Leica"]}, "identifier": {"id-nikon"}}).want(t, http.StatusOK, "2 of 3 found", "Nikon is here.")
	scan := func(code string, says ...string) {
		page = b.step(t, page, path, url.Values{"identifier": {code}}).want(t, http.StatusOK, says...)
	}
	scan("ID-NIKON", "Nikon was ticked already.")
	scan("NOPE", "No copy has the identifier “NOPE”.")
	scan(s.URL+"/copies/999999999", "No copy has the identifier")
	scan("id-canon", "Canon belongs in Bank.", "One was seen that should not be here.")
	scan(s.URL+"/copies/"+ids["Contax"], "Contax has no location yet.")
	scan("ID-ALPA", "Alpa should not be here.", "3 were seen that should not be here.")
	page = b.step(t, page, path, url.Values{"go": {"result"}}).want(t, http.StatusOK, "2 of 3 found", "3 are misplaced", "One is missing", "Rollei")

	page = b.step(t, page, path+"/move", url.Values{"stray": {ids["Canon"]}}).want(t, http.StatusOK, "One copy moved.", "3 of 4 found", "2 are misplaced")
	again := b.step(t, page, path+"/move", url.Values{"stray": {ids["Canon"]}}).want(t, http.StatusOK, "3 of 4 found")
	if strings.Contains(again.body, "copy moved") {
		t.Error("what is done already is done again")
	}
	page = b.step(t, page, path+"/move", url.Values{"stray": {"all"}}).want(t, http.StatusOK, "One copy moved.", "4 of 5 found", "One is misplaced")
	page = b.step(t, page, path+"/mark", url.Values{"stray": {ids["Alpa"]}}).want(t, http.StatusOK, "One copy marked.", "5 of 6 found")
	b.step(t, page, path+"/move", url.Values{"missing": {ids["Rollei"]}}).want(t, http.StatusUnprocessableEntity, "Please choose a location.", "Rollei")
	b.step(t, page, path+"/move", url.Values{"missing": {ids["Rollei"]}, "location_id": {"999999999"}}).want(t, http.StatusUnprocessableEntity, `role="alert"`)
	page = b.step(t, page, path+"/move", url.Values{"missing": {"all"}, "location_id": {bank}}).want(t, http.StatusOK, "One copy moved.", "5 of 5 found", "Everything is in its place.")
	page = b.step(t, page, path, url.Values{"go": {"nested"}}).want(t, http.StatusOK, "5 of 6 found", "Minox")
	page = b.step(t, page, path, url.Values{"go": {"result"}}).want(t, http.StatusOK, "One is missing")
	b.step(t, page, path+"/mark", url.Values{"missing": {"all", "x"}}).want(t, http.StatusOK, "One copy marked.", "5 of 5 found")
	for name, want := range map[string]string{"Canon": study + " owned", "Contax": study + " owned", "Alpa": study + " owned", "Rollei": bank + " other"} {
		if got := apitest.Scalar[string](t, s.Harness, `select location_id || ' ' || status from copies where id = `+ids[name]); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := apitest.Scalar[string](t, s.Harness, `select status from copies where id = `+ids["Minox"]); got != "lost" {
		t.Errorf("Minox is %s", got)
	}
	b.post(path, url.Values{"seen": {"!"}}).want(t, http.StatusUnprocessableEntity)
}

// Viewers see the result, and no button that would be refused.
func TestViewersCheckShelves(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, _, ids := checked(t, s)
	b := s.signedIn(t, owner.Join(t, identity.Viewer))
	path := "/locations/" + study + "/check"
	page := b.step(t, b.get(path), path, url.Values{"here": {ids["Leica"], ids["Canon"]}, "go": {"result"}}).want(t, http.StatusOK, "1 of 3 found", "2 are missing", "One is misplaced")
	if strings.Contains(page.body, "formaction") {
		t.Error("a viewer is offered a change")
	}
}

// Copies with the same identifier are ticked one after the other.
func TestScansOfTheSameIdentifier(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, _, _ := checked(t, s)
	apitest.Exec(t, s.Harness, `update copies set identifier = 'SAME'`)
	b := s.signedIn(t, owner)
	path := "/locations/" + study + "/check"
	page := b.get(path)
	for n := 1; n <= 3; n++ {
		page = b.post(path, url.Values{"seen": {page.hidden(t, "seen")}, "identifier": {"SAME"}}).want(t, http.StatusOK, fmt.Sprintf("%d of 3 found", n))
	}
}

// Ten thousand copies at one location are checked page by page.
func TestLargeShelves(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, study, _, ids := checked(t, s)
	b := s.signedIn(t, owner)
	apitest.Exec(t, s.Harness, fmt.Sprintf(`insert into copies (account_id, item_id, location_id, status, quantity, search)
		select account_id, item_id, location_id, 'owned', 1, '' from copies, generate_series(1, 10000) where id = %s`, ids["Leica"]))
	apitest.Exec(t, s.Harness, `analyze copies`) // as PostgreSQL does by itself within a minute
	all := apitest.Column[int64](t, s.Harness, `select id from copies where location_id = `+study+` and status <> 'lost'`)
	path := "/locations/" + study + "/check"
	b.get(path).want(t, http.StatusOK, "0 of 10,003 found", "Page 1 of 209")
	for step, says := range map[string]string{"next": "Page 209 of 209", "result": "One is missing"} {
		page := b.post(path, url.Values{"seen": {page.Packed(all[1:])}, "page": {"208"}, "go": {step}}).want(t, http.StatusOK, "10,002 of 10,003 found", says)
		if len(page.body) > 120_000 {
			t.Errorf("%s: %d bytes", step, len(page.body))
		}
	}
}
