package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Another copy is added as the first one is: with its condition, what was paid, and its place. Its
// condition can be changed, by two people at a time as any other field.
func TestACopyIsAddedWithConditionAndPrice(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private", "currency": "EUR"})
	item := b.post(shelf+"/items", url.Values{"name": {"Doctor Stranger"}, "condition": {"Near mint"}, "location_new": {"Box 4"}}).Header.Get("Location")
	form := item + "/copies/new"
	b.get(form).want(t, http.StatusOK, `value="Near mint" checked`, `name="paid"`, `<option value="EUR" selected>EUR €</option>`, `name="location_new"`, `selected>📦 Box 4</option>`)
	b.post(item+"/copies", url.Values{"paid": {"12.5o"}, "quantity": {"0"}, "location_new": {strings.Repeat("x", 300)}}).
		want(t, http.StatusUnprocessableEntity, `id="paid-wrong"`, `id="quantity-wrong"`, `id="location_new-wrong"`)
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from copies`); n != 1 {
		t.Errorf("a refused form left %d copies", n)
	}
	b.post(item+"/copies", url.Values{"condition": {"Fair"}, "paid": {"€12"}, "paid_at": {"2024-05-04"}, "paid_from": {"Comic fair"}, "location_new": {"Box 5"}, "identifier": {"B"}}).leadsTo(t, item+"#copies")
	b.get(item).want(t, http.StatusOK, "Fair", "Box 5", "€12")
	b.get(form).want(t, http.StatusOK, `value="Fair" checked`, `selected>📦 Box 5</option>`)
	held := apitest.Scalar[string](t, s.Harness, `select id::text from copies where identifier = 'B'`)
	edit := item + "/copies/" + held
	_, mine := formOf(t, b.get(edit+"/edit").want(t, http.StatusOK, `value="Fair" checked`, "€12").body, edit)
	_, theirs := formOf(t, b.get(edit+"/edit").body, edit)
	mine.Set("condition", "Poor")
	b.post(edit, mine).leadsTo(t, "/copies/"+held)
	theirs.Set("note", "Torn")
	b.post(edit, theirs).leadsTo(t, "/copies/"+held)
	b.get("/copies/"+held).want(t, http.StatusOK, "Poor", "Torn")
	theirs.Set("condition", "Good")
	b.post(edit, theirs).want(t, http.StatusPreconditionFailed, "Poor", "Good")
	b.post(edit, url.Values{"status": {"owned"}, "condition": {""}}).leadsTo(t, "/copies/"+held)
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from copies where identifier is null and item_condition_id is null`); n != 1 {
		t.Error("a condition cannot be taken back")
	}
}
