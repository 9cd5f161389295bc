package api

import (
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/postgres"
)

// forget asks for a link to a new password and gives its token.
func (p *post) forget(t *testing.T, u *person) string {
	t.Helper()
	p.later(t)
	p.nobody().send(t, "POST", "/api/password/forgot", M{"email": u.email}).want(t, http.StatusAccepted)
	return tokenIn(t, p.came(t), "password_reset")
}

// later lets the time pass after which a link may be mailed again.
func (p *post) later(t *testing.T) {
	t.Helper()
	run(t, p.harness, `update users set reset_mailed_at = reset_mailed_at - interval '301 seconds'`)
}

// reset is the status of choosing a new password by a mailed token.
func (p *post) reset(t *testing.T, token string) int {
	t.Helper()
	return p.nobody().send(t, "POST", "/api/password/reset", M{"token": token, "password": password, "password_confirmation": password}).StatusCode
}

// A link to a new password is worth nothing once the password or the address
// has changed, or an operator has ended all tokens: it may be in the hands of
// whom the change was meant to keep out.
func TestResetLinksEndWithChanges(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	for what, change := range map[string]func(t *testing.T, u *person){
		"password": func(t *testing.T, u *person) {
			u.send(t, "PUT", "/api/me/password", M{"current_password": password, "password": password, "password_confirmation": password}).want(t, http.StatusNoContent)
		},
		"address":         func(t *testing.T, u *person) { u.move(t, "PUT", address()).want(t, http.StatusOK) },
		"patched address": func(t *testing.T, u *person) { u.move(t, "PATCH", address()).want(t, http.StatusOK) },
		"tokens":          func(t *testing.T, u *person) { p.revoke(t, u) },
		"tokens, of whom there are none": func(t *testing.T, u *person) {
			u.send(t, "DELETE", "/api/logout", nil).want(t, http.StatusOK)
			p.revoke(t, u)
		},
	} {
		t.Run(what, func(t *testing.T) {
			u := p.owner(t)
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
	u := p.owner(t)
	token := p.forget(t, u)
	u.send(t, "PATCH", "/api/me", M{"nickname": "Countess", "email": u.email}).want(t, http.StatusOK)
	if got := p.reset(t, token); got != http.StatusNoContent {
		t.Errorf("after a change of name a link is answered %d, want 204", got)
	}
}

// revoke is what an operator does about tokens that have leaked.
func (p *post) revoke(t *testing.T, u *person) {
	t.Helper()
	actor, _, err := p.db.Credentials(t.Context(), u.email)
	if err != nil {
		t.Fatal(err)
	}
	err = p.db.Scope(postgres.ByOperator(actor)).Self(t.Context(), "tokens_revoked", func(o postgres.Own) error {
		_, err := o.RevokeTokens(t.Context())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// move changes the address of somebody, as PUT or PATCH.
func (u *person) move(t *testing.T, method, email string) response {
	t.Helper()
	in := M{"email": email}
	if method == "PUT" {
		in = M{"first_name": "Ada", "last_name": "Byron", "locale": "en", "time_format_24h": true, "email": email}
	}
	return u.send(t, method, "/api/me", in)
}

// Whoever asks for links to somebody's new password fills neither their
// mailbox nor their patience: one mail in five minutes, and every link that was
// mailed works until it expires or one of them was used.
func TestForgottenPasswordsAreMailedSeldom(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			p.nobody().send(t, "POST", "/api/password/forgot", M{"email": u.email}).want(t, http.StatusAccepted)
		})
	}
	all.Wait()
	mails := p.came(t)
	same(t, "mails after requests at the same moment", wrote(mails), []string{"password_reset to " + u.email})
	first := tokenIn(t, mails, "password_reset")
	p.nobody().send(t, "POST", "/api/password/forgot", M{"email": u.email}).want(t, http.StatusAccepted)
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

// A link that has expired is worth nothing, also if a newer one was mailed.
func TestEarlierResetLinksExpire(t *testing.T) {
	t.Parallel()
	p := newPost(t)
	u := p.owner(t)
	first := p.forget(t, u)
	run(t, p.harness, `update password_resets set expires_at = now() - interval '1 second'`)
	second := p.forget(t, u)
	p.forget(t, u)
	run(t, p.harness, `update earlier_resets set expires_at = now() - interval '1 second'`)
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
