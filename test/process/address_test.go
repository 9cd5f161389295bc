package process

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// A stolen token changes the user's address; the user is notified and undoes it
// by the link in the mail.
func TestAStolenAddressIsTakenBack(t *testing.T) {
	t.Parallel()
	box, database := newPostbox(t), pgtest.Migrated(t)
	v := serve(t, database, box.settings()...)
	user, thief := newcomer(t, v), address()
	user.must(t, http.StatusOK, "PATCH", v.url+"/api/me", M{"email": thief})
	var told letter
	for _, l := range box.take(t, database, 20*time.Second) {
		if l.to == user.email && l.subject == "Your address was changed" {
			told = l
		}
	}
	(&client{}).must(t, http.StatusAccepted, "POST", v.url+"/api/password/forgot", M{"email": thief})
	box.one(t, database, user.email, "Reset your password")

	token := told.find(t, `https://vitrine\.example/email/take-back\?token=(vtb_\w+)`)
	(&client{}).must(t, http.StatusNoContent, "POST", v.url+"/api/email/take-back", M{"token": token})
	user.must(t, http.StatusUnauthorized, "GET", v.url+"/api/me", nil)
	for _, l := range box.take(t, database, 20*time.Second) {
		if l.to != user.email {
			continue
		}
		in := M{"token": l.find(t, resetLink), "password": newPassword, "password_confirmation": newPassword}
		(&client{}).must(t, http.StatusNoContent, "POST", v.url+"/api/password/reset", in)
	}
	(&client{}).must(t, http.StatusOK, "POST", v.url+"/api/login", M{"email": user.email, "password": newPassword})
}
