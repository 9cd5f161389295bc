package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/catalog"
)

// stale makes every proof too old.
func (s *site) stale(t testing.TB) {
	t.Helper()
	apitest.Exec(t, s.Harness, `update api_keys set proven_at = now() - interval '6 minutes' where kind = 'session'`)
}

func TestProfile(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	b.get("/settings").leadsTo(t, "/settings/profile")
	b.get("/settings/profile").want(t, http.StatusOK, `value="Mara"`, email)
	in := url.Values{"first_name": {""}, "last_name": {"Aalto"}, "nickname": {"Mar"}, "email": {email}, "locale": {"de_DE"}, "clock": {"24"}}
	b.post("/settings/profile", in).want(t, http.StatusUnprocessableEntity, "Please fill this in.", `value="Mar"`)
	in.Set("first_name", "Maria")
	b.post("/settings/profile", in).leadsTo(t, "/settings/profile?saved")
	b.get("/settings/profile?saved").want(t, http.StatusOK, `lang="de-DE"`, `value="Maria"`, `role="status"`)
}

// A new address needs a proof; typed values stay, and wrong passwords count.
func TestAddressNeedsProof(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	s.stale(t)
	in := url.Values{"first_name": {"Mara"}, "last_name": {"Aalto"}, "email": {email}, "locale": {"en"}, "clock": {"12"}}
	b.post("/settings/profile", in).leadsTo(t, "/settings/profile?saved")
	other := apitest.Address()
	in.Set("email", other)
	b.post("/settings/profile", in).want(t, http.StatusOK, "Confirm it is you", `value="`+other+`"`)
	in.Set("proof", "1")
	in.Set("password", "wrong")
	page := b.post("/settings/profile", in).want(t, http.StatusUnprocessableEntity, "This is not your password.", `value="`+other+`"`)
	if strings.Contains(page.body, `value="wrong"`) {
		t.Error("the page repeats a password")
	}
	if n := apitest.Scalar[int](t, s.Harness, `select code_failures from users where email = $1`, email); n != 1 {
		t.Errorf("%d wrong attempts are counted", n)
	}
	in.Set("password", password)
	b.post("/settings/profile", in).leadsTo(t, "/settings/profile?saved")
	b.get("/settings/profile").want(t, http.StatusOK, other)
}

func TestAppearance(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.post("/settings/appearance", url.Values{"theme": {"dark"}, "density": {"compact"}}).leadsTo(t, "/settings/profile?saved")
	b.get("/").want(t, http.StatusOK, `data-theme="dark"`, `data-density="compact"`)
	b.post("/settings/appearance", url.Values{"theme": {`"><script>`}, "density": {"tiny"}})
	b.get("/").want(t, http.StatusOK, `data-theme=""`, `data-density=""`)
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	other := s.browser(t)
	other.post("/sign-in", url.Values{"email": {email}, "password": {password}}).leadsTo(t, "/")
	in := url.Values{"current_password": {"wrong"}, "password": {"eight-yellow-spoons"}, "password_confirmation": {"eight-yellow-spoons"}}
	b.post("/settings/security/password", in).want(t, http.StatusUnprocessableEntity, "This is not your password.")
	in.Set("current_password", password)
	b.post("/settings/security/password", in).leadsTo(t, "/settings/security?saved")
	b.get("/").want(t, http.StatusOK)
	other.get("/").leadsTo(t, "/sign-in")
}

func TestEndOtherSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	var others []*browser
	for range 2 {
		other := s.browser(t)
		other.post("/sign-in", url.Values{"email": {email}, "password": {password}}).leadsTo(t, "/")
		others = append(others, other)
	}
	b.post("/settings/sessions/end-others", url.Values{}).leadsTo(t, "/settings/security?saved")
	for _, other := range others {
		other.get("/").leadsTo(t, "/sign-in")
	}
	page := b.get("/settings/security").want(t, http.StatusOK, "This browser")
	if strings.Contains(page.body, "end-others") {
		t.Error("there are others left")
	}
	entries := apitest.Scalar[int](t, s.Harness, `select count(*)::int from logs where action = $1`, string(catalog.APIKeyDeleted))
	if entries != 2 {
		t.Errorf("%d log entries", entries)
	}
}

var shownCode = regexp.MustCompile(`<li><code>(\w+)</code></li>`)

func TestTwoFactorPages(t *testing.T) {
	t.Parallel()
	now := time.Now()
	s := newSite(t, apitest.Settings{Sealer: apitest.Sealer(t), Now: func() time.Time { return now }})
	b, email := s.registered(t)
	other := s.browser(t)
	other.post("/sign-in", url.Values{"email": {email}, "password": {password}}).leadsTo(t, "/")
	key := regexp.MustCompile(`vtr_\w+`).FindString(b.post("/settings/keys", url.Values{"label": {"backup"}, "scopes": {"read"}}).body)
	b.post("/settings/security/two-factor", url.Values{"password": {"wrong"}}).want(t, http.StatusUnprocessableEntity, "This is not your password.")
	page := b.post("/settings/security/two-factor", url.Values{"password": {password}}).want(t, http.StatusOK, `<path d="M`)
	secret := regexp.MustCompile(`class="secret">(\w+)<`).FindStringSubmatch(page.body)[1]
	b.post("/settings/security/two-factor/confirm", url.Values{"code": {"000000"}}).want(t, http.StatusUnprocessableEntity, "The code is wrong")
	page = b.post("/settings/security/two-factor/confirm", url.Values{"code": {apitest.CodeAt(t, secret, now)}}).want(t, http.StatusOK, "They are not shown again.")
	other.get("/").leadsTo(t, "/sign-in") // it signed in without a code
	s.browser(t).get("/api/me", "Authorization", "Bearer "+key).want(t, http.StatusOK)
	codes := shownCode.FindAllStringSubmatch(page.body, -1)
	if len(codes) != 8 {
		t.Fatalf("%d recovery codes", len(codes))
	}
	b.get("/settings/security").want(t, http.StatusOK, "8 left")
	s.stale(t) // with a second factor, a proof needs a code too
	in := url.Values{"first_name": {"Mara"}, "last_name": {"Aalto"}, "email": {apitest.Address()}, "locale": {"en"}, "clock": {"12"}, "proof": {"1"}, "password": {password}}
	b.post("/settings/profile", in).want(t, http.StatusUnprocessableEntity, `name="code"`, "The code is wrong")
	in.Set("code", codes[0][1])
	b.post("/settings/profile", in).leadsTo(t, "/settings/profile?saved")
	page = b.post("/settings/security/codes", url.Values{"password": {password}, "code": {codes[1][1]}}).want(t, http.StatusOK, "They are not shown again.")
	fresh := shownCode.FindAllStringSubmatch(page.body, -1)
	b.post("/settings/security/two-factor/end", url.Values{"password": {password}, "code": {codes[2][1]}}).want(t, http.StatusUnprocessableEntity)
	b.post("/settings/security/two-factor/end", url.Values{"password": {password}, "code": {fresh[0][1]}}).leadsTo(t, "/settings/security?saved")
	s.browser(t).post("/sign-in", url.Values{"email": {in.Get("email")}, "password": {password}}).leadsTo(t, "/")
}

// Errors are in the user's language, whatever the browser prefers; those of the API are in English.
func TestWrongInTheLanguageOfTheUser(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	form := url.Values{"first_name": {"Ada"}, "last_name": {"Lovelace"}, "email": {"ada@example.org"}, "locale": {"de_DE"}, "clock": {"24"}}
	b.post("/settings/profile", form)
	form = url.Values{"first_name": {""}, "last_name": {strings.Repeat("x", 300)}, "email": {"ada"}, "locale": {"de_DE"}, "clock": {"24"}}
	b.post("/settings/profile", form, "Accept-Language", "fr").want(t, http.StatusUnprocessableEntity, "Bitte ausfüllen.", "Höchstens ", "Das ist keine E-Mail-Adresse wie ada@example.org.")
	stranger := s.browser(t)
	stranger.post("/forgotten", url.Values{"email": {""}}, "Accept-Language", "ja").want(t, http.StatusUnprocessableEntity, "入力してください。")
}
