package web

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/view"
)

var securityPages = []row{
	show("GET /settings/security", "GET /api/me/two-factor", security),
	show("GET /settings/security/password", "", securityForm("password.title", view.ChangePassword)),
	own("POST /settings/security/password", "PUT /api/me/password", changePassword),
	show("GET /settings/security/codes", "", securityForm("codes.title", view.RenewCodes)),
	own("POST /settings/security/codes", "POST /api/me/two-factor/recovery-codes", renewCodes),
	show("GET /settings/security/two-factor", "", securityForm("two.title", view.BeginTwoFactor)),
	own("POST /settings/security/two-factor", "POST /api/me/two-factor", beginTwoFactor),
	own("POST /settings/security/two-factor/confirm", "POST /api/me/two-factor/confirm", confirmTwoFactor),
	show("GET /settings/security/two-factor/end", "", securityForm("two.end.title", view.EndTwoFactor)),
	own("POST /settings/security/two-factor/end", "DELETE /api/me/two-factor", endTwoFactor),
	show("GET /settings/sessions", "", func(v *visit) error { return v.redirect("/settings/security") }),
	own("POST /settings/sessions/{session}/end", "DELETE /api/administration/api/{id}", endSession),
	own("POST /settings/sessions/end-others", "DELETE /api/administration/api/{id}", endOthers),
}

func security(v *visit) error {
	f, err := v.setting("security.title")
	if err != nil {
		return err
	}
	reader, err := v.reader()
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
	return v.render(http.StatusOK, view.Security(f, view.SignedIn{TwoFactor: state, Offered: v.web.accounts.Sealer.Ready(), Sessions: sessions, Current: v.Actor.KeyID}))
}

// securityForm is a page with one form. Each asks for the password itself.
func securityForm(title string, show view.Page) func(*visit) error {
	return func(v *visit) error {
		f, err := v.setting(title)
		if err != nil {
			return err
		}
		return v.render(http.StatusOK, show(f, view.Form{}))
	}
}

// again shows a form of settings with what is wrong.
func (v *visit) again(title string, show view.Page) func(view.Form) error {
	return func(form view.Form) error {
		f, err := v.setting(title)
		if err != nil {
			return err
		}
		return v.render(http.StatusUnprocessableEntity, show(f, form))
	}
}

func changePassword(v *visit) error {
	in := identity.NewPassword{CurrentPassword: v.PostFormValue("current_password"), Password: v.PostFormValue("password"), PasswordConfirmation: v.PostFormValue("password_confirmation")}
	err := in.Validate()
	if err == nil {
		err = v.web.accounts.ChangePassword(v.Context(), &v.Member, in)
	}
	return v.answer(err, v.again("password.title", view.ChangePassword), func() error { return v.redirect("/settings/security?saved") })
}

func beginTwoFactor(v *visit) error {
	in := identity.PasswordCheck{Password: v.PostFormValue("password")}
	var begun identity.Enrolment
	err := in.Validate()
	if err == nil {
		begun, err = v.web.accounts.BeginTwoFactor(v.Context(), &v.Member, in)
	}
	return v.answer(err, v.again("two.title", view.BeginTwoFactor), func() error {
		f, err := v.setting("two.title")
		if err != nil {
			return err
		}
		return v.render(http.StatusOK, view.Enrol(f, begun))
	})
}

func confirmTwoFactor(v *visit) error {
	in := identity.CodeCheck{Code: v.text("code")}
	var codes []string
	err := in.Validate()
	if err == nil {
		codes, err = v.web.accounts.ConfirmTwoFactor(v.Context(), &v.Member, in)
	}
	return v.answer(err, v.again("two.title", view.ConfirmTwoFactor), func() error { return v.codes(codes) })
}

func renewCodes(v *visit) error {
	in := identity.FullCheck{Password: v.PostFormValue("password"), Code: v.text("code")}
	var codes []string
	err := in.Validate()
	if err == nil {
		codes, err = v.web.accounts.RenewRecoveryCodes(v.Context(), &v.Member, in)
	}
	return v.answer(err, v.again("codes.title", view.RenewCodes), func() error { return v.codes(codes) })
}

// codes shows recovery codes, this once.
func (v *visit) codes(codes []string) error {
	f, err := v.setting("codes.title")
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.RecoveryCodes(f, codes))
}

func endTwoFactor(v *visit) error {
	in := identity.FullCheck{Password: v.PostFormValue("password"), Code: v.text("code")}
	err := in.Validate()
	if err == nil {
		err = v.web.accounts.DisableTwoFactor(v.Context(), &v.Member, in)
	}
	return v.answer(err, v.again("two.end.title", view.EndTwoFactor), func() error { return v.redirect("/settings/security?saved") })
}

func endSession(v *visit) error {
	id, err := v.number("session")
	if err != nil {
		return err
	}
	if err := v.deleteKey(id); err != nil {
		return err
	}
	return v.redirect("/settings/security?saved")
}

// endOthers ends every session but this one, one by one, as a program would.
func endOthers(v *visit) error {
	reader, err := v.reader()
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
		if err := v.deleteKey(s.ID); err != nil {
			return err
		}
	}
	return v.redirect("/settings/security?saved")
}

// deleteKey revokes a key or ends a session of the user.
func (v *visit) deleteKey(id int64) error {
	return postgres.Change(v.Context(), v.Scope, catalog.APIKeyDeleted, func(o postgres.Own) error { return people.DeleteAPIKey(v.Context(), o, id) })
}
