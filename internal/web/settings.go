package web

import (
	"net/http"
	"strings"

	"vitrine/internal/identity"
	"vitrine/internal/web/view"
)

var settingsPages = []row{
	show("GET /settings", "", func(v *visit) error { return v.redirect("/settings/profile") }),
	show("GET /settings/profile", "GET /api/me", profile),
	own("POST /settings/profile", "PUT /api/me", updateProfile),
	own("POST /settings/reminders", "PUT /api/me/reminders", updateReminders),
	proven(own("POST /settings/calendar", "POST /api/me/calendar", createCalendar)),
	show("GET /settings/calendar/revoke", "GET /api/me/calendar", askRevokeCalendar),
	own("POST /settings/calendar/revoke", "DELETE /api/me/calendar", revokeCalendar),
	open("GET /calendar/{secret}", "", calendarPage),
	own("POST /settings/appearance", "", chooseAppearance),
}

// setting is the frame of a page of settings.
func (v *visit) setting(title string) (view.Frame, error) {
	f, err := v.frame("", "settings")
	if err == nil {
		f.Title = f.T(title)
		f.Saved = v.URL.Query().Has("saved")
	}
	return f, err
}

func profile(v *visit) error {
	chosen, err := reminded(v)
	if err != nil {
		return err
	}
	return v.showProfile(chosen)
}

func (v *visit) showProfile(chosen view.Reminded) error {
	f, err := v.setting("profile.title")
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
	return v.render(http.StatusOK, view.Profile(f, view.Form{Values: values}, chosen))
}

// updateProfile saves the profile. Another address needs a proof, because links to a
// new password go there.
func updateProfile(v *visit) error {
	chosen, err := reminded(v)
	if err != nil {
		return err
	}
	f, err := v.setting("profile.title")
	if err != nil {
		return err
	}
	in := identity.Profile{FirstName: v.text("first_name"), LastName: v.text("last_name"), Nickname: v.optional("nickname"), Email: v.text("email"),
		Locale: v.text("locale"), TimeFormat24h: new(v.text("clock") == "24")}
	err = in.Validate()
	if err == nil && !strings.EqualFold(in.Email, f.Shell.Email) {
		if ok, err := proof(v); !ok {
			return err
		}
	}
	if err == nil {
		_, err = v.web.accounts.UpdateProfile(v.Context(), &v.Member, in)
	}
	return v.answer(err, func(form view.Form) error {
		return v.render(http.StatusUnprocessableEntity, view.Profile(f, form, chosen))
	}, func() error { return v.redirect("/settings/profile?saved") })
}

// chooseAppearance keeps theme, density and keys in the browser: a phone may want others
// than a desk.
func chooseAppearance(v *visit) error {
	theme, density := v.text("theme"), v.text("density")
	if theme != "light" && theme != "dark" {
		theme = ""
	}
	if density != "compact" {
		density = ""
	}
	keys := v.text("keys")
	if keys != "off" {
		keys = ""
	}
	for name, value := range map[string]string{themeCookie: theme, densityCookie: density, keysCookie: keys} {
		v.remember(name, value, aYear)
	}
	return v.redirect("/settings/profile?saved")
}
