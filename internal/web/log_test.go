package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
)

// The log shows the user's actions, with links to existing objects, and can be filtered.
func TestLog(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.post("/collections", url.Values{"name": {"Cameras"}})
	b.post("/locations", url.Values{"name": {"Study"}})
	today, before := time.Now().UTC().Format(time.DateOnly), time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly)
	whole := b.get("/log").want(t, http.StatusOK, "added the collection “Cameras”", "added the location “Study”", `href="/collections/`, `href="/locations/`, "opened the account")
	if strings.Contains(whole.body, `class="more"`) {
		t.Error("a short log has another page")
	}
	if some := b.get("/log?kind=collection&from="+today).want(t, http.StatusOK, "Cameras"); strings.Contains(some.body, "“Study”") {
		t.Error("the kind is not filtered by")
	}
	b.get("/log?to="+before).want(t, http.StatusOK, "Nothing matches these filters.")
	b.get("/log?kind=&from=&to="+today).leadsTo(t, "/log?to="+today)
	for _, query := range []string{"kind=x", "from=x", "to=2026-02-30", "after=x"} {
		if got := b.get("/log?" + query).StatusCode; got != http.StatusUnprocessableEntity && got != http.StatusBadRequest {
			t.Errorf("%s: %d", query, got)
		}
	}
}
