package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Help is a page, and single keys can be turned off in a browser.
func TestHelpAndKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	b.get("/help").want(t, http.StatusOK, "<kbd>G</kbd>", `href="/docs"`, `data-keys=""`, "How do I", "Take everything with you", `href="/settings/archive"`, `href="/add"`)
	b.post("/settings/appearance", url.Values{"keys": {"off"}}).leadsTo(t, "/settings/profile?saved")
	b.get("/help").want(t, http.StatusOK, `data-keys="off"`)
	b.post("/settings/appearance", url.Values{"keys": {"x"}}).leadsTo(t, "/settings/profile?saved")
	b.get("/help").want(t, http.StatusOK, `data-keys=""`)
}

// Who cannot be mailed a new password is told who can help; who can be is not.
func TestSignInWithoutMailSaysWhoHelps(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	s.browser(t).get("/sign-in").want(t, http.StatusOK, "vitrine user reset-password")
	mailing := newSite(t, apitest.Settings{Mail: true})
	if page := mailing.browser(t).get("/sign-in").want(t, http.StatusOK, "/forgotten"); strings.Contains(page.body, "reset-password") {
		t.Error("who can be mailed is sent to the operator")
	}
}
