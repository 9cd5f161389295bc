package api

import (
	"net/http"
	"strings"
	"testing"
)

var strict = []string{"Prefer", "handling=strict"}

// A strict request that says something unknown does nothing; without the wish it
// is passed over.
func TestStrictRefusesWhatIsUnknown(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	refused := func(name, method, path string, body any) {
		t.Helper()
		r := w.send(t, method, path, body, strict...).want(t, http.StatusUnprocessableEntity)
		if _, named := r.dig(t, "errors").(M)[name]; !named || r.Header.Get("Preference-Applied") != "handling=strict" {
			t.Errorf("%s %s: %s, applied %q", method, path, r.body, r.Header.Get("Preference-Applied"))
		}
	}
	total := func() any { return w.send(t, "GET", "/api/locations", nil).dig(t, "meta.total") }
	before := total()
	refused("nmae", "POST", "/api/locations", M{"name": "Attic", "nmae": "x"})
	refused("nmae", "PATCH", w.fill("/api/locations/{location}"), M{"nmae": "x"})
	refused("page", "POST", "/api/locations?page=1", M{"name": "Attic"})
	refused("created", "PUT", w.fill("/api/locations/{location}"), M{"name": "Attic", "created": 1})
	refused("catgory_id", "GET", "/api/items?catgory_id=1", nil)
	refused("unheard_of", "GET", "/api/collections?unheard_of=", nil)
	refused("collection_id", "GET", w.fill("/api/collections/{collection}/items?collection_id=1"), nil)
	refused("x[1]", "GET", "/api/items?x[1]=1", nil)
	refused("\uFFFD", "GET", "/api/items?%ff=1", nil)
	refused("page", "DELETE", w.fill("/api/locations/{location}?page=1"), nil)
	same(t, "locations", total(), before)

	w.send(t, "POST", "/api/locations", M{"name": "Attic", "nmae": "x"}).want(t, http.StatusCreated)
	w.send(t, "GET", "/api/items?catgory_id=1", nil).want(t, http.StatusOK)
	w.send(t, "GET", "/api/items/999999999?x=1", nil, strict...).want(t, http.StatusUnprocessableEntity)
	w.send(t, "POST", "/api/copies/999999999/insurance-records?x=1", M{}, strict...).want(t, http.StatusNotFound)
	w.send(t, "GET", w.fill("/api/items?page=1&per_page=5&q=x&sort=name&after=&collection_id=1&collection_type_id=1&custom_fields[{customField}]=issue"), nil, strict...).want(t, http.StatusOK)
}

// Every route takes its own body strictly.
func TestStrictKnowsEveryMember(t *testing.T) {
	t.Parallel()
	h := server(t)
	for _, rt := range h.api.routes {
		body, ok := bodies[rt.pattern]
		if !ok || rt.patches || rt.access == open {
			continue
		}
		w := h.world(t)
		method, path, _ := strings.Cut(rt.pattern, " ")
		sent := w.fillBody(body)
		if rt.pattern == "PUT /api/me" {
			sent["email"] = w.send(t, "GET", "/api/me", nil).dig(t, "data.attributes.email")
		}
		r := w.send(t, method, w.fill(path), sent, strict...)
		if r.StatusCode >= 300 || r.Header.Get("Preference-Applied") != "handling=strict" {
			t.Errorf("%s: %d %s", rt.pattern, r.StatusCode, r.body)
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
