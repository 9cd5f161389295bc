package web

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/subpath"
)

// home is a public address with a path, and under is that path.
const (
	home  = "http://home.example/vitrine"
	under = "/vitrine"
)

// noAddress are attributes whose values may begin with a slash, and are no addresses for a browser: what
// a form sends back, a key, a shape.
var noAddress = map[string]bool{"value": true, "aria-keyshortcuts": true, "d": true, "class": true}

// Rarely shown attributes are found in the source: each that is made of a path is known to subpath.
func TestEveryAttributeOfAPathIsKnown(t *testing.T) {
	sources, err := filepath.Glob("*/*.templ")
	if err != nil || len(sources) < 50 {
		t.Fatal(len(sources), err)
	}
	written := regexp.MustCompile(`([a-z][a-z-]*)=(?:"/|\{[^}]*(?:Path\(|"/|URL|\.At\b))`)
	known := map[string]bool{}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range written.FindAllStringSubmatch(string(text), -1) {
			name := found[1]
			known[name] = strings.Contains(string(subpath.Path(under).Page([]byte(`<p `+name+`="/x">`))), under)
			if !known[name] && !noAddress[name] {
				t.Errorf("%s: %s may be an address: see internal/subpath/page.go, or noAddress", source, name)
			}
		}
	}
	for _, rare := range []string{"data-again", "data-branch", "formaction"} {
		if !known[rare] {
			t.Errorf("%s was not looked at", rare)
		}
	}
}

// attribute matches one whose value begins with a slash.
var attribute = regexp.MustCompile(`([a-z-]+)=["'](/[^"']*)["']`)

// mine matches an address of the host wherever it stands.
var mine = regexp.MustCompile(`http://home\.example(/?[A-Za-z0-9_.~-]*)`)

// Every address of every page, of its fragments and of the header is under the path, in the answer to
// every request. Only what a form sends back is as the pages know it.
func TestEveryAddressIsUnderThePath(t *testing.T) {
	t.Parallel()
	store, err := files.OpenDirectory(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, apitest.Settings{Files: store, PublicURL: home})
	w := s.World(t)
	owner := s.browserUnder(t, w.Person)
	nobody := s.browser(t)
	nobody.base += under
	w.Personal(t)
	w.Show(t)
	found := map[string]int{}
	walk := func(b *browser, method, path string, header ...string) {
		answer := b.send(method, path, url.Values{}, header...)
		for _, name := range []string{"Location", "HX-Redirect", "HX-Push-Url"} {
			if to := answer.Header.Get(name); to != "" && to != "false" {
				found[name]++
				if !strings.HasPrefix(to, under+"/") || strings.HasPrefix(to, under+under) {
					t.Errorf("%s %s: %s is %s", method, path, name, to)
				}
			}
		}
		for _, c := range answer.Cookies() {
			if found["cookie "+c.Name]++; c.Path != under && !strings.HasPrefix(c.Path, under+"/") {
				t.Errorf("%s %s: the cookie %s is for %s", method, path, c.Name, c.Path)
			}
		}
		if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
			return
		}
		for _, a := range attribute.FindAllStringSubmatch(answer.body, -1) {
			if found[a[1]]++; noAddress[a[1]] || strings.HasPrefix(a[2], "//") {
				continue
			}
			if !strings.HasPrefix(a[2], under+"/") || strings.HasPrefix(a[2], under+under) {
				t.Errorf("%s %s: %s", method, path, a[0])
			}
		}
		for _, a := range mine.FindAllStringSubmatch(answer.body, -1) {
			if found["whole"]++; a[1] != under {
				t.Errorf("%s %s: %s", method, path, a[0])
			}
		}
	}
	walk(owner, "GET", w.Fill("/collections/{collection}")+"?view=table&cols=name") // which the browser remembers
	later := []string{"/sign-out", "/settings/account"}
	for _, changing := range []string{http.MethodGet, http.MethodPost} {
		for _, p := range s.pages.Pages {
			method, pattern, _ := strings.Cut(p.Pattern, " ")
			if method != changing || has(pattern, later...) && method == http.MethodPost {
				continue
			}
			path := w.Fill(strings.TrimSuffix(pattern, "{$}"))
			walk(nobody, method, path)
			walk(owner, method, path)
			walk(owner, method, path, "HX-Request", "true")
		}
	}
	walk(owner, "GET", "/nowhere")
	walk(owner, "GET", "/docs")
	walk(owner, "POST", "/sign-out")
	for _, name := range []string{"href", "src", "action", "formaction", "hx-get", "hx-post", "data-item", "data-order", "data-reader", "data-compiled", "value", "whole", "cookie vitrine", "cookie vitrine-cols", "Location", "HX-Redirect"} {
		if found[name] == 0 {
			t.Errorf("no %s was looked at", name)
		}
	}
}

// browserUnder is a browser of an existing user that asks for everything under the path.
func (s *site) browserUnder(t testing.TB, p *apitest.Person) *browser {
	t.Helper()
	b := s.browser(t)
	b.base += under
	b.post("/sign-in", url.Values{"email": {p.Email}, "password": {apitest.Password}}).leadsTo(t, under+"/")
	return b
}

// A proxy that cuts the path off itself is served the same, and so are probes, which ask without it.
func TestProxiesMayCutThePathOff(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PublicURL: home})
	b := s.browser(t)
	for _, at := range []string{"", under} {
		b.get(at+"/sign-in").want(t, http.StatusOK, `action="/vitrine/sign-in"`)
		b.get(at+"/locations").leadsTo(t, "/vitrine/sign-in?to=%2Flocations")
		b.get(at+"/readyz").want(t, http.StatusOK)
		b.get(at+"/manifest.webmanifest").want(t, http.StatusOK, `"id":"/vitrine/"`, `"start_url":"/vitrine/"`, `"scope":"/vitrine/"`, `"src":"/vitrine/assets/`, `"action":"/vitrine/share"`)
		b.get(at+"/api/openapi.json").want(t, http.StatusOK, `"url": "/vitrine"`)
		b.get(at+"/api/openapi.yaml").want(t, http.StatusOK, "servers:\n  - url: /vitrine\n")
		b.get(at+"/docs").want(t, http.StatusOK, `href="/vitrine/docs/style.css"`, home+"/api/")
		b.get(at+"/sw.js").want(t, http.StatusOK)
	}
	if answer := b.get("/vitrine?a=b"); answer.StatusCode != http.StatusPermanentRedirect || answer.Header.Get("Location") != "/vitrine/?a=b" {
		t.Errorf("the path alone is answered %d, and leads to %q", answer.StatusCode, answer.Header.Get("Location"))
	}
	b.get("/vitrines").want(t, http.StatusNotFound)
}

// After signing in one is where one wanted to go, and a form that is refused leads back.
func TestWaysBackUnderThePath(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PublicURL: home})
	p := s.Owner(t)
	b := s.browser(t)
	b.base += under
	b.get("/sign-in?to=%2Flocations").want(t, http.StatusOK, `name="to" value="/locations"`)
	b.post("/sign-in", url.Values{"email": {p.Email}, "password": {apitest.Password}, "to": {"/locations"}}).leadsTo(t, under+"/locations")
	b.get("/locations").want(t, http.StatusOK)
	b.post("/settings/profile", url.Values{}, "Origin", "https://evil.example", "Referer", s.URL+under+"/settings/profile?saved").want(t, http.StatusForbidden, `href="/vitrine/settings/profile?saved"`)
	if left := b.post("/sign-out", url.Values{}); left.Header.Get("Clear-Site-Data") != `"cache"` || left.Header.Get("Location") != under+"/sign-in" {
		t.Errorf("signing out: %v", left.Header)
	}
}

// The cookie of a whole host can have no path. Without a path, it stays as it was.
func TestSessionCookieUnderAPath(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"": "vitrine /", home: "vitrine /vitrine", "https://vitrine.example": "__Host-vitrine /", "https://home.example/vitrine": "__Secure-vitrine /vitrine"} {
		s := newSite(t, apitest.Settings{PublicURL: base})
		p := s.Owner(t)
		in := s.browser(t).post("/sign-in", url.Values{"email": {p.Email}, "password": {apitest.Password}})
		if all := in.Cookies(); len(all) != 1 || all[0].Name+" "+all[0].Path != want || all[0].Secure != strings.HasPrefix(base, "https") || !all[0].HttpOnly {
			t.Errorf("%q: %v", base, all)
		}
	}
}

// Answers of the API name the public address with its path, in every request alike.
func TestAnswersOfTheAPIUnderThePath(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{PublicURL: home})
	p := s.Owner(t)
	made := p.Make(t, "/api/collections", apitest.M{"name": "Stamps", "visibility": "public"})
	for _, at := range []string{"", under} {
		b := s.browser(t)
		b.base += at
		token := []string{"Authorization", "Bearer " + p.Token}
		b.get("/api/collections/"+made+"?include=public_url", token...).want(t, http.StatusOK, `"self":"`+home+"/api/collections/"+made+`"`, `"`+home+"/c/")
		b.get("/api/collections?per_page=1", token...).want(t, http.StatusOK, `"path":"`+home+`/api/collections"`, `"first":"`+home+"/api/collections?")
		b.post("/api/me/calendar", nil, token...).want(t, http.StatusCreated, `"`+home+"/calendar/")
	}
}

// A path that is one of ours could be cut off twice.
func TestPathsOfOursAreNoSubpaths(t *testing.T) {
	for _, at := range []subpath.Path{"", "/vitrine", "/our/things"} {
		if err := CheckSubpath(at); err != nil {
			t.Errorf("%q: %v", at, err)
		}
	}
	for _, at := range []subpath.Path{"/api", "/assets", "/docs", "/items", "/settings", "/password/vitrine"} {
		if CheckSubpath(at) == nil {
			t.Errorf("%q is taken", at)
		}
	}
}
