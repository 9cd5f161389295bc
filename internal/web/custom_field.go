package web

import (
	"cmp"
	"context"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/view"
)

var customFieldPages = []row{
	edit("POST /types/{collectionType}/groups", "POST /api/collection-types/{collectionType}/custom-field-groups", createGroup),
	edit("POST /types/{collectionType}/groups/{group}", "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}", updateGroup),
	edit("POST /types/{collectionType}/groups/{group}/order", "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}/order", moveGroup),
	edit("POST /types/{collectionType}/groups/{group}/delete", "DELETE /api/collection-types/{collectionType}/custom-field-groups/{group}", deleteGroup),
	edit("POST /types/{collectionType}/fields", "POST /api/collection-types/{collectionType}/custom-fields", createField),
	edit("POST /types/{collectionType}/fields/{customField}", "PUT /api/collection-types/{collectionType}/custom-fields/{customField}", updateField),
	edit("POST /types/{collectionType}/fields/{customField}/order", "PUT /api/collection-types/{collectionType}/custom-fields/{customField}/order", moveField),
	edit("POST /types/{collectionType}/fields/{customField}/delete", "DELETE /api/collection-types/{collectionType}/custom-fields/{customField}", deleteField),
}

func createGroup(v *visit) error {
	in := catalog.CustomFieldGroupInput{Name: new(v.text("name"))}
	return onType(v, catalog.CustomFieldGroupCreated, "#groups", func(ctx context.Context, change postgres.Writer, kind int64) error {
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.CreateCustomFieldGroup(ctx, change, kind, in)
		return err
	})
}

// onGroup changes the group of the path.
func onGroup(v *visit, action catalog.Action, do func(ctx context.Context, change postgres.Writer, kind, id int64) error) error {
	id, err := v.number("group")
	if err != nil {
		return err
	}
	return onType(v, action, "#group-"+v.PathValue("group"), func(ctx context.Context, change postgres.Writer, kind int64) error { return do(ctx, change, kind, id) })
}

func updateGroup(v *visit) error {
	id, err := v.number("group")
	if err != nil {
		return err
	}
	values := func(t catalog.TypeEdit) map[string]string {
		for _, g := range t.Groups {
			if g.ID == id {
				return view.GroupValues(g)
			}
		}
		return nil
	}
	return amendType(v, catalog.CustomFieldGroupUpdated, "#group-"+v.PathValue("group"), values, func(ctx context.Context, change postgres.Writer, kind int64) error {
		in := catalog.CustomFieldGroupInput{Name: new(v.text("name"))}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateCustomFieldGroup(ctx, change, kind, id, in)
		return err
	})
}

func moveGroup(v *visit) error {
	in := catalog.Move{Direction: v.text("direction")}
	return onGroup(v, catalog.CustomFieldGroupMoved, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.MoveCustomFieldGroup(ctx, change, kind, id, in)
		return err
	})
}

func deleteGroup(v *visit) error {
	return onGroup(v, catalog.CustomFieldGroupDeleted, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		return inventory.DeleteCustomFieldGroup(ctx, change, kind, id)
	})
}

func createField(v *visit) error {
	var wrong fault.Invalid
	in := catalog.CustomFieldInput{Name: new(v.text("name")), FieldType: v.text("kind"), GroupID: v.integer(&wrong, "group")}
	return onType(v, catalog.CustomFieldCreated, "#new-"+v.text("group"), func(ctx context.Context, change postgres.Writer, kind int64) error {
		if err := wrong.Err(); err != nil {
			return err
		}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.CreateCustomField(ctx, change, kind, in)
		return err
	})
}

// onField changes the field of the path.
func onField(v *visit, action catalog.Action, do func(ctx context.Context, change postgres.Writer, kind, id int64) error) error {
	id, err := v.number("customField")
	if err != nil {
		return err
	}
	return onType(v, action, fieldAnchor(id), func(ctx context.Context, change postgres.Writer, kind int64) error { return do(ctx, change, kind, id) })
}

// updateField writes a field. Another kind is asked about first if values are recorded.
func updateField(v *visit) error {
	field, err := v.editedField()
	if err != nil {
		return err
	}
	if v.merge(view.FieldValues(field)) == nil && field.Kind != v.text("kind") && field.Values > 0 && v.text("sure") == "" {
		return typeAgain(v, view.Form{}, view.Ask{Field: field.ID, Name: v.text("name"), Kind: v.text("kind"), IsPublic: v.text("is_public") != ""})
	}
	values := func(t catalog.TypeEdit) map[string]string {
		now, _ := t.Field(field.ID)
		return view.FieldValues(now)
	}
	return amendType(v, catalog.CustomFieldUpdated, fieldAnchor(field.ID), values, func(ctx context.Context, change postgres.Writer, kind int64) error {
		var wrong fault.Invalid
		in := catalog.CustomFieldInput{Name: new(v.text("name")), FieldType: v.text("kind"), Options: lines(v.text("options")), Position: v.integer(&wrong, "position"),
			IsPublic: catalog.Now(v.text("is_public") != "")}
		if err := cmp.Or(wrong.Err(), in.Validate()); err != nil {
			return err
		}
		_, err := inventory.UpdateCustomField(ctx, change, kind, field.ID, in)
		return err
	})
}

// editedField reads the field of the path.
func (v *visit) editedField() (catalog.FieldEdit, error) {
	e, err := v.typeOf()
	if err != nil {
		return catalog.FieldEdit{}, err
	}
	id, err := v.number("customField")
	if err != nil {
		return catalog.FieldEdit{}, err
	}
	field, ok := e.Type.Field(id)
	if !ok {
		return field, fault.ErrNotFound
	}
	return field, nil
}

// lines are the choices of a select field, one a line.
func lines(text string) []string { return strings.Split(strings.ReplaceAll(text, "\r", ""), "\n") }

func moveField(v *visit) error {
	in := catalog.Move{Direction: v.text("direction")}
	return onField(v, catalog.CustomFieldMoved, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.MoveCustomField(ctx, change, kind, id, in)
		return err
	})
}

// deleteField deletes a field. It is asked about first if values would be lost.
func deleteField(v *visit) error {
	field, err := v.editedField()
	if err != nil {
		return err
	}
	if field.Values > 0 && v.text("sure") == "" {
		return typeAgain(v, view.Form{}, view.Ask{Field: field.ID, Delete: true})
	}
	return onField(v, catalog.CustomFieldDeleted, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		return inventory.DeleteCustomField(ctx, change, kind, id)
	})
}
