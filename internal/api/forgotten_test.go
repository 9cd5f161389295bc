package api

import (
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
)

// forget requests a password link and returns its token.
func (p *post) forget(t *testing.T, u *person) string {
	t.Helper()
	p.later(t)
	p.Nobody().Send(t, "POST", "/api/password/forgot", M{"email": u.Email}).Want(t, http.StatusAccepted)
	return tokenIn(t, p.came(t), "password_reset")
}

// later skips the pause between two links.
func (p *post) later(t *testing.T) {
	t.Helper()
	apitest.Exec(t, p.harness, `update users set reset_mailed_at = reset_mailed_at - interval '301 seconds'`)
}

// reset returns the status of choosing a new password by a mailed token.
func (p *post) reset(t *testing.T, token string) int {
	t.Helper()
	return p.Nobody().Send(t, "POST", "/api/password/reset", M{"token": token, "password": password, "password_confirmation": password}).StatusCode
}

// A password link ends when the password or address changes or an operator
// revokes all tokens: it may be in the hands of whoever the change is to keep
// out.
func TestResetLinksEndWithChanges(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for what, change := range map[string]func(t *testing.T, u *person){
		"password": func(t *testing.T, u *person) {
			u.Send(t, "PUT", "/api/me/password", M{"current_password": password, "password": password, "password_confirmation": password}).Want(t, http.StatusNoContent)
		},
		"address":         func(t *testing.T, u *person) { moveTo(t, u, "PUT", address()).Want(t, http.StatusOK) },
		"patched address": func(t *testing.T, u *person) { moveTo(t, u, "PATCH", address()).Want(t, http.StatusOK) },
		"tokens":          func(t *testing.T, u *person) { p.revoke(t, u) },
		"tokens, of whom there are none": func(t *testing.T, u *person) {
			u.Send(t, "DELETE", "/api/logout", nil).Want(t, http.StatusOK)
			p.revoke(t, u)
		},
	} {
		t.Run(what, func(t *testing.T) {
			u := p.Owner(t)
			older, newest := p.forget(t, u), p.forget(t, u)
			change(t, u)
			p.came(t)
			for _, token := range []string{older, newest} {
				if got := p.reset(t, token); got != http.StatusUnprocessableEntity {
					t.Errorf("a link from before is answered %d, want 422", got)
				}
			}
		})
	}
	u := p.Owner(t)
	token := p.forget(t, u)
	u.Send(t, "PATCH", "/api/me", M{"nickname": "Countess", "email": u.Email}).Want(t, http.StatusOK)
	if got := p.reset(t, token); got != http.StatusNoContent {
		t.Errorf("after a change of name a link is answered %d, want 204", got)
	}
}

// revoke is an operator's response to leaked tokens.
func (p *post) revoke(t *testing.T, u *person) {
	t.Helper()
	actor, _, err := people.Credentials(t.Context(), p.DB, u.Email)
	if err != nil {
		t.Fatal(err)
	}
	err = postgres.Change(t.Context(), p.DB.Scope(postgres.ByOperator(actor)), catalog.TokensRevoked, func(o postgres.Own) error {
		_, err := people.RevokeTokens(t.Context(), o)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// moveTo changes a user's address by PUT or PATCH.
func moveTo(t *testing.T, u *person, method, email string) response {
	t.Helper()
	in := M{"email": email}
	if method == "PUT" {
		in = M{"first_name": "Ada", "last_name": "Byron", "locale": "en", "time_format_24h": true, "email": email}
	}
	return u.Send(t, method, "/api/me", in)
}

// Repeated requests send one mail in five minutes, and every mailed link works
// until it expires or one is used.
func TestForgottenPasswordsAreMailedSeldom(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			p.Nobody().Send(t, "POST", "/api/password/forgot", M{"email": u.Email}).Want(t, http.StatusAccepted)
		})
	}
	all.Wait()
	mails := p.came(t)
	same(t, "mails after requests at the same moment", wrote(mails), []string{"password_reset to " + u.Email})
	first := tokenIn(t, mails, "password_reset")
	p.Nobody().Send(t, "POST", "/api/password/forgot", M{"email": u.Email}).Want(t, http.StatusAccepted)
	same(t, "mails after a request within five minutes", wrote(p.came(t)), []string{})

	second, third := p.forget(t, u), p.forget(t, u)
	if got := p.reset(t, first); got != http.StatusNoContent {
		t.Errorf("the first of three links is answered %d, want 204", got)
	}
	for _, token := range []string{first, second, third} {
		if got := p.reset(t, token); got != http.StatusUnprocessableEntity {
			t.Errorf("after one was used, a link is answered %d, want 422", got)
		}
	}
}

// An expired link does not work, even if a newer one was mailed.
func TestEarlierResetLinksExpire(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.Owner(t)
	first := p.forget(t, u)
	apitest.Exec(t, p.harness, `update password_resets set expires_at = now() - interval '1 second'`)
	second := p.forget(t, u)
	p.forget(t, u)
	apitest.Exec(t, p.harness, `update earlier_resets set expires_at = now() - interval '1 second'`)
	for _, token := range []string{first, second} {
		if got := p.reset(t, token); got != http.StatusUnprocessableEntity {
			t.Errorf("an expired link is answered %d, want 422", got)
		}
	}
	p.forget(t, u)
	if n := scalar[int](t, p.harness, `select count(*) from earlier_resets`); n != 1 {
		t.Errorf("%d earlier links are kept, want the one that is live", n)
	}
}
