package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Forms offer the locations of a large account at top level, those used last and the
// chosen one, and find the others by name.
func TestFormsDoNotHoldEveryLocation(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	form := "/collections/" + shelf + "/items/new"
	const finds = `hx-get="/locations/choices"`
	room := p.Make(t, "/api/locations", apitest.M{"name": "Study"})
	if page := b.get(form).want(t, http.StatusOK, "Study"); strings.Contains(page.body, finds) {
		t.Error("one location is searched for")
	}
	apitest.Exec(t, s.Harness, fmt.Sprintf(`insert into locations (account_id, parent_id, name, emoji) select account_id, id, 'Box ' || n, '📦' from locations, generate_series(1, 400) n where id = %s`, room))
	box := func(n int) string {
		return fmt.Sprint(apitest.Scalar[int64](t, s.Harness, fmt.Sprintf(`select id from locations where name = 'Box %d'`, n)))
	}
	chosen := func(n int) string {
		return `<option value="` + box(n) + `" selected>📦 Study › Box ` + fmt.Sprint(n) + `</option>`
	}
	page := b.get(form).want(t, http.StatusOK, "Study", finds)
	if strings.Contains(page.body, "Box ") {
		t.Error("the form holds every location")
	}
	b.get(form+"?place="+box(77)).want(t, http.StatusOK, chosen(77))
	b.get("/locations/choices?q=box+123").want(t, http.StatusOK, chosen(123))
	b.get("/locations/choices?q=nothing&location_id="+box(77)).want(t, http.StatusOK, chosen(77), "<option disabled>No location has this name.</option>")
	b.get("/locations/choices?location_id="+box(77)).want(t, http.StatusOK, "Study</option>", chosen(77))
	b.post("/collections/"+shelf+"/items", url.Values{"name": {""}, "location_id": {box(78)}}).want(t, http.StatusUnprocessableEntity, chosen(78))

	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "First"})
	held := p.Make(t, "/api/items/"+item+"/copies", apitest.M{"location_id": apitest.Scalar[int64](t, s.Harness, `select id from locations where name = 'Box 300'`)})
	if page := b.get(form).want(t, http.StatusOK, "Box 300"); strings.Count(page.body, "Box ") != 1 {
		t.Error("the form does not hold the location that was used last, or others")
	}
	b.get("/items/"+item+"/copies/"+held+"/edit").want(t, http.StatusOK, chosen(300), finds)
	stay := fmt.Sprint(apitest.Scalar[int64](t, s.Harness, `select id from location_history`))
	apitest.Exec(t, s.Harness, `update location_history set location_id = `+box(9)+``)
	b.get("/copies/"+held+"/stays/"+stay+"/edit").want(t, http.StatusOK, chosen(9), finds)
	b.get("/copies/"+held+"/stays/new").want(t, http.StatusOK, "Study", finds)
}
