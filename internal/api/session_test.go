package api

import (
	"log/slog"
	"net/http"
	"sync"
	"testing"

	"vitrine/internal/postgres/people"
)

func newcomer() M {
	return M{"first_name": "Grace", "last_name": "Hopper", "email": address(), "password": password, "password_confirmation": password}
}

func TestRegisterLoginLogout(t *testing.T) {
	t.Parallel()
	h := server(t)
	in := newcomer()
	r := h.Nobody().Send(t, "POST", "/api/register", in).Want(t, http.StatusCreated)
	u := &person{Harness: h, Email: in["email"].(string), Token: r.Dig(t, "data.token").(string)}
	same(t, "body", r.JSON(t), M{"message": "Account created", "status": 201, "data": M{"token": u.Token}})

	me := u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
	same(t, "attributes", me.Dig(t, "data.attributes"), M{"first_name": "Grace", "last_name": "Hopper", "nickname": nil,
		"email": u.Email, "locale": "en", "time_format_24h": true})

	again := h.Nobody().Send(t, "POST", "/api/login", M{"email": u.Email, "password": password, "device_name": "Laptop"}).Want(t, http.StatusOK)
	second := &person{Harness: h, Email: u.Email, Token: again.Dig(t, "data.token").(string)}
	keys := u.Send(t, "GET", "/api/administration/api", nil).Want(t, http.StatusOK)
	same(t, "names", []any{keys.Dig(t, "data.0.attributes.name"), keys.Dig(t, "data.1.attributes.name")}, []string{"Unknown device", "Laptop"})

	second.Send(t, "DELETE", "/api/logout", nil).Want(t, http.StatusOK)
	second.Send(t, "GET", "/api/me", nil).Want(t, http.StatusUnauthorized)
	u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)

	var actions []any
	for i := range 3 {
		actions = append(actions, u.Send(t, "GET", "/api/administration/logs?per_page=1&page="+string(rune('1'+i)), nil).Dig(t, "data.0.attributes.action"))
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
		all.Go(func() { statuses[i] = h.Nobody().Send(t, "POST", "/api/register", in).StatusCode })
	}
	all.Wait()
	counted := map[int]int{}
	for _, status := range statuses {
		counted[status]++
	}
	// A slow machine cannot hash all passwords in time, and says so by 503.
	if counted[http.StatusCreated] != 1 || counted[http.StatusUnprocessableEntity]+counted[http.StatusServiceUnavailable] != 49 {
		t.Errorf("statuses %v, want one 201 and 49 times 422", counted)
	}
	if n := scalar[int](t, h, `select count(*) from accounts where id in (select account_id from users where email = $1)`, in["email"]); n != 1 {
		t.Errorf("%d accounts, want 1", n)
	}
}

func TestTokensAreStoredAsHashes(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	if n := scalar[int](t, h, `select count(*) from api_keys k, users u where u.email = $1 and k.user_id = u.id and k.token_hash = sha256($2::bytea)`, u.Email, []byte(u.Token)); n != 1 {
		t.Errorf("found %d rows by SHA-256, want 1", n)
	}
}

func TestLastUsedIsWrittenLaterAndSeldom(t *testing.T) {
	t.Parallel()
	keys := people.NewKeyUse(server(t).DB, slog.New(slog.DiscardHandler))
	h := another(t, server(t), settings{Keys: keys})
	u := h.Owner(t)
	id := scalar[int64](t, h, `with k as (update api_keys set last_used_at = now() - interval '1 hour' where user_id = (select id from users where email = $1) returning id) select id from k`, u.Email)
	u.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
	old := scalar[bool](t, h, `select last_used_at < now() - interval '50 minutes' from api_keys where id = $1`, id)
	if !old {
		t.Error("written on the way of the request")
	}
	keys.Flush(t.Context())
	if scalar[bool](t, h, `select last_used_at < now() - interval '1 minute' from api_keys where id = $1`, id) {
		t.Error("not written by the flush")
	}
}
