package api

import (
	"net/http"
	"testing"
)

// There is one address per user. A new one replaces it, and a restricted key cannot make one.
func TestCalendar(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, other := h.Owner(t), h.Owner(t)
	state := func(p *person, active any) {
		t.Helper()
		same(t, "active", p.Send(t, "GET", "/api/me/calendar", nil).Want(t, http.StatusOK).Dig(t, "data.attributes.active"), active)
	}
	state(u, false)
	u.Send(t, "DELETE", "/api/me/calendar", nil).Want(t, http.StatusNotFound)
	first := u.Send(t, "POST", "/api/me/calendar", nil).Want(t, http.StatusCreated).Dig(t, "data.attributes.url")
	second := u.Send(t, "POST", "/api/me/calendar", nil).Want(t, http.StatusCreated).Dig(t, "data.attributes.url")
	if first == second {
		t.Error("another address is the same")
	}
	if n := scalar[int](t, h, `select count(*) from api_keys where kind = 'calendar'`); n != 1 {
		t.Errorf("there are %d addresses", n)
	}
	state(u, true)
	state(other, false)
	for _, restriction := range []M{{"scopes": []string{"read"}}, {"scopes": []string{"write"}}} {
		limited, _ := makeKey(t, u, restriction)
		limited.Send(t, "POST", "/api/me/calendar", nil).Want(t, http.StatusNotFound)
		limited.Send(t, "DELETE", "/api/me/calendar", nil).Want(t, http.StatusNotFound)
	}
	u.Send(t, "DELETE", "/api/me/calendar", nil).Want(t, http.StatusNoContent)
	state(u, false)
}
