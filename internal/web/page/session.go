package page

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
)

// The cookie of a session. Browsers take __Host- only for a whole host. On plain HTTP, which is for
// local use only, they accept neither prefix nor Secure.
const (
	hostCookie    = "__Host-vitrine"
	subpathCookie = "__Secure-vitrine"
	LocalCookie   = "vitrine"
	sessionAge    = 90 * 24 * time.Hour
)

func (v *Visit) secure() bool { return strings.HasPrefix(v.Base, "https://") }

func (v *Visit) cookieName() string {
	switch {
	case !v.secure():
		return LocalCookie
	case v.Web.Subpath() != "":
		return subpathCookie
	}
	return hostCookie
}

// Session is the hash of the cookie, if there is one.
func (v *Visit) Session() (hash []byte, ok bool) {
	c, err := v.Cookie(v.cookieName())
	if err != nil {
		return nil, false
	}
	return identity.ParseSession(c.Value)
}

// SignIn sets the session cookie.
func (v *Visit) SignIn(token string) { v.setSession(token, int(sessionAge.Seconds())) }

// renew gives the session a new id after a change of its user's rights: role, address, password or
// second factor. The old id ends after a minute, so that a stolen one does not get the new rights. A
// concurrent page may have renewed it already.
func renew(v *Visit) error {
	if v.Shell == nil || !v.Shell.Renew || v.Fragment() {
		return nil
	}
	token, err := v.Web.Accounts.RenewSession(v.Context(), &v.Member)
	if errors.Is(err, fault.ErrUnauthenticated) || errors.Is(err, postgres.ErrRefused) || errors.Is(err, fault.ErrNotFound) {
		return nil
	}
	if err == nil {
		v.SignIn(token)
	}
	return err
}

// SignOut removes the session cookie, and clears the browser's data. Under a path, the host's storage
// is also that of its other services, and pages keep nothing there.
func (v *Visit) SignOut() {
	v.setSession("", -1)
	clear := `"cache", "storage"`
	if v.Web.Subpath() != "" {
		clear = `"cache"`
	}
	v.Out.Header().Set("Clear-Site-Data", clear)
}

func (v *Visit) setSession(value string, age int) {
	v.Remember(v.cookieName(), value, age)
}

// signInFirst redirects to the sign-in page, and from there back.
func (v *Visit) signInFirst() error {
	to := "/sign-in"
	if v.Method == http.MethodGet && v.URL.Path != "/" {
		to += "?to=" + url.QueryEscape(v.URL.RequestURI())
	}
	if v.Method == http.MethodPost && v.URL.Path == "/share" { // the photos would be lost
		to += "?to=" + url.QueryEscape("/share?lost")
	}
	if v.Fragment() { // redirects the whole page
		v.Out.Header().Set("HX-Redirect", to)
		v.Out.WriteHeader(http.StatusOK)
		return nil
	}
	return v.Redirect(to)
}

// Destination is the page after signing in.
func (v *Visit) Destination() string { return v.Ours("to") }

// at is the address of the present page; after a form, that of the page with the form.
func (v *Visit) at() string {
	if v.Method == http.MethodGet {
		return v.URL.RequestURI()
	}
	kept := url.Values{}
	for _, name := range []string{"to", "token"} {
		if s := v.PostFormValue(name); s != "" {
			kept.Set(name, s)
		}
	}
	path := strings.TrimSuffix(v.URL.Path, "/code")
	if len(kept) == 0 {
		return path
	}
	return path + "?" + kept.Encode()
}

// Ours is a page of ours named by a field, or the start page.
func (v *Visit) Ours(name string) string {
	to := v.FormValue(name)
	if u, err := url.Parse(to); err != nil || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.Contains(to, `\`) || u.Host != "" || u.Scheme != "" {
		return "/"
	}
	return to
}

// Device names the browser in the list of sessions.
func (v *Visit) Device() string {
	agent := v.UserAgent()
	pick := func(names ...string) string {
		for i := 0; i < len(names); i += 2 {
			if strings.Contains(agent, names[i]) {
				return names[i+1]
			}
		}
		return ""
	}
	browser := pick("Edg/", "Edge", "OPR/", "Opera", "Firefox/", "Firefox", "Chrome/", "Chrome", "Safari/", "Safari")
	system := pick("iPhone", "iPhone", "iPad", "iPad", "Android", "Android", "Windows", "Windows", "Mac OS", "macOS", "Linux", "Linux")
	if browser == "" {
		return "Browser"
	}
	return strings.TrimSpace(strings.Join([]string{browser, system}, " on "))
}
