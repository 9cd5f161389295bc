package api

import (
	"net/http"
	"slices"
	"testing"

	"vitrine/internal/catalog"
)

// The answer of a GET may be sent back in a PUT, even strictly, and changes
// nothing.
func TestWhatIsShownMayBeSentBack(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	w.Send(t, "PUT", w.Fill("/api/items/{item}/copies/{copy}"), M{"identifier": "A", "location_id": w.IDs["location"], "acquired_at": "1890-05-01", "disposed_at": "2024-02-29", "status": "sold"}).Want(t, http.StatusOK)
	tried := 0
	for _, rt := range inside(h).routes {
		path, shown := "", false
		if method := "GET "; len(rt.pattern) > len(method) && rt.pattern[:len(method)] == method {
			path = rt.pattern[len(method):]
			shown = slices.ContainsFunc(inside(h).routes, func(other route) bool {
				return other.pattern == "PUT "+path && other.prepare == nil && other.action != catalog.TrashRestored // beside a list
			})
		}
		if !shown {
			continue
		}
		tried++
		before := w.Send(t, "GET", w.Fill(path), nil).Want(t, http.StatusOK).Dig(t, "data.attributes").(M)
		after := w.Send(t, "PUT", w.Fill(path), before, "Prefer", "handling=strict").Want(t, http.StatusOK).Dig(t, "data.attributes").(M)
		delete(before, "updated_at")
		delete(after, "updated_at")
		same(t, path, after, before)
	}
	if tried < 10 {
		t.Errorf("tried %d kinds: the test looks in the wrong place", tried)
	}
}

// A day may be sent as shown; a time other than midnight is refused.
func TestDaysMayBeSentAsShown(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	path := w.Fill("/api/items/{item}/copies/{copy}")
	for _, c := range []struct {
		sent, shown any
	}{
		{"1890-05-02", -2514067200}, {-2513721600, -2513721600}, {0, 0}, {1709164800, 1709164800}, {"2024-02-29", 1709164800}, {nil, nil},
		{-62135596800, -62135596800}, {253402214400, 253402214400},
	} {
		r := w.Send(t, "PUT", path, M{"acquired_at": c.sent}).Want(t, http.StatusOK)
		same(t, "acquired_at", r.Dig(t, "data.attributes.acquired_at"), c.shown)
	}
	for _, sent := range []any{1, 1709164801, 1.5, true, "1709164800", -62135683200, 253402300800, 9223372036854775807} {
		r := w.Send(t, "PUT", path, M{"acquired_at": sent}).Want(t, http.StatusUnprocessableEntity)
		if r.Dig(t, "errors.acquired_at") == nil {
			t.Errorf("%v: %s", sent, r.Content)
		}
	}
}
