package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// The choice of reminders is personal, stored and logged.
func TestReminders(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	b, _ := s.registered(t)
	other, _ := s.registered(t)
	b.get("/settings/profile").want(t, http.StatusOK, `value="off" checked`, "This service does not send mail yet.")
	b.post("/settings/reminders", url.Values{"mail": {"weekly"}}).leadsTo(t, "/settings/profile?saved")
	b.get("/settings/profile?saved").want(t, http.StatusOK, `value="weekly" checked`)
	b.get("/log").want(t, http.StatusOK, "changed the reminders")
	b.post("/settings/reminders", url.Values{"mail": {"hourly"}}).want(t, http.StatusUnprocessableEntity)
	b.get("/settings/profile").want(t, http.StatusOK, `value="weekly" checked`)
	if page := other.get("/settings/profile"); strings.Contains(page.body, `value="weekly" checked`) {
		t.Error("somebody else is reminded, too")
	}
}
