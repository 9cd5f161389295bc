package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/apitest"
)

var onceKey = regexp.MustCompile(`name="once" value="([^"]+)"`)

// A form takes effect once, however often it is sent: a double click makes one thing, and both
// clicks lead to it. A form with a mistake, or with something else in it, can be sent again.
func TestAFormTakesEffectOnce(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	count := func(table string) int64 { return apitest.Scalar[int64](t, s.Harness, `select count(*) from `+table) }
	for table, form := range map[string]struct{ page, action string }{"items": {shelf + "/items/new", shelf + "/items"}, "collections": {"/collections/new", "/collections"}} {
		keys := map[string]bool{}
		for _, found := range onceKey.FindAllStringSubmatch(b.get(form.page).want(t, http.StatusOK).body, -1) {
			keys[found[1]] = true
		}
		if len(keys) == 0 || len(keys) != len(onceKey.FindAllString(b.get(form.page).body, -1)) {
			t.Fatalf("%s: the forms have %d keys", form.page, len(keys))
		}
		var key string
		for k := range keys {
			key = k
		}
		before := count(table)
		b.post(form.action, url.Values{"name": {""}, "once": {key}}).want(t, http.StatusUnprocessableEntity)
		sent := url.Values{"name": {"Doctor Stranger"}, "once": {key}}
		var places [4]string
		var all sync.WaitGroup
		for n := range places {
			all.Go(func() { places[n] = b.post(form.action, sent).Header.Get("Location") })
		}
		all.Wait()
		for _, place := range places {
			if place == "" || place != places[0] {
				t.Errorf("%s: the same form led to %q", table, places)
				break
			}
		}
		if made := count(table) - before; made != 1 {
			t.Errorf("%d %s were made", made, table)
		}
		sent.Set("name", "Doctor Candle")
		if to := b.post(form.action, sent).Header.Get("Location"); to == places[0] || count(table)-before != 2 {
			t.Errorf("%s: another form under the same key was taken for the first", table)
		}
	}
	place := "/locations/" + p.Make(t, "/api/locations", apitest.M{"name": "Study"}) + "/check"
	b.post(place, url.Values{"once": {"check-1"}}).want(t, http.StatusOK, "Study") // it changes nothing
	b.post("/settings/security/password", url.Values{"current_password": {"wrong"}, "password": {"also"}, "once": {"proof-1"}})
	if n := apitest.Scalar[int64](t, s.Harness, `select count(*) from idempotency_keys where key = 'proof-1'`); n != 0 {
		t.Error("a hash of a password is stored")
	}
	key := url.Values{"name": {"In a row"}, "next": {"1"}, "once": {"drawer-1"}}
	b.post(shelf+"/items", key, "HX-Request", "true").want(t, http.StatusOK, "In a row")
	b.post(shelf+"/items", key, "HX-Request", "true").want(t, http.StatusNoContent)
}

// A page says once that the form before it was saved, and nothing of one that was refused.
func TestASavedFormSaysSo(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	said := func(want bool) {
		t.Helper()
		if got := strings.Contains(b.get(shelf).want(t, http.StatusOK).body, "Saved."); got != want {
			t.Errorf("Saved is said: %v", got)
		}
	}
	said(false)
	b.post(shelf, url.Values{"name": {""}}).want(t, http.StatusUnprocessableEntity)
	said(false)
	b.post(shelf, url.Values{"name": {"Comic books"}}).leadsTo(t, shelf)
	said(true)
	said(false)
}
