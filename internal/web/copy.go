package web

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var copies = []page{
	edit("GET /items/{item}/copies/new", "", (*Web).newCopy),
	edit("POST /items/{item}/copies", "POST /api/items/{item}/copies", (*Web).createCopy),
	edit("GET /items/{item}/copies/{copy}/edit", "", (*Web).editCopy),
	edit("POST /items/{item}/copies/{copy}", "PUT /api/items/{item}/copies/{copy}", (*Web).updateCopy),
	edit("POST /items/{item}/copies/{copy}/delete", "DELETE /api/items/{item}/copies/{copy}", (*Web).deleteCopy),
}

// copyForm shows the form of a new copy, or of one that is there.
func (w *Web) copyForm(v *visit, status int, item catalog.Item, of *catalog.Copy, form view.Form) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	places, err := reader.Locations(v.Context(), catalog.Paging{Number: 1, PerPage: 100})
	if err != nil {
		return err
	}
	f, err := v.frame("", "collection:"+strconv.FormatInt(item.CollectionID, 10))
	if err != nil {
		return err
	}
	f.Title = f.T("copy.new")
	if of != nil {
		f.Title = f.T("copy.edit")
	}
	return v.render(status, view.CopyForm(f, view.CopyEdit{Item: item, Copy: of, Places: places.Items, Form: form}))
}

// copyInput reads the form; a date or number that is none is said so beside it.
func (v *visit) copyInput() (catalog.CopyInput, view.Form, error) {
	var wrong fault.Invalid
	form := view.Form{Values: map[string]string{}}
	for _, name := range []string{"identifier", "status", "quantity", "location_id", "acquired_at", "note"} {
		form.Values[name] = v.text(name)
	}
	in := catalog.CopyInput{Identifier: v.optional("identifier"), Status: v.text("status"), Note: v.optional("note")}
	in.Quantity = v.integer(&wrong, "quantity")
	in.LocationID = v.integer(&wrong, "location_id")
	if s := v.text("acquired_at"); s != "" {
		day, err := time.Parse(time.DateOnly, s)
		if err != nil {
			wrong.Addf("acquired_at", "The %s field must be a valid date in the form YYYY-MM-DD.")
		}
		in.AcquiredAt = &day
	}
	if err := wrong.Err(); err != nil {
		return in, form, err
	}
	return in, form, in.Validate()
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

func (w *Web) newCopy(v *visit) error {
	_, item, _, err := v.itemOf()
	if err != nil {
		return err
	}
	return w.copyForm(v, http.StatusOK, item, nil, view.Form{Values: map[string]string{"status": "owned", "quantity": "1"}})
}

func (w *Web) createCopy(v *visit) error {
	_, item, _, err := v.itemOf()
	if err != nil {
		return err
	}
	in, form, err := v.copyInput()
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CopyCreated, func(change postgres.Writer) error {
			_, err := change.CreateCopy(v.Context(), item.ID, in)
			return err
		})
	}
	return w.copySaved(v, item, nil, form, err)
}

// copySaved shows the item with its copy, or the form with what is wrong.
func (w *Web) copySaved(v *visit, item catalog.Item, of *catalog.Copy, form view.Form, err error) error {
	if errors.As(err, &form.Invalid) {
		return w.copyForm(v, http.StatusUnprocessableEntity, item, of, form)
	}
	if err != nil {
		return err
	}
	return v.redirect(view.ItemPath(item.ID) + "#copies")
}

// copyOf reads the copy of the path and its item.
func (v *visit) copyOf() (item catalog.Item, c catalog.Copy, err error) {
	reader, item, _, err := v.itemOf()
	if err != nil {
		return item, c, err
	}
	id, err := v.number("copy")
	if err != nil {
		return item, c, err
	}
	c, err = reader.CopyOf(v.Context(), item.ID, id)
	return item, c, err
}

func (w *Web) editCopy(v *visit) error {
	item, c, err := v.copyOf()
	if err != nil {
		return err
	}
	values := map[string]string{"status": c.Status, "quantity": strconv.FormatInt(c.Quantity, 10)}
	for name, s := range map[string]*string{"identifier": c.Identifier, "note": c.Note} {
		if s != nil {
			values[name] = *s
		}
	}
	if c.LocationID != nil {
		values["location_id"] = strconv.FormatInt(*c.LocationID, 10)
	}
	if c.AcquiredAt != nil {
		values["acquired_at"] = c.AcquiredAt.Format(time.DateOnly)
	}
	return w.copyForm(v, http.StatusOK, item, &c, view.Form{Values: values})
}

func (w *Web) updateCopy(v *visit) error {
	item, c, err := v.copyOf()
	if err != nil {
		return err
	}
	in, form, err := v.copyInput()
	in.DisposedAt = c.DisposedAt
	if err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.CopyUpdated, func(change postgres.Writer) error {
			_, err := change.UpdateCopy(v.Context(), item.ID, c.ID, in)
			return err
		})
	}
	return w.copySaved(v, item, &c, form, err)
}

func (w *Web) deleteCopy(v *visit) error {
	item, c, err := v.copyOf()
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.CopyDeleted, func(change postgres.Writer) error {
		return change.DeleteCopy(v.Context(), item.ID, c.ID)
	})
	if err != nil {
		return err
	}
	return v.redirect(view.ItemPath(item.ID) + "#copies")
}
