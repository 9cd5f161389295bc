package api

import (
	"math"
	"net/http"
	"slices"
	"sync"
	"testing"
)

func newcomer() M {
	return M{"first_name": "Grace", "last_name": "Hopper", "email": address(), "password": password, "password_confirmation": password}
}

func TestRegisterLoginLogout(t *testing.T) {
	t.Parallel()
	h := server(t)
	in := newcomer()
	r := h.nobody().send(t, "POST", "/api/register", in).want(t, http.StatusCreated)
	u := &person{h, in["email"].(string), r.dig(t, "data.token").(string)}
	same(t, "body", r.json(t), M{"message": "Account created", "status": 201, "data": M{"token": u.token}})

	me := u.send(t, "GET", "/api/me", nil).want(t, http.StatusOK)
	same(t, "attributes", me.dig(t, "data.attributes"), M{"first_name": "Grace", "last_name": "Hopper", "nickname": nil,
		"email": u.email, "locale": "en", "time_format_24h": true})

	again := h.nobody().send(t, "POST", "/api/login", M{"email": u.email, "password": password, "device_name": "Laptop"}).want(t, http.StatusOK)
	second := &person{h, u.email, again.dig(t, "data.token").(string)}
	keys := u.send(t, "GET", "/api/administration/api", nil).want(t, http.StatusOK)
	same(t, "names", []any{keys.dig(t, "data.0.attributes.name"), keys.dig(t, "data.1.attributes.name")}, []string{"Unknown device", "Laptop"})

	second.send(t, "DELETE", "/api/logout", nil).want(t, http.StatusOK)
	second.send(t, "GET", "/api/me", nil).want(t, http.StatusUnauthorized)
	u.send(t, "GET", "/api/me", nil).want(t, http.StatusOK)

	var actions []any
	for i := range 3 {
		actions = append(actions, u.send(t, "GET", "/api/administration/logs?per_page=1&page="+string(rune('1'+i)), nil).dig(t, "data.0.attributes.action"))
	}
	same(t, "log", actions, []string{"logged_out", "logged_in", "account_created"})
}

func TestOneAddressRegistersOnce(t *testing.T) {
	t.Parallel()
	h := server(t)
	in := newcomer()
	statuses := make([]int, 50)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() { statuses[i] = h.nobody().send(t, "POST", "/api/register", in).StatusCode })
	}
	all.Wait()
	slices.Sort(statuses)
	if statuses[0] != http.StatusCreated || statuses[1] != http.StatusUnprocessableEntity || statuses[49] != http.StatusUnprocessableEntity {
		t.Errorf("statuses %v, want one 201 and 49 times 422", statuses)
	}
	if n := scalar[int](t, h, `select count(*) from accounts where id in (select account_id from users where email = $1)`, in["email"]); n != 1 {
		t.Errorf("%d accounts, want 1", n)
	}
}

// An unknown address and a wrong password must be alike in time: the medians may
// differ by a small part only, or by what chance does on a busy machine.
func TestLoginTellsNothingByTime(t *testing.T) {
	h := server(t)
	u := h.owner(t)
	login := func(email string) {
		r := h.nobody().send(t, "POST", "/api/login", M{"email": email, "password": "a wrong password"}).want(t, http.StatusUnauthorized)
		same(t, "message", r.dig(t, "message"), "These credentials do not match our records.")
	}
	knownTimes, unknownTimes := measured(20, func() { login(u.email) }, func() { login(address()) })
	known, unknown, z := median(knownTimes), median(unknownTimes), rankDistance(knownTimes, unknownTimes)
	t.Logf("known %s, unknown %s, z = %.2f", known, unknown, z)
	if off := (known - unknown).Abs(); off > max(known, unknown)/5 && math.Abs(z) > 2.58 {
		t.Errorf("a known address takes %s, an unknown one %s", known, unknown)
	}
}

func TestTokensAreStoredAsHashes(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	if n := scalar[int](t, h, `select count(*) from api_keys k, users u where u.email = $1 and k.user_id = u.id and k.token_hash = sha256($2::bytea)`, u.email, []byte(u.token)); n != 1 {
		t.Errorf("found %d rows by SHA-256, want 1", n)
	}
}

func TestLastUsedIsWrittenLaterAndSeldom(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	id := scalar[int64](t, h, `with k as (update api_keys set last_used_at = now() - interval '1 hour' where user_id = (select id from users where email = $1) returning id) select id from k`, u.email)
	u.send(t, "GET", "/api/me", nil).want(t, http.StatusOK)
	old := scalar[bool](t, h, `select last_used_at < now() - interval '50 minutes' from api_keys where id = $1`, id)
	if !old {
		t.Error("written on the way of the request")
	}
	h.api.keys.Flush(t.Context())
	if scalar[bool](t, h, `select last_used_at < now() - interval '1 minute' from api_keys where id = $1`, id) {
		t.Error("not written by the flush")
	}
}
