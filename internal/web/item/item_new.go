package item

import (
	"cmp"
	"maps"
	"net/http"
	"strconv"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// newItemPages add items: one after the other in a drawer, or on a page without scripts.
var newItemPages = []page.Row{
	page.Edit("GET /collections/{collection}/items/new", "", newItem),
	page.Taking(page.Edit("POST /collections/{collection}/items", "POST /api/collections/{collection}/items", createItem)),
	page.Edit("GET /custom-fields/{customField}/values", "", suggestions),
	page.Edit("GET /items/same", "", sameName),
}

// newItemForm reads the data of the form.
func newItemForm(v *page.Visit) (e ui.ItemEdit, err error) {
	id, err := v.Number("collection")
	if err != nil {
		return e, err
	}
	err = v.Together(func(r postgres.Reader) (err error) {
		e.Collection, err = inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		e.Types, err = inventory.TypeForms(v.Context(), r, id)
		return err
	})
	return e, err
}

func newItem(v *page.Visit) error {
	e, err := newItemForm(v)
	if err != nil {
		return err
	}
	last := page.LastAdded(v)
	e.Form.Values = map[string]string{"name": v.Param("name"), "type": v.Param("type"), "location_id": v.Param("place"), "condition": last.Condition,
		"category_id": v.Param("category"), "set_id": v.Param("set"), "series_id": v.Param("series"), "own": v.Param("own"), "wanted": v.Param("wanted"),
		"wanted_currency_code": e.Collection.Currency, "paid_currency": e.Collection.Currency, "quantity": "1"}
	if v.Param("place") == "" && last.Place > 0 {
		e.Form.Values["location_id"] = strconv.FormatInt(last.Place, 10)
	}
	if len(e.Types) == 1 && !v.URL.Query().Has("type") {
		e.Form.Values["type"] = strconv.FormatInt(e.Types[0].ID, 10)
	}
	fillCode(e, v.Param("code"))
	if like, err := strconv.ParseInt(v.Param("like"), 10, 64); err == nil {
		reader, err := v.Reader()
		if err != nil {
			return err
		}
		item, err := inventory.ItemSheet(v.Context(), reader, like)
		if err != nil {
			return err
		}
		e.Tags, e.TagIDs = item.Tags, item.TagIDs
		maps.Copy(e.Form.Values, valuesOfForm(item.Item, item.Currency))
	}
	if saved, err := strconv.ParseInt(v.Param("saved"), 10, 64); err == nil {
		e.Saved = &ui.Saved{ID: saved, Name: v.Param("named"), Count: 1}
	}
	e.Refused = v.RefusedBefore()
	return page.ItemForm(v, http.StatusOK, e)
}

// fillCode writes a code that was looked for in vain into the field of each type that it belongs in. If that is
// one type of several, it is chosen.
func fillCode(e ui.ItemEdit, code string) {
	var types []int64
	for _, t := range e.Types {
		if field, ok := catalog.FieldOfCode(t.Fields, code); ok {
			e.Form.Values[ui.FieldName(field)] = code
			types = append(types, t.ID)
		}
	}
	if len(types) == 1 && e.Form.Values["type"] == "" {
		e.Form.Values["type"] = strconv.FormatInt(types[0], 10)
	}
}

// createItem makes an item, a copy unless it is only wanted or catalogued, and the photos that
// came with the form. What is no photo is named; the item is kept.
func createItem(v *page.Visit) error {
	e, err := newItemForm(v)
	if err != nil {
		return err
	}
	held, err := v.Hold(attachment.MaxPhoto, page.MaxFiles)
	defer func() {
		for _, f := range held {
			f.Close()
		}
	}()
	if err != nil {
		return err
	}
	return v.Once(func() error {
		made, err := makeItem(v, e)
		if err == nil && len(held) > 0 {
			err = addHeld(v, made.ID, held)
		}
		return v.Answer(err, func(form ui.Form) error {
			e.Form, e.TagIDs = form, page.Numbers(v.PostForm["tag_id"])
			e.PhotosLost = len(held) > 0
			return page.ItemForm(v, http.StatusUnprocessableEntity, e)
		}, func() error { return page.ItemMade(v, e, made) })
	})
}

// makeItem makes the item, its tags and its copy together, or says all that is wrong.
func makeItem(v *page.Visit, e ui.ItemEdit) (made catalog.Item, err error) {
	var wrong fault.Invalid
	in := itemInput(v, e.Types)
	tags, err := sorted(v, &in, e.Collection.Currency)
	merge(&wrong, err, nil)
	merge(&wrong, in.Validate(), nil)
	held := ownedInput(v, &wrong, e.Collection.Currency)
	if of := page.AsID(v.Text("copy_of")); of != nil && held != nil {
		return anotherCopy(v, *of)
	}
	if err := wrong.Err(); err != nil {
		return made, err
	}
	err = v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error {
		err := postgres.Change(v.Context(), s, catalog.ItemCreated, func(w postgres.Writer) (err error) {
			made, err = inventory.CreateItem(v.Context(), w, e.Collection.ID, in)
			return err
		})
		if err == nil {
			err = attach(v, s, made.ID, tags)
		}
		if err == nil && held != nil {
			err = held.create(v, s, made.ID)
		}
		return err
	})
	if err == nil && held != nil {
		held.keepLast(v, e.Collection.ID)
	}
	return made, err
}

// anotherCopy makes a copy of an item that is there, instead of a second item.
func anotherCopy(v *page.Visit, of int64) (catalog.Item, error) {
	reader, err := v.Reader()
	if err != nil {
		return catalog.Item{}, err
	}
	item, err := inventory.ItemSheet(v.Context(), reader, of)
	if err != nil {
		return item.Item, err
	}
	var wrong fault.Invalid
	held := heldInput(v, &wrong, item.Currency)
	if err := wrong.Err(); err != nil {
		return item.Item, err
	}
	err = v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error { return held.create(v, s, of) })
	if err == nil {
		held.keepLast(v, item.CollectionID)
	}
	return item.Item, err
}

func addHeld(v *page.Visit, item int64, held []page.Received) error {
	_, keeps, err := page.PhotoPlace(v, item)
	if err != nil {
		return err
	}
	for _, f := range held {
		if err := v.RefuseFile(f.Name, page.AddPhoto(v, item, keeps, f)); err != nil {
			return err
		}
	}
	return nil
}

// suggestions are earlier values of a field that complete the typed one.
func suggestions(v *page.Visit) error {
	id, err := v.Number("customField")
	if err != nil {
		return err
	}
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	beginning := v.Param("custom_fields." + v.PathValue("customField"))
	found, err := inventory.Suggestions(v.Context(), reader, id, beginning)
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, ui.Suggestions(found))
}

// sameName tells of what one has by the name that is typed, or that what is added is a copy of it.
func sameName(v *page.Visit) error {
	reader, err := v.Reader()
	if err != nil {
		return err
	}
	if of := page.AsID(v.Param("of")); of != nil {
		h, err := page.HavingOf(v, reader, *of)
		if err != nil || h == nil {
			return cmp.Or(err, fault.ErrNotFound)
		}
		return v.Render(http.StatusOK, ui.CopyOf(*h))
	}
	found, err := inventory.SameName(v.Context(), reader, v.Param("name"))
	if err != nil {
		return err
	}
	return v.Render(http.StatusOK, ui.SameName(found))
}
