package api

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var outside = regexp.MustCompile(`(?i)(src|href|action)="(https?:)?//`)

// The pages that mails link to load nothing external, do not pass on their
// address, and have a field for each required member.
func TestMailPages(t *testing.T) {
	t.Parallel()
	u := server(t).Nobody()
	for path, fields := range map[string][]string{
		"/invitations/vti_anything":           {"first_name", "last_name", "password", "password_confirmation"},
		"/password/reset?token=vtp_anything":  {"password", "password_confirmation"},
		"/email/confirm?token=vtc_anything":   nil,
		"/email/take-back?token=vtb_anything": nil,
	} {
		r := u.Send(t, "GET", path, nil).Want(t, http.StatusOK)
		if outside.Match(r.Content) || strings.Contains(string(r.Content), "style=") {
			t.Errorf("%s asks for something from outside, or has a style of its own", path)
		}
		if r.Header.Get("Referrer-Policy") != "no-referrer" || !strings.Contains(r.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s tells its address: %v", path, r.Header)
		}
		for _, f := range fields {
			if !strings.Contains(string(r.Content), `name="`+f+`"`) {
				t.Errorf("%s has no field %s", path, f)
			}
		}
		for _, m := range regexp.MustCompile(`(?:src|href)="(/pages/[^"]+)"`).FindAllStringSubmatch(string(r.Content), -1) {
			u.Send(t, "GET", m[1], nil).Want(t, http.StatusOK)
		}
	}
}
