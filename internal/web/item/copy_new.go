package item

import (
	"cmp"
	"net/http"
	"strconv"

	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// newCopy asks for a copy as the form of a new item does: place and condition are those of the last one.
func newCopy(v *page.Visit) error {
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	last := page.LastAdded(v)
	form := ui.Form{Values: map[string]string{"status": "owned", "quantity": "1", "condition": last.Condition, "paid_currency": item.Currency}}
	if last.Place > 0 {
		form.Values["location_id"] = strconv.FormatInt(last.Place, 10)
	}
	return copyForm(v, http.StatusOK, CopyEdit{Item: item.Item, Form: form})
}

func createCopy(v *page.Visit) error {
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	held := heldInput(v, &wrong, item.Currency)
	if err = wrong.Err(); err == nil {
		err = v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error { return held.create(v, s, item.ID) })
	}
	if err == nil {
		held.keepLast(v, item.CollectionID)
	}
	return v.Answer(err, func(form ui.Form) error {
		form.Values["paid_currency"] = cmp.Or(form.Values["paid_currency"], item.Currency)
		return copyForm(v, http.StatusUnprocessableEntity, CopyEdit{Item: item.Item, Form: form})
	}, func() error { return v.Redirect(ui.ItemPath(item.ID) + "#copies") })
}

// rarelyAsked are the fields of a copy that are folded.
var rarelyAsked = map[string]string{"status": "owned", "quantity": "1", "identifier": "", "disposed_at": "", "note": ""}

// unfolded reports whether a folded field says something, or is wrong.
func (e CopyEdit) unfolded() bool {
	for name, usual := range rarelyAsked {
		if e.Form.Value(name) != usual || len(e.Form.Wrong(name)) > 0 {
			return true
		}
	}
	return false
}
