package settings

import (
	"net/http"
	"strings"

	"vitrine/internal/identity"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var settingsPages = []page.Row{
	page.Show("GET /settings", "", func(v *page.Visit) error { return v.Redirect("/settings/profile") }),
	page.Show("GET /settings/profile", "GET /api/me", profile),
	page.Own("POST /settings/profile", "PUT /api/me", updateProfile),
	page.Own("POST /settings/reminders", "PUT /api/me/reminders", updateReminders),
	proven(page.Own("POST /settings/calendar", "POST /api/me/calendar", createCalendar)),
	page.Show("GET /settings/calendar/revoke", "GET /api/me/calendar", askRevokeCalendar),
	page.Own("POST /settings/calendar/revoke", "DELETE /api/me/calendar", revokeCalendar),
	page.Open("GET /calendar/{secret}", "", calendarPage),
	page.Own("POST /settings/appearance", "", chooseAppearance),
}

func profile(v *page.Visit) error {
	chosen, err := reminded(v)
	if err != nil {
		return err
	}
	return showProfile(v, chosen)
}

func showProfile(v *page.Visit, chosen Reminded) error {
	f, err := page.Setting(v, "profile.title")
	if err != nil {
		return err
	}
	me := f.Shell.User
	values := map[string]string{"first_name": me.FirstName, "last_name": me.LastName, "email": me.Email, "locale": me.Locale, "clock": "12"}
	if me.Nickname != nil {
		values["nickname"] = *me.Nickname
	}
	if me.TimeFormat24h {
		values["clock"] = "24"
	}
	return v.Render(http.StatusOK, Profile(f, ui.Form{Values: values}, chosen))
}

// updateProfile saves the profile. A new address needs a proof, because password links go there.
func updateProfile(v *page.Visit) error {
	chosen, err := reminded(v)
	if err != nil {
		return err
	}
	f, err := page.Setting(v, "profile.title")
	if err != nil {
		return err
	}
	in := identity.Profile{FirstName: v.Text("first_name"), LastName: v.Text("last_name"), Nickname: v.Optional("nickname"), Email: v.Text("email"),
		Locale: v.Text("locale"), TimeFormat24h: new(v.Text("clock") == "24")}
	err = in.Validate()
	if err == nil && !strings.EqualFold(in.Email, f.Shell.Email) {
		if ok, err := proof(v); !ok {
			return err
		}
	}
	if err == nil {
		_, err = v.Web.Accounts.UpdateProfile(v.Context(), &v.Member, in)
	}
	return v.Answer(err, func(form ui.Form) error {
		return v.Render(http.StatusUnprocessableEntity, Profile(f, form, chosen))
	}, func() error { return v.Redirect("/settings/profile?saved") })
}

// chooseAppearance keeps theme, density and keys in the browser: they may differ between phone and desktop.
func chooseAppearance(v *page.Visit) error {
	theme, density := v.Text("theme"), v.Text("density")
	if theme != "light" && theme != "dark" {
		theme = ""
	}
	if density != "compact" {
		density = ""
	}
	keys := v.Text("keys")
	if keys != "off" {
		keys = ""
	}
	for name, value := range map[string]string{page.ThemeCookie: theme, page.DensityCookie: density, page.KeysCookie: keys} {
		v.Remember(name, value, page.AYear)
	}
	return v.Redirect("/settings/profile?saved")
}
