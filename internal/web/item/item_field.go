package item

import (
	"errors"
	"net/http"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// itemFieldPages edit one field of an item in place.
var itemFieldPages = []page.Row{
	page.Edit("GET /items/{item}/fields/{customField}", "", itemField),
	page.Edit("POST /items/{item}/fields/{customField}", "PATCH /api/collections/{collection}/items/{item}", updateItemField),
}

// fieldOf reads the field of the path: the name, the description, or a custom field of the item's type.
func fieldOf(v *page.Visit) (item catalog.ItemSheet, field ui.Value, err error) {
	if _, item, err = itemOf(v); err != nil {
		return item, field, err
	}
	switch v.PathValue("customField") {
	case "name":
		field = nameOf(v, item)
	case "description":
		field = descriptionOf(v, item)
	default:
		id, err := v.Number("customField")
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

func nameOf(v *page.Visit, i catalog.ItemSheet) ui.Value {
	return ui.Value{Item: i.ID, Key: "name", Name: v.Texts.T("field.name"), Kind: catalog.Text, Text: i.Name}
}

func descriptionOf(v *page.Visit, i catalog.ItemSheet) ui.Value {
	field := ui.Value{Item: i.ID, Key: "description", Name: v.Texts.T("field.description"), Kind: catalog.Text}
	field.Text = textOf(i.Item, field)
	return field
}

func valueIn(t catalog.TypeForm, id int64) (ui.Value, error) {
	for _, f := range t.Fields {
		if f.ID == id {
			return page.NewValue(f), nil
		}
	}
	return ui.Value{}, fault.ErrNotFound
}

// textOf is the value of an item's field.
func textOf(i catalog.Item, field ui.Value) string {
	switch {
	case field.Key == "name":
		return i.Name
	case field.Key == "description" && i.Description != nil:
		return *i.Description
	}
	if raw, ok := page.ValuesOf(i)[field.Key]; ok {
		return page.PlainText(raw)
	}
	return ""
}

// itemField shows a field, to edit or to read. Without scripts the form of the whole item is used.
func itemField(v *page.Visit) error {
	item, field, err := fieldOf(v)
	if err != nil {
		return err
	}
	if !v.Fragment() {
		return v.Redirect(ui.ItemPath(item.ID) + "/edit#" + field.Input())
	}
	f, err := v.Frame("", "")
	if err != nil {
		return err
	}
	if v.URL.Query().Has("show") {
		return v.Render(http.StatusOK, FieldShown(f, field, true))
	}
	return v.Render(http.StatusOK, FieldEdit(f, field, ui.Form{Values: map[string]string{field.Input(): field.Text, "was": field.Text}}))
}

func updateItemField(v *page.Visit) error {
	item, field, err := fieldOf(v)
	if err != nil {
		return err
	}
	err = updateField(v, item.ID, &field)
	if !v.Fragment() && err == nil {
		return v.Redirect(ui.ItemPath(item.ID))
	}
	f, failed := v.Frame("", "")
	if failed != nil {
		return failed
	}
	if errors.Is(err, page.ErrChanged) { // to the present value of the field
		form := v.FormOf(nil)
		form.Message = f.T("item.field.changed", "value", field.Text)
		form.Values["was"] = field.Text
		return v.Render(http.StatusPreconditionFailed, FieldEdit(f, field, form))
	}
	return v.Answer(err, func(form ui.Form) error {
		return v.Render(http.StatusUnprocessableEntity, FieldEdit(f, field, form))
	}, func() error {
		field.Text = v.Text(field.Input())
		return v.Render(http.StatusOK, FieldShown(f, field, true))
	})
}

// updateField writes one field unless somebody else has changed it since, checked in the same
// transaction. The present value is noted in the field.
func updateField(v *page.Visit, id int64, field *ui.Value) error {
	return v.Carefully(v.Context(), identity.Amend, func(s postgres.Scope) error {
		reader, err := s.View(identity.Amend)
		if err != nil {
			return err
		}
		now, err := inventory.Item(v.Context(), reader, id)
		if err != nil {
			return err
		}
		was := v.Text("was")
		if field.Text = textOf(now, *field); v.PostForm.Has("was") && was != page.Plain(field.Text) {
			return page.ErrChanged
		}
		in := catalog.ItemInput{Name: now.Name, Description: now.Description, CollectionTypeID: now.CollectionTypeID, KeepOthers: true}
		switch field.Key {
		case "name":
			in.Name = v.Text("name")
		case "description":
			in.Description = v.Optional("description")
		default:
			in.CustomFields = []catalog.GivenValue{{Field: field.Key, JSON: asJSON(field.Kind, v.Text(field.Input()))}}
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
