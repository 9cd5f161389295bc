package page

import (
	"net/http"
	"strings"
)

// savedCookie lets the next page say that a form was saved.
const savedCookie = "vitrine-saved"

// noteSaved does so after a form that leads to another page. Addresses with a question mark say
// more themselves.
func noteSaved(v *Visit) {
	if v.Reply != nil && v.Reply.Status == http.StatusSeeOther && !strings.Contains(v.Reply.Header.Get("Location"), "?") {
		v.Remember(savedCookie, "1", 20)
	}
}

// saved reports whether a form was just saved; it is said once.
func saved(v *Visit) bool {
	if _, err := v.Cookie(savedCookie); err != nil || v.Fragment() {
		return false
	}
	v.Remember(savedCookie, "", -1)
	return true
}
