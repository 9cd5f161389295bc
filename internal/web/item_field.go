package web

import (
	"errors"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

// itemFields change one field of an item where it is shown.
var itemFieldPages = []row{
	edit("GET /items/{item}/fields/{customField}", "", itemField),
	edit("POST /items/{item}/fields/{customField}", "PATCH /api/collections/{collection}/items/{item}", updateItemField),
}

// fieldOf reads the field of the path: the name, the description, or a custom field of
// the item's type.
func (v *visit) fieldOf() (item catalog.ItemSheet, field view.Value, err error) {
	if _, item, err = v.itemOf(); err != nil {
		return item, field, err
	}
	switch v.PathValue("customField") {
	case "name":
		field = v.nameOf(item)
	case "description":
		field = v.descriptionOf(item)
	default:
		id, err := v.number("customField")
		if err != nil || item.Type == nil {
			return item, field, fault.ErrNotFound
		}
		field, err = valueIn(*item.Type, id)
		if err != nil {
			return item, field, err
		}
	}
	field.Item = item.ID
	field.Text = textOf(item.Item, field)
	return item, field, nil
}

func (v *visit) nameOf(i catalog.ItemSheet) view.Value {
	return view.Value{Item: i.ID, Key: "name", Name: v.texts.T("field.name"), Kind: catalog.Text, Text: i.Name}
}

func (v *visit) descriptionOf(i catalog.ItemSheet) view.Value {
	field := view.Value{Item: i.ID, Key: "description", Name: v.texts.T("field.description"), Kind: catalog.Text}
	field.Text = textOf(i.Item, field)
	return field
}

func valueIn(t catalog.TypeForm, id int64) (view.Value, error) {
	for _, f := range t.Fields {
		if f.ID == id {
			return newValue(f), nil
		}
	}
	return view.Value{}, fault.ErrNotFound
}

func newValue(f catalog.FieldForm) view.Value {
	return view.Value{Key: strconv.FormatInt(f.ID, 10), Name: f.Name, Kind: f.Kind, Options: f.Options}
}

// textOf is what an item has in a field.
func textOf(i catalog.Item, field view.Value) string {
	switch {
	case field.Key == "name":
		return i.Name
	case field.Key == "description" && i.Description != nil:
		return *i.Description
	}
	if raw, ok := valuesOf(i)[field.Key]; ok {
		return plainText(raw)
	}
	return ""
}

// itemField shows a field to be changed, or as it is. Without scripts the form of the
// whole item does it.
func itemField(v *visit) error {
	item, field, err := v.fieldOf()
	if err != nil {
		return err
	}
	if !v.fragment() {
		return v.redirect(view.ItemPath(item.ID) + "/edit#" + field.Input())
	}
	f, err := v.frame("", "")
	if err != nil {
		return err
	}
	if v.URL.Query().Has("show") {
		return v.render(http.StatusOK, view.FieldShown(f, field, true))
	}
	return v.render(http.StatusOK, view.FieldEdit(f, field, view.Form{Values: map[string]string{field.Input(): field.Text, "was": field.Text}}))
}

func updateItemField(v *visit) error {
	item, field, err := v.fieldOf()
	if err != nil {
		return err
	}
	err = v.updateField(item.ID, &field)
	if !v.fragment() && err == nil {
		return v.redirect(view.ItemPath(item.ID))
	}
	f, failed := v.frame("", "")
	if failed != nil {
		return failed
	}
	if errors.Is(err, errChanged) { // to what the field now has
		form := v.form(nil)
		form.Message = f.T("item.field.changed", "value", field.Text)
		form.Values["was"] = field.Text
		return v.render(http.StatusPreconditionFailed, view.FieldEdit(f, field, form))
	}
	return v.answer(err, func(form view.Form) error {
		return v.render(http.StatusUnprocessableEntity, view.FieldEdit(f, field, form))
	}, func() error {
		field.Text = v.text(field.Input())
		return v.render(http.StatusOK, view.FieldShown(f, field, true))
	})
}

// updateField writes one field unless somebody else has since it was shown, in one
// transaction with the look. What the item has now is noted in the field.
func (v *visit) updateField(id int64, field *view.Value) error {
	return v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error {
		reader, err := s.View(identity.Amend)
		if err != nil {
			return err
		}
		now, err := inventory.Item(v.Context(), reader, id)
		if err != nil {
			return err
		}
		was := v.text("was")
		if field.Text = textOf(now, *field); v.PostForm.Has("was") && was != plain(field.Text) {
			return errChanged
		}
		in := catalog.ItemInput{Name: now.Name, Description: now.Description, CollectionTypeID: now.CollectionTypeID, KeepOthers: true}
		switch field.Key {
		case "name":
			in.Name = v.text("name")
		case "description":
			in.Description = v.optional("description")
		default:
			in.CustomFields = []catalog.GivenValue{{Field: field.Key, JSON: asJSON(field.Kind, v.text(field.Input()))}}
		}
		if err := in.Validate(); err != nil {
			return err
		}
		return postgres.Change(v.Context(), s, catalog.ItemUpdated, func(w postgres.Writer) error {
			_, err := inventory.UpdateItemOf(v.Context(), w, now.CollectionID, id, in)
			return err
		})
	})
}
