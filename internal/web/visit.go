package web

import (
	"cmp"
	"io"
	"net/http"
	"net/url"
	"strings"

	"vitrine/internal/account"
	"vitrine/internal/httpserver"
	"vitrine/internal/i18n"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/share"
	"vitrine/internal/web/view"
)

// visit is a request for a page, with what handlers need.
type visit struct {
	*http.Request
	account.Member // the caller; only the Visitor on pages for anybody

	web   *Web
	out   http.ResponseWriter
	texts *i18n.Texts
	theme string
	dense string
	press string // whether single keys act: off, or empty
	shell *people.Shell
	right identity.Right // that the page needs
	reply *reply         // what render or redirect made

	closing []io.Closer    // when the page is done
	visitor bool           // of what is shared
	status  int            // of the answer, if not 200
	refused []view.Refused // files that are not kept
	tagForm view.Form      // a tag that was not added

	sent    url.Values            // the form as it came, before what others wrote was put into it
	clashes map[string]view.Clash // fields that others changed, too
	theirs  []string              // fields that only others changed
}

const (
	languageCookie = "vitrine-language"
	themeCookie    = "vitrine-theme"
	densityCookie  = "vitrine-density"
	keysCookie     = "vitrine-keys"
	undoCookie     = "vitrine-undo"
)

// aYear is the age of what a browser remembers for long, in seconds.
const aYear = 365 * 24 * 3600

// remember lets the browser remember something for so many seconds; it forgets it at an
// age below zero.
func (v *visit) remember(name, value string, age int) {
	http.SetCookie(v.out, &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: age, HttpOnly: true, Secure: v.secure(), SameSite: http.SameSiteLaxMode})
}

// settings reads what a browser wants before anybody is known.
func (v *visit) settings() {
	v.texts = i18n.Match(v.Header.Get("Accept-Language"))
	if c, err := v.Cookie(languageCookie); err == nil {
		v.texts = i18n.For(c.Value)
	}
	if c, err := v.Cookie(themeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		v.theme = c.Value
	}
	if c, err := v.Cookie(keysCookie); err == nil && c.Value == "off" {
		v.press = c.Value
	}
	if c, err := v.Cookie(densityCookie); err == nil && c.Value == "compact" {
		v.dense = c.Value
	}
}

// admit runs a page for whoever is signed in. Others sign in first.
func (w *Web) admit(p row, v *visit) error {
	hash, ok := v.session()
	if !ok {
		return v.signInFirst()
	}
	err := w.Admit(v.out, v.Request, hash, p.right, cmp.Or(p.bucket, httpserver.Pages), func(c *httpserver.Caller) error {
		v.Scope, v.right = c.Scope, p.right
		v.Request = v.WithContext(share.As(v.Context(), c.UserID))
		v.texts = i18n.For(v.Actor.Locale)
		if err := w.handled(p, v); err != nil {
			return err
		}
		return renew(v)
	})
	return w.accounts.Settle(v.Context(), v.Actor, err)
}

// welcome runs a page for anybody. What they send is limited by their address, and so is
// what visitors look at.
func (w *Web) welcome(p row, v *visit) error {
	if v.Method == http.MethodPost || p.visits() {
		if err := w.LimitAddress(v.out, v.Request, p.bucket); err != nil {
			return err
		}
	}
	return w.handled(p, v)
}

// handled runs a page once its form has come.
func (w *Web) handled(p row, v *visit) error {
	defer func() {
		for _, c := range v.closing {
			c.Close()
		}
	}()
	if !p.files && v.Method == http.MethodPost {
		end, err := w.Whole(v.Request, v.UserID, maxForm)
		if err != nil {
			return err
		}
		defer end()
		if err := v.walk(func(httpserver.Part) error { return nil }); err != nil { // files are for pages that take some
			return err
		}
	}
	return p.handle(v)
}

// reader opens the account for reading, with the right that the page needs: what it
// shows is for those who have it when it is read.
func (v *visit) reader() (postgres.Reader, error) {
	if v.right.Personal() { // changes of rights wait for each other, their pages need not
		return v.View(v.right.Reading())
	}
	return v.View(v.right)
}

// together reads what a page shows and what surrounds it. Reads that do not wait for
// each other are one round trip.
func (v *visit) together(reads ...func(postgres.Reader) error) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	if v.shell == nil {
		reads = append(reads, func(r postgres.Reader) error {
			shell, err := people.ReadShell(v.Context(), r)
			if err == nil {
				v.shell = &shell
			}
			return err
		})
	}
	return reader.Together(reads...)
}

// frame is what surrounds a page.
func (v *visit) frame(title, current string) (view.Frame, error) {
	if v.shell == nil {
		if err := v.together(); err != nil {
			return view.Frame{}, err
		}
	}
	v.texts = i18n.For(v.shell.Locale)
	return view.Frame{Texts: v.texts, Theme: v.theme, Density: v.dense, Keys: v.press, Title: title, Current: current, Base: v.Base, Undo: v.undoable(), Shell: v.shell}, nil
}

// text is a field of a form, without white space around it.
func (v *visit) text(name string) string { return plain(v.PostFormValue(name)) }

// asked is a parameter of the address.
func (v *visit) asked(name string) string { return plain(v.URL.Query().Get(name)) }

// plain is a text that the database can hold: browsers send no other.
func plain(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd"))
}

// fragment reports whether only a part of the page is wanted.
func (v *visit) fragment() bool { return v.Header.Get("HX-Request") == "true" }
