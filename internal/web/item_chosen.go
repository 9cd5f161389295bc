package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

// chosenItems are what can be done with several items of a collection at once.
var chosenItemPages = []row{
	edit("GET /collections/{collection}/items/move", "", askMoveItems),
	edit("POST /collections/{collection}/items/move", "POST /api/items/move", moveItems),
	edit("GET /collections/{collection}/items/delete", "", askDeleteItems),
	edit("POST /collections/{collection}/items/delete", "POST /api/batch", deleteItems),
	edit("GET /collections/{collection}/items/tags", "GET /api/tags", askTagItems),
	edit("POST /collections/{collection}/items/tags", "POST /api/batch", tagItems),
	edit("POST /collections/{collection}/items/untag", "POST /api/batch", untagItems),
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

// chosen are the ids that a form has under a name.
func (v *visit) chosen(name string) []int64 {
	_ = v.ParseForm() // what cannot be read is absent
	return numbers(v.PostForm[name])
}

// written are ids as texts.
func written(ids []int64) []string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return texts
}

func askMoveItems(v *visit) error {
	return moveItemsForm(v, http.StatusOK, view.Chosen{IDs: numbers(v.URL.Query()["item"]), List: v.asked("list")})
}

// moveItemsForm asks which collection the items go to.
func moveItemsForm(v *visit, status int, c view.Chosen) (err error) {
	if c.Collection, err = v.number("collection"); err != nil {
		return err
	}
	err = v.together(func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Targets, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	return v.sheet(status, "items.move", c, view.MoveItemsSheet)
}

// sheet asks something about chosen items, in a dialog or on a page.
func (v *visit) sheet(status int, title string, c view.Chosen, sheet view.ChosenSheet) error {
	f, err := v.frame("", view.CurrentCollection(c.Collection))
	if err != nil {
		return err
	}
	f.Title = f.N(title, int64(len(c.IDs)))
	if v.fragment() {
		return v.render(status, sheet(f, c))
	}
	return v.render(status, view.ChosenPage(f, c, sheet))
}

// moveItems moves a hundred items in each transaction.
func moveItems(v *visit) error {
	from, err := v.number("collection")
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	to, rest := v.integer(&wrong, "collection_id"), v.chosen("item")
	in := catalog.ItemMove{CollectionID: to, IDs: rest[:min(len(rest), atOnce)]}
	var done []catalog.Moved
	if err = wrong.Err(); err == nil {
		err = in.Validate()
	}
	if err == nil {
		done, rest, err = inParts(v, rest, func(ctx context.Context, within postgres.Scope, part []int64) (moved catalog.Moved, err error) {
			err = postgres.Change(ctx, within, catalog.ItemMoved, func(change postgres.Writer) (err error) {
				moved, err = inventory.MoveItems(ctx, change, catalog.ItemMove{CollectionID: to, IDs: part})
				return err
			})
			return moved, err
		})
	}
	moved := v.doneBefore()
	for _, part := range done {
		moved += part.Items
	}
	return v.answer(err, func(view.Form) error {
		c := view.Chosen{IDs: rest, List: v.text("list"), Done: moved}
		if err := v.refusal(&c, err); err != nil {
			return err
		}
		return moveItemsForm(v, http.StatusUnprocessableEntity, c)
	}, func() error {
		return v.doneWith(from, moved, "moved", strconv.FormatInt(moved, 10), "to", strconv.FormatInt(*to, 10))
	})
}

// refusal says why nothing was done with the rest of chosen items, and names the one that
// it is about. Those that are gone are not asked about again.
func (v *visit) refusal(c *view.Chosen, err error) error {
	var invalid *fault.Invalid
	var one *refusedOne
	if !errors.As(err, &invalid) {
		return err
	}
	about := int64(0)
	if errors.As(err, &one) {
		about = one.id
	}
	var names []catalog.ItemName
	err = v.together(func(r postgres.Reader) (err error) {
		names, err = inventory.ItemNames(v.Context(), r, c.IDs[:min(len(c.IDs), atOnce)])
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.frame("", "")
	if err != nil {
		return err
	}
	c.Message = v.wrong(invalid)
	for _, item := range names {
		if item.Name != nil && (item.Gone || item.ID == about) {
			c.Message = f.T("items.refused", "name", *item.Name, "why", v.wrong(invalid))
		}
		if item.Gone {
			c.IDs = slices.DeleteFunc(c.IDs, func(id int64) bool { return id == item.ID })
		}
	}
	return nil
}

// doneWith shows the list again and says what was done, or answers a part of it.
func (v *visit) doneWith(collection, n int64, said ...string) error {
	if v.fragment() {
		return v.part(n)
	}
	return v.redirect(view.ListPath(collection, v.text("list"), said...))
}

// askDeleteItems tells what is lost with the items of the address.
func askDeleteItems(v *visit) (err error) {
	c := view.Chosen{IDs: numbers(v.URL.Query()["item"]), List: v.asked("list")}
	if c.Collection, err = v.number("collection"); err != nil {
		return err
	}
	err = v.together(func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Loss, err = inventory.Loss(v.Context(), r, c.Collection, c.IDs)
		return err
	})
	if err != nil {
		return err
	}
	return v.sheet(http.StatusOK, "items.delete", c, view.DeleteItemsSheet)
}

// deleteItems deletes a hundred items in each transaction. Those that are gone by then
// are left out.
func deleteItems(v *visit) error {
	_, from, err := v.collectionOf()
	if err != nil {
		return err
	}
	done, _, err := changeEach(v, catalog.ItemDeleted, v.chosen("item"), func(ctx context.Context, change postgres.Writer, id int64) (int64, error) {
		err := inventory.DeleteItemOf(ctx, change, from.ID, id)
		return postgres.Trashed(change), err
	})
	v.offerUndo(done)
	if err != nil {
		return err
	}
	deleted := v.doneBefore() + int64(len(done))
	return v.doneWith(from.ID, deleted, "deleted", strconv.FormatInt(deleted, 10))
}
