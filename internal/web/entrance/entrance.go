package entrance

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
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var entrancePages = []page.Row{
	page.Open("GET /sign-in", "", signInForm),
	page.Open("POST /sign-in", "POST /api/login", signIn),
	page.Open("POST /sign-in/code", "POST /api/login", signInWithCode),
	page.Open("GET /register", "", registerForm),
	page.Open("POST /register", "POST /api/register", register),
	page.Open("GET /offline", "", page.Offline),
	page.Open("POST /language", "", chooseLanguage),
	{Pattern: "POST /sign-out", Right: identity.Leave, Operation: "DELETE /api/logout", Handle: signOut},
}

func signInForm(v *page.Visit) error {
	if _, ok := v.Session(); ok && v.URL.Query().Get("to") == "" {
		return v.Redirect("/")
	}
	unclaimed, err := v.Web.Accounts.Unclaimed(v.Context())
	if err != nil {
		return err
	}
	if unclaimed {
		return v.Redirect("/setup")
	}
	e := page.Entrance(v)
	if v.URL.Query().Has("deleted") {
		e.Said = e.T("account.deleted")
	}
	return v.Render(http.StatusOK, SignIn(e, ui.Form{}, ""))
}

func signIn(v *page.Visit) error {
	in := identity.Login{Email: v.Text("email"), Password: v.PostFormValue("password"), DeviceName: v.Device()}
	token, err := "", in.Validate()
	if err == nil {
		token, err = v.Web.Accounts.LogIn(v.Context(), v.Visitor, in)
	}
	var invalid *fault.Invalid
	form := ui.Form{Values: map[string]string{"email": in.Email}}
	switch {
	case errors.Is(err, fault.ErrCredentials):
		return refuseSignIn(v, in)
	case errors.As(err, &invalid):
		form.Invalid = invalid
		return v.Render(http.StatusUnprocessableEntity, SignIn(page.Entrance(v), form, ""))
	case err != nil:
		return err
	}
	v.SignIn(token)
	return v.Redirect(v.Destination())
}

// refuseSignIn answers every failed login alike. It always asks for a code, too: only users who have
// one learn that the password was right.
func refuseSignIn(v *page.Visit, in identity.Login) error {
	form := ui.Form{Values: map[string]string{"email": in.Email}, Message: v.Texts.T("signin.wrong")}
	return v.Render(http.StatusUnprocessableEntity, SignIn(page.Entrance(v), form, pend(v.Web, in)))
}

// pending is a login that may only lack a code. The browser keeps it, sealed, for five minutes, so
// that the next page need not ask for the password again.
type pending struct {
	Email, Password string
	Until           time.Time
}

func pend(w *page.Web, in identity.Login) string {
	if !w.Accounts.Sealer.Ready() { // then nobody has a second factor
		return ""
	}
	content, _ := json.Marshal(pending{in.Email, in.Password, w.Now().Add(5 * time.Minute)})
	return base64.RawURLEncoding.EncodeToString(w.Accounts.Sealer.Seal(content, 0))
}

func pended(w *page.Web, sealed string) (p pending, ok bool) {
	raw, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return p, false
	}
	content, err := w.Accounts.Sealer.Open(raw, 0)
	if err != nil || json.Unmarshal(content, &p) != nil {
		return p, false
	}
	return p, w.Now().Before(p.Until)
}

func signInWithCode(v *page.Visit) error {
	sealed := v.PostFormValue("pending")
	before, ok := pended(v.Web, sealed)
	if !ok {
		return v.Render(http.StatusUnprocessableEntity, SignIn(page.Entrance(v), ui.Form{Message: v.Texts.T("code.late")}, ""))
	}
	in := identity.Login{Email: before.Email, Password: before.Password, Code: v.Text("code"), DeviceName: v.Device()}
	token, err := v.Web.Accounts.LogIn(v.Context(), v.Visitor, in)
	if errors.Is(err, fault.ErrCredentials) {
		return refuseSignIn(v, in)
	}
	if err != nil {
		return err
	}
	v.SignIn(token)
	return v.Redirect(v.Destination())
}

func registerForm(v *page.Visit) error {
	if !page.Entrance(v).Open {
		return fault.ErrNotFound
	}
	return v.Render(http.StatusOK, Register(page.Entrance(v), ui.Form{Values: map[string]string{"currency_code": i18n.Currency(v.Header.Get("Accept-Language"))}}))
}

func register(v *page.Visit) error {
	in := registered(v, v.Texts.Locale)
	token, err := "", registration(&in)
	if err == nil {
		token, err = v.Web.Accounts.Register(v.Context(), v.Visitor, in)
	}
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		form := ui.Form{Values: map[string]string{"first_name": in.FirstName, "last_name": in.LastName, "email": in.Email, "currency_code": in.Currency}, Invalid: invalid}
		return v.Render(http.StatusUnprocessableEntity, Register(page.Entrance(v), form))
	}
	if err != nil {
		return err
	}
	v.SignIn(token)
	return v.Redirect("/")
}

// registered is who a form registers.
func registered(v *page.Visit, locale string) identity.Registration {
	return identity.Registration{FirstName: v.Text("first_name"), LastName: v.Text("last_name"), Email: v.Text("email"),
		Password: v.PostFormValue("password"), PasswordConfirmation: v.PostFormValue("password_confirmation"), DeviceName: v.Device(), Locale: locale, Currency: v.Text("currency_code")}
}

// registration validates everything at once.
func registration(in *identity.Registration) error {
	var wrong fault.Invalid
	catalog.KnownCurrency(&wrong, "currency_code", &in.Currency)
	var other *fault.Invalid
	if errors.As(in.Validate(), &other) {
		wrong.Fields = append(other.Fields, wrong.Fields...)
	}
	return wrong.Err()
}

func chooseLanguage(v *page.Visit) error {
	locale := i18n.For(v.PostFormValue("language")).Locale
	v.Remember(page.LanguageCookie, locale, page.AYear)
	return v.Redirect(v.Ours("page"))
}

func signOut(v *page.Visit) error {
	err := postgres.Change(v.Context(), v.Scope, catalog.LoggedOut, func(l postgres.Leaver) error { return people.Leave(v.Context(), l) })
	if err != nil {
		return err
	}
	v.SignOut()
	return v.Redirect("/sign-in")
}
