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
	chip := func(n int) string {
		return `name="place" value="` + box(n) + `" checked> <span>Box ` + fmt.Sprint(n) + `</span>`
	}
	page := b.get(form).want(t, http.StatusOK, "Study", finds)
	if strings.Contains(page.body, "Box ") {
		t.Error("the form holds every location")
	}
	b.get(form+"?place="+box(77)).want(t, http.StatusOK, chip(77))
	b.get("/locations/choices?q=box+123").want(t, http.StatusOK, chosen(123))
	b.get("/locations/choices?q=nothing&location_id="+box(77)).want(t, http.StatusOK, chosen(77), "<option disabled>No location has this name.</option>")
	b.get("/locations/choices?location_id="+box(77)).want(t, http.StatusOK, "Study</option>", chosen(77))
	b.post("/collections/"+shelf+"/items", url.Values{"name": {""}, "place": {"other"}, "location_id": {box(78)}}).want(t, http.StatusUnprocessableEntity, chosen(78))
	b.post("/collections/"+shelf+"/items", url.Values{"name": {""}, "place": {box(79)}, "location_id": {box(78)}}).want(t, http.StatusUnprocessableEntity, chip(79))

	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "First"})
	held := p.Make(t, "/api/items/"+item+"/copies", apitest.M{"location_id": apitest.Scalar[int64](t, s.Harness, `select id from locations where name = 'Box 300'`)})
	if page := b.get(form).want(t, http.StatusOK, "Box 300"); strings.Count(page.body, "Box ") != 2 {
		t.Error("the form does not hold the location that was used last, or others")
	}
	b.get("/items/"+item+"/copies/"+held+"/edit").want(t, http.StatusOK, chosen(300), finds)
	stay := fmt.Sprint(apitest.Scalar[int64](t, s.Harness, `select id from location_history`))
	apitest.Exec(t, s.Harness, `update location_history set location_id = `+box(9)+``)
	b.get("/copies/"+held+"/stays/"+stay+"/edit").want(t, http.StatusOK, chosen(9), finds)
	b.get("/copies/"+held+"/stays/new").want(t, http.StatusOK, "Study", finds)
}

// Where copies were put last is a tap away, the chosen one first; a new place is made beside the chosen
// one, and saying none means none.
func TestRecentPlacesAreATapAway(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	room := p.Make(t, "/api/locations", apitest.M{"name": "Study"})
	var boxes []string
	for n := range 9 {
		boxes = append(boxes, p.Make(t, "/api/locations", apitest.M{"name": fmt.Sprintf("Box %d", n), "parent_id": room}))
	}
	add := func(fields ...string) string {
		form := url.Values{"name": {"Number"}}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		item := b.post(shelf+"/items", form).want(t, http.StatusSeeOther).Header.Get("Location")
		return apitest.Scalar[string](t, s.Harness, `select coalesce((select name || coalesce(' in ' || (select name from locations where id = l.parent_id), '') from locations l where id = location_id), 'none')
			from copies where item_id = `+strings.TrimPrefix(item, "/items/"))
	}
	want := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("it is in %q, want %q", got, want)
		}
	}
	for _, n := range []int{1, 2, 3, 4, 5, 6} {
		add("place", boxes[n])
	}
	want(add("place", boxes[3], "location_id", boxes[1], "location_new", "Not made"), "Box 3 in Study")
	page := b.get(shelf+"/items/new").want(t, http.StatusOK, `value="`+boxes[3]+`" checked> <span>Box 3`, `value="other"`, `<option value="`+room+`" selected`).body
	var offered []string
	for _, part := range strings.Split(page, `name="place" value="`)[1:] {
		value, _, _ := strings.Cut(part, `"`)
		offered = append(offered, value)
	}
	want(strings.Join(offered, " "), strings.Join([]string{"none", boxes[3], boxes[6], boxes[5], boxes[4], "other", "new"}, " "))
	want(add("place", "none", "location_id", boxes[1]), "none")
	want(add("place", "other", "location_id", boxes[8], "location_new", "Not made"), "Box 8 in Study")
	want(add("place", "new", "location_id", room, "location_new", "Box 10"), "Box 10 in Study")
	b.post(shelf+"/items", url.Values{"name": {"A"}, "place": {"new"}, "location_id": {room}}).want(t, http.StatusUnprocessableEntity, `value="new" checked`, `id="location_new-wrong"`)
	b.post(shelf+"/items", url.Values{"name": {"A"}, "place": {"999999"}}).want(t, http.StatusUnprocessableEntity, `value="other" checked`, `id="location_id-wrong"`)
	b.post(shelf+"/items", url.Values{"name": {"A"}, "place": {"x"}}).want(t, http.StatusUnprocessableEntity, `id="location_id-wrong"`)
}
