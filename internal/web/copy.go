package web

import (
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var copyPages = []row{
	edit("GET /items/{item}/copies/new", "", newCopy),
	edit("POST /items/{item}/copies", "POST /api/items/{item}/copies", createCopy),
	edit("GET /items/{item}/copies/{copy}/edit", "", editCopy),
	edit("POST /items/{item}/copies/{copy}", "PUT /api/items/{item}/copies/{copy}", updateCopy),
	edit("POST /items/{item}/copies/{copy}/delete", "DELETE /api/items/{item}/copies/{copy}", deleteCopy),
}

// copyForm shows the form of a new copy, or of one that is there.
func copyForm(v *visit, status int, e view.CopyEdit) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	if e.Places, err = inventory.Places(v.Context(), reader, asID(e.Form.Value("location_id"))); err != nil {
		return err
	}
	f, err := v.frame("", view.CurrentCollection(e.Item.CollectionID))
	if err != nil {
		return err
	}
	f.Title = f.T("copy.new")
	if e.Copy != nil {
		f.Title = f.T("copy.edit")
	}
	return v.render(status, view.CopyForm(f, e))
}

// copyInput reads the form; a date or number that is none is said so beside it.
func (v *visit) copyInput() (catalog.CopyInput, error) {
	var wrong fault.Invalid
	in := catalog.CopyInput{Identifier: v.optional("identifier"), Status: v.text("status"), Note: v.optional("note")}
	in.Quantity = v.integer(&wrong, "quantity")
	in.LocationID = v.integer(&wrong, "location_id")
	in.AcquiredAt = v.day(&wrong, "acquired_at")
	in.DisposedAt = v.day(&wrong, "disposed_at")
	if err := wrong.Err(); err != nil {
		return in, err
	}
	return in, in.Validate()
}

func (v *visit) integer(wrong *fault.Invalid, name string) *int64 {
	s := v.text(name)
	if s == "" {
		return nil
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		wrong.Addf(name, "The %s field must be an integer.")
		return nil
	}
	return &n
}

func (v *visit) day(wrong *fault.Invalid, name string) *time.Time {
	return asDay(wrong, name, v.text(name))
}

func newCopy(v *visit) error {
	_, item, err := v.itemOf()
	if err != nil {
		return err
	}
	form := view.Form{Values: map[string]string{"status": "owned", "quantity": "1"}}
	return copyForm(v, http.StatusOK, view.CopyEdit{Item: item.Item, Form: form})
}

func createCopy(v *visit) error {
	_, item, err := v.itemOf()
	if err != nil {
		return err
	}
	in, err := v.copyInput()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CopyCreated, func(change postgres.Writer) error {
			_, err := inventory.CreateCopy(v.Context(), change, item.ID, in)
			return err
		})
	}
	return v.answer(err, func(form view.Form) error {
		return copyForm(v, http.StatusUnprocessableEntity, view.CopyEdit{Item: item.Item, Form: form})
	}, func() error { return v.redirect(view.ItemPath(item.ID) + "#copies") })
}

// copyOf reads the copy of the path and what its form needs of its item.
func (v *visit) copyOf() (view.CopyEdit, error) {
	item, err := v.number("item")
	if err != nil {
		return view.CopyEdit{}, err
	}
	id, err := v.number("copy")
	if err != nil {
		return view.CopyEdit{}, err
	}
	reader, err := v.reader()
	if err != nil {
		return view.CopyEdit{}, err
	}
	c, err := inventory.CopySheet(v.Context(), reader, id)
	if err == nil && c.ItemID != item {
		err = fault.ErrNotFound
	}
	return view.CopyEdit{Item: catalog.Item{ID: c.ItemID, CollectionID: c.CollectionID, Name: c.ItemName}, Copy: &c}, err
}

func editCopy(v *visit) error {
	e, err := v.copyOf()
	if err != nil {
		return err
	}
	e.Form = view.Edited(view.CopyValues(e.Copy.Copy))
	return copyForm(v, http.StatusOK, e)
}

func updateCopy(v *visit) error {
	e, err := v.copyOf()
	if err != nil {
		return err
	}
	err = v.amendBy(catalog.CopyUpdated, func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.CopySheet(v.Context(), r, e.Copy.ID)
		return view.CopyValues(now.Copy), err
	}, func(change postgres.Writer) error {
		in, err := v.copyInput()
		if err == nil {
			_, err = inventory.UpdateCopyOf(v.Context(), change, e.Item.ID, e.Copy.ID, in)
		}
		return err
	})
	return v.answer(err, func(form view.Form) error {
		e.Form = form
		return copyForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.redirect(view.CopyPath(e.Copy.ID)) })
}

func deleteCopy(v *visit) error {
	e, err := v.copyOf()
	if err != nil {
		return err
	}
	err = v.discard(catalog.CopyDeleted, func(change postgres.Writer) error {
		return inventory.DeleteCopyOf(v.Context(), change, e.Item.ID, e.Copy.ID)
	})
	if err != nil {
		return err
	}
	return v.redirect(view.ItemPath(e.Item.ID) + "#copies")
}
