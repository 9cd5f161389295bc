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

// Forms with files, too: photos and documents one by one, also as scripts send them.
func TestAFormWithFilesTakesEffectOnce(t *testing.T) {
	t.Parallel()
	_, w, b := withFiles(t)
	kind := b.get(w.Fill("/types/{collectionType}/export")).want(t, http.StatusOK).body
	for action, form := range map[string]struct {
		page, table string
		content     []byte
	}{
		"/collections/{collection}/items": {"/collections/{collection}/items/new", "items", dot(51)},
		"/items/{item}/photos":            {"/items/{item}/photos", "photos", dot(52)},
		"/copies/{copy}/documents":        {"/copies/{copy}/documents", "documents", []byte("a receipt")},
		"/types/import":                   {"/types/new", "collection_types", []byte(kind)},
		"/imports":                        {"/imports", "imports", []byte("Name\nLeica\n")},
		"/share":                          {"/share", "files", dot(53)},
	} {
		action, page := w.Fill(action), w.Fill(form.page)
		key := keyOf(t, b.get(page).want(t, http.StatusOK).body, action)
		count := func() int64 { return apitest.Scalar[int64](t, w.Harness, `select count(*) from `+form.table) }
		before := count()
		send := func(content []byte, header ...string) string {
			body, kind := multipartForm(t, map[string]string{"name": "Once", "once": key, "document_type": "receipt"}, "a.csv", content)
			return b.sendBody("POST", action, body, append(header, "Content-Type", kind)...).Header.Get("Location")
		}
		var led [3]string
		var all sync.WaitGroup
		for n := range led {
			all.Go(func() { led[n] = send(form.content) })
		}
		all.Wait()
		if made := count() - before; made != 1 || led[0] == "" || led[0] != led[1] || led[0] != led[2] {
			t.Errorf("%s: %d of %s were made, and it led to %q", action, made, form.table, led)
		}
	}
	photos := w.Fill("/items/{item}/photos")
	count := func() int64 { return apitest.Scalar[int64](t, w.Harness, `select count(*) from photos`) }
	before := count()
	for n := range 3 { // scripts send each file by itself, under one key
		body, kind := multipartForm(t, map[string]string{"once": "one-by-one"}, "a.png", dot(byte(60+n/2)))
		b.sendBody("POST", photos, body, "Content-Type", kind, "HX-Request", "true").want(t, http.StatusOK)
	}
	if n := count() - before; n != 2 {
		t.Errorf("%d photos were made of 2 different ones", n)
	}
}

var formTag = regexp.MustCompile(`<form [^>]*method="post"[^>]*>(<input type="hidden" name="once")?`)

// keyOf is the key of a form.
func keyOf(t *testing.T, page, action string) string {
	t.Helper()
	_, rest, _ := strings.Cut(page, `action="`+action+`"`)
	found := onceKey.FindStringSubmatch(rest)
	if found == nil {
		t.Fatalf("the form to %s has no key", action)
	}
	return found[1]
}

// Each form of each page has a key, but those that save as one types. Whatever the page map takes by a
// form is tried twice: the second time changes nothing.
func TestEveryFormTakesEffectOnce(t *testing.T) {
	t.Parallel()
	s, w, b := withFiles(t)
	w.Personal(t)
	count := func() int64 { return apitest.Scalar[int64](t, w.Harness, `select count(*) from logs`) }
	forms, tried := 0, 0
	for _, p := range s.pages.Pages {
		if pattern, ok := strings.CutPrefix(p.Pattern, "GET "); ok && !p.Anybody {
			for _, tag := range formTag.FindAllStringSubmatch(b.get(w.Fill(pattern)).body, -1) {
				if forms++; tag[1] == "" && !strings.Contains(tag[0], "data-live") {
					t.Errorf("%s: a form without a key: %s", pattern, tag[0])
				}
			}
		}
	}
	values := url.Values{"once": {"walked"}, "name": {"Walked"}, "title": {"Walked"}, "amount": {"7"}, "sum": {"7"}, "currency_code": {"EUR"}, "type": {"other"}, "note": {"Walked"}, "q": {"Walked"},
		"valued_at": {"2024-05-04"}, "occurred_at": {"2024-05-04"}, "moved_at": {"2024-05-04"}, "party": {"Ann"}, "loan_type": {"outgoing"}, "loaned_at": {"2024-05-04"}, "provider": {"Fine Art"}, "status": {"owned"}, "quantity": {"1"}}
	for _, p := range s.pages.Pages {
		pattern, ok := strings.CutPrefix(p.Pattern, "POST ")
		if !ok || p.Anybody || has(pattern, "delete", "/end", "/sign-out", "/revoke", "/remove", "/restore", "/erase", "/sample", "/leave", "/undo", "/empty") {
			continue
		}
		path := w.Fill(pattern)
		before := count()
		first := b.post(path, values)
		if first.StatusCode != http.StatusSeeOther || count() == before {
			continue // refused, or without an effect
		}
		tried++
		after := count()
		if again := b.post(path, values); again.Header.Get("Location") != first.Header.Get("Location") || count() != after {
			t.Errorf("%s took effect twice, or led to %q", p.Pattern, again.Header.Get("Location"))
		}
	}
	if forms < 100 || tried < 20 {
		t.Errorf("%d forms were looked at, and %d tried", forms, tried)
	}
}
