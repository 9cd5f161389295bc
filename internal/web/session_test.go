package web

import (
	"io"
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

// id is the session of a browser.
func (b *browser) id() string {
	u, _ := url.Parse(b.base)
	for _, c := range b.Jar.Cookies(u) {
		if c.Name == page.LocalCookie {
			return c.Value
		}
	}
	return ""
}

// Every sign-in makes a new session, whatever cookie the browser had: a planted or stolen earlier one
// is worthless.
func TestSigningInMakesANewSession(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	form := url.Values{"email": {email}, "password": {password}}
	seen := map[string]bool{b.id(): true}
	for range 3 {
		b.post("/sign-in", form).leadsTo(t, "/")
		if seen[b.id()] {
			t.Error("the session is one that was there before")
		}
		seen[b.id()] = true
	}
	planted := "vtw_" + strings.Repeat("A", len(b.id())-4)
	victim := s.browser(t)
	victim.post("/sign-in", form, "Cookie", page.LocalCookie+"="+planted).leadsTo(t, "/")
	if victim.id() == planted {
		t.Error("the planted session was taken over")
	}
	s.browser(t).get("/settings/profile", "Cookie", page.LocalCookie+"="+planted).leadsTo(t, "/sign-in?to=%2Fsettings%2Fprofile")
	before := b.id()
	b.post("/sign-out", url.Values{}).leadsTo(t, "/sign-in")
	b.post("/sign-in", form).leadsTo(t, "/")
	s.browser(t).get("/", "Cookie", page.LocalCookie+"="+before).leadsTo(t, "/sign-in")
}

// A change of role, password or second factor gives a session a new id on the next page; the old one
// ends after a minute. Keys stay.
func TestChangesOfRightsRenewTheSession(t *testing.T) {
	now := time.Now()
	s := newSite(t, apitest.Settings{Sealer: apitest.Sealer(t), Now: func() time.Time { return now }})
	owner := s.Owner(t)
	member := owner.Join(t, identity.Viewer)
	b, boss := s.signedIn(t, member), s.signedIn(t, owner)
	b.get("/").want(t, http.StatusOK)
	secret := ""
	for _, c := range []struct {
		what   string
		change func()
	}{
		{"role", func() {
			boss.post("/settings/members/"+owner.MemberID(t, member), url.Values{"role": {"editor"}}).leadsTo(t, "/settings/members?saved")
		}},
		{"password", func() {
			b.post("/settings/security/password", url.Values{"current_password": {apitest.Password}, "password": {password}, "password_confirmation": {password}}).leadsTo(t, "/settings/security?saved")
		}},
		{"second factor", func() {
			page := b.post("/settings/security/two-factor", url.Values{"password": {password}})
			secret = regexp.MustCompile(`class="secret">(\w+)<`).FindStringSubmatch(page.body)[1]
			b.post("/settings/security/two-factor/confirm", url.Values{"code": {apitest.CodeAt(t, secret, now)}}).want(t, http.StatusOK)
		}},
	} {
		before := b.id()
		b.get("/").want(t, http.StatusOK)
		if b.id() != before {
			t.Errorf("the session is new before the change of the %s", c.what)
		}
		c.change()
		b.get("/").want(t, http.StatusOK)
		if b.id() == before {
			t.Errorf("the change of the %s leaves the session as it was", c.what)
		}
		s.browser(t).get("/", "Cookie", page.LocalCookie+"="+before).want(t, http.StatusOK)
		apitest.Exec(t, s.Harness, `update api_keys set ends_at = now() where of_session is not null`) // a minute later
		s.browser(t).get("/", "Cookie", page.LocalCookie+"="+before).leadsTo(t, "/sign-in")
	}
	owner.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
}

// Changes that do not affect rights, such as name or language, leave sessions as they are: a second
// tab goes on.
func TestAProfileRenewsNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, email := s.registered(t)
	b.get("/").want(t, http.StatusOK)
	before := b.id()
	b.post("/settings/profile", url.Values{"first_name": {"Mara"}, "last_name": {"Virtanen"}, "email": {email}, "locale": {"en"}, "clock": {"24"}}).leadsTo(t, "/settings/profile?saved")
	b.get("/").want(t, http.StatusOK, "Mara Virtanen")
	if b.id() != before {
		t.Error("a new name gives the session a new id")
	}
}

// A page requested with the old session id is still answered for a minute. It does not get the new id,
// and other sessions have ended with the password.
func TestTheIdBeforeIsTakenForAMinute(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b, other := s.signedIn(t, w.Person), s.signedIn(t, w.Person)
	b.get("/").want(t, http.StatusOK)
	before, elsewhere := b.id(), other.id()
	b.post("/settings/security/password", url.Values{"current_password": {apitest.Password}, "password": {password}, "password_confirmation": {password}}).leadsTo(t, "/settings/security?saved")
	other.get("/").leadsTo(t, "/sign-in")
	b.get("/").want(t, http.StatusOK)
	if b.id() == before {
		t.Fatal("the session is not new")
	}
	late := s.browser(t).get("/", "Cookie", page.LocalCookie+"="+before).want(t, http.StatusOK)
	for _, c := range late.Cookies() {
		if c.Name == page.LocalCookie {
			t.Errorf("the id before is given the new one: %v", c)
		}
	}
	s.browser(t).post(w.Fill("/items/{item}"), url.Values{"name": {"Under way"}}, "Cookie", page.LocalCookie+"="+before).leadsTo(t, w.Fill("/items/{item}"))
	s.browser(t).get("/", "Cookie", page.LocalCookie+"="+elsewhere).leadsTo(t, "/sign-in")
	b.get("/").want(t, http.StatusOK)
}

// A new password ends the other sessions, including running requests, which change nothing any more.
func TestNewPasswordEndsRequestsUnderWay(t *testing.T) {
	t.Parallel()
	s, w, b := withFiles(t)
	other := s.signedIn(t, w.Person)
	item := w.Fill("/items/{item}")
	photos := func() int { return apitest.Scalar[int](t, s.Harness, `select count(*)::int from photos`) }
	before := photos()
	body, kind := filesForm(t, "a.png", dot(51))
	from, to := io.Pipe()
	begun, answered := make(chan struct{}), make(chan seen, 1)
	go func() {
		half := body.Len() / 2
		_, _ = to.Write(body.Next(half)) // the server has read it
		close(begun)
		time.Sleep(50 * time.Millisecond)
		_, err := b.Get(b.base + "/settings/security/password")
		if err == nil {
			b.post("/settings/security/password", url.Values{"current_password": {apitest.Password}, "password": {password}, "password_confirmation": {password}}).leadsTo(t, "/settings/security?saved")
		}
		_, _ = to.Write(body.Bytes())
		_ = to.Close()
	}()
	go func() { answered <- other.sendBody("POST", item+"/photos", from, "Content-Type", kind) }()
	<-begun
	(<-answered).leadsTo(t, "/sign-in")
	if after := photos(); after != before {
		t.Errorf("%d photos were added by a session that is over", after-before)
	}
	other.get("/").leadsTo(t, "/sign-in")
	b.get("/").want(t, http.StatusOK)
}
