package api

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// Tests for faults that showed only under load, or not at all.

// Each step of a second factor is logged.
func TestSecondFactorIsLogged(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	proof := M{"password": password, "code": apitest.Examples["DELETE /api/me/two-factor"](t, w)["code"]}
	renewed := w.Send(t, "POST", "/api/me/two-factor/recovery-codes", proof).Want(t, http.StatusOK)
	proof["code"] = renewed.Dig(t, "data.attributes.recovery_codes.0")
	w.Send(t, "DELETE", "/api/me/two-factor", proof).Want(t, http.StatusNoContent)
	logs := w.Send(t, "GET", "/api/administration/logs", nil)
	for i, want := range []string{"two_factor_disabled", "recovery_codes_renewed", "two_factor_enabled"} {
		same(t, fmt.Sprint("entry ", i), logs.Dig(t, fmt.Sprintf("data.%d.attributes.action", i)), want)
	}
}

// Two changes within a second, even to the same value, have different ETags.
func TestEveryChangeHasItsOwnETag(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	seen := map[string]bool{}
	const changes = 5
	for range changes {
		r := w.Send(t, "PUT", w.Fill("/api/locations/{location}"), M{"name": "Drawer"}).Want(t, http.StatusOK)
		seen[r.Header.Get("ETag")] = true
	}
	if len(seen) != changes {
		t.Errorf("%d changes have %d ETags", changes, len(seen))
	}
}

// The limit admits exactly that many requests.
func TestLimitIsExact(t *testing.T) {
	t.Parallel()
	h := newHarness(t, settings{APILimit: 3, AuthLimit: 2, PublicURL: "https://vitrine.example"})
	u := h.Owner(t)
	for n, want := range []int{200, 200, 200, 429, 429} {
		r := u.Send(t, "GET", "/api/me", nil).Want(t, want)
		same(t, fmt.Sprint("left after ", n+1), r.Header.Get("X-RateLimit-Remaining"), fmt.Sprint(max(0, 2-n)))
	}
	for _, want := range []int{401, 401, 429} {
		h.Nobody().Send(t, "POST", "/api/login", M{"email": address(), "password": "wrong-" + password}).Want(t, want)
	}
}

// Files that are sent count with those that are fetched, and leave the limit of calls alone.
func TestUploadsLeaveCallsAlone(t *testing.T) {
	t.Parallel()
	u := newHarness(t, settings{APILimit: 2, PublicURL: "https://vitrine.example"}).Owner(t)
	for n := range 5 {
		text := fmt.Sprint("A note, ", n)
		u.Send(t, "PUT", fmt.Sprintf("/api/files/%x", sha256.Sum256([]byte(text))), text).Want(t, http.StatusCreated)
	}
	for _, want := range []int{200, 200, 429} {
		u.Send(t, "GET", "/api/me", nil).Want(t, want)
	}
}

// A key ended on another instance does not learn how many requests its user has left.
func TestEndedKeyDoesNotSeeTheLimit(t *testing.T) {
	t.Parallel()
	for _, limit := range []int{1, 2} { // the second request is beyond it, or within
		h := another(t, server(t), settings{APILimit: limit, PublicURL: "https://vitrine.example"})
		u := h.Owner(t)
		u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK) // the caller is cached
		scalar[int](t, h, `with k as (update api_keys set expires_at = now() where token_hash = $1 returning 1) select count(*)::int from k`, identity.HashToken(u.Token))
		r := u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
		for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"} {
			same(t, name, r.Header.Get(name), "")
		}
	}
}

// A new password ends every key but the one it was set with.
func TestNewPasswordEndsOtherKeys(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	other, _ := makeKey(t, u, M{})
	restricted, _ := makeKey(t, u, M{"scopes": []string{"read"}})
	u.Send(t, "PUT", "/api/me/password", apitest.Bodies["PUT /api/me/password"]).Want(t, http.StatusNoContent)
	u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
	for _, ended := range []*person{other, restricted} {
		ended.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
	}
}
