package api

import (
	"net/http"
	"slices"
	"testing"
)

// What a GET shows may be sent back in a PUT, also by a client that wants
// everything unknown refused, and changes nothing.
func TestWhatIsShownMayBeSentBack(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.world(t)
	w.send(t, "PUT", w.fill("/api/items/{item}/copies/{copy}"), M{"identifier": "A", "location_id": w.ids["location"], "acquired_at": "1890-05-01", "disposed_at": "2024-02-29", "status": "sold"}).want(t, http.StatusOK)
	tried := 0
	for _, rt := range h.api.routes {
		path, shown := "", false
		if method := "GET "; len(rt.pattern) > len(method) && rt.pattern[:len(method)] == method {
			path = rt.pattern[len(method):]
			shown = slices.ContainsFunc(h.api.routes, func(other route) bool { return other.pattern == "PUT "+path })
		}
		if !shown {
			continue
		}
		tried++
		before := w.send(t, "GET", w.fill(path), nil).want(t, http.StatusOK).dig(t, "data.attributes").(M)
		after := w.send(t, "PUT", w.fill(path), before, "Prefer", "handling=strict").want(t, http.StatusOK).dig(t, "data.attributes").(M)
		delete(before, "updated_at")
		delete(after, "updated_at")
		same(t, path, after, before)
	}
	if tried < 10 {
		t.Errorf("tried %d kinds: the test looks in the wrong place", tried)
	}
}

// A day may be sent as it is shown; a time that no day begins with is no day.
func TestDaysMayBeSentAsShown(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	path := w.fill("/api/items/{item}/copies/{copy}")
	for _, c := range []struct {
		sent, shown any
	}{
		{"1890-05-02", -2514067200}, {-2513721600, -2513721600}, {0, 0}, {1709164800, 1709164800}, {"2024-02-29", 1709164800}, {nil, nil},
		{-62135596800, -62135596800}, {253402214400, 253402214400},
	} {
		r := w.send(t, "PUT", path, M{"acquired_at": c.sent}).want(t, http.StatusOK)
		same(t, "acquired_at", r.dig(t, "data.attributes.acquired_at"), c.shown)
	}
	for _, sent := range []any{1, 1709164801, 1.5, true, "1709164800", -62135683200, 253402300800, 9223372036854775807} {
		r := w.send(t, "PUT", path, M{"acquired_at": sent}).want(t, http.StatusUnprocessableEntity)
		if r.dig(t, "errors.acquired_at") == nil {
			t.Errorf("%v: %s", sent, r.body)
		}
	}
}
