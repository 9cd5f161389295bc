package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Every page of members leads nobody in, and names an operation of the API that
// exists, so that no page can do what programs cannot.
func TestEveryPageIsGuarded(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	for _, p := range s.pages.pages {
		method, path, _ := strings.Cut(p.pattern, " ")
		path = strings.NewReplacer("{$}", "", "{size}", "thumb", "{session}", "1", "{token}", "vti_none", "{key}", "1", "{member}", "1", "{invitation}", "1", "{collection}", "1", "{item}", "1", "{photo}", "1", "{copy}", "1").Replace(path)
		if strings.Contains(path, "{") {
			t.Errorf("%s: name an object for its path", p.pattern)
		}
		if p.operation != "" && s.Contract.Operations[p.operation] == nil {
			t.Errorf("%s equals %s, which the API does not have", p.pattern, p.operation)
		}
		if p.operation == "" && method != http.MethodGet && p.pattern != "POST /language" && p.pattern != "POST /settings/appearance" {
			t.Errorf("%s changes something that the API cannot", p.pattern)
		}
		if p.anybody {
			continue
		}
		answer := s.browser(t).send(method, path, url.Values{})
		if location := answer.Header.Get("Location"); answer.StatusCode != http.StatusSeeOther || !strings.HasPrefix(location, "/sign-in") {
			t.Errorf("%s: nobody is answered %d and led to %q", p.pattern, answer.StatusCode, location)
		}
	}
}

func TestPagesAreNotKept(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	for _, path := range []string{"/", "/sign-in?to=/x", "/nowhere"} {
		page := b.get(path)
		policy := page.Header.Get("Content-Security-Policy")
		if page.Header.Get("Cache-Control") != "no-store" || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") || strings.Contains(page.body, " style=") {
			t.Errorf("%s: %v", path, page.Header)
		}
	}
	b.get("/nowhere").want(t, http.StatusNotFound, "There is nothing here.")
}

// Whoever looks at too many pages is told how long to wait.
func TestPagesAreLimited(t *testing.T) {
	s := newSite(t, apitest.Settings{PageLimit: 3})
	b, _ := s.registered(t)
	for range 3 {
		b.get("/").want(t, http.StatusOK)
	}
	b.get("/").want(t, http.StatusTooManyRequests, "data-countdown=")
}

func TestLanguagesAreChosen(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	b := s.browser(t)
	b.get("/sign-in", "Accept-Language", "ja").want(t, http.StatusOK, `lang="ja-JP"`)
	b.post("/language", url.Values{"language": {"de_DE"}, "to": {"/"}}).leadsTo(t, "/sign-in?to=/")
	b.get("/sign-in", "Accept-Language", "ja").want(t, http.StatusOK, `lang="de-DE"`)
}
