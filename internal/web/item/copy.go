package item

import (
	"net/http"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var copyPages = []page.Row{
	page.Edit("GET /items/{item}/copies/new", "", newCopy),
	page.Edit("POST /items/{item}/copies", "POST /api/items/{item}/copies", createCopy),
	page.Edit("GET /items/{item}/copies/{copy}/edit", "", editCopy),
	page.Edit("POST /items/{item}/copies/{copy}", "PUT /api/items/{item}/copies/{copy}", updateCopy),
	page.Edit("POST /items/{item}/copies/{copy}/delete", "DELETE /api/items/{item}/copies/{copy}", deleteCopy),
}

// copyForm shows the form of a new copy, or of one that is there.
func copyForm(v *page.Visit, status int, e CopyEdit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if e.Places, err = inventory.Places(v.Context(), reader, page.AsID(e.Form.Value("location_id"))); err != nil {
		return err
	}
	f, err := v.Frame("", ui.CurrentCollection(e.Item.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T("copy.new")
	if e.Copy != nil {
		f.Title = f.T("copy.edit")
	}
	return v.Render(status, CopyForm(f, e))
}

// copyInput reads the form; a date or number that is none is said so beside it.
func copyInput(v *page.Visit) (catalog.CopyInput, error) {
	var wrong fault.Invalid
	in := catalog.CopyInput{Identifier: v.Optional("identifier"), Status: v.Text("status"), Note: v.Optional("note")}
	in.Quantity = v.Integer(&wrong, "quantity")
	in.LocationID = v.Integer(&wrong, "location_id")
	in.AcquiredAt = day(v, &wrong, "acquired_at")
	in.DisposedAt = day(v, &wrong, "disposed_at")
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

func day(v *page.Visit, wrong *fault.Invalid, name string) *time.Time {
	return page.AsDay(wrong, name, v.Text(name))
}

func newCopy(v *page.Visit) error {
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	form := ui.Form{Values: map[string]string{"status": "owned", "quantity": "1"}}
	return copyForm(v, http.StatusOK, CopyEdit{Item: item.Item, Form: form})
}

func createCopy(v *page.Visit) error {
	_, item, err := itemOf(v)
	if err != nil {
		return err
	}
	in, err := copyInput(v)
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CopyCreated, func(change postgres.Writer) error {
			_, err := inventory.CreateCopy(v.Context(), change, item.ID, in)
			return err
		})
	}
	return v.Answer(err, func(form ui.Form) error {
		return copyForm(v, http.StatusUnprocessableEntity, CopyEdit{Item: item.Item, Form: form})
	}, func() error { return v.Redirect(ui.ItemPath(item.ID) + "#copies") })
}

// copyOf reads the copy of the path and what its form needs of its item.
func copyOf(v *page.Visit) (CopyEdit, error) {
	item, err := v.Number("item")
	if err != nil {
		return CopyEdit{}, err
	}
	id, err := v.Number("copy")
	if err != nil {
		return CopyEdit{}, err
	}
	reader, err := v.Reader()
	if err != nil {
		return CopyEdit{}, err
	}
	c, err := inventory.CopySheet(v.Context(), reader, id)
	if err == nil && c.ItemID != item {
		err = fault.ErrNotFound
	}
	return CopyEdit{Item: catalog.Item{ID: c.ItemID, CollectionID: c.CollectionID, Name: c.ItemName}, Copy: &c}, err
}

func editCopy(v *page.Visit) error {
	e, err := copyOf(v)
	if err != nil {
		return err
	}
	e.Form = ui.Edited(ui.CopyValues(e.Copy.Copy))
	return copyForm(v, http.StatusOK, e)
}

func updateCopy(v *page.Visit) error {
	e, err := copyOf(v)
	if err != nil {
		return err
	}
	err = v.AmendBy(catalog.CopyUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.CopySheet(v.Context(), r, e.Copy.ID)
		return ui.CopyValues(now.Copy), err
	}, func(change postgres.Writer) error {
		in, err := copyInput(v)
		if err == nil {
			_, err = inventory.UpdateCopyOf(v.Context(), change, e.Item.ID, e.Copy.ID, in)
		}
		return err
	})
	return v.Answer(err, func(form ui.Form) error {
		e.Form = form
		return copyForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.Redirect(ui.CopyPath(e.Copy.ID)) })
}

func deleteCopy(v *page.Visit) error {
	e, err := copyOf(v)
	if err != nil {
		return err
	}
	err = v.Discard(catalog.CopyDeleted, func(change postgres.Writer) error {
		return inventory.DeleteCopyOf(v.Context(), change, e.Item.ID, e.Copy.ID)
	})
	if err != nil {
		return err
	}
	return v.Redirect(ui.ItemPath(e.Item.ID) + "#copies")
}
