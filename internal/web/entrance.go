package web

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/i18n"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/view"
)

var entrancePages = []row{
	open("GET /sign-in", "", signInForm),
	open("POST /sign-in", "POST /api/login", signIn),
	open("POST /sign-in/code", "POST /api/login", signInWithCode),
	open("GET /register", "", registerForm),
	open("POST /register", "POST /api/register", register),
	open("GET /offline", "", offline),
	open("POST /language", "", chooseLanguage),
	{pattern: "POST /sign-out", right: identity.Leave, operation: "DELETE /api/logout", handle: signOut},
}

func entrance(v *visit) view.Entrance {
	return view.Entrance{Texts: v.texts, Theme: v.theme, At: v.at(), To: v.destination(), Open: v.web.accounts.Registration == "" || v.web.accounts.Registration == "open", Mail: v.web.accounts.Jobs != nil}
}

func signInForm(v *visit) error {
	if _, ok := v.session(); ok && v.URL.Query().Get("to") == "" {
		return v.redirect("/")
	}
	e := entrance(v)
	if v.URL.Query().Has("deleted") {
		e.Said = e.T("account.deleted")
	}
	return v.render(http.StatusOK, view.SignIn(e, view.Form{}, ""))
}

func signIn(v *visit) error {
	in := identity.Login{Email: v.text("email"), Password: v.PostFormValue("password"), DeviceName: v.device()}
	token, err := "", in.Validate()
	if err == nil {
		token, err = v.web.accounts.LogIn(v.Context(), v.Visitor, in)
	}
	var invalid *fault.Invalid
	form := view.Form{Values: map[string]string{"email": in.Email}}
	switch {
	case errors.Is(err, fault.ErrCredentials):
		return refuseSignIn(v, in)
	case errors.As(err, &invalid):
		form.Invalid = invalid
		return v.render(http.StatusUnprocessableEntity, view.SignIn(entrance(v), form, ""))
	case err != nil:
		return err
	}
	v.signIn(token)
	return v.redirect(v.destination())
}

// refuseSignIn is the answer to every login that is not one, whatever is wrong with it. It asks
// for a code as well: only who has one learns that the password was right.
func refuseSignIn(v *visit, in identity.Login) error {
	form := view.Form{Values: map[string]string{"email": in.Email}, Message: v.texts.T("signin.wrong")}
	return v.render(http.StatusUnprocessableEntity, view.SignIn(entrance(v), form, v.web.pend(in)))
}

// pending is a login that may only lack a code. The browser keeps it, sealed, for five
// minutes: a page that asked for the password again would ask twice.
type pending struct {
	Email, Password string
	Until           time.Time
}

func (w *Web) pend(in identity.Login) string {
	if !w.accounts.Sealer.Ready() { // then nobody has a second factor
		return ""
	}
	content, _ := json.Marshal(pending{in.Email, in.Password, w.Now().Add(5 * time.Minute)})
	return base64.RawURLEncoding.EncodeToString(w.accounts.Sealer.Seal(content, 0))
}

func (w *Web) pended(sealed string) (p pending, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return p, false
	}
	content, err := w.accounts.Sealer.Open(raw, 0)
	if err != nil || json.Unmarshal(content, &p) != nil {
		return p, false
	}
	return p, w.Now().Before(p.Until)
}

func signInWithCode(v *visit) error {
	sealed := v.PostFormValue("pending")
	before, ok := v.web.pended(sealed)
	if !ok {
		return v.render(http.StatusUnprocessableEntity, view.SignIn(entrance(v), view.Form{Message: v.texts.T("code.late")}, ""))
	}
	in := identity.Login{Email: before.Email, Password: before.Password, Code: v.text("code"), DeviceName: v.device()}
	token, err := v.web.accounts.LogIn(v.Context(), v.Visitor, in)
	if errors.Is(err, fault.ErrCredentials) {
		return refuseSignIn(v, in)
	}
	if err != nil {
		return err
	}
	v.signIn(token)
	return v.redirect(v.destination())
}

func registerForm(v *visit) error {
	if !entrance(v).Open {
		return fault.ErrNotFound
	}
	return v.render(http.StatusOK, view.Register(entrance(v), view.Form{}))
}

func register(v *visit) error {
	in := identity.Registration{FirstName: v.text("first_name"), LastName: v.text("last_name"), Email: v.text("email"),
		Password: v.PostFormValue("password"), PasswordConfirmation: v.PostFormValue("password_confirmation"), DeviceName: v.device(), Locale: v.texts.Locale}
	token, err := "", in.Validate()
	if err == nil {
		token, err = v.web.accounts.Register(v.Context(), v.Visitor, in)
	}
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		form := view.Form{Values: map[string]string{"first_name": in.FirstName, "last_name": in.LastName, "email": in.Email}, Invalid: invalid}
		return v.render(http.StatusUnprocessableEntity, view.Register(entrance(v), form))
	}
	if err != nil {
		return err
	}
	v.signIn(token)
	return v.redirect("/")
}

func chooseLanguage(v *visit) error {
	locale := i18n.For(v.PostFormValue("language")).Locale
	v.remember(languageCookie, locale, aYear)
	return v.redirect(v.ours("page"))
}

func signOut(v *visit) error {
	err := postgres.Change(v.Context(), v.Scope, catalog.LoggedOut, func(l postgres.Leaver) error { return people.Leave(v.Context(), l) })
	if err != nil {
		return err
	}
	v.signOut()
	return v.redirect("/sign-in")
}
