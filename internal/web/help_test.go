package web

import (
	"net/http"
	"net/url"
	"testing"

	"vitrine/internal/apitest"
)

// Help is a page, and single keys can be turned off in a browser.
func TestHelpAndKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/help").want(t, http.StatusOK, "<kbd>G</kbd>", `href="/docs"`, `data-keys=""`)
	b.post("/settings/appearance", url.Values{"keys": {"off"}}).leadsTo(t, "/settings/profile?saved")
	b.get("/help").want(t, http.StatusOK, `data-keys="off"`)
	b.post("/settings/appearance", url.Values{"keys": {"x"}}).leadsTo(t, "/settings/profile?saved")
	b.get("/help").want(t, http.StatusOK, `data-keys=""`)
}
