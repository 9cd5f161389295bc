package settings

import (
	"context"
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// mailedPages are the pages that mails link to, and the one that requests a password link.
var mailedPages = []page.Row{
	page.Open("GET /forgotten", "", forgottenForm),
	page.Open("POST /forgotten", "POST /api/password/forgot", forgotten),
	page.Open("GET /password/reset", "", resetForm),
	page.Open("POST /password/reset", "POST /api/password/reset", reset),
	page.Open("GET /invitations/{token}", "", invitedForm),
	page.Open("POST /invitations/{token}", "POST /api/invitations/{token}/accept", invited),
	page.Open("GET /email/confirm", "", addressForm("address.confirm")),
	page.Open("POST /email/confirm", "POST /api/email/confirm", addressLink("address.confirm", (*account.Accounts).ConfirmAddress)),
	page.Open("GET /email/take-back", "", addressForm("address.back")),
	page.Open("POST /email/take-back", "POST /api/email/take-back", addressLink("address.back", (*account.Accounts).TakeBackAddress)),
}

// discreet keeps the address of a page, which contains a token, out of the Referer of its requests. No
// referrer at all would make the origin of its form "null", which is refused.
func discreet(v *page.Visit) { v.Out.Header().Set("Referrer-Policy", "strict-origin") }

func forgottenForm(v *page.Visit) error {
	if v.Web.Accounts.Jobs == nil {
		return fault.ErrNotFound
	}
	return v.Render(http.StatusOK, Forgotten(page.Entrance(v), ui.Form{}))
}

func forgotten(v *page.Visit) error {
	in := identity.ForgottenPassword{Email: v.Text("email")}
	err := in.Validate()
	if err == nil {
		err = v.Web.Accounts.ForgotPassword(v.Context(), v.Visitor, in)
	}
	return v.Answer(err, func(f ui.Form) error {
		return v.Render(http.StatusUnprocessableEntity, Forgotten(page.Entrance(v), f))
	}, func() error { return v.Render(http.StatusOK, Told(page.Entrance(v), "forgotten.told")) })
}

func resetForm(v *page.Visit) error {
	discreet(v)
	return v.Render(http.StatusOK, Reset(page.Entrance(v), ui.Form{}, v.URL.Query().Get("token")))
}

func reset(v *page.Visit) error {
	in := identity.PasswordReset{Token: v.Text("token"), Password: v.PostFormValue("password"), PasswordConfirmation: v.PostFormValue("password_confirmation")}
	err := in.Validate()
	if err == nil {
		err = v.Web.Accounts.ResetPassword(v.Context(), v.Visitor, in)
	}
	return v.Answer(err, func(f ui.Form) error {
		return v.Render(http.StatusUnprocessableEntity, Reset(page.Entrance(v), f.AsNotice("token"), in.Token))
	}, func() error { return v.Render(http.StatusOK, Told(page.Entrance(v), "reset.told")) })
}

func invitedForm(v *page.Visit) error {
	discreet(v)
	invited, err := v.Web.Accounts.Invited(v.Context(), v.PathValue("token"))
	if err != nil {
		return err
	}
	return invitedBy(v, http.StatusOK, invited, ui.Form{})
}

// invitedBy shows the form, with who invites and to what.
func invitedBy(v *page.Visit, status int, invited people.Invited, f ui.Form) error {
	host, err := v.Web.Accounts.Host(v.Context(), invited)
	if err != nil {
		return err
	}
	return v.Render(status, Invited(page.Entrance(v), f, host, v.PathValue("token")))
}

func invited(v *page.Visit) error {
	discreet(v)
	invited, err := v.Web.Accounts.Invited(v.Context(), v.PathValue("token"))
	if err != nil {
		return err
	}
	in := identity.Acceptance{FirstName: v.Text("first_name"), LastName: v.Text("last_name"), Password: v.PostFormValue("password"),
		PasswordConfirmation: v.PostFormValue("password_confirmation"), DeviceName: v.Device(), Locale: v.Texts.Locale}
	token, err := "", in.Validate()
	if err == nil {
		token, err = v.Web.Accounts.Accept(v.Context(), v.Visitor, invited, in)
	}
	return v.Answer(err, func(f ui.Form) error {
		return invitedBy(v, http.StatusUnprocessableEntity, invited, f)
	}, func() error {
		v.SignIn(token)
		return v.Redirect("/")
	})
}

// addressForm asks before it confirms or undoes an address, because programs follow links in mails, too.
func addressForm(texts string) func(*page.Visit) error {
	return func(v *page.Visit) error {
		discreet(v)
		return v.Render(http.StatusOK, AddressLink(page.Entrance(v), ui.Form{}, texts, v.URL.Path, v.URL.Query().Get("token")))
	}
}

func addressLink(texts string, use func(*account.Accounts, context.Context, account.Visitor, identity.AddressLink) error) func(*page.Visit) error {
	return func(v *page.Visit) error {
		in := identity.AddressLink{Token: v.Text("token")}
		err := in.Validate()
		if err == nil {
			err = use(v.Web.Accounts, v.Context(), v.Visitor, in)
		}
		return v.Answer(err, func(f ui.Form) error {
			return v.Render(http.StatusUnprocessableEntity, AddressLink(page.Entrance(v), f.AsNotice("token"), texts, v.URL.Path, in.Token))
		}, func() error { return v.Render(http.StatusOK, Told(page.Entrance(v), texts+".told")) })
	}
}
