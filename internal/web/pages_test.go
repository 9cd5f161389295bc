package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Every page that changes something names an existing operation of the API, so that pages can do
// nothing that programs cannot.
func TestPagesEqualOperations(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	for _, p := range s.pages.Pages {
		if p.Operation != "" && s.Contract.Operations[p.Operation] == nil {
			t.Errorf("%s equals %s, which the API does not have", p.Pattern, p.Operation)
		}
		if p.Operation == "" && !strings.HasPrefix(p.Pattern, "GET ") && p.Pattern != "POST /language" && p.Pattern != "POST /settings/appearance" {
			t.Errorf("%s changes something that the API cannot", p.Pattern)
		}
	}
}

func TestPagesAreNotKept(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	for _, path := range []string{"/", "/sign-in?to=/x", "/nowhere"} {
		page := b.get(path)
		policy := page.Header.Get("Content-Security-Policy")
		if page.Header.Get("Cache-Control") != "no-store" || !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "require-trusted-types-for 'script'") || strings.Contains(policy, "unsafe") || strings.Contains(page.body, " style=") {
			t.Errorf("%s: %v", path, page.Header)
		}
	}
	b.get("/nowhere").want(t, http.StatusNotFound, "There is nothing here.")
}

// A user beyond the limit of pages is told how long to wait.
func TestPagesAreLimited(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PageLimit: 3})
	b, _ := s.registered(t)
	for range 3 {
		b.get("/").want(t, http.StatusOK)
	}
	b.get("/").want(t, http.StatusTooManyRequests, "data-countdown=")
}

func TestLanguagesAreChosen(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b := s.browser(t)
	b.get("/sign-in", "Accept-Language", "ja").want(t, http.StatusOK, `lang="ja-JP"`)
	b.get("/register?x=1").want(t, http.StatusOK, `name="page" value="/register?x=1"`)
	b.post("/language", url.Values{"language": {"de_DE"}, "page": {"/register"}}).leadsTo(t, "/register")
	b.post("/language", url.Values{"language": {"de_DE"}, "page": {"//elsewhere.example"}}).leadsTo(t, "/")
	b.get("/sign-in", "Accept-Language", "ja").want(t, http.StatusOK, `lang="de-DE"`)
}

// With TLS, browsers are told to use only that; on a local machine they are not.
func TestTransportSecurity(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"https://vitrine.example": "max-age=31536000", "": ""} {
		s := newSite(t, apitest.Settings{PublicURL: base})
		for _, path := range []string{"/sign-in", "/nowhere"} {
			if got := s.browser(t).get(path).Header.Get("Strict-Transport-Security"); got != want {
				t.Errorf("%q %s: %q", base, path, got)
			}
		}
	}
}

// A form that is refused leads back to where it was sent from, and only there.
func TestRefusedFormsLeadBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	for from, want := range map[string]string{s.URL + "/settings/profile?saved": `href="/settings/profile?saved"`, "https://evil.example/x": `id="again" href="/"`} {
		b.post("/settings/profile", url.Values{}, "Origin", "https://evil.example", "Referer", from).want(t, http.StatusForbidden, want)
	}
}

// The files for installing the pages as an app are public; the offline page is in the language of the
// browser.
func TestInstallable(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b := s.browser(t)
	b.get("/manifest.webmanifest").want(t, http.StatusOK, `"start_url":"/"`, `"purpose":"maskable"`)
	b.get("/sw.js").want(t, http.StatusOK, `"offline"`)
	b.get("/offline?language=de-DE", "Accept-Language", "ja").want(t, http.StatusOK, "Keine Verbindung.")
}

// Adding an item asks for the collection only if there are several.
func TestAddAsksForTheCollection(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/add").leadsTo(t, "/")
	if to := b.get("/add", "HX-Request", "true").want(t, http.StatusOK).Header.Get("HX-Redirect"); to != "/" {
		t.Errorf("without a collection, the drawer leads to %q", to)
	}
	b.post("/start", url.Values{"template": {"coin"}}).leadsTo(t, "/collections/1")
	b.get("/add").leadsTo(t, "/collections/1/items/new")
	b.post("/start", url.Values{"template": {"watch"}}).leadsTo(t, "/collections/2")
	b.get("/add").want(t, http.StatusOK, `href="/collections/1/items/new"`, `href="/collections/2/items/new"`)
	b.post("/collections/2/items", url.Values{"name": {"Ducat"}}).want(t, http.StatusSeeOther)
	b.get("/add").leadsTo(t, "/collections/2/items/new")
	b.get("/add?choose=1").want(t, http.StatusOK, `href="/collections/1/items/new"`)
	if part := b.get("/add?choose=1&name=Thaler", "HX-Request", "true").want(t, http.StatusOK, `hx-get="/collections/1/items/new?name=Thaler"`); strings.Contains(part.body, "<html") {
		t.Errorf("the drawer is %s", part.body)
	}
	b.get("/").want(t, http.StatusOK, `class="fab" href="/add" hx-get="/add"`)
	b.get("/collections/1").want(t, http.StatusOK, `class="fab" href="/collections/1/items/new"`)
	b.get("/more").want(t, http.StatusOK, `action="/sign-out"`, `href="/settings/profile"`)
}

// A refused part of a page is answered with a whole page.
func TestRefusedPartsReplaceThePage(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PageLimit: 1})
	b, _ := s.registered(t)
	if got := s.browser(t).get("/collections?x=1", "HX-Request", "true").want(t, http.StatusOK).Header.Get("HX-Redirect"); got != "/sign-in?to=%2Fcollections%3Fx%3D1" {
		t.Errorf("nobody is led to %q", got)
	}
	b.get("/")
	if h := b.get("/collections", "HX-Request", "true").want(t, http.StatusTooManyRequests, `id="main"`).Header; h.Get("HX-Retarget") != "body" || h.Get("HX-Reselect") != "#main" {
		t.Error(h)
	}
}
