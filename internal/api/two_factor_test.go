package api

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
)

// twofold is somebody with a second factor; the code of the step before the
// present one has confirmed it.
func (h *harness) twofold(t *testing.T) (u *person, secret string, recovery []string) {
	t.Helper()
	if left := 30 - time.Now().Unix()%30; left < 5 { // let the step of time last a while
		time.Sleep(time.Duration(left) * time.Second)
	}
	u = h.owner(t)
	secret, _ = u.send(t, "POST", "/api/me/two-factor", M{"password": password}).want(t, http.StatusOK).dig(t, "data.attributes.secret").(string)
	r := u.send(t, "POST", "/api/me/two-factor/confirm", M{"code": codeAt(t, secret, -1)}).want(t, http.StatusOK)
	for _, c := range r.dig(t, "data.attributes.recovery_codes").([]any) {
		recovery = append(recovery, c.(string))
	}
	return u, secret, recovery
}

func codeAt(t testing.TB, secret string, step int) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, time.Now().Add(time.Duration(30*step)*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// login is the status of a login with a code.
func (u *person) login(t *testing.T, code string) int {
	t.Helper()
	return u.nobody().send(t, "POST", "/api/login", M{"email": u.email, "password": password, "code": code}).StatusCode
}

func TestSecondFactor(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, secret, recovery := h.twofold(t)
	present := codeAt(t, secret, 0) // once: by the second use the clock may be a step further
	same(t, "state", u.send(t, "GET", "/api/me/two-factor", nil).dig(t, "data.attributes"), M{"enabled": true, "recovery_codes_left": 8})
	for what, c := range map[string]struct {
		code string
		want int
	}{
		"none":             {"", http.StatusUnauthorized},
		"used to confirm":  {codeAt(t, secret, -1), http.StatusUnauthorized},
		"two steps ahead":  {codeAt(t, secret, 2), http.StatusUnauthorized},
		"a recovery code":  {recovery[0], http.StatusOK},
		"the present step": {present, http.StatusOK},
	} {
		if got := u.login(t, c.code); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
	if u.login(t, recovery[0]) != http.StatusUnauthorized || u.login(t, present) != http.StatusUnauthorized {
		t.Error("a code was accepted twice")
	}
	renewed := u.send(t, "POST", "/api/me/two-factor/recovery-codes", M{"password": password, "code": recovery[1]}).want(t, http.StatusOK)
	if u.login(t, recovery[2]) != http.StatusUnauthorized {
		t.Error("a recovery code outlived its renewal")
	}
	code := renewed.dig(t, "data.attributes.recovery_codes.0")
	u.send(t, "DELETE", "/api/me/two-factor", M{"password": "wrong", "code": code}).want(t, http.StatusUnprocessableEntity)
	u.send(t, "DELETE", "/api/me/two-factor", M{"password": password, "code": code}).want(t, http.StatusNoContent)
	if got := u.login(t, ""); got != http.StatusOK {
		t.Errorf("login without a second factor: %d", got)
	}
	if n := scalar[int](t, h, `select count(*) from users where email = $1 and totp_seed is null`, u.email); n != 1 {
		t.Error("the seed is still there")
	}
}

// The seed is not readable in the database.
func TestSeedIsSealed(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, secret, recovery := h.twofold(t)
	row := scalar[string](t, h, `select u::text || coalesce(string_agg(r::text, ''), '') from users u join recovery_codes r on r.user_id = u.id where email = $1 group by u.*`, u.email)
	for _, hidden := range append(recovery, secret) {
		if strings.Contains(row, hidden) {
			t.Errorf("%s stands in %s", hidden, row)
		}
	}
}

// Fifty logins at the same moment with one code: one token.
func TestOneCodeOneToken(t *testing.T) {
	t.Parallel()
	h := server(t)
	for what, pick := range map[string]func(secret string, recovery []string) string{
		"step":          func(secret string, _ []string) string { return codeAt(t, secret, 0) },
		"recovery code": func(_ string, recovery []string) string { return recovery[0] },
	} {
		u, secret, recovery := h.twofold(t)
		code := pick(secret, recovery)
		var all sync.WaitGroup
		statuses := make([]int, 50)
		for i := range statuses {
			all.Go(func() { statuses[i] = u.login(t, code) })
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

// Wrong codes are counted per user, so that no number of addresses helps.
func TestGuessingCodesIsStopped(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, secret, _ := h.twofold(t)
	for range 20 {
		if u.login(t, "000000") == http.StatusOK {
			t.Skip("the one code in a million")
		}
	}
	if u.login(t, codeAt(t, secret, 0)) != http.StatusUnauthorized {
		t.Error("a right code was accepted right after twenty wrong ones")
	}
	scalar[int](t, h, `with u as (update users set code_blocked_until = now() where email = $1 returning 1) select count(*)::int from u`, u.email)
	if u.login(t, codeAt(t, secret, 0)) != http.StatusOK {
		t.Error("the pause does not end")
	}
}

// Without a key the second factor is refused, and the answer says why.
func TestSecondFactorNeedsAKey(t *testing.T) {
	t.Parallel()
	h := newHarness(t, Options{APILimit: 1 << 30, AuthLimit: 1 << 30})
	r := h.owner(t).send(t, "POST", "/api/me/two-factor", M{"password": password}).want(t, http.StatusUnprocessableEntity)
	same(t, "message", r.dig(t, "message"), "The second factor is not available: the operator of this service has set no VITRINE_SECRET_KEY.")
}
