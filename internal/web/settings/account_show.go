package settings

import (
	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// AccountShown is the account with the form of its owners.
type AccountShown struct {
	Account catalog.Account
	Limit   int64 // bytes that may be stored; 0 is any number
	Form    ui.Form
}

// AccountErased is what goes when the account is deleted.
type AccountErased struct {
	Account catalog.Account
	Members int64
	Code    bool // the user has a second factor
	Form    ui.Form
}

// AccountValues are those of the account in its form.
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

// stored is how much room photos and documents take.
func stored(f ui.Frame, s AccountShown) string {
	if s.Limit == 0 {
		return f.Bytes(s.Account.StorageUsed)
	}
	return f.T("account.stored.of", "size", f.Bytes(s.Account.StorageUsed), "limit", f.Bytes(s.Limit))
}

// photoPlaces are what becomes of where a photo was taken.
func photoPlaces(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: "strip", Label: f.T("account.photo.strip")}, {Value: "keep", Label: f.T("account.photo.keep")}}
}

// photoPlace is the one of the account, in words.
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
