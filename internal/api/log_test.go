package api

import (
	"net/http"
	"testing"
	"time"
)

// The log of a user can be limited to actions and days.
func TestLogIsFiltered(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	u.Make(t, "/api/collections", M{"name": "Comics", "visibility": "private"})
	u.Make(t, "/api/locations", M{"name": "Study"})
	today, before := time.Now().UTC().Format(time.DateOnly), time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	for query, want := range map[string]float64{
		"action=collection_created":                                  1,
		"action[]=collection_created&action[]=location_created":      2,
		"action=collection_created&from=" + today:                    1,
		"action=collection_created&from=" + before + "&to=" + before: 0,
		"to=" + before: 0,
	} {
		same(t, query, u.Send(t, "GET", "/api/administration/logs?"+query, nil).Want(t, http.StatusOK).Dig(t, "meta.total"), any(want))
	}
	first := u.Send(t, "GET", "/api/administration/logs?per_page=1&from="+today, nil).Want(t, http.StatusOK)
	next := u.Send(t, "GET", "/api/administration/logs?per_page=1&from="+today+"&after="+first.Dig(t, "meta.next_after").(string), nil).Want(t, http.StatusOK)
	same(t, "the newest", first.Dig(t, "data.0.attributes.action"), any("location_created"))
	same(t, "the one before", next.Dig(t, "data.0.attributes.action"), any("collection_created"))
	for _, query := range []string{"action=x", "from=x", "to=2026-02-30"} {
		u.Send(t, "GET", "/api/administration/logs?"+query, nil).Want(t, http.StatusUnprocessableEntity)
	}
}
