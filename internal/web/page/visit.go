package page

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
	"vitrine/internal/web/ui"
)

// Visit is a request for a page, with what handlers need.
type Visit struct {
	*http.Request
	account.Member // the caller; only the Visitor on pages for anybody

	Web   *Web
	Out   http.ResponseWriter
	Texts *i18n.Texts
	Theme string
	dense string
	press string // whether single keys are shortcuts: off, or empty
	Shell *people.Shell
	Right identity.Right // required by the page
	Reply *Reply         // made by Render or Redirect

	closing []io.Closer  // closed after the page
	visitor bool         // looks at a shared collection
	Status  int          // of the answer, if not 200
	Refused []ui.Refused // refused files
	TagForm ui.Form      // a tag that was not added

	sent    url.Values          // the form as sent, before merging
	clashes map[string]ui.Clash // fields that others changed, too
	theirs  []string            // fields that only others changed
	files   []byte              // hashes of the files of the form
	written map[string]string   // currencies that amounts were written in, by field
}

const (
	LanguageCookie = "vitrine-language"
	ThemeCookie    = "vitrine-theme"
	DensityCookie  = "vitrine-density"
	KeysCookie     = "vitrine-keys"
	UndoCookie     = "vitrine-undo"
)

// AYear is the age of what a browser remembers for long, in seconds.
const AYear = 365 * 24 * 3600

// Remember sets a cookie for so many seconds; a negative age deletes it.
func (v *Visit) Remember(name, value string, age int) {
	http.SetCookie(v.Out, &http.Cookie{Name: name, Value: value, Path: v.Web.Subpath().Cookie(), MaxAge: age, HttpOnly: true, Secure: v.secure(), SameSite: http.SameSiteLaxMode})
}

// settings reads the browser's settings, before the user is known.
func (v *Visit) settings() {
	v.Texts = i18n.Match(v.Header.Get("Accept-Language"))
	if c, err := v.Cookie(LanguageCookie); err == nil {
		v.Texts = i18n.For(c.Value)
	}
	if c, err := v.Cookie(ThemeCookie); err == nil && (c.Value == "light" || c.Value == "dark") {
		v.Theme = c.Value
	}
	if c, err := v.Cookie(KeysCookie); err == nil && c.Value == "off" {
		v.press = c.Value
	}
	if c, err := v.Cookie(DensityCookie); err == nil && c.Value == "compact" {
		v.dense = c.Value
	}
}

// admit runs a page for a signed-in user. Others must sign in first.
func (w *Web) admit(p Row, v *Visit) error {
	hash, ok := v.Session()
	if !ok {
		return v.signInFirst()
	}
	err := w.Admit(v.Out, v.Request, hash, p.Right, cmp.Or(p.Bucket, httpserver.Pages), func(c *httpserver.Caller) error {
		v.Scope, v.Right = c.Scope, p.Right
		v.Request = v.WithContext(share.As(v.Context(), c.UserID))
		v.Texts = i18n.For(v.Actor.Locale)
		if err := w.handled(p, v); err != nil {
			return err
		}
		return renew(v)
	})
	return w.Accounts.Settle(v.Context(), v.Actor, err)
}

// welcome runs a page for anybody. Forms and visits are limited by address.
func (w *Web) welcome(p Row, v *Visit) error {
	if v.Method == http.MethodPost || p.Visits() {
		if err := w.LimitAddress(v.Out, v.Request, p.Bucket); err != nil {
			return err
		}
	}
	return w.handled(p, v)
}

// handled runs a page once its form has arrived.
func (w *Web) handled(p Row, v *Visit) error {
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
		if err := v.Walk(func(httpserver.Part) error { return nil }); err != nil { // skips files
			return err
		}
		if !p.Anybody && (!v.Fragment() || inDialog(v)) && p.Right != p.Right.Reading() {
			return v.Once(func() error { return p.Handle(v) })
		}
	}
	return p.Handle(v)
}

// Reader opens the account for reading, with the page's right, which is confirmed on every read.
func (v *Visit) Reader() (postgres.Reader, error) {
	if v.Right.Personal() { // opening for a change of rights would wait for others
		return v.View(v.Right.Reading())
	}
	return v.View(v.Right)
}

// Together reads the data of a page and its frame. Independent reads share one round trip.
func (v *Visit) Together(reads ...func(postgres.Reader) error) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if v.Shell == nil {
		reads = append(reads, func(r postgres.Reader) error {
			shell, err := people.ReadShell(v.Context(), r)
			if err == nil {
				v.Shell = &shell
			}
			return err
		})
	}
	return reader.Together(reads...)
}

// Frame is the frame of a page: menu, user and texts.
func (v *Visit) Frame(title, current string) (ui.Frame, error) {
	if v.Shell == nil {
		if err := v.Together(); err != nil {
			return ui.Frame{}, err
		}
	}
	v.Texts = i18n.For(v.Shell.Locale)
	return ui.Frame{Texts: v.Texts, Theme: v.Theme, Density: v.dense, Keys: v.press, Title: title, Current: current, Base: v.Base, Undo: undoable(v), Done: saved(v), Shell: v.Shell}, nil
}

// Text is a field of a form, without white space around it.
func (v *Visit) Text(name string) string { return Plain(v.PostFormValue(name)) }

// Param is a parameter of the address.
func (v *Visit) Param(name string) string { return Plain(v.URL.Query().Get(name)) }

// Plain is a text without characters that the database refuses; browsers never send them.
func Plain(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ToValidUTF8(s, "\ufffd"), "\x00", "\ufffd"))
}

// Fragment reports whether only a part of the page is requested.
func (v *Visit) Fragment() bool { return v.Header.Get("HX-Request") == "true" }
