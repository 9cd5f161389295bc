package api

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/apitest"
)

// authenticator shows the codes of a second factor by the server's clock.
type authenticator struct {
	secret string
	*clock
}

// code is the code so many time steps from now.
func (a authenticator) code(t testing.TB, step int) string {
	t.Helper()
	return apitest.CodeAt(t, a.secret, a.now().Add(time.Duration(step)*30*time.Second))
}

// wrong is a code of no step near the present.
func (a authenticator) wrong(t testing.TB) string {
	t.Helper()
	for n := 0; ; n++ {
		if code := fmt.Sprintf("%06d", n); code != a.code(t, -1) && code != a.code(t, 0) && code != a.code(t, 1) {
			return code
		}
	}
}

// twofold is a user with a second factor, confirmed by the code of the previous
// step, and their recovery codes.
func twofold(t *testing.T) (u *person, app authenticator, recovery []string) {
	t.Helper()
	h, clock := timed(t, usual(t))
	u = h.Owner(t)
	secret, _ := u.Send(t, "POST", "/api/me/two-factor", M{"password": password}).Want(t, http.StatusOK).Dig(t, "data.attributes.secret").(string)
	app = authenticator{secret, clock}
	r := u.Send(t, "POST", "/api/me/two-factor/confirm", M{"code": app.code(t, -1)}).Want(t, http.StatusOK)
	for _, c := range r.Dig(t, "data.attributes.recovery_codes").([]any) {
		recovery = append(recovery, c.(string))
	}
	return u, app, recovery
}

// logInWith returns the status of a login with a code.
func logInWith(t *testing.T, u *person, code string) int {
	t.Helper()
	return u.Nobody().Send(t, "POST", "/api/login", M{"email": u.Email, "password": password, "code": code}).StatusCode
}

func TestSecondFactor(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, app, recovery := twofold(t)
	same(t, "state", u.Send(t, "GET", "/api/me/two-factor", nil).Dig(t, "data.attributes"), M{"enabled": true, "recovery_codes_left": 8})
	for what, c := range map[string]struct {
		code string
		want int
	}{
		"none":             {"", http.StatusUnauthorized},
		"used to confirm":  {app.code(t, -1), http.StatusUnauthorized},
		"two steps ahead":  {app.code(t, 2), http.StatusUnauthorized},
		"a recovery code":  {recovery[0], http.StatusOK},
		"the present step": {app.code(t, 0), http.StatusOK},
	} {
		if got := logInWith(t, u, c.code); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
	if logInWith(t, u, recovery[0]) != http.StatusUnauthorized || logInWith(t, u, app.code(t, 0)) != http.StatusUnauthorized {
		t.Error("a code was accepted twice")
	}
	app.pass(30 * time.Second)
	if logInWith(t, u, app.code(t, -1)) != http.StatusUnauthorized || logInWith(t, u, app.code(t, 0)) != http.StatusOK {
		t.Error("half a minute later, the used code was accepted or the next one was not")
	}
	renewed := u.Send(t, "POST", "/api/me/two-factor/recovery-codes", M{"password": password, "code": recovery[1]}).Want(t, http.StatusOK)
	if logInWith(t, u, recovery[2]) != http.StatusUnauthorized {
		t.Error("a recovery code outlived its renewal")
	}
	code := renewed.Dig(t, "data.attributes.recovery_codes.0")
	u.Send(t, "DELETE", "/api/me/two-factor", M{"password": "wrong", "code": code}).Want(t, http.StatusUnprocessableEntity)
	u.Send(t, "DELETE", "/api/me/two-factor", M{"password": password, "code": code}).Want(t, http.StatusNoContent)
	if got := logInWith(t, u, ""); got != http.StatusOK {
		t.Errorf("login without a second factor: %d", got)
	}
	if n := scalar[int](t, h, `select count(*) from users where email = $1 and totp_seed is null`, u.Email); n != 1 {
		t.Error("the seed is still there")
	}
}

// The seed is not readable in the database.
func TestSeedIsSealed(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, app, recovery := twofold(t)
	row := scalar[string](t, h, `select u::text || coalesce(string_agg(r::text, ''), '') from users u join recovery_codes r on r.user_id = u.id where email = $1 group by u.*`, u.Email)
	for _, hidden := range append(recovery, app.secret) {
		if strings.Contains(row, hidden) {
			t.Errorf("%s stands in %s", hidden, row)
		}
	}
}

// Fifty concurrent logins with one code get one token.
func TestOneCodeOneToken(t *testing.T) {
	t.Parallel()
	for what, pick := range map[string]func(app authenticator, recovery []string) string{
		"step":          func(app authenticator, _ []string) string { return app.code(t, 0) },
		"recovery code": func(_ authenticator, recovery []string) string { return recovery[0] },
	} {
		u, app, recovery := twofold(t)
		code := pick(app, recovery)
		var all sync.WaitGroup
		statuses := make([]int, 50)
		for i := range statuses {
			all.Go(func() { statuses[i] = logInWith(t, u, code) })
		}
		all.Wait()
		got := 0
		for _, s := range statuses {
			if s == http.StatusOK {
				got++
			}
		}
		if got != 1 {
			t.Errorf("%s: %d tokens, want 1: %v", what, got, statuses)
		}
	}
}

// Wrong codes are counted per user, so that using many addresses does not help.
func TestGuessingCodesIsStopped(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, app, _ := twofold(t)
	for range 20 {
		if got := logInWith(t, u, app.wrong(t)); got != http.StatusUnauthorized {
			t.Fatalf("a wrong code is answered %d, want 401", got)
		}
	}
	if logInWith(t, u, app.code(t, 0)) != http.StatusUnauthorized {
		t.Error("a right code was accepted right after twenty wrong ones")
	}
	scalar[int](t, h, `with u as (update users set code_blocked_until = now() where email = $1 returning 1) select count(*)::int from u`, u.Email)
	if logInWith(t, u, app.code(t, 0)) != http.StatusOK {
		t.Error("the pause does not end")
	}
}

// Without a key second factors are refused, and the answer says why.
func TestSecondFactorNeedsAKey(t *testing.T) {
	t.Parallel()
	h := newHarness(t, settings{})
	r := h.Owner(t).Send(t, "POST", "/api/me/two-factor", M{"password": password}).Want(t, http.StatusUnprocessableEntity)
	same(t, "message", r.Dig(t, "message"), "The second factor is not available: the operator of this service has set no VITRINE_SECRET_KEY.")
}
