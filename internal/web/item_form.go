package web

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
	"vitrine/internal/web/view"
)

// itemForm shows the form of a new item, or of one that is there.
func itemForm(v *visit, status int, e view.ItemEdit) error {
	reads := append(v.offer(&e.Offers, e.Collection.ID, false), v.pick(&e.Offers, e.Collection.ID, chosenIn(e))...)
	if e.Item == nil {
		reads = append(reads, func(r postgres.Reader) (err error) {
			e.Places, err = inventory.Places(v.Context(), r, asID(e.Form.Value("location_id")))
			return err
		})
	}
	if err := v.together(reads...); err != nil {
		return err
	}
	e.Tags = view.WithTags(e.Tags, e.Offers.Tagged())
	f, err := v.frame("", view.CurrentCollection(e.Collection.ID))
	if err != nil {
		return err
	}
	f.Title = f.T("item.new")
	if e.Item != nil {
		f.Title = e.Item.Name
	}
	e.Form = e.Form.In(f.Texts).AsNotice("item").AsNotice("account")
	if v.fragment() && e.Item == nil {
		return v.render(status, view.QuickAdd(f, e))
	}
	return v.render(status, view.ItemForm(f, e))
}

// itemInput reads the form. Fields of other types than the chosen one stay as they
// are: a form without scripts shows all of them.
func (v *visit) itemInput(types []catalog.TypeForm) catalog.ItemInput {
	in := catalog.ItemInput{Name: v.text("name"), Description: v.optional("description")}
	if v.text("type") == "" {
		return in
	}
	id, _ := strconv.ParseInt(v.text("type"), 10, 64) // what is no number is no type either
	in.CollectionTypeID = &id
	for _, t := range types {
		if t.ID != id {
			continue
		}
		for _, field := range t.Fields {
			id := strconv.FormatInt(field.ID, 10)
			in.CustomFields = append(in.CustomFields, catalog.GivenValue{Field: id, JSON: asJSON(field.Kind, v.text("custom_fields."+id))})
		}
	}
	return in
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

// itemEdit reads what the form of an item needs.
func (v *visit) itemEdit() (e view.ItemEdit, item catalog.ItemSheet, err error) {
	reader, item, err := v.itemOf()
	if err != nil {
		return e, item, err
	}
	e.Item, e.Tags = &item.Item, item.Tags
	e.Collection = catalog.Collection{ID: item.CollectionID, Name: item.CollectionName, Emoji: item.CollectionEmoji, Currency: item.Currency}
	e.Types, err = inventory.TypeFormsOf(v.Context(), reader, item.Item)
	return e, item, err
}

func editItem(v *visit) error {
	e, item, err := v.itemEdit()
	if err != nil {
		return err
	}
	e.Form, e.TagIDs = view.Edited(valuesOfForm(item.Item, item.Currency)), item.TagIDs
	return itemForm(v, http.StatusOK, e)
}

// valuesOfForm is an item as its form shows it, in a collection with a currency.
func valuesOfForm(item catalog.Item, currency string) map[string]string {
	values := map[string]string{"name": item.Name}
	if item.Description != nil {
		values["description"] = *item.Description
	}
	if item.CollectionTypeID != nil {
		values["type"] = strconv.FormatInt(*item.CollectionTypeID, 10)
	}
	for id, raw := range valuesOf(item) {
		values["custom_fields."+id] = plainText(raw)
	}
	maps.Copy(values, view.SortedValues(item))
	values["wanted_currency_code"] = cmp.Or(values["wanted_currency_code"], currency)
	return values
}

func updateItem(v *visit) error {
	e, item, err := v.itemEdit()
	if err != nil {
		return err
	}
	err = v.amend(func(r postgres.Reader) (map[string]string, error) {
		now, err := inventory.Item(v.Context(), r, item.ID)
		return valuesOfForm(now, item.Currency), err
	}, func(s postgres.Scope) error { return v.writeItem(s, item, e.Types) })
	e.TagIDs = numbers(v.PostForm["tag_id"])
	return v.answer(err, func(form view.Form) error {
		e.Form = form
		return itemForm(v, http.StatusUnprocessableEntity, e)
	}, func() error { return v.redirect(view.ItemPath(item.ID)) })
}

// writeItem writes what the form says of an item, and gives it more tags.
func (v *visit) writeItem(s postgres.Scope, item catalog.ItemSheet, types []catalog.TypeForm) error {
	in := v.itemInput(types)
	if !v.PostForm.Has("type") { // a form without types says nothing of them
		in.CollectionTypeID, in.CustomFields, in.KeepOthers = item.CollectionTypeID, nil, true
	}
	tags, err := v.sorted(&in, item.Currency)
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
	return v.attach(s, item.ID, tags)
}
