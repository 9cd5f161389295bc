package process

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

const (
	resetLink   = `https://vitrine\.example/\S*(vtp_\w+)`
	newPassword = "another-horse-battery"
)

// Whoever reads the user's mail can replace a forgotten password, once and within
// an hour. The answer does not reveal who is a user.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := serve(t, database, box.settings()...)
	user, nobody := newcomer(t, v), &client{}
	second := user.login(t, v)
	forget := func(email string) answer {
		t.Helper()
		return nobody.must(t, http.StatusAccepted, "POST", v.url+"/api/password/forgot", M{"email": email})
	}
	reset := func(status int, token, password string) answer {
		t.Helper()
		return nobody.must(t, status, "POST", v.url+"/api/password/reset", M{"token": token, "password": password, "password_confirmation": password})
	}
	login := func(status int, password string) {
		t.Helper()
		nobody.must(t, status, "POST", v.url+"/api/login", M{"email": user.email, "password": password})
	}

	unknown := forget(address())
	box.none(t, database, "an address that nobody has")
	known := forget(strings.ToUpper(user.email))
	if string(known.body) != string(unknown.body) {
		t.Errorf("a user is told %s, nobody %s", known.body, unknown.body)
	}
	token := box.one(t, database, user.email, "Reset your password").find(t, resetLink)

	reset(http.StatusUnprocessableEntity, token, "12345678") // a leaked password does not use up the link
	reset(http.StatusUnprocessableEntity, token[:len(token)-1]+"!", newPassword)
	user.must(t, http.StatusOK, "GET", v.url+"/api/me", nil)
	login(http.StatusOK, password)
	reset(http.StatusNoContent, token, newPassword)
	for _, ended := range []*client{user.client, second} {
		ended.must(t, http.StatusUnauthorized, "GET", v.url+"/api/me", nil)
	}
	login(http.StatusUnauthorized, password)
	login(http.StatusOK, newPassword)
	again := reset(http.StatusUnprocessableEntity, token, password)
	if got := again.text(t, "errors", "token", 0); !strings.Contains(got, "used already") {
		t.Errorf("a second use is told %q", got)
	}
	login(http.StatusOK, newPassword)

	box.take(t, database, 10*time.Second)
	forget(user.email)
	box.none(t, database, "a second request within five minutes")
	later := func() {
		t.Helper()
		scalar[int](t, database, `with past as (update users set reset_mailed_at = now() - interval '5 minutes' returning 1) select count(*)::int from past`)
	}
	later()
	forget(user.email)
	older := box.one(t, database, user.email, "Reset your password").find(t, resetLink)
	later()
	forget(user.email)
	newest := box.one(t, database, user.email, "Reset your password").find(t, resetLink)
	reset(http.StatusNoContent, older, newPassword) // earlier links work until one is used
	reset(http.StatusUnprocessableEntity, newest, password)
	box.one(t, database, user.email, "Your password was changed")

	later()
	forget(user.email)
	last := box.one(t, database, user.email, "Reset your password").find(t, resetLink)
	left := scalar[float64](t, database, `select extract(epoch from expires_at - now())::float8 from password_resets`)
	if left < 3500 || left > 3600 {
		t.Errorf("a token is good for %.0f s, want an hour", left)
	}
	scalar[int](t, database, `with past as (update password_resets set expires_at = expires_at - interval '1 hour' returning 1) select count(*)::int from past`)
	reset(http.StatusUnprocessableEntity, last, password)
	login(http.StatusOK, newPassword)
}

// Without a mail server the answer is the same.
func TestForgottenPasswordWithoutMail(t *testing.T) {
	t.Parallel()
	v := serve(t, pgtest.Migrated(t))
	user := newcomer(t, v)
	first := (&client{}).must(t, http.StatusAccepted, "POST", v.url+"/api/password/forgot", M{"email": user.email})
	second := (&client{}).must(t, http.StatusAccepted, "POST", v.url+"/api/password/forgot", M{"email": address()})
	if string(first.body) != string(second.body) {
		t.Errorf("a user is told %s, nobody %s", first.body, second.body)
	}
	(&client{}).must(t, http.StatusUnprocessableEntity, "POST", v.url+"/api/password/forgot", M{"email": ""})
}
