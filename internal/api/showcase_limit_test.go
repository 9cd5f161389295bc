package api

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"vitrine/internal/postgres/people"
)

// Views of a collection are counted after the request; views of items and photos, and failed requests,
// are not.
func TestViewsAreCounted(t *testing.T) {
	t.Parallel()
	keys := people.NewKeyUse(server(t).DB, slog.New(slog.DiscardHandler))
	d := displayed(t, another(t, server(t), settings{Keys: keys, PublicURL: "https://vitrine.example"}))
	under, id := d.link(t, M{"name": "For Jo"})
	views := func(want float64) {
		t.Helper()
		got := d.Send(t, "GET", d.Fill("/api/collections/{collection}/share-links/")+id, nil).Want(t, http.StatusOK).Attributes(t)
		same(t, "views", got["views_count"], any(want))
		same(t, "viewed", got["last_viewed_at"] != nil, want > 0)
	}
	for range 3 {
		d.Nobody().Send(t, "GET", under, nil).Want(t, http.StatusOK)
	}
	d.Nobody().Send(t, "HEAD", under, nil).Want(t, http.StatusOK)
	for _, path := range d.routes(under)[1:] {
		d.Nobody().Send(t, "GET", path, nil).Want(t, http.StatusOK)
	}
	d.Nobody().Send(t, "GET", d.public, nil).Want(t, http.StatusOK)
	views(0)
	keys.Flush(t.Context())
	views(3)
	d.Nobody().Send(t, "GET", under, nil).Want(t, http.StatusOK)
	keys.Flush(t.Context())
	keys.Flush(t.Context())
	views(4)
}

// Visitors have their own limits, over everything shared; for photos they are ten times as high.
func TestVisitorsAreLimited(t *testing.T) {
	t.Parallel()
	d := displayed(t, another(t, server(t), settings{VisitLimit: 3, AuthLimit: 1, PublicURL: "https://vitrine.example"}))
	under, _ := d.link(t, M{"name": "For Jo"})
	for _, path := range []string{under, d.public, d.public + "/items"} {
		same(t, "limit", d.Nobody().Send(t, "GET", path, nil).Want(t, http.StatusOK).Header.Get("X-RateLimit-Limit"), "3")
	}
	refused := d.Nobody().Send(t, "GET", "/api/shared/x", nil).Want(t, http.StatusTooManyRequests)
	same(t, "caching", refused.Header.Get("Cache-Control"), "no-store")
	for range 30 {
		d.Nobody().Send(t, "GET", d.public+d.Fill("/photos/{photo}/file"), nil).Want(t, http.StatusOK)
	}
	d.Nobody().Send(t, "GET", d.public+d.Fill("/photos/{photo}/file"), nil).Want(t, http.StatusTooManyRequests)
	d.Send(t, "GET", "/api/me", nil).Want(t, http.StatusOK)
}

// The token of a link is in no log, and neither is the address of a public collection.
func TestTokensOfLinksAreNotLogged(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	h := another(t, server(t), settings{Log: slog.New(slog.NewJSONHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug})), PublicURL: "https://vitrine.example"})
	d := displayed(t, h)
	under, _ := d.link(t, M{"name": "For Jo"})
	for _, of := range []string{under, d.public} {
		for _, path := range append(d.routes(of), of+"x", of+"/nothing") {
			d.Nobody().Send(t, "GET", path, nil)
		}
	}
	h.Config.SetKeepAlivesEnabled(false)
	h.Server.Close() // everything is written
	for _, secret := range []string{strings.TrimPrefix(under, "/api/shared/"), strings.TrimPrefix(d.public, "/api/public/collections/")} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%s is in the log:\n%s", secret, &out)
		}
	}
	for _, route := range []string{"GET /api/shared/{token}", "GET /api/public/collections/{uuid}/items/{item}"} {
		if !strings.Contains(out.String(), route) {
			t.Errorf("no line about %s", route)
		}
	}
}
