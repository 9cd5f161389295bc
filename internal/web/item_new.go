package web

import (
	"net/http"
	"net/url"
	"strconv"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

// newItems are the pages that add items: one after the other in a drawer, or on a page
// where there are no scripts.
var newItemPages = []row{
	edit("GET /collections/{collection}/items/new", "", newItem),
	taking(edit("POST /collections/{collection}/items", "POST /api/collections/{collection}/items", createItem)),
	edit("GET /custom-fields/{customField}/values", "", suggestions),
}

// newItemForm reads what the form of a new item needs.
func (v *visit) newItemForm() (e view.ItemEdit, err error) {
	id, err := v.number("collection")
	if err != nil {
		return e, err
	}
	err = v.together(func(r postgres.Reader) (err error) {
		e.Collection, err = inventory.Collection(v.Context(), r, id)
		return err
	}, func(r postgres.Reader) (err error) {
		e.Types, err = inventory.TypeForms(v.Context(), r, id)
		return err
	})
	return e, err
}

func newItem(v *visit) error {
	e, err := v.newItemForm()
	if err != nil {
		return err
	}
	e.Form.Values = map[string]string{"name": v.asked("name"), "type": v.asked("type"), "location_id": v.asked("place"),
		"category_id": v.asked("category"), "set_id": v.asked("set"), "series_id": v.asked("series"), "wanted": v.asked("wanted"), "wanted_currency_code": e.Collection.Currency}
	if len(e.Types) == 1 && !v.URL.Query().Has("type") {
		e.Form.Values["type"] = strconv.FormatInt(e.Types[0].ID, 10)
	}
	if like, err := strconv.ParseInt(v.asked("like"), 10, 64); err == nil {
		reader, err := v.reader()
		if err != nil {
			return err
		}
		item, err := inventory.ItemSheet(v.Context(), reader, like)
		if err != nil {
			return err
		}
		e.Form.Values, e.Tags, e.TagIDs = valuesOfForm(item.Item, item.Currency), item.Tags, item.TagIDs
	}
	if saved, err := strconv.ParseInt(v.asked("saved"), 10, 64); err == nil {
		e.Saved = &view.Saved{ID: saved, Name: v.asked("named"), Count: 1}
	}
	e.Refused = v.refusedBefore()
	return itemForm(v, http.StatusOK, e)
}

// createItem makes an item, a copy at the place if one is chosen, and the photos that
// came with the form. What is no photo is named; the item is kept.
func createItem(v *visit) error {
	e, err := v.newItemForm()
	if err != nil {
		return err
	}
	held, err := v.hold(attachment.MaxPhoto, maxFiles)
	defer func() {
		for _, f := range held {
			f.Close()
		}
	}()
	if err != nil {
		return err
	}
	made, err := v.makeItem(e)
	if err == nil && len(held) > 0 {
		err = addHeld(v, made.ID, held)
	}
	return v.answer(err, func(form view.Form) error {
		e.Form, e.TagIDs = form, numbers(v.PostForm["tag_id"])
		e.PhotosLost = len(held) > 0
		return itemForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return itemMade(v, e, made) })
}

// makeItem makes the item, its tags and its copy together.
func (v *visit) makeItem(e view.ItemEdit) (made catalog.Item, err error) {
	var wrong fault.Invalid
	in, place := v.itemInput(e.Types), v.integer(&wrong, "location_id")
	if err := wrong.Err(); err != nil {
		return made, err
	}
	tags, err := v.sorted(&in, e.Collection.Currency)
	if err == nil {
		err = in.Validate()
	}
	if err != nil {
		return made, err
	}
	err = v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error {
		err := postgres.Change(v.Context(), s, catalog.ItemCreated, func(w postgres.Writer) (err error) {
			made, err = inventory.CreateItem(v.Context(), w, e.Collection.ID, in)
			return err
		})
		if err == nil {
			err = v.attach(s, made.ID, tags)
		}
		if err != nil || place == nil {
			return err
		}
		held := catalog.CopyInput{LocationID: place}
		if err := held.Validate(); err != nil {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.CopyCreated, func(w postgres.Writer) error {
			_, err := inventory.CreateCopy(v.Context(), w, made.ID, held)
			return err
		})
	})
	return made, err
}

func addHeld(v *visit, item int64, held []received) error {
	_, keeps, err := v.photoPlace(item)
	if err != nil {
		return err
	}
	for _, f := range held {
		if err := v.refuseFile(f.name, addPhoto(v, item, keeps, f)); err != nil {
			return err
		}
	}
	return nil
}

// itemMade goes on to the item, or to the next one with what is pinned.
func itemMade(v *visit, e view.ItemEdit, made catalog.Item) error {
	if v.text("next") == "" {
		query := v.withRefused(url.Values{})
		to := view.ItemPath(made.ID)
		if len(query) > 0 {
			to += "?" + query.Encode()
		}
		if v.fragment() { // the script goes there
			v.out.Header().Set("HX-Redirect", to)
			return v.render(http.StatusOK, view.RefusedFiles(nil))
		}
		return v.redirect(to)
	}
	next := map[string]string{"category_id": v.text("category_id"), "set_id": v.text("set_id"), "series_id": v.text("series_id"), "wanted_currency_code": e.Collection.Currency,
		"unpin_type": v.text("unpin_type"), "unpin_place": v.text("unpin_place")}
	if next["unpin_type"] == "" {
		next["type"] = v.text("type")
	}
	if next["unpin_place"] == "" {
		next["location_id"] = v.text("location_id")
	}
	count, _ := strconv.ParseInt(v.text("count"), 10, 64)
	if v.fragment() {
		e.Form.Values = next
		e.Refused = v.refused
		e.Saved = &view.Saved{ID: made.ID, Name: made.Name, Count: max(0, min(count, 1_000_000)) + 1}
		return itemForm(v, http.StatusOK, e)
	}
	query := v.withRefused(url.Values{"type": {next["type"]}, "place": {next["location_id"]}, "saved": {strconv.FormatInt(made.ID, 10)}, "named": {made.Name}})
	for name, of := range map[string]string{"category": "category_id", "set": "set_id", "series": "series_id"} {
		if next[of] != "" {
			query.Set(name, next[of])
		}
	}
	return v.redirect(view.CollectionPath(e.Collection.ID) + "/items/new?" + query.Encode())
}

// suggestions are earlier values of a field that begin with what is typed.
func suggestions(v *visit) error {
	id, err := v.number("customField")
	if err != nil {
		return err
	}
	reader, err := v.reader()
	if err != nil {
		return err
	}
	beginning := v.asked("custom_fields." + v.PathValue("customField"))
	found, err := inventory.Suggestions(v.Context(), reader, id, beginning)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, view.Suggestions(found))
}
