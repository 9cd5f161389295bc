package item

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// itemInput reads the form. It ignores fields of other types: without scripts the form shows all of them.
func itemInput(v *page.Visit, types []catalog.TypeForm) catalog.ItemInput {
	in := catalog.ItemInput{Name: v.Text("name"), Description: v.Optional("description")}
	if v.Text("type") == "" {
		return in
	}
	id, _ := strconv.ParseInt(v.Text("type"), 10, 64) // anything else means no type
	in.CollectionTypeID = &id
	for _, t := range types {
		if t.ID != id {
			continue
		}
		for _, field := range t.Fields {
			id := strconv.FormatInt(field.ID, 10)
			in.CustomFields = append(in.CustomFields, catalog.GivenValue{Field: id, JSON: asJSON(field.Kind, v.Text("custom_fields."+id))})
		}
	}
	return in
}

// asJSON is a form's value as JSON. Invalid numbers and ratings are sent as texts, so that the rule
// reports them.
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

// itemEdit reads the data of an item's form.
func itemEdit(v *page.Visit) (e ui.ItemEdit, item catalog.ItemSheet, err error) {
	reader, item, err := itemOf(v)
	if err != nil {
		return e, item, err
	}
	e.Item, e.Tags = &item.Item, item.Tags
	e.Collection = catalog.Collection{ID: item.CollectionID, Name: item.CollectionName, Emoji: item.CollectionEmoji, Currency: item.Currency}
	e.Types, err = inventory.TypeFormsOf(v.Context(), reader, item.Item)
	return e, item, err
}

func editItem(v *page.Visit) error {
	e, item, err := itemEdit(v)
	if err != nil {
		return err
	}
	e.Form, e.TagIDs = ui.Edited(valuesOfForm(item.Item, item.Currency)), item.TagIDs
	return page.ItemForm(v, http.StatusOK, e)
}

// valuesOfForm is the values of an item in its form, in a collection with a currency.
func valuesOfForm(item catalog.Item, currency string) map[string]string {
	values := map[string]string{"name": item.Name}
	if item.Description != nil {
		values["description"] = *item.Description
	}
	if item.CollectionTypeID != nil {
		values["type"] = strconv.FormatInt(*item.CollectionTypeID, 10)
	}
	for id, raw := range page.ValuesOf(item) {
		values["custom_fields."+id] = page.PlainText(raw)
	}
	maps.Copy(values, SortedValues(item))
	values["wanted_currency_code"] = cmp.Or(values["wanted_currency_code"], currency)
	return values
}

func updateItem(v *page.Visit) error {
	e, item, err := itemEdit(v)
	if err != nil {
		return err
	}
	err = v.Amend(func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Item(v.Context(), r, item.ID)
		return valuesOfForm(now, item.Currency), err
	}, func(s postgres.Scope) error { return writeItem(v, s, item, e.Types) })
	e.TagIDs = page.Numbers(v.PostForm["tag_id"])
	return v.Answer(err, func(form ui.Form) error {
		e.Form = form
		return page.ItemForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.Redirect(ui.ItemPath(item.ID)) })
}

// writeItem writes an item by its form, and adds tags.
func writeItem(v *page.Visit, s postgres.Scope, item catalog.ItemSheet, types []catalog.TypeForm) error {
	in := itemInput(v, types)
	if !v.PostForm.Has("type") { // the form did not ask for it
		in.CollectionTypeID, in.CustomFields, in.KeepOthers = item.CollectionTypeID, nil, true
	}
	tags, err := sorted(v, &in, item.Currency)
	if err == nil {
		err = in.Validate()
	}
	if err != nil {
		return err
	}
	err = postgres.Change(v.Context(), s, catalog.ItemUpdated, func(w postgres.Writer) error {
		_, err := inventory.UpdateItemOf(v.Context(), w, item.CollectionID, item.ID, in)
		return err
	})
	if err != nil {
		return err
	}
	return attach(v, s, item.ID, tags)
}
