package item

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
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"

	"github.com/a-h/templ"
)

// chosenItemPages are the actions on several items of a collection.
var chosenItemPages = []page.Row{
	page.Edit("GET /collections/{collection}/items/move", "", askMoveItems),
	page.Edit("POST /collections/{collection}/items/move", "POST /api/items/move", moveItems),
	page.Edit("GET /collections/{collection}/items/delete", "", askDeleteItems),
	page.Edit("POST /collections/{collection}/items/delete", "POST /api/batch", deleteItems),
	page.Edit("GET /collections/{collection}/items/tags", "GET /api/tags", askTagItems),
	page.Edit("POST /collections/{collection}/items/tags", "POST /api/batch", tagItems),
	page.Edit("POST /collections/{collection}/items/untag", "POST /api/batch", untagItems),
}

func askMoveItems(v *page.Visit) error {
	ids, err := page.ChosenItems(v)
	if err != nil {
		return err
	}
	return moveItemsForm(v, http.StatusOK, Chosen{IDs: ids, List: v.Param("list")})
}

// moveItemsForm asks for the target collection.
func moveItemsForm(v *page.Visit, status int, c Chosen) (err error) {
	if c.Collection, err = v.Number("collection"); err != nil {
		return err
	}
	err = v.Together(func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Targets, err = inventory.CollectionLinks(v.Context(), r)
		return err
	})
	if err != nil {
		return err
	}
	return sheet(v, status, "items.move", c, MoveItemsSheet)
}

// sheet shows a question about chosen items, in a dialog or on a page.
func sheet(v *page.Visit, status int, title string, c Chosen, sheet ChosenSheet) error {
	f, err := v.Frame("", ui.CurrentCollection(c.Collection))
	if err != nil {
		return err
	}
	f.Title = f.N(title, int64(len(c.IDs)))
	if v.Fragment() {
		return v.Render(status, sheet(f, c))
	}
	return v.Render(status, ChosenPage(f, c, sheet))
}

// moveItems moves a hundred items in each transaction.
func moveItems(v *page.Visit) error {
	from, err := v.Number("collection")
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	to, rest := v.Integer(&wrong, "collection_id"), v.Chosen("item")
	in := catalog.ItemMove{CollectionID: to, IDs: rest[:min(len(rest), page.AtOnce)]}
	var done []catalog.Moved
	if err = wrong.Err(); err == nil {
		err = in.Validate()
	}
	if err == nil {
		done, rest, err = page.InParts(v, rest, func(ctx context.Context, within postgres.Scope, part []int64) (moved catalog.Moved, err error) {
			err = postgres.Change(ctx, within, catalog.ItemMoved, func(change postgres.Writer) (err error) {
				moved, err = inventory.MoveItems(ctx, change, catalog.ItemMove{CollectionID: to, IDs: part})
				return err
			})
			return moved, err
		})
	}
	moved := v.DoneBefore()
	for _, part := range done {
		moved += part.Items
	}
	return v.Answer(err, func(ui.Form) error {
		c := Chosen{IDs: rest, List: v.Text("list"), Done: moved}
		if err := refusal(v, &c, err); err != nil {
			return err
		}
		return moveItemsForm(v, http.StatusUnprocessableEntity, c)
	}, func() error {
		return doneWith(v, from, moved, "moved", strconv.FormatInt(moved, 10), "to", strconv.FormatInt(*to, 10))
	})
}

// refusal explains why the remaining items were not changed, and names the item concerned. Deleted
// items are dropped from the selection.
func refusal(v *page.Visit, c *Chosen, err error) error {
	var invalid *fault.Invalid
	var one *page.RefusedOne
	if !errors.As(err, &invalid) {
		return err
	}
	about := int64(0)
	if errors.As(err, &one) {
		about = one.Id
	}
	var names []catalog.ItemName
	err = v.Together(func(r postgres.Reader) (err error) {
		names, err = inventory.ItemNames(v.Context(), r, c.IDs[:min(len(c.IDs), page.AtOnce)])
		return err
	})
	if err != nil {
		return err
	}
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	c.Message = v.Wrong(invalid)
	for _, item := range names {
		if item.Name != nil && (item.Gone || item.ID == about) {
			c.Message = f.T("items.refused", "name", *item.Name, "why", v.Wrong(invalid))
		}
		if item.Gone {
			c.IDs = slices.DeleteFunc(c.IDs, func(id int64) bool { return id == item.ID })
		}
	}
	return nil
}

// doneWith shows the list again with the result, or answers one part.
func doneWith(v *page.Visit, collection, n int64, said ...string) error {
	if page.OfMany(v) {
		return v.Part(n)
	}
	return v.Redirect(ui.ListPath(collection, v.Text("list"), said...))
}

// askDeleteItems says what is lost with the items of the address.
func askDeleteItems(v *page.Visit) (err error) {
	c := Chosen{List: v.Param("list")}
	if c.IDs, err = page.ChosenItems(v); err != nil {
		return err
	}
	if c.Collection, err = v.Number("collection"); err != nil {
		return err
	}
	err = v.Together(func(r postgres.Reader) error {
		_, err := inventory.Collection(v.Context(), r, c.Collection)
		return err
	}, func(r postgres.Reader) (err error) {
		c.Loss, err = inventory.Loss(v.Context(), r, c.Collection, c.IDs)
		return err
	})
	if err != nil {
		return err
	}
	return sheet(v, http.StatusOK, "items.delete", c, DeleteItemsSheet)
}

// deleteItems deletes a hundred items in each transaction, and skips those already gone.
func deleteItems(v *page.Visit) error {
	_, from, err := page.CollectionOf(v)
	if err != nil {
		return err
	}
	done, _, err := page.ChangeEach(v, catalog.ItemDeleted, v.Chosen("item"), func(ctx context.Context, change postgres.Writer, id int64) (int64, error) {
		err := inventory.DeleteItemOf(ctx, change, from.ID, id)
		return postgres.Trashed(change), err
	})
	page.OfferUndo(v, done)
	if err != nil {
		return err
	}
	deleted := v.DoneBefore() + int64(len(done))
	return doneWith(v, from.ID, deleted, "deleted", strconv.FormatInt(deleted, 10))
}

// Chosen is the selected items of a collection.
type Chosen struct {
	Collection int64
	IDs        []int64
	List       string // the parameters of the list they were chosen from
	Targets    []catalog.CollectionLink
	Loss       catalog.Loss
	Tags       catalog.Page[catalog.Tag] // of the account, to choose from
	Tagged     []catalog.Tag             // that the items have
	Offers     ui.Offers                 // what they can be sorted by
	Places     catalog.PlaceChoice
	Conditions catalog.Page[catalog.ItemCondition]
	Types      []catalog.TypeForm
	Fields     []int64 // custom fields to change
	Done       int64   // how many others were changed already
	Form       ui.Form
	Message    string
}

// ChosenSheet shows a question about them.
type ChosenSheet func(ui.Frame, Chosen) templ.Component

// Action is the address of the form.
func (c Chosen) Action(does string) string { return ui.CollectionPath(c.Collection) + "/items/" + does }

// KnownTags are the names of the account's tags.
func (c Chosen) KnownTags() []string {
	names := make([]string, len(c.Tags.Items))
	for i, tag := range c.Tags.Items {
		names[i] = tag.Name
	}
	return names
}
