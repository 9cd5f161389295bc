package settings

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var securityPages = []page.Row{
	page.Show("GET /settings/security", "GET /api/me/two-factor", security),
	page.Show("GET /settings/security/password", "", securityForm("password.title", ChangePassword)),
	page.Own("POST /settings/security/password", "PUT /api/me/password", changePassword),
	page.Show("GET /settings/security/codes", "", securityForm("codes.title", RenewCodes)),
	page.Own("POST /settings/security/codes", "POST /api/me/two-factor/recovery-codes", renewCodes),
	page.Show("GET /settings/security/two-factor", "", securityForm("two.title", BeginTwoFactor)),
	page.Own("POST /settings/security/two-factor", "POST /api/me/two-factor", beginTwoFactor),
	page.Own("POST /settings/security/two-factor/confirm", "POST /api/me/two-factor/confirm", confirmTwoFactor),
	page.Show("GET /settings/security/two-factor/end", "", securityForm("two.end.title", EndTwoFactor)),
	page.Own("POST /settings/security/two-factor/end", "DELETE /api/me/two-factor", endTwoFactor),
	page.Show("GET /settings/sessions", "", func(v *page.Visit) error { return v.Redirect("/settings/security") }),
	page.Own("POST /settings/sessions/{session}/end", "DELETE /api/administration/api/{id}", endSession),
	page.Own("POST /settings/sessions/end-others", "DELETE /api/administration/api/{id}", endOthers),
}

func security(v *page.Visit) error {
	f, err := page.Setting(v, "security.title")
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	state, err := people.TwoFactor(v.Context(), reader)
	if err != nil {
		return err
	}
	sessions, err := people.Sessions(v.Context(), reader)
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, Security(f, SignedIn{TwoFactor: state, Offered: v.Web.Accounts.Sealer.Ready(), Sessions: sessions, Current: v.Actor.KeyID}))
}

// securityForm is a page with one form, which asks for the password.
func securityForm(title string, show Page) func(*page.Visit) error {
	return func(v *page.Visit) error {
		f, err := page.Setting(v, title)
		if err != nil {
			return err
		}
		return v.Render(http.StatusOK, show(f, ui.Form{}))
	}
}

// again shows a settings form with errors.
func again(v *page.Visit, title string, show Page) func(ui.Form) error {
	return func(form ui.Form) error {
		f, err := page.Setting(v, title)
		if err != nil {
			return err
		}
		return v.Render(http.StatusUnprocessableEntity, show(f, form))
	}
}

func changePassword(v *page.Visit) error {
	in := identity.NewPassword{CurrentPassword: v.PostFormValue("current_password"), Password: v.PostFormValue("password"), PasswordConfirmation: v.PostFormValue("password_confirmation")}
	err := in.Validate()
	if err == nil {
		err = v.Web.Accounts.ChangePassword(v.Context(), &v.Member, in)
	}
	return v.Answer(err, again(v, "password.title", ChangePassword), func() error { return v.Redirect("/settings/security?saved") })
}

func beginTwoFactor(v *page.Visit) error {
	in := identity.PasswordCheck{Password: v.PostFormValue("password")}
	var begun identity.Enrolment
	err := in.Validate()
	if err == nil {
		begun, err = v.Web.Accounts.BeginTwoFactor(v.Context(), &v.Member, in)
	}
	return v.Answer(err, again(v, "two.title", BeginTwoFactor), func() error {
		f, err := page.Setting(v, "two.title")
		if err != nil {
			return err
		}
		return v.Render(http.StatusOK, Enrol(f, begun))
	})
}

func confirmTwoFactor(v *page.Visit) error {
	in := identity.CodeCheck{Code: v.Text("code")}
	var codes []string
	err := in.Validate()
	if err == nil {
		codes, err = v.Web.Accounts.ConfirmTwoFactor(v.Context(), &v.Member, in)
	}
	return v.Answer(err, again(v, "two.title", ConfirmTwoFactor), func() error { return showCodes(v, codes) })
}

func renewCodes(v *page.Visit) error {
	in := identity.FullCheck{Password: v.PostFormValue("password"), Code: v.Text("code")}
	var codes []string
	err := in.Validate()
	if err == nil {
		codes, err = v.Web.Accounts.RenewRecoveryCodes(v.Context(), &v.Member, in)
	}
	return v.Answer(err, again(v, "codes.title", RenewCodes), func() error { return showCodes(v, codes) })
}

// showCodes shows recovery codes once.
func showCodes(v *page.Visit, codes []string) error {
	f, err := page.Setting(v, "codes.title")
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, RecoveryCodes(f, codes))
}

func endTwoFactor(v *page.Visit) error {
	in := identity.FullCheck{Password: v.PostFormValue("password"), Code: v.Text("code")}
	err := in.Validate()
	if err == nil {
		err = v.Web.Accounts.DisableTwoFactor(v.Context(), &v.Member, in)
	}
	return v.Answer(err, again(v, "two.end.title", EndTwoFactor), func() error { return v.Redirect("/settings/security?saved") })
}

func endSession(v *page.Visit) error {
	id, err := v.Number("session")
	if err != nil {
		return err
	}
	if err := deleteKey(v, id); err != nil {
		return err
	}
	return v.Redirect("/settings/security?saved")
}

// endOthers ends every other session, one by one like the API.
func endOthers(v *page.Visit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	sessions, err := people.Sessions(v.Context(), reader)
	if err != nil {
		return err
	}
	for _, s := range sessions {
		if s.ID == v.Actor.KeyID {
			continue
		}
		if err := deleteKey(v, s.ID); err != nil {
			return err
		}
	}
	return v.Redirect("/settings/security?saved")
}

// deleteKey revokes a key or ends a session of the user.
func deleteKey(v *page.Visit, id int64) error {
	return postgres.Change(v.Context(), v.Scope, catalog.APIKeyDeleted, func(o postgres.Own) error { return people.DeleteAPIKey(v.Context(), o, id) })
}
