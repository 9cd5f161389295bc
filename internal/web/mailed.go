package web

import (
	"context"
	"errors"
	"net/http"

	"vitrine/internal/account"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/web/view"
)

// mailed are the pages that mails link to, and the one that asks for such a mail.
var mailedPages = []row{
	open("GET /forgotten", "", forgottenForm),
	open("POST /forgotten", "POST /api/password/forgot", forgotten),
	open("GET /password/reset", "", resetForm),
	open("POST /password/reset", "POST /api/password/reset", reset),
	open("GET /invitations/{token}", "", invitedForm),
	open("POST /invitations/{token}", "POST /api/invitations/{token}/accept", invited),
	open("GET /email/confirm", "", addressForm("address.confirm")),
	open("POST /email/confirm", "POST /api/email/confirm", addressLink("address.confirm", (*account.Accounts).ConfirmAddress)),
	open("GET /email/take-back", "", addressForm("address.back")),
	open("POST /email/take-back", "POST /api/email/take-back", addressLink("address.back", (*account.Accounts).TakeBackAddress)),
}

// discreet keeps the address of a page, which contains a token, from everything that
// the page asks for. No referrer at all would make the origin of its form "null",
// which is refused.
func (v *visit) discreet() { v.out.Header().Set("Referrer-Policy", "strict-origin") }

func forgottenForm(v *visit) error {
	if v.web.accounts.Jobs == nil {
		return fault.ErrNotFound
	}
	return v.render(http.StatusOK, view.Forgotten(entrance(v), view.Form{}))
}

func forgotten(v *visit) error {
	in := identity.ForgottenPassword{Email: v.text("email")}
	err := in.Validate()
	if err == nil {
		err = v.web.accounts.ForgotPassword(v.Context(), v.Visitor, in)
	}
	return v.answer(err, func(f view.Form) error {
		return v.render(http.StatusUnprocessableEntity, view.Forgotten(entrance(v), f))
	}, func() error { return v.render(http.StatusOK, view.Told(entrance(v), "forgotten.told")) })
}

func resetForm(v *visit) error {
	v.discreet()
	return v.render(http.StatusOK, view.Reset(entrance(v), view.Form{}, v.URL.Query().Get("token")))
}

func reset(v *visit) error {
	in := identity.PasswordReset{Token: v.text("token"), Password: v.PostFormValue("password"), PasswordConfirmation: v.PostFormValue("password_confirmation")}
	err := in.Validate()
	if err == nil {
		err = v.web.accounts.ResetPassword(v.Context(), v.Visitor, in)
	}
	return v.answer(err, func(f view.Form) error {
		return v.render(http.StatusUnprocessableEntity, view.Reset(entrance(v), f.AsNotice("token"), in.Token))
	}, func() error { return v.render(http.StatusOK, view.Told(entrance(v), "reset.told")) })
}

func invitedForm(v *visit) error {
	v.discreet()
	if _, err := v.web.accounts.Invited(v.Context(), v.PathValue("token")); err != nil {
		return err
	}
	return v.render(http.StatusOK, view.Invited(entrance(v), view.Form{}, v.PathValue("token")))
}

func invited(v *visit) error {
	v.discreet()
	invited, err := v.web.accounts.Invited(v.Context(), v.PathValue("token"))
	if err != nil {
		return err
	}
	in := identity.Acceptance{FirstName: v.text("first_name"), LastName: v.text("last_name"), Password: v.PostFormValue("password"),
		PasswordConfirmation: v.PostFormValue("password_confirmation"), DeviceName: v.device(), Locale: v.texts.Locale}
	token, err := "", in.Validate()
	if err == nil {
		token, err = v.web.accounts.Accept(v.Context(), v.Visitor, invited, in)
	}
	return v.answer(err, func(f view.Form) error {
		return v.render(http.StatusUnprocessableEntity, view.Invited(entrance(v), f, v.PathValue("token")))
	}, func() error {
		v.signIn(token)
		return v.redirect("/")
	})
}

// addressForm asks before an address is confirmed or taken back: programs follow
// links in mails too.
func addressForm(texts string) func(*visit) error {
	return func(v *visit) error {
		v.discreet()
		return v.render(http.StatusOK, view.AddressLink(entrance(v), view.Form{}, texts, v.URL.Path, v.URL.Query().Get("token")))
	}
}

func addressLink(texts string, use func(*account.Accounts, context.Context, account.Visitor, identity.AddressLink) error) func(*visit) error {
	return func(v *visit) error {
		in := identity.AddressLink{Token: v.text("token")}
		err := in.Validate()
		if err == nil {
			err = use(v.web.accounts, v.Context(), v.Visitor, in)
		}
		return v.answer(err, func(f view.Form) error {
			return v.render(http.StatusUnprocessableEntity, view.AddressLink(entrance(v), f.AsNotice("token"), texts, v.URL.Path, in.Token))
		}, func() error { return v.render(http.StatusOK, view.Told(entrance(v), texts+".told")) })
	}
}

// answer goes on after a form: again, with what is wrong and what was typed, or on.
func (v *visit) answer(err error, again func(view.Form) error, on func() error) error {
	var invalid *fault.Invalid
	err = v.web.accounts.Settle(v.Context(), v.Actor, err)
	switch {
	case errors.Is(err, errChanged):
		return v.askAgain(again)
	case errors.As(err, &invalid):
		return again(v.form(invalid))
	case err != nil:
		return err
	}
	return on()
}

// wrong says what is wrong with something as a whole.
func (v *visit) wrong(invalid *fault.Invalid) string {
	first := invalid.Fields[0].Messages[0]
	return v.texts.Wrong(first.Rule, first.Args)
}

// form is what was sent. A component shows no password again.
func (v *visit) form(invalid *fault.Invalid) view.Form {
	f := view.Form{Values: map[string]string{}, Invalid: invalid, Texts: v.texts, Clashes: v.clashes, Theirs: v.theirs}
	_ = v.ParseForm() // what cannot be read is absent
	for name := range v.PostForm {
		f.Values[name] = v.text(name)
	}
	for name, c := range v.clashes { // so that it is among what can be chosen
		f.Values[name] = c.Theirs
	}
	return f
}
