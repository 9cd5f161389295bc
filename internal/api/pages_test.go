package api

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var outside = regexp.MustCompile(`(?i)(src|href|action)="(https?:)?//`)

// The pages that mails lead to ask nothing from outside, tell nobody their
// address, and have a field for each member the API requires.
func TestMailPages(t *testing.T) {
	t.Parallel()
	u := server(t).nobody()
	for path, fields := range map[string][]string{
		"/invitations/vti_anything":           {"first_name", "last_name", "password", "password_confirmation"},
		"/password/reset?token=vtp_anything":  {"password", "password_confirmation"},
		"/email/confirm?token=vtc_anything":   nil,
		"/email/take-back?token=vtb_anything": nil,
	} {
		r := u.send(t, "GET", path, nil).want(t, http.StatusOK)
		if outside.Match(r.body) || strings.Contains(string(r.body), "style=") {
			t.Errorf("%s asks for something from outside, or has a style of its own", path)
		}
		if r.Header.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(r.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s tells its address: %v", path, r.Header)
		}
		for _, f := range fields {
			if !strings.Contains(string(r.body), `name="`+f+`"`) {
				t.Errorf("%s has no field %s", path, f)
			}
		}
		for _, m := range regexp.MustCompile(`(?:src|href)="(/pages/[^"]+)"`).FindAllStringSubmatch(string(r.body), -1) {
			u.send(t, "GET", m[1], nil).want(t, http.StatusOK)
		}
	}
}
