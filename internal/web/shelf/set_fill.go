package shelf

import (
	"context"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var setFillPages = []page.Row{
	page.Edit("GET /sets/{set}/fill", "GET /api/items", askFillSet),
	page.Edit("POST /sets/{set}/fill", "POST /api/batch", fillSet),
}

// setFill is items that can be put into a set: those of its collection that are in none.
type setFill struct {
	Set   catalog.Set
	Query string
	Cards ui.Cards
}

// askFillSet offers items of the collection, by name.
func askFillSet(v *page.Visit) error {
	s, err := page.Load(v, "set", inventory.Set)
	if err != nil {
		return err
	}
	fill := setFill{Set: s, Query: v.Param("q")}
	var wrong fault.Invalid
	filter := catalog.ItemFilter{CollectionID: &s.CollectionID, Sort: catalog.Sort{Key: "name"}, Search: catalog.NewSearch(&wrong, "q", fill.Query), SortedBy: catalog.SortedBy{SetID: catalog.IDFilter{Asked: true}}}
	if err := wrong.Err(); err != nil {
		return err
	}
	if err := v.Together(func(r postgres.Reader) (err error) {
		fill.Cards.Page, err = inventory.Items(v.Context(), r, filter, v.Paging())
		return err
	}); err != nil {
		return err
	}
	if err := page.CardsOf(v, &fill.Cards); err != nil {
		return err
	}
	f, err := v.Frame("", "sets")
	if err != nil {
		return err
	}
	f.Title = f.T("set.fill.title", "name", s.Name)
	if v.Fragment() {
		return v.Render(http.StatusOK, fillSheet(f, fill))
	}
	return v.Render(http.StatusOK, fillPage(f, fill))
}

// fillSet puts items into a set, a hundred in each transaction. It skips those that are gone.
func fillSet(v *page.Visit) error {
	s, err := page.Load(v, "set", inventory.Set)
	if err != nil {
		return err
	}
	done, _, err := page.ChangeEach(v, catalog.ItemUpdated, v.Chosen("item"), func(ctx context.Context, w postgres.Writer, id int64) (int64, error) {
		now, err := inventory.ItemOf(ctx, w.Reader, s.CollectionID, id)
		if err != nil {
			return id, err
		}
		in := catalog.ItemInput{Name: now.Name, Description: now.Description, CollectionTypeID: now.CollectionTypeID, KeepOthers: true, SetID: catalog.Given[int64]{Sent: true, Value: &s.ID}}
		_, err = inventory.UpdateItemOf(ctx, w, s.CollectionID, id, in)
		return id, err
	})
	if failed := page.OfferRevert(v, len(done)); failed != nil {
		return failed
	}
	n := v.DoneBefore() + int64(len(done))
	switch {
	case err != nil:
		return err
	case page.OfMany(v):
		return v.Part(n)
	}
	return v.Redirect(ui.With(ui.SetPath(s.ID), "added", strconv.FormatInt(n, 10)))
}
