package input

import (
	"net/http"
	"strings"
	"testing"
)

// The check itself must not let violations pass.
func TestTheContractIsHeld(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	id := u.Make(t, "/api/locations", M{"name": "Attic"})
	c := server(t).Contract
	for _, wrong := range []struct {
		name   string
		change func(*response)
	}{
		{"an unknown status", func(r *response) { r.StatusCode = http.StatusTeapot }},
		{"another attribute", func(r *response) {
			r.Content = []byte(strings.Replace(string(r.Content), `"name"`, `"extra":1,"name"`, 1))
		}},
		{"a missing attribute", func(r *response) { r.Content = []byte(strings.Replace(string(r.Content), `"emoji":"📦",`, "", 1)) }},
		{"an id that is a number", func(r *response) {
			r.Content = []byte(strings.Replace(string(r.Content), `"id":"`+id+`"`, `"id":`+id, 1))
		}},
		{"no request id", func(r *response) { r.Header.Del("X-Request-Id") }},
		{"a limit that is no number", func(r *response) { r.Header.Set("X-RateLimit-Limit", "many") }},
		{"another content type", func(r *response) { r.Header.Set("Content-Type", "text/html") }},
		{"no token", func(r *response) { r.Request.Header.Del("Authorization") }},
	} {
		r := u.Send(t, "GET", "/api/locations/"+id, nil).Want(t, http.StatusOK)
		if err := c.Exchange("", r); err != nil {
			t.Fatal(err)
		}
		wrong.change(&r)
		if c.Exchange("", r) == nil {
			t.Errorf("%s is let through", wrong.name)
		}
	}
}
