package entrance

import (
	"errors"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"vitrine/internal/account"
	"vitrine/internal/fault"
	"vitrine/internal/httpserver"
	"vitrine/internal/i18n"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// The first minute: who has the code of a new installation becomes its first user.
var setupPages = []page.Row{
	page.Open("GET /setup", "", setupForm),
	page.Open("POST /setup/code", "POST /api/register", enterCode),
	page.Open("POST /setup", "POST /api/register", setUp),
}

// setupForm asks for the code, unless the address has it.
func setupForm(v *page.Visit) error {
	unclaimed, err := v.Web.Accounts.Unclaimed(v.Context())
	switch {
	case err != nil:
		return err
	case !unclaimed:
		return v.Redirect("/")
	case v.Param("code") == "":
		return v.Render(http.StatusOK, SetupCode(page.Entrance(v), ui.Form{}))
	}
	if err := v.Web.LimitAddress(v.Out, v.Request, httpserver.Calls); err != nil { // it may be guessed
		return err
	}
	return checkCode(v, v.Param("code"))
}

func enterCode(v *page.Visit) error { return checkCode(v, v.Text("code")) }

// checkCode shows the form of the first user to who has the code.
func checkCode(v *page.Visit, code string) error {
	if err := v.Web.Accounts.CheckSetup(v.Context(), code); err != nil {
		return refuseSetup(v, code, err)
	}
	values := map[string]string{"currency_code": i18n.Currency(v.Header.Get("Accept-Language")), "locale": v.Texts.Locale}
	return v.Render(http.StatusOK, firstUser(v, code, ui.Form{Values: values}))
}

// firstUser is the page of the first user. Whoever changes its language keeps the code.
func firstUser(v *page.Visit, code string, form ui.Form) templ.Component {
	e := page.Entrance(v)
	e.At = "/setup?code=" + url.QueryEscape(code)
	return FirstUser(e, form, code)
}

func setUp(v *page.Visit) error {
	code, locale := v.Text("code"), i18n.For(v.Text("locale")).Locale
	err := v.Web.Accounts.CheckSetup(v.Context(), code)
	if err != nil { // before what else is wrong
		return refuseSetup(v, code, err)
	}
	in, token := registered(v, locale), ""
	if err = registration(&in); err == nil {
		token, err = v.Web.Accounts.SetUp(v.Context(), v.Visitor, code, in)
	}
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		return v.Render(http.StatusUnprocessableEntity, firstUser(v, code, v.FormOf(invalid)))
	}
	if err != nil {
		return refuseSetup(v, code, err)
	}
	v.Remember(page.LanguageCookie, locale, page.AYear)
	v.SignIn(token)
	return v.Redirect("/")
}

// refuseSetup says that the code is wrong, or that somebody was faster.
func refuseSetup(v *page.Visit, code string, err error) error {
	switch {
	case errors.Is(err, account.ErrSetupCode):
		form := ui.Form{Values: map[string]string{"code": code}, Message: v.Texts.T("setup.wrong")}
		return v.Render(http.StatusUnprocessableEntity, SetupCode(page.Entrance(v), form))
	case errors.Is(err, account.ErrClaimed) && v.Method == http.MethodPost:
		return v.Render(http.StatusUnprocessableEntity, SignIn(page.Entrance(v), ui.Form{Message: v.Texts.T("setup.claimed")}, ""))
	case errors.Is(err, account.ErrClaimed):
		return v.Redirect("/")
	}
	return err
}
