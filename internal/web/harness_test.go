package web

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/api"
	"vitrine/internal/apitest"
	"vitrine/internal/postgres"
	"vitrine/internal/web/page"
)

// site is a server with pages, and with the API for what tests prepare.
type site struct {
	*apitest.Harness
	pages *page.Web
}

func newSite(t testing.TB, with apitest.Settings) *site {
	t.Helper()
	s := &site{}
	s.Harness = apitest.New(t, func(db *postgres.DB) http.Handler {
		front, accounts := with.Build(db, api.Refuse)
		attachments := with.Attachments(t)
		api.New(front, accounts, attachments, "test", with.Logger())
		s.pages = New(front, accounts, attachments, with.Logger())
		front.RefuseBy(s.pages.Refuse)
		return front
	})
	return s
}

// browser keeps cookies and follows no redirect.
type browser struct {
	*http.Client
	base string
	t    testing.TB
}

func (s *site) browser(t testing.TB) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{&http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}, s.URL, t}
}

// seen is an answer to a browser.
type seen struct {
	*http.Response
	body string
}

func (b *browser) send(method, path string, form url.Values, header ...string) seen {
	b.t.Helper()
	if form != nil {
		header = append([]string{"Content-Type", "application/x-www-form-urlencoded"}, header...)
	}
	return b.sendBody(method, path, strings.NewReader(form.Encode()), header...)
}

func (b *browser) sendBody(method, path string, body io.Reader, header ...string) seen {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.base+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := b.Do(req)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return seen{res, string(content)}
}

func (b *browser) get(path string, header ...string) seen { return b.send("GET", path, nil, header...) }

func (b *browser) post(path string, form url.Values, header ...string) seen {
	return b.send("POST", path, form, header...)
}

// want requires a status and texts on the page.
func (s seen) want(t testing.TB, status int, texts ...string) seen {
	t.Helper()
	if s.StatusCode != status {
		t.Errorf("%s %s: status %d, want %d", s.Request.Method, s.Request.URL.Path, s.StatusCode, status)
	}
	for _, text := range texts {
		if !strings.Contains(s.body, text) {
			t.Errorf("%s %s: %q is not on the page", s.Request.Method, s.Request.URL.Path, text)
		}
	}
	return s
}

// leadsTo requires a redirect.
func (s seen) leadsTo(t testing.TB, path string) {
	t.Helper()
	if s.StatusCode != http.StatusSeeOther || s.Header.Get("Location") != path {
		t.Errorf("%s %s: status %d to %q, want %q", s.Request.Method, s.Request.URL.Path, s.StatusCode, s.Header.Get("Location"), path)
	}
}

const password = "seven-purple-teapots"

// registered is a browser of somebody new.
func (s *site) registered(t testing.TB) (b *browser, email string) {
	t.Helper()
	b, email = s.browser(t), apitest.Address()
	b.post("/register", url.Values{"first_name": {"Mara"}, "last_name": {"Aalto"}, "email": {email}, "password": {password}, "password_confirmation": {password}}).leadsTo(t, "/")
	return b, email
}
