package entrance

import (
	"errors"
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/i18n"
	"vitrine/internal/identity"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var trialPages = []page.Row{
	page.Open("POST /try", "POST /api/register", tryOut),
}

// tryOut lets a visitor of a demo into an account of their own, with the sample in their language.
func tryOut(v *page.Visit) error {
	token, scope, err := v.Web.Accounts.TryOut(v.Context(), v.Visitor, identity.Registration{FirstName: v.Texts.T("demo.first_name"), LastName: v.Texts.T("demo.last_name"),
		DeviceName: v.Device(), Locale: v.Texts.Locale, Currency: i18n.Currency(v.Header.Get("Accept-Language"))})
	if errors.Is(err, account.ErrFull) {
		return v.Render(http.StatusServiceUnavailable, SignIn(page.Entrance(v), ui.Form{Message: v.Texts.T("demo.full")}, ""))
	}
	if err != nil {
		return err
	}
	if err := page.FillSample(v, scope); err != nil {
		return err
	}
	v.SignIn(token)
	return v.Redirect("/")
}
