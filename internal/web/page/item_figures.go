package page

import (
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/ui"
)

// copiesAsked reads the filters by copies from the address. Amounts that cannot be read are ignored;
// others are written in the currency of the collection.
func copiesAsked(b *ui.By, currency string) catalog.CopiesAsked {
	id := func(param string) catalog.IDFilter { return catalog.IDFilter{Asked: param != "", ID: AsID(param)} }
	asked := catalog.CopiesAsked{LocationID: id(b.Place), ConditionID: id(b.Condition), Status: b.Status, Insured: ui.InsuredAsked[b.Insured], Currency: currency}
	for figure, bounds := range map[string]*catalog.Between{"value": &asked.Value, "paid": &asked.Paid, "gain": &asked.Gain} {
		typed := b.Amounts[figure]
		bounds.Min, typed.Least = amountAsked(typed.Least, currency, figure == "gain")
		bounds.Max, typed.Most = amountAsked(typed.Most, currency, figure == "gain")
		b.Amounts[figure] = typed
	}
	return asked
}

// amountAsked reads an amount, and writes it again.
func amountAsked(typed, currency string, signed bool) (*int64, string) {
	n, code, ok := catalog.ReadMoney(typed, currency)
	if typed == "" || !ok || code != currency || n < 0 && !signed || n < -catalog.MaxValue || n > catalog.MaxValue {
		return nil, ""
	}
	return &n, ui.Typed(n, currency)
}

// placing reads the choices of the filters by copies. For a part of the page only what is chosen is named.
func placing(v *Visit, list *ui.ItemList) (reads []func(postgres.Reader) error) {
	if !v.Fragment() || list.By.Place != "" {
		reads = append(reads, func(r postgres.Reader) (err error) {
			list.Places, err = inventory.Places(v.Context(), r, AsID(list.By.Place))
			return err
		})
	}
	if !v.Fragment() || list.By.Condition != "" {
		reads = append(reads, func(r postgres.Reader) error {
			scale, err := inventory.ItemConditions(v.Context(), r, catalog.Search{}, catalog.Paging{Number: 1, PerPage: catalog.MaxItemConditions})
			list.Conditions = scale.Items
			return err
		})
	}
	return reads
}

// itemsOf reads the page of a list. How long it is, if the page cannot know, and what it adds up to are
// read if they are asked for: that takes all of the list, so a page asks for them by a second request.
func itemsOf(v *Visit, list *ui.ItemList) error {
	paging := v.Paging()
	if list.Filter.Simple() {
		paging.Most = 0 // an index counts as far as the API does
	}
	reads := []func(postgres.Reader) error{func(r postgres.Reader) (err error) {
		list.Page, err = inventory.ItemsOf(v.Context(), r, list.Collection.ID, list.Filter, paging)
		return err
	}}
	list.Added = paging.After == "" && v.Param("sums") != ""
	if list.Added && list.Table {
		reads = append(reads, func(r postgres.Reader) (err error) {
			list.Sums, err = inventory.Figures(v.Context(), r, list.Collection.ID, list.Filter)
			return err
		})
	}
	stamp := ""
	if list.Added {
		reads = append(reads, func(r postgres.Reader) (err error) {
			stamp, err = inventory.CountStamp(v.Context(), r)
			return err
		})
	}
	if err := v.Together(reads...); err != nil || !list.Added || !list.Page.Capped {
		return err
	}
	var total int64
	err := v.Together(func(r postgres.Reader) (err error) {
		total, err = inventory.CountItems(v.Context(), r, list.Collection.ID, list.Filter, stamp)
		return err
	})
	var late *fault.Unavailable
	if errors.As(err, &late) { // the page has said that there are so many, or more
		return nil
	}
	list.Page.Total, list.Page.Capped = total, false
	return err
}
