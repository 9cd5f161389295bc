package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/web/page"
)

func TestRegisterSignOutSignIn(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	b.get("/").want(t, http.StatusOK, "Hello, Mara", "What do you collect?")
	b.post("/sign-out", url.Values{}).leadsTo(t, "/sign-in")
	b.get("/").leadsTo(t, "/sign-in")
	b.post("/sign-in", url.Values{"email": {email}, "password": {"wrong"}}).want(t, http.StatusUnprocessableEntity, "That did not work.", email)
	b.post("/sign-in", url.Values{"email": {email}, "password": {password}, "to": {"/settings/security"}}).leadsTo(t, "/settings/security")
	b.get("/settings/security").want(t, http.StatusOK, "This browser")
}

// Errors are shown beside their field, and typed values stay, except passwords.
func TestFormsKeepWhatWasTyped(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b := s.browser(t)
	page := b.post("/register", url.Values{"first_name": {`"><script>alert(1)</script>`}, "email": {"nobody"}, "password": {"short"}, "password_confirmation": {"other"}})
	page.want(t, http.StatusUnprocessableEntity, `aria-invalid="true"`, "&lt;script&gt;", "not an email address")
	for _, leak := range []string{"<script>alert", `value="short"`, `value="other"`} {
		if strings.Contains(page.body, leak) {
			t.Errorf("the page contains %s", leak)
		}
	}
}

// A cookie is not accepted as a token, nor a token as a cookie.
func TestCookiesAndTokensAreApart(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	u, _ := url.Parse(b.base)
	cookie := b.Jar.Cookies(u)[0]
	if !strings.HasPrefix(cookie.Value, identity.SessionPrefix) {
		t.Fatalf("the cookie is %s", cookie.Value[:4])
	}
	s.browser(t).get("/api/me", "Authorization", "Bearer "+cookie.Value).want(t, http.StatusUnauthorized)
	b.get("/api/me").want(t, http.StatusUnauthorized)
	owner := s.Owner(t)
	other := s.browser(t)
	other.get("/", "Cookie", page.LocalCookie+"="+owner.Token).leadsTo(t, "/sign-in")
	other.get("/", "Authorization", "Bearer "+owner.Token).leadsTo(t, "/sign-in")
}

func TestSessionCookie(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"https://vitrine.example": "__Host-vitrine=vtw_", "": "vitrine=vtw_"} {
		s := newSite(t, apitest.Settings{PublicURL: base})
		set := s.browser(t).post("/register", url.Values{"first_name": {"A"}, "last_name": {"B"}, "email": {apitest.Address()}, "password": {password}, "password_confirmation": {password}}).Header.Get("Set-Cookie")
		if !strings.HasPrefix(set, want) || !strings.Contains(set, "; Path=/; ") || !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Lax") ||
			strings.Contains(set, "Secure") != (base != "") || strings.Contains(set, "Domain") {
			t.Errorf("%q: %s", base, set)
		}
	}
}

// Forms of other sites change nothing.
func TestOtherSitesAreRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	for _, headers := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"}} {
		b.post("/sign-out", url.Values{}, headers...).want(t, http.StatusForbidden, "another site")
	}
	b.get("/").want(t, http.StatusOK)
	out := b.post("/sign-out", url.Values{}, "Sec-Fetch-Site", "same-origin")
	out.leadsTo(t, "/sign-in")
	if out.Header.Get("Clear-Site-Data") != `"cache", "storage"` {
		t.Error("the browser keeps what it has seen")
	}
}

// A sign-in redirects only to our own pages.
func TestDestinationsAreOurs(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	_, email := s.registered(t)
	for to, want := range map[string]string{"/collections": "/collections", "//evil.example": "/", "https://evil.example/": "/", `/\evil.example`: "/", "javascript:alert(1)": "/", "": "/"} {
		s.browser(t).post("/sign-in", url.Values{"email": {email}, "password": {password}, "to": {to}}).leadsTo(t, want)
	}
}

func TestEndedSessionsAreOver(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	other := s.browser(t)
	other.post("/sign-in", url.Values{"email": {email}, "password": {password}}).leadsTo(t, "/")
	page := b.get("/settings/security")
	id := regexp.MustCompile(`/settings/sessions/(\d+)/end`).FindStringSubmatch(page.body)[1]
	b.post("/settings/sessions/"+id+"/end", url.Values{}).leadsTo(t, "/settings/security?saved")
	other.get("/").leadsTo(t, "/sign-in")
	b.get("/").want(t, http.StatusOK)
	for _, end := range []string{`last_used_at = now() - interval '15 days'`, `ends_at = now() - interval '1 second', last_used_at = now()`} {
		apitest.Exec(t, s.Harness, `update api_keys set `+end)
		b.get("/").leadsTo(t, "/sign-in")
	}
}

// Registering on a Japanese page asks for the family name first, and stores the language. The API's
// default is English.
func TestRegisteringKeepsTheLanguage(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b := s.browser(t)
	page := b.get("/register", "Accept-Language", "ja").want(t, http.StatusOK)
	if strings.Index(page.body, `name="last_name"`) > strings.Index(page.body, `name="first_name"`) {
		t.Error("the given name is asked for first")
	}
	form := url.Values{"first_name": {"太郎"}, "last_name": {"山田"}, "email": {apitest.Address()}, "password": {password}, "password_confirmation": {password}}
	b.post("/register", form, "Accept-Language", "ja").leadsTo(t, "/")
	b.get("/settings/profile", "Accept-Language", "de").want(t, http.StatusOK, `lang="ja-JP"`, "山田 太郎")
}

// Registering asks for the currency, and guesses it by the language of the browser.
func TestRegisteringAsksForTheCurrency(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	for accepted, guess := range map[string]string{"de-CH,de;q=0.9": "CHF", "de": "EUR", "ja": "JPY", "en-GB": "GBP", "en": "USD", "": "USD", "x": "USD"} {
		s.browser(t).get("/register", "Accept-Language", accepted).want(t, http.StatusOK, `name="currency_code"`, `value="`+guess+`" selected`)
	}
	b := s.browser(t)
	form := url.Values{"first_name": {"Mara"}, "last_name": {"Aalto"}, "email": {apitest.Address()}, "password": {password}, "password_confirmation": {password}, "currency_code": {"Euro"}}
	b.post("/register", form).want(t, http.StatusUnprocessableEntity, `id="currency_code-wrong"`)
	form.Set("currency_code", "EUR")
	b.post("/register", form).leadsTo(t, "/")
	b.get("/settings/account").want(t, http.StatusOK, `value="EUR" selected`)
}

// Only users with the code learn that a password was right: until then, a right password, a wrong one
// and an unknown address get the same answer.
func TestSignInTellsNobodyThatAPasswordWasRight(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := newSite(t, apitest.Settings{Sealer: apitest.Sealer(t), Now: func() time.Time { return now }})
	owner := s.Owner(t)
	secret, _ := owner.Send(t, "POST", "/api/me/two-factor", apitest.M{"password": apitest.Password}).Want(t, http.StatusOK).Dig(t, "data.attributes.secret").(string)
	owner.Send(t, "POST", "/api/me/two-factor/confirm", apitest.M{"code": apitest.CodeAt(t, secret, now)}).Want(t, http.StatusOK)
	now = now.Add(time.Minute)
	b := s.browser(t)
	pending := regexp.MustCompile(`name="pending" value="([^"]*)"`)
	try := func(email, password, code string) (answer, sealed string) {
		page := b.post("/sign-in", url.Values{"email": {email}, "password": {password}})
		if found := pending.FindStringSubmatch(page.body); found != nil {
			sealed = found[1]
		}
		if code != "" {
			page = b.post("/sign-in/code", url.Values{"pending": {sealed}, "code": {code}})
		}
		body := pending.ReplaceAllString(strings.ReplaceAll(page.body, email, "EMAIL"), "")
		return page.Status + body, sealed
	}
	unknown := "x" + owner.Email[1:]
	for _, code := range []string{"", "000000"} {
		right, _ := try(owner.Email, apitest.Password, code)
		for _, other := range [][2]string{{owner.Email, "seven-purple-teapot"}, {unknown, apitest.Password}} {
			if answer, _ := try(other[0], other[1], code); answer != right {
				t.Errorf("with the code %q, %s is answered otherwise than the right password:\n%s\n\n%s", code, other, answer, right)
			}
		}
	}
	_, sealed := try(owner.Email, apitest.Password, "")
	b.post("/sign-in/code", url.Values{"pending": {sealed}, "code": {apitest.CodeAt(t, secret, now)}}).leadsTo(t, "/")
}
