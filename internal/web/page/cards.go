package page

import (
	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/ui"
)

// Beginning is the first page of a list, or the one after the cursor in a parameter.
func (v *Visit) Beginning(param string) catalog.Paging {
	return catalog.Paging{Number: 1, PerPage: PerPage, After: v.Param(param), Most: MostCounted}
}

// IdsOf are the ids of a list.
func IdsOf[T any](shown []T, id func(T) int64) []int64 {
	ids := make([]int64, len(shown))
	for i, one := range shown {
		ids[i] = id(one)
	}
	return ids
}

// CardsOf reads the data of items in lists, which may be of several collections.
func CardsOf(v *Visit, lists ...*ui.Cards) error {
	var ids []int64
	for _, l := range lists {
		ids = append(ids, IdsOf(l.Page.Items, func(i catalog.Item) int64 { return i.ID })...)
	}
	if len(ids) == 0 {
		return nil
	}
	var about []catalog.CopyItem
	var held []catalog.Held
	err := v.Together(func(r postgres.Reader) (err error) {
		about, err = inventory.CopyItems(v.Context(), r, ids)
		return err
	}, func(r postgres.Reader) (err error) {
		held, err = inventory.Held(v.Context(), r, ids)
		return err
	})
	known, at := map[int64]catalog.CopyItem{}, map[int64]catalog.Held{}
	for _, i := range about {
		known[i.ID] = i
	}
	for _, h := range held {
		at[h.ItemID] = h
	}
	for _, l := range lists {
		l.About, l.Held = known, at
	}
	return err
}
