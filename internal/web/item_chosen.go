package web

import (
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

// chosenItems are what can be done with several items of a collection at once.
var chosenItems = []page{
	edit("GET /collections/{collection}/items/move", "", (*Web).askMoveItems),
	edit("POST /collections/{collection}/items/move", "POST /api/items/move", (*Web).moveItems),
	edit("GET /collections/{collection}/items/delete", "", (*Web).askDeleteItems),
	edit("POST /collections/{collection}/items/delete", "DELETE /api/collections/{collection}/items/{item}", (*Web).deleteItems),
}

// numbers are the ids among texts; what is none is left out.
func numbers(texts []string) []int64 {
	ids := []int64{}
	for _, text := range texts {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

func (w *Web) askMoveItems(v *visit) error {
	return w.moveItemsForm(v, http.StatusOK, view.Chosen{IDs: numbers(v.URL.Query()["item"]), List: v.asked("list")})
}

// moveItemsForm asks which collection the items go to.
func (w *Web) moveItemsForm(v *visit, status int, c view.Chosen) (err error) {
	if c.Collection, err = v.number("collection"); err != nil {
		return err
	}
	err = v.together(func(r postgres.Reader) error {
		_, err := r.Collection(v.Context(), c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Targets, err = r.CollectionLinks(v.Context())
		return err
	})
	if err != nil {
		return err
	}
	return v.sheet(status, "items.move", c, view.MoveItemsSheet)
}

// sheet asks something about chosen items, in a dialog or on a page.
func (v *visit) sheet(status int, title string, c view.Chosen, sheet view.ChosenSheet) error {
	f, err := v.frame("", "collection:"+strconv.FormatInt(c.Collection, 10))
	if err != nil {
		return err
	}
	f.Title = f.N(title, int64(len(c.IDs)))
	if v.fragment() {
		return v.render(status, sheet(f, c))
	}
	return v.render(status, view.ChosenPage(f, c, sheet))
}

func (w *Web) moveItems(v *visit) error {
	from, err := v.number("collection")
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	in := catalog.ItemMove{CollectionID: v.integer(&wrong, "collection_id"), IDs: numbers(v.PostForm["item"])}
	var moved catalog.Moved
	if err = wrong.Err(); err == nil {
		err = in.Validate()
	}
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ItemMoved, func(change postgres.Writer) (err error) {
			moved, err = change.MoveItems(v.Context(), in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		form = form.AsNotice("collection_id").AsNotice("item_ids")
		return w.moveItemsForm(v, http.StatusUnprocessableEntity, view.Chosen{IDs: in.IDs, List: v.text("list"), Message: form.Message})
	}, func() error {
		return v.redirect(view.ListPath(from, v.text("list"), "moved", strconv.FormatInt(moved.Items, 10), "to", strconv.FormatInt(moved.CollectionID, 10)))
	})
}

// askDeleteItems tells what is lost with the items of the address.
func (w *Web) askDeleteItems(v *visit) (err error) {
	c := view.Chosen{IDs: numbers(v.URL.Query()["item"]), List: v.asked("list")}
	if c.Collection, err = v.number("collection"); err != nil {
		return err
	}
	err = v.together(func(r postgres.Reader) error {
		_, err := r.Collection(v.Context(), c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Loss, err = r.Loss(v.Context(), c.Collection, c.IDs)
		return err
	})
	if err != nil {
		return err
	}
	return v.sheet(http.StatusOK, "items.delete", c, view.DeleteItemsSheet)
}

// deleteItems deletes items one after the other, as programs do. Those that are gone
// by then are left out.
func (w *Web) deleteItems(v *visit) error {
	_, from, err := v.collectionOf()
	if err != nil {
		return err
	}
	deleted := v.doneBefore()
	for _, id := range numbers(v.PostForm["item"]) {
		err := postgres.Change(v.Context(), v.Scope, catalog.ItemDeleted, func(change postgres.Writer) error {
			return change.DeleteItemOf(v.Context(), from.ID, id)
		})
		switch {
		case err == nil:
			deleted++
		case !errors.Is(err, fault.ErrNotFound):
			return err
		}
	}
	if v.fragment() {
		return v.part()
	}
	return v.redirect(view.ListPath(from.ID, v.text("list"), "deleted", strconv.FormatInt(deleted, 10)))
}

// doneBefore is how many were done by earlier parts of what a script sends in parts.
func (v *visit) doneBefore() int64 {
	n, _ := strconv.ParseInt(v.text("done"), 10, 64) // none without scripts
	return max(0, n)
}

// part answers a part of many, of which the script shows the progress.
func (v *visit) part() error {
	v.reply = &reply{status: http.StatusNoContent}
	return nil
}
