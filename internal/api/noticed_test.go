package api

import (
	"fmt"
	"net/http"
	"testing"
)

// The tests of this file are about faults that only processes under load, or
// nobody, had noticed.

// Each step of a second factor leaves its entry.
func TestSecondFactorIsLogged(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	proof := M{"password": password, "code": proofExample(t, w)["code"]}
	renewed := w.send(t, "POST", "/api/me/two-factor/recovery-codes", proof).want(t, http.StatusOK)
	proof["code"] = renewed.dig(t, "data.attributes.recovery_codes.0")
	w.send(t, "DELETE", "/api/me/two-factor", proof).want(t, http.StatusNoContent)
	logs := w.send(t, "GET", "/api/administration/logs", nil)
	for i, want := range []string{"two_factor_disabled", "recovery_codes_renewed", "two_factor_enabled"} {
		same(t, fmt.Sprint("entry ", i), logs.dig(t, fmt.Sprintf("data.%d.attributes.action", i)), want)
	}
}

// Two changes within a second, to the same, are two states.
func TestEveryChangeHasItsOwnETag(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	seen := map[string]bool{}
	const changes = 5
	for range changes {
		r := w.send(t, "PUT", w.fill("/api/locations/{location}"), M{"name": "Drawer"}).want(t, http.StatusOK)
		seen[r.Header.Get("ETag")] = true
	}
	if len(seen) != changes {
		t.Errorf("%d changes have %d ETags", changes, len(seen))
	}
}

// The limit is what is let through, and not one more or less.
func TestLimitIsExact(t *testing.T) {
	t.Parallel()
	h := newHarness(t, Options{APILimit: 3, AuthLimit: 2, PublicURL: "https://vitrine.example"})
	u := h.owner(t)
	for n, want := range []int{200, 200, 200, 429, 429} {
		r := u.send(t, "GET", "/api/me", nil).want(t, want)
		same(t, fmt.Sprint("left after ", n+1), r.Header.Get("X-RateLimit-Remaining"), fmt.Sprint(max(0, 2-n)))
	}
	for _, want := range []int{401, 401, 429} {
		h.nobody().send(t, "POST", "/api/login", M{"email": address(), "password": "wrong-" + password}).want(t, want)
	}
}

// A new password ends every key but the one it was set with.
func TestNewPasswordEndsOtherKeys(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	other, _ := u.key(t, M{})
	restricted, _ := u.key(t, M{"scopes": []string{"read"}})
	u.send(t, "PUT", "/api/me/password", bodies["PUT /api/me/password"]).want(t, http.StatusNoContent)
	u.send(t, "GET", "/api/me", nil).want(t, http.StatusOK)
	for _, ended := range []*person{other, restricted} {
		ended.send(t, "GET", "/api/me", nil).want(t, http.StatusUnauthorized)
	}
}
