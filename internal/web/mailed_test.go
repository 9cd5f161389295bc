package web

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

var outside = regexp.MustCompile(`(?i)(src|href|action)="(https?:)?//`)

// The pages that mails link to load nothing external, pass their address to nobody, and have a field
// for each required member.
func TestMailedPagesAreDiscreet(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	invitation, _ := owner.Send(t, "POST", "/api/account/invitations", apitest.M{"email": apitest.Address(), "role": "viewer"}).Want(t, http.StatusCreated).Dig(t, "token").(string)
	b := s.browser(t)
	for path, fields := range map[string][]string{
		"/invitations/" + invitation:          {"first_name", "last_name", "password", "password_confirmation"},
		"/password/reset?token=vtp_anything":  {"token", "password", "password_confirmation"},
		"/email/confirm?token=vtc_anything":   {"token"},
		"/email/take-back?token=vtb_anything": {"token"},
	} {
		page := b.get(path).want(t, http.StatusOK)
		if outside.MatchString(page.body) || strings.Contains(page.body, " style=") {
			t.Errorf("%s asks for something from outside, or has a style of its own", path)
		}
		if page.Header.Get("Referrer-Policy") != "strict-origin" || !strings.Contains(page.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s tells its address: %v", path, page.Header)
		}
		for _, f := range fields {
			if !strings.Contains(page.body, `name="`+f+`"`) {
				t.Errorf("%s has no field %s", path, f)
			}
		}
	}
	b.get("/invitations/vti_unknown").want(t, http.StatusNotFound)
	for _, path := range []string{"/password/reset", "/email/confirm", "/email/take-back"} {
		b.post(path, url.Values{"token": {"vtp_unknown"}, "password": {password}, "password_confirmation": {password}}).
			want(t, http.StatusUnprocessableEntity, `role="alert"`, "used already, or has expired")
	}
}

// An invitation is accepted once, and whoever accepts it is signed in.
func TestAcceptInvitation(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner, email := s.Owner(t), apitest.Address()
	token, _ := owner.Send(t, "POST", "/api/account/invitations", apitest.M{"email": email, "role": "viewer"}).Want(t, http.StatusCreated).Dig(t, "token").(string)
	b, in := s.browser(t), url.Values{"first_name": {"Jon"}, "last_name": {"Berg"}, "password": {"short"}, "password_confirmation": {"short"}}
	account := apitest.Scalar[string](t, s.Harness, `select name from accounts order by id limit 1`)
	inviter := apitest.Scalar[string](t, s.Harness, `select user_name from logs where action = 'invitation_created' order by id desc limit 1`)
	b.get("/invitations/"+token).want(t, http.StatusOK, html.EscapeString(inviter+" invites you to “"+account+"”."), "As a viewer you can look at everything.")
	b.post("/invitations/"+token, in).want(t, http.StatusUnprocessableEntity, account, "At least 8 characters.", `value="Jon"`)
	in["password"], in["password_confirmation"] = []string{password}, []string{password}
	b.post("/invitations/"+token, in).leadsTo(t, "/")
	b.get("/").want(t, http.StatusOK, "Hello, Jon", "Viewer")
	s.browser(t).post("/invitations/"+token, in).want(t, http.StatusNotFound)
}

// Without mail there is no page for a forgotten password; with mail, it gives everybody the same answer.
func TestForgottenPages(t *testing.T) {
	t.Parallel()
	newSite(t, apitest.Settings{}).browser(t).get("/forgotten").want(t, http.StatusNotFound)
	s := newSite(t, apitest.Settings{Mail: true})
	b, owner := s.browser(t), s.Owner(t)
	b.get("/sign-in").want(t, http.StatusOK, `href="/forgotten"`)
	b.get("/forgotten").want(t, http.StatusOK)
	b.post("/forgotten", url.Values{"email": {""}}).want(t, http.StatusUnprocessableEntity, "Please fill this in.")
	known := b.post("/forgotten", url.Values{"email": {owner.Email}}).want(t, http.StatusOK, "Check your mail")
	unknown := b.post("/forgotten", url.Values{"email": {apitest.Address()}}).want(t, http.StatusOK)
	if known.body != unknown.body {
		t.Error("the page tells who has an account")
	}
}

// A mailed link replaces the password.
func TestResetPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	w := &apitest.World{Person: owner, IDs: map[string]string{}}
	token, _ := apitest.Examples["POST /api/password/reset"](t, w)["token"].(string)
	if !strings.HasPrefix(token, identity.ResetPrefix) {
		t.Fatal(token)
	}
	b := s.browser(t)
	b.post("/password/reset", url.Values{"token": {token}, "password": {password}, "password_confirmation": {password}}).want(t, http.StatusOK, "Your password is changed")
	b.post("/sign-in", url.Values{"email": {owner.Email}, "password": {password}}).leadsTo(t, "/")
}
