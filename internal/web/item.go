package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/web/view"
)

var items = []page{
	edit("GET /collections/{collection}/items/new", "", (*Web).newItem),
	edit("POST /collections/{collection}/items", "POST /api/collections/{collection}/items", (*Web).createItem),
	show("GET /items/{item}", "GET /api/items/{item}", (*Web).item),
	edit("GET /items/{item}/edit", "", (*Web).editItem),
	edit("POST /items/{item}", "PUT /api/collections/{collection}/items/{item}", (*Web).updateItem),
	edit("POST /items/{item}/delete", "DELETE /api/collections/{collection}/items/{item}", (*Web).deleteItem),
}

func (w *Web) newItem(v *visit) error {
	_, c, err := v.collectionOf()
	if err != nil {
		return err
	}
	form := view.Form{Values: map[string]string{"type": v.asked("type")}}
	return w.itemForm(v, http.StatusOK, c, nil, form)
}

// itemForm shows the form of a new item, or of one that is there.
func (w *Web) itemForm(v *visit, status int, c catalog.Collection, of *catalog.Item, form view.Form) error {
	reader, err := v.reader()
	if err != nil {
		return err
	}
	types, err := reader.TypeForms(v.Context(), c.ID)
	if err != nil {
		return err
	}
	f, err := v.frame("", "collection:"+strconv.FormatInt(c.ID, 10))
	if err != nil {
		return err
	}
	f.Title = f.T("item.new")
	if of != nil {
		f.Title = of.Name
	}
	return v.render(status, view.ItemForm(f, view.ItemEdit{Collection: c, Item: of, Types: types, Form: form, Saved: v.asked("saved")}))
}

// itemInput reads the form. Fields of other types than the chosen one stay as they
// are: a form without scripts shows all of them.
func (v *visit) itemInput(types []catalog.TypeForm) (catalog.ItemInput, view.Form) {
	in := catalog.ItemInput{Name: v.text("name"), Description: v.optional("description")}
	form := view.Form{Values: map[string]string{"name": in.Name, "description": v.text("description"), "type": v.text("type")}}
	for _, t := range types {
		if strconv.FormatInt(t.ID, 10) != v.text("type") {
			continue
		}
		in.CollectionTypeID = &t.ID
		for _, field := range t.Fields {
			name := "custom_fields." + strconv.FormatInt(field.ID, 10)
			value := v.text(name)
			form.Values[name] = value
			in.CustomFields = append(in.CustomFields, catalog.GivenValue{Field: strconv.FormatInt(field.ID, 10), JSON: asJSON(field.Kind, value)})
		}
	}
	return in, form
}

// asJSON is a value of a form as the API takes it. Numbers and ratings are sent as
// texts where they are none, so that the rule says what is wrong.
func asJSON(kind, value string) json.RawMessage {
	switch {
	case value == "":
		return json.RawMessage("null")
	case kind == catalog.Boolean:
		return json.RawMessage(strconv.FormatBool(value == "true"))
	case kind == catalog.Number || kind == catalog.Rating:
		if json.Valid([]byte(value)) && !strings.ContainsAny(value, "[]{}\"tfn") {
			return json.RawMessage(value)
		}
	}
	quoted, _ := json.Marshal(value)
	return quoted
}

func (w *Web) createItem(v *visit) error {
	reader, c, err := v.collectionOf()
	if err != nil {
		return err
	}
	types, err := reader.TypeForms(v.Context(), c.ID)
	if err != nil {
		return err
	}
	in, form := v.itemInput(types)
	var made catalog.Item
	if err = in.Validate(); err == nil {
		err = postgres.Change(v.Context(), v.Scope, catalog.ItemCreated, func(change postgres.Writer) (err error) {
			made, err = change.CreateItem(v.Context(), c.ID, in)
			return err
		})
	}
	if errors.As(err, &form.Invalid) {
		return w.itemForm(v, http.StatusUnprocessableEntity, c, nil, form)
	}
	if err != nil {
		return err
	}
	if v.text("next") != "" { // the next one, of the same type
		return v.redirect(view.CollectionPath(c.ID) + "/items/new?type=" + v.text("type") + "&saved=" + strconv.FormatInt(made.ID, 10))
	}
	return v.redirect(view.ItemPath(made.ID))
}

// itemOf reads the item of the path and its collection.
func (v *visit) itemOf() (reader postgres.Reader, item catalog.Item, c catalog.Collection, err error) {
	id, err := v.number("item")
	if err != nil {
		return reader, item, c, err
	}
	if reader, err = v.reader(); err != nil {
		return reader, item, c, err
	}
	if item, err = reader.Item(v.Context(), id); err == nil {
		c, err = reader.Collection(v.Context(), item.CollectionID)
	}
	return reader, item, c, err
}

func (w *Web) item(v *visit) error {
	reader, item, c, err := v.itemOf()
	if err != nil {
		return err
	}
	shown := view.ItemShown{Collection: c, Item: item, Note: v.note}
	types, err := reader.TypeForms(v.Context(), c.ID)
	if err != nil {
		return err
	}
	shown.Groups = grouped(types, item)
	pictures, err := reader.PhotosOf(v.Context(), item.ID, catalog.Paging{Number: 1, PerPage: catalog.MaxPhotos})
	if err != nil {
		return err
	}
	shown.Photos = pictures.Items
	copies, err := reader.Copies(v.Context(), catalog.CopyFilter{ItemID: &item.ID}, catalog.Paging{Number: 1, PerPage: 100})
	if err != nil {
		return err
	}
	shown.Copies = copies.Items
	f, err := v.frame(item.Name, "collection:"+strconv.FormatInt(c.ID, 10))
	if err != nil {
		return err
	}
	return v.render(cmp.Or(v.status, http.StatusOK), view.Item(f, shown))
}

// grouped are the values of an item by group, in order.
func grouped(types []catalog.TypeForm, item catalog.Item) (groups []view.Group) {
	var values map[string]json.RawMessage
	_ = json.Unmarshal(item.CustomFields, &values) // the database keeps an object
	for _, t := range types {
		if item.CollectionTypeID == nil || t.ID != *item.CollectionTypeID {
			continue
		}
		for _, f := range t.Fields {
			raw, ok := values[strconv.FormatInt(f.ID, 10)]
			if !ok {
				continue
			}
			if n := len(groups); n == 0 || groups[n-1].Name != f.Group {
				groups = append(groups, view.Group{Name: f.Group})
			}
			last := &groups[len(groups)-1]
			last.Values = append(last.Values, view.Value{Name: f.Name, Kind: f.Kind, Text: plainText(raw)})
		}
	}
	return groups
}

func plainText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

func (w *Web) editItem(v *visit) error {
	_, item, c, err := v.itemOf()
	if err != nil {
		return err
	}
	values := map[string]string{"name": item.Name}
	if item.Description != nil {
		values["description"] = *item.Description
	}
	if item.CollectionTypeID != nil {
		values["type"] = strconv.FormatInt(*item.CollectionTypeID, 10)
	}
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(item.CustomFields, &fields)
	for id, raw := range fields {
		values["custom_fields."+id] = plainText(raw)
	}
	values["etag"] = strconv.FormatInt(item.UpdatedAt.UnixNano(), 10)
	return w.itemForm(v, http.StatusOK, c, &item, view.Form{Values: values})
}

func (w *Web) updateItem(v *visit) error {
	reader, item, c, err := v.itemOf()
	if err != nil {
		return err
	}
	types, err := reader.TypeForms(v.Context(), c.ID)
	if err != nil {
		return err
	}
	in, form := v.itemInput(types)
	form.Values["etag"] = v.text("etag")
	if err = in.Validate(); err == nil {
		err = v.updateUnchanged(item, in)
	}
	if errors.Is(err, errChanged) {
		form.Message = v.texts.T("item.changed")
		form.Values["etag"] = strconv.FormatInt(item.UpdatedAt.UnixNano(), 10)
		return w.itemForm(v, http.StatusPreconditionFailed, c, &item, form)
	}
	if errors.As(err, &form.Invalid) {
		return w.itemForm(v, http.StatusUnprocessableEntity, c, &item, form)
	}
	if err != nil {
		return err
	}
	return v.redirect(view.ItemPath(item.ID))
}

// errChanged means that somebody else wrote the object since the form was made.
var errChanged = errors.New("changed since")

// updateUnchanged writes an item unless somebody else has since the form was made, in
// one transaction with the look.
func (v *visit) updateUnchanged(item catalog.Item, in catalog.ItemInput) error {
	return v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error {
		reader, err := s.View(identity.Amend)
		if err != nil {
			return err
		}
		now, err := reader.Item(v.Context(), item.ID)
		if err != nil {
			return err
		}
		if seen := v.text("etag"); seen != "" && seen != strconv.FormatInt(now.UpdatedAt.UnixNano(), 10) {
			return errChanged
		}
		return postgres.Change(v.Context(), s, catalog.ItemUpdated, func(w postgres.Writer) error {
			_, err := w.UpdateItem(v.Context(), item.CollectionID, item.ID, in)
			return err
		})
	})
}

func (w *Web) deleteItem(v *visit) error {
	_, item, c, err := v.itemOf()
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), v.Scope, catalog.ItemDeleted, func(change postgres.Writer) error {
		return change.DeleteItem(v.Context(), c.ID, item.ID)
	})
	if err != nil && !errors.Is(err, fault.ErrNotFound) {
		return err
	}
	return v.redirect(view.CollectionPath(c.ID))
}
