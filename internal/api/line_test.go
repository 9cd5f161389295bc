package api

import (
	"net/http"
	"testing"
)

// Names that others see in mails and lists may not contain line breaks, control
// characters or direction overrides.
func TestNamesOfPeopleAreOneLine(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	profile := func(field, value string) (string, string, M) {
		body := M{"first_name": "Ada", "last_name": "Byron", "nickname": "Countess", "email": u.Email, "locale": "en", "time_format_24h": true}
		body[field] = value
		return "PUT", "/api/me", body
	}
	newcomer := func(field, value string) (string, string, M) {
		body := M{"first_name": "Ada", "last_name": "Byron", "email": address(), "password": password, "password_confirmation": password}
		body[field] = value
		return "POST", "/api/register", body
	}
	key := func(field, value string) (string, string, M) {
		return "POST", "/api/administration/api", M{field: value}
	}
	login := func(field, value string) (string, string, M) {
		return "POST", "/api/login", M{"email": u.Email, "password": password, field: value}
	}
	for _, c := range []struct {
		field string
		send  func(field, value string) (method, path string, body M)
	}{
		{"first_name", profile}, {"last_name", profile}, {"nickname", profile}, {"label", key}, {"device_name", login},
		{"first_name", newcomer}, {"last_name", newcomer}, {"device_name", newcomer},
	} {
		for _, bad := range []string{"a\r\nBcc: b@example.org", "a\x1b[2Jb", "a\u0085b", "a\u2028b", "\u202emoc.elpmaxe", "a\u2066b"} {
			method, path, body := c.send(c.field, bad)
			r := u.Send(t, method, path, body).Want(t, http.StatusUnprocessableEntity)
			if r.Dig(t, "errors."+c.field) == nil {
				t.Errorf("%s with %s %+q: %s", path, c.field, bad, r.Content)
			}
		}
		method, path, body := c.send(c.field, " \n Zoë 👩\u200d👧 \t")
		if r := u.Send(t, method, path, body); r.StatusCode >= 300 {
			t.Errorf("%s refuses a good %s: %s", path, c.field, r.Content)
		}
	}
}

// Names in the catalogue are stored unchanged.
func TestNamesOfThingsKeepWhatIsInside(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	for _, name := range []string{"tab\tin", "a\u2028b", "a\u0001b", "\u202egnp.exe"} {
		r := u.Send(t, "POST", "/api/locations", M{"name": name}).Want(t, http.StatusCreated)
		same(t, "name", r.Dig(t, "data.attributes.name"), name)
	}
}
