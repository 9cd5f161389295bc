package input

import (
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// The check itself must not let violations pass.
func TestTheContractIsHeld(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	id := u.Make(t, "/api/locations", M{"name": "Attic"})
	c := server(t).Contract
	w := server(t).World(t)
	picture := func() response {
		return w.Send(t, "GET", w.Fill("/api/items/{item}/photos/{photo}/file"), nil).Want(t, http.StatusOK)
	}
	for name, change := range map[string]func(*response){
		"a picture of no documented type": func(r *response) { r.Header.Set("Content-Type", "text/html") },
		"a picture without a type":        func(r *response) { r.Header.Del("Content-Type") },
		"a picture that is cut off":       func(r *response) { r.Content = r.Content[1:] },
		"a picture without an ETag":       func(r *response) { r.Header.Del("ETag") },
		"a picture without a policy":      func(r *response) { r.Header.Del("Content-Security-Policy") },
	} {
		r := picture()
		if change(&r); c.Exchange("", r) == nil {
			t.Errorf("%s is let through", name)
		}
	}
	form, kind := apitest.Form(t, "a.png", apitest.Picture(), M{"caption": strings.Repeat("x", 2001)})
	made := w.SendForm(t, w.Fill("/api/items/{item}/photos"), "a.png", apitest.Picture(), nil).Want(t, http.StatusCreated)
	made.Request.Header.Set(kind[0], kind[1])
	if c.Exchange(form, made) == nil {
		t.Error("a form with a caption that is too long is let through")
	}
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
