package identity

import (
	"os"
	"strings"
	"sync"

	"vitrine/internal/fault"
)

// disposable holds the domains of disposable mail providers.
var disposable = sync.OnceValue(func() map[string]bool { return embeddedSet("disposable-domains.txt") })

// loginEmail checks an address that identifies a user.
func loginEmail(e *fault.Invalid, email string) {
	if !e.Required("email", email) {
		return
	}
	if email != strings.ToLower(email) {
		e.Addf("email", "The %s field must be lowercase.")
	}
	e.Email("email", email)
	if Disposable(email) {
		e.Addf("email", "The %s field must not belong to a disposable email provider.")
	}
}

// Disposable reports whether the domain of an address, or a parent of it, is
// that of a disposable mail provider.
func Disposable(email string) bool {
	_, domain, _ := strings.Cut(strings.ToLower(email), "@")
	domain = strings.TrimSuffix(domain, ".")
	for domain != "" {
		if disposable()[domain] {
			return true
		}
		_, domain, _ = strings.Cut(domain, ".")
	}
	return false
}

// UseLists replaces the embedded lists by files with one entry per line; an
// empty path keeps the embedded list. Call it before serving.
func UseLists(disposablePath, leakedPath string) error {
	for _, list := range []struct {
		path string
		set  *func() map[string]bool
	}{{disposablePath, &disposable}, {leakedPath, &leaked}} {
		if list.path == "" {
			continue
		}
		text, err := os.ReadFile(list.path)
		if err != nil {
			return err
		}
		set := lineSet(string(text))
		*list.set = func() map[string]bool { return set }
	}
	return nil
}
