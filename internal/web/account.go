package web

import (
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/view"
)

var accountPages = []row{
	show("GET /settings/account", "GET /api/account", showAccount),
	manage("POST /settings/account", "PUT /api/account", updateAccount),
	oversee("GET /settings/account/delete", "", askErase),
	manage("POST /settings/account/delete", "DELETE /api/account", eraseAccount),
}

// showAccount shows what the account is; owners change it there.
func showAccount(v *visit) error {
	return accountPage(v, http.StatusOK, nil)
}

// accountPage shows the account, perhaps with a form that was refused.
func accountPage(v *visit, status int, form *view.Form) error {
	shown := view.AccountShown{Limit: v.web.attachments.Quota()}
	err := v.together(func(r postgres.Reader) (err error) {
		shown.Account, err = people.Account(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.setting("account.title")
	if err != nil {
		return err
	}
	shown.Form = view.Edited(view.AccountValues(shown.Account))
	if form != nil {
		shown.Form = *form
	}
	return v.render(status, view.Account(f, shown))
}

// accountInput reads the form. It shows every setting, so none is left out.
func (v *visit) accountInput() (catalog.AccountInput, error) {
	var wrong fault.Invalid
	in := catalog.AccountInput{Name: v.text("name"), CurrencyCode: v.optional("currency_code"), PhotoPlace: v.optional("photo_place"), PublicSharing: new(v.text("public_sharing") != "")}
	in.TrashRetentionDays = v.integer(&wrong, "trash_retention_days")
	in.UninsuredAbove = catalog.Given[int64]{Sent: true, Value: v.money(&wrong, "uninsured_above", v.text("currency_code"))}
	in.UnderInsuredPercent = v.integer(&wrong, "under_insured_percent")
	in.AttentionDays = v.integer(&wrong, "attention_days")
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

func updateAccount(v *visit) error {
	err := v.amend(func(r postgres.Reader) (map[string]string, error) {
		now, err := people.Account(v.Context(), r)
		return view.AccountValues(now), err
	}, func(s postgres.Scope) error {
		in, err := v.accountInput()
		if err != nil {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.AccountUpdated, func(m postgres.Manager) error {
			_, err := people.UpdateAccount(v.Context(), m, in)
			return err
		})
	})
	return v.answer(err, func(form view.Form) error {
		return accountPage(v, http.StatusUnprocessableEntity, &form)
	}, func() error { return v.redirect("/settings/account?saved") })
}

func askErase(v *visit) error { return erasePage(v, http.StatusOK, view.Form{}) }

// erasePage says what goes with the account, and asks for the proof itself: the
// operation takes one that is made for it.
func erasePage(v *visit, status int, form view.Form) error {
	shown := view.AccountErased{Form: form}
	err := v.together(func(r postgres.Reader) (err error) {
		shown.Account, err = people.Account(v.Context(), r)
		return err
	}, func(r postgres.Reader) error {
		members, err := people.Members(v.Context(), r, allMembers)
		shown.Members = members.Total
		return err
	}, func(r postgres.Reader) error {
		state, err := people.TwoFactor(v.Context(), r)
		shown.Code = state.Enabled
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.setting("account.delete")
	if err != nil {
		return err
	}
	return v.render(status, view.EraseAccount(f, shown))
}

// eraseAccount deletes the account. The session is gone with it.
func eraseAccount(v *visit) error {
	in := identity.Erasure{Password: v.PostFormValue("password"), Code: v.text("code")}
	err := in.Validate()
	if err == nil {
		err = v.web.accounts.EraseAccount(v.Context(), &v.Member, in)
	}
	return v.answer(err, func(form view.Form) error {
		return erasePage(v, http.StatusUnprocessableEntity, form)
	}, func() error {
		v.signOut()
		return v.redirect("/sign-in?deleted")
	})
}
