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
	b.get(form).want(t, http.StatusOK, `value="Near mint" checked`, `name="paid"`, `<option value="EUR" selected>EUR €</option>`, `name="location_new"`, ` checked> <span>Box 4</span>`)
	b.post(item+"/copies", url.Values{"paid": {"12.5o"}, "quantity": {"0"}, "location_new": {strings.Repeat("x", 300)}}).
		want(t, http.StatusUnprocessableEntity, `id="paid-wrong"`, `id="quantity-wrong"`, `id="location_new-wrong"`)
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from copies`); n != 1 {
		t.Errorf("a refused form left %d copies", n)
	}
	b.post(item+"/copies", url.Values{"condition": {"Fair"}, "paid": {"€12"}, "paid_at": {"2024-05-04"}, "paid_from": {"Comic fair"}, "location_new": {"Box 5"}, "identifier": {"B"}}).leadsTo(t, item+"#copies")
	b.get(item).want(t, http.StatusOK, "Fair", "Box 5", "€12")
	b.get(form).want(t, http.StatusOK, `value="Fair" checked`, ` checked> <span>Box 5</span>`)
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

// A bottle is drunk in one step: one piece leaves with its day, the others stay, and one step takes it
// back. Two people drink two bottles.
func TestABottleIsDrunk(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Cellar", "emoji": "🍷", "visibility": "private"})
	item := "/items/" + p.Make(t, "/api"+shelf+"/items", apitest.M{"name": "Barolo 2016"})
	held := p.Make(t, "/api"+item+"/copies", apitest.M{"quantity": 6})
	pieces := func() string {
		return apitest.Scalar[string](t, s.Harness, `select string_agg(quantity || ' ' || status || coalesce(' ' || note, '') || case when disposed_at = current_date then ' today' when disposed_at is not null then ' ' || disposed_at else '' end, ', ' order by id) from copies`)
	}
	want := func(want string) {
		t.Helper()
		if got := pieces(); got != want {
			t.Errorf("there is %s, want %s", got, want)
		}
	}
	b.get(item).want(t, http.StatusOK, "Drink one", `action="/copies/`+held+`/gone"`)
	drink := url.Values{"how": {"drunk"}, "to": {item}}
	b.post("/copies/"+held+"/gone", drink).leadsTo(t, item)
	want("5 owned, 1 disposed Drunk today")
	page := b.get(item).want(t, http.StatusOK, `action="/items/undo"`).body
	_, undo := formOf(t, page, "/items/undo")
	b.post("/copies/"+held+"/gone", drink).leadsTo(t, item)
	want("4 owned, 1 disposed Drunk today, 1 disposed Drunk today")
	b.post("/items/undo", undo).want(t, http.StatusSeeOther)
	want("5 owned, 1 disposed Drunk today")
	done := make(chan int, 4)
	for range 4 {
		go func() {
			done <- b.post("/copies/"+held+"/gone", drink).StatusCode
		}()
	}
	for range 4 {
		if status := <-done; status != http.StatusSeeOther {
			t.Errorf("drinking is answered by %d", status)
		}
	}
	if n := apitest.Scalar[int64](t, s.Harness, `select sum(quantity) from copies where status = 'owned'`); n != 1 {
		t.Errorf("%d are left of five, after four", n)
	}
	b.post("/copies/"+held+"/gone", url.Values{"how": {"broken"}, "disposed_at": {"2026-01-02"}, "to": {item}}).leadsTo(t, item)
	_, undo = formOf(t, b.get(item).body, "/items/undo")
	b.post("/copies/"+held+"/gone", drink).leadsTo(t, item)
	if got := apitest.Scalar[string](t, s.Harness, `select status || ' ' || note || ' ' || disposed_at from copies where id = `+held); got != "disposed Broken 2026-01-02" {
		t.Errorf("the last one is %s", got)
	}
	b.post("/items/undo", undo).want(t, http.StatusSeeOther)
	if got := apitest.Scalar[string](t, s.Harness, `select status || coalesce(note, '') || coalesce(disposed_at::text, '') from copies where id = `+held); got != "owned" {
		t.Errorf("the last one is back as %s", got)
	}
	b.get("/copies/"+held+"/gone").want(t, http.StatusOK, "One of them is gone", `value="drunk" selected`)
	b.post("/copies/"+held+"/gone", url.Values{"how": {"eaten"}}).want(t, http.StatusUnprocessableEntity, `id="how-wrong"`)
}
