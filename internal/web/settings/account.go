package settings

import (
	"net/http"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var accountPages = []page.Row{
	page.Show("GET /settings/account", "GET /api/account", showAccount),
	page.Manage("POST /settings/account", "PUT /api/account", updateAccount),
	page.Oversee("GET /settings/account/delete", "", askErase),
	page.Manage("POST /settings/account/delete", "DELETE /api/account", eraseAccount),
}

// showAccount shows the account; owners can change it.
func showAccount(v *page.Visit) error {
	return accountPage(v, http.StatusOK, nil)
}

// accountPage shows the account, perhaps with a refused form.
func accountPage(v *page.Visit, status int, form *ui.Form) error {
	var shown AccountShown
	err := v.Together(func(r postgres.Reader) (err error) {
		shown.Account, err = people.Account(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	shown.Limit = shown.Account.StorageLimit(v.Web.Attachments.Quota())
	f, err := page.Setting(v, "account.title")
	if err != nil {
		return err
	}
	shown.Form = ui.Edited(AccountValues(shown.Account))
	if form != nil {
		shown.Form = *form
	}
	return v.Render(status, Account(f, shown))
}

// accountInput reads the form, which has every setting.
func accountInput(v *page.Visit) (catalog.AccountInput, error) {
	var wrong fault.Invalid
	in := catalog.AccountInput{Name: v.Text("name"), CurrencyCode: v.Optional("currency_code"), PhotoPlace: v.Optional("photo_place"), PublicSharing: new(v.Text("public_sharing") != "")}
	in.TrashRetentionDays = v.Integer(&wrong, "trash_retention_days")
	in.UninsuredAbove = catalog.Given[int64]{Sent: true, Value: v.Money(&wrong, "uninsured_above", strings.ToUpper(v.Text("currency_code")))}
	in.UnderInsuredPercent = v.Integer(&wrong, "under_insured_percent")
	in.AttentionDays = v.Integer(&wrong, "attention_days")
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

func updateAccount(v *page.Visit) error {
	var now catalog.Account
	err := v.Amend(func(r postgres.Reader) (_ map[string]string, err error) {
		now, err = people.Account(v.Context(), r)
		return AccountValues(now), err
	}, func(s postgres.Scope) error {
		in, err := accountInput(v)
		if err != nil {
			return err
		}
		err = postgres.Change(v.Context(), s, catalog.AccountUpdated, func(m postgres.Manager) error {
			_, err := people.UpdateAccount(v.Context(), m, in)
			return err
		})
		if err != nil || *in.CurrencyCode == now.CurrencyCode || v.Text("collections_too") == "" {
			return err
		}
		return changeCurrency(v, s, now.CurrencyCode, *in.CurrencyCode)
	})
	return v.Answer(err, func(form ui.Form) error {
		return accountPage(v, http.StatusUnprocessableEntity, &form)
	}, func() error { return v.Redirect("/settings/account?saved") })
}

// changeCurrency changes the currency of all collections that have the account's.
func changeCurrency(v *page.Visit, s postgres.Scope, from, to string) error {
	reader, err := s.View(identity.View)
	if err != nil {
		return err
	}
	for paging := (catalog.Paging{Number: 1, PerPage: 100}); ; paging.Number++ {
		found, err := inventory.Collections(v.Context(), reader, paging)
		if err != nil || len(found.Items) == 0 {
			return err
		}
		for _, c := range found.Items {
			if c.Currency != from {
				continue
			}
			in := catalog.CollectionInput{Name: c.Name, Description: c.Description, Emoji: c.Emoji, Visibility: c.Visibility, Currency: &to}
			err := postgres.Change(v.Context(), s, catalog.CollectionUpdated, func(w postgres.Writer) error {
				_, err := inventory.UpdateCollection(v.Context(), w, c.ID, in)
				return err
			})
			if err != nil {
				return err
			}
		}
	}
}

func askErase(v *page.Visit) error { return erasePage(v, http.StatusOK, ui.Form{}) }

// erasePage says what is deleted with the account, and asks for a proof of its own: an earlier one
// does not count.
func erasePage(v *page.Visit, status int, form ui.Form) error {
	shown := AccountErased{Form: form}
	err := v.Together(func(r postgres.Reader) (err error) {
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
	f, err := page.Setting(v, "account.delete")
	if err != nil {
		return err
	}
	return v.Render(status, EraseAccount(f, shown))
}

// eraseAccount deletes the account. The session is gone with it.
func eraseAccount(v *page.Visit) error {
	in := identity.Erasure{Password: v.PostFormValue("password"), Code: v.Text("code")}
	err := in.Validate()
	if err == nil {
		err = v.Web.Accounts.EraseAccount(v.Context(), &v.Member, in)
	}
	return v.Answer(err, func(form ui.Form) error {
		return erasePage(v, http.StatusUnprocessableEntity, form)
	}, func() error {
		v.SignOut()
		return v.Redirect("/sign-in?deleted")
	})
}

// AccountShown is the account with the form of its owners.
type AccountShown struct {
	Account catalog.Account
	Limit   int64 // bytes that may be stored; 0 means no limit
	Form    ui.Form
}

// AccountErased is the content of the page that deletes the account.
type AccountErased struct {
	Account catalog.Account
	Members int64
	Code    bool // the user has a second factor
	Form    ui.Form
}

// AccountValues are the values of the account in its form.
func AccountValues(a catalog.Account) map[string]string {
	values := map[string]string{"name": a.Name, "currency_code": a.CurrencyCode, "photo_place": a.PhotoPlace,
		"trash_retention_days": ui.Number(a.TrashRetentionDays), "under_insured_percent": ui.Number(a.UnderInsuredPercent), "attention_days": ui.Number(a.AttentionDays)}
	if a.UninsuredAbove != nil {
		values["uninsured_above"] = ui.Typed(*a.UninsuredAbove, a.CurrencyCode)
	}
	if a.PublicSharing {
		values["public_sharing"] = "1"
	}
	return values
}

// stored is the storage used by photos and documents.
func stored(f ui.Frame, s AccountShown) string {
	if s.Limit == 0 {
		return f.Bytes(s.Account.StorageUsed)
	}
	return f.T("account.stored.of", "size", f.Bytes(s.Account.StorageUsed), "limit", f.Bytes(s.Limit))
}

// photoPlaces are the choices for the places of photos.
func photoPlaces(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: "strip", Label: f.T("account.photo.strip")}, {Value: "keep", Label: f.T("account.photo.keep")}}
}

// photoPlace is the account's choice, in words.
func photoPlace(f ui.Frame, a catalog.Account) string {
	for _, o := range photoPlaces(f) {
		if o.Value == a.PhotoPlace {
			return o.Label
		}
	}
	return a.PhotoPlace
}

// insuredFrom is the value from which a copy should be insured.
func insuredFrom(f ui.Frame, a catalog.Account) string {
	if a.UninsuredAbove == nil {
		return f.T("account.uninsured.never")
	}
	return f.Amount(*a.UninsuredAbove, a.CurrencyCode)
}

func yes(f ui.Frame, is bool) string {
	if is {
		return f.T("yes")
	}
	return f.T("no")
}
