package api

import (
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/test/fixture"
)

var strict = []string{"Prefer", "handling=strict"}

// A strict request with unknown content does nothing; otherwise that content is
// ignored.
func TestStrictRefusesWhatIsUnknown(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	refused := func(name, method, path string, body any) {
		t.Helper()
		r := w.Send(t, method, path, body, strict...).Want(t, http.StatusUnprocessableEntity)
		if _, named := r.Dig(t, "errors").(M)[name]; !named || r.Header.Get("Preference-Applied") != "handling=strict" {
			t.Errorf("%s %s: %s, applied %q", method, path, r.Content, r.Header.Get("Preference-Applied"))
		}
	}
	total := func() any { return w.Send(t, "GET", "/api/locations", nil).Dig(t, "meta.total") }
	before := total()
	refused("nmae", "POST", "/api/locations", M{"name": "Attic", "nmae": "x"})
	refused("nmae", "PATCH", w.Fill("/api/locations/{location}"), M{"nmae": "x"})
	refused("page", "POST", "/api/locations?page=1", M{"name": "Attic"})
	refused("created", "PUT", w.Fill("/api/locations/{location}"), M{"name": "Attic", "created": 1})
	refused("catgory_id", "GET", "/api/items?catgory_id=1", nil)
	refused("unheard_of", "GET", "/api/collections?unheard_of=", nil)
	refused("collection_id", "GET", w.Fill("/api/collections/{collection}/items?collection_id=1"), nil)
	refused("x[1]", "GET", "/api/items?x[1]=1", nil)
	refused("\uFFFD", "GET", "/api/items?%ff=1", nil)
	refused("page", "DELETE", w.Fill("/api/locations/{location}?page=1"), nil)
	same(t, "locations", total(), before)

	w.Send(t, "POST", "/api/locations", M{"name": "Attic", "nmae": "x"}).Want(t, http.StatusCreated)
	w.Send(t, "GET", "/api/items?catgory_id=1", nil).Want(t, http.StatusOK)
	w.Send(t, "GET", "/api/items/999999999?x=1", nil, strict...).Want(t, http.StatusUnprocessableEntity)
	w.Send(t, "POST", "/api/copies/999999999/insurance-records?x=1", M{}, strict...).Want(t, http.StatusNotFound)
	w.Send(t, "GET", w.Fill("/api/items?page=1&per_page=5&q=x&sort=name&after=&collection_id=1&collection_type_id=1&custom_fields[{customField}]=issue"), nil, strict...).Want(t, http.StatusOK)
}

// Every route accepts its own body strictly.
func TestStrictKnowsEveryMember(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	for _, rt := range inside(h).routes {
		body, ok := apitest.Bodies[rt.pattern]
		if !ok || rt.patches || rt.access == anybody || fixture.Tested()[rt.pattern] != "" {
			continue
		}
		method, path, _ := strings.Cut(rt.pattern, " ")
		send := func() response {
			sent := w.FillBody(t, body)
			if rt.pattern == "PUT /api/me" {
				sent["email"] = w.Send(t, "GET", "/api/me", nil).Dig(t, "data.attributes.email")
			}
			return w.Send(t, method, w.Fill(path), sent, strict...)
		}
		r := send()
		if r.StatusCode >= 300 { // a request before may have changed what this one needs
			w = h.World(t)
			r = send()
		}
		if r.StatusCode >= 300 || r.Header.Get("Preference-Applied") != "handling=strict" {
			t.Errorf("%s: %d %s", rt.pattern, r.StatusCode, r.Content)
		}
	}
}

func TestPreferences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		prefer []string
		want   bool
	}{
		{nil, false}, {[]string{""}, false}, {[]string{"handling=strict"}, true}, {[]string{"Handling = \"strict\""}, true}, {[]string{"respond-async, handling=strict; x=1"}, true},
		{[]string{"respond-async", "handling=strict"}, true}, {[]string{"handling=lenient, handling=strict"}, false}, {[]string{"handling=strickt"}, false}, {[]string{"strict"}, false},
		{[]string{"handling"}, false}, {[]string{"xhandling=strict"}, false},
	} {
		if got := wantsStrict(http.Header{"Prefer": c.prefer}); got != c.want {
			t.Errorf("%q: %v", c.prefer, got)
		}
	}
}
