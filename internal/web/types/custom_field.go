package types

import (
	"cmp"
	"context"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

var customFieldPages = []page.Row{
	page.Edit("POST /types/{collectionType}/groups", "POST /api/collection-types/{collectionType}/custom-field-groups", createGroup),
	page.Edit("POST /types/{collectionType}/groups/{group}", "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}", updateGroup),
	page.Edit("POST /types/{collectionType}/groups/{group}/order", "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}/order", moveGroup),
	page.Edit("POST /types/{collectionType}/groups/{group}/delete", "DELETE /api/collection-types/{collectionType}/custom-field-groups/{group}", deleteGroup),
	page.Edit("POST /types/{collectionType}/fields", "POST /api/collection-types/{collectionType}/custom-fields", createField),
	page.Edit("POST /types/{collectionType}/fields/{customField}", "PUT /api/collection-types/{collectionType}/custom-fields/{customField}", updateField),
	page.Edit("POST /types/{collectionType}/fields/{customField}/order", "PUT /api/collection-types/{collectionType}/custom-fields/{customField}/order", moveField),
	page.Edit("POST /types/{collectionType}/fields/{customField}/delete", "DELETE /api/collection-types/{collectionType}/custom-fields/{customField}", deleteField),
}

func createGroup(v *page.Visit) error {
	in := catalog.CustomFieldGroupInput{Name: new(v.Text("name"))}
	return onType(v, catalog.CustomFieldGroupCreated, "#groups", func(ctx context.Context, change postgres.Writer, kind int64) error {
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.CreateCustomFieldGroup(ctx, change, kind, in)
		return err
	})
}

// onGroup changes the group of the path.
func onGroup(v *page.Visit, action catalog.Action, do func(ctx context.Context, change postgres.Writer, kind, id int64) error) error {
	id, err := v.Number("group")
	if err != nil {
		return err
	}
	return onType(v, action, "#group-"+v.PathValue("group"), func(ctx context.Context, change postgres.Writer, kind int64) error { return do(ctx, change, kind, id) })
}

func updateGroup(v *page.Visit) error {
	id, err := v.Number("group")
	if err != nil {
		return err
	}
	values := func(t catalog.TypeEdit) map[string]string {
		for _, g := range t.Groups {
			if g.ID == id {
				return ui.GroupValues(g)
			}
		}
		return nil
	}
	return amendType(v, catalog.CustomFieldGroupUpdated, "#group-"+v.PathValue("group"), values, func(ctx context.Context, change postgres.Writer, kind int64) error {
		in := catalog.CustomFieldGroupInput{Name: new(v.Text("name"))}
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.UpdateCustomFieldGroup(ctx, change, kind, id, in)
		return err
	})
}

func moveGroup(v *page.Visit) error {
	in := catalog.Move{Direction: v.Text("direction")}
	return onGroup(v, catalog.CustomFieldGroupMoved, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.MoveCustomFieldGroup(ctx, change, kind, id, in)
		return err
	})
}

func deleteGroup(v *page.Visit) error {
	return onGroup(v, catalog.CustomFieldGroupDeleted, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		return inventory.DeleteCustomFieldGroup(ctx, change, kind, id)
	})
}

func createField(v *page.Visit) error {
	var wrong fault.Invalid
	in := catalog.CustomFieldInput{Name: new(v.Text("name")), FieldType: v.Text("kind"), GroupID: v.Integer(&wrong, "group")}
	return onType(v, catalog.CustomFieldCreated, "#new-"+v.Text("group"), func(ctx context.Context, change postgres.Writer, kind int64) error {
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
func onField(v *page.Visit, action catalog.Action, do func(ctx context.Context, change postgres.Writer, kind, id int64) error) error {
	id, err := v.Number("customField")
	if err != nil {
		return err
	}
	return onType(v, action, fieldAnchor(id), func(ctx context.Context, change postgres.Writer, kind int64) error { return do(ctx, change, kind, id) })
}

// updateField writes a field. It asks before changing the kind if values are recorded.
func updateField(v *page.Visit) error {
	field, err := editedField(v)
	if err != nil {
		return err
	}
	if v.Merge(ui.FieldValues(field)) == nil && field.Kind != v.Text("kind") && field.Values > 0 && v.Text("sure") == "" {
		return typeAgain(v, ui.Form{}, Ask{Field: field.ID, Name: v.Text("name"), Kind: v.Text("kind"), IsPublic: v.Text("is_public") != ""})
	}
	values := func(t catalog.TypeEdit) map[string]string {
		now, _ := t.Field(field.ID)
		return ui.FieldValues(now)
	}
	return amendType(v, catalog.CustomFieldUpdated, fieldAnchor(field.ID), values, func(ctx context.Context, change postgres.Writer, kind int64) error {
		var wrong fault.Invalid
		in := catalog.CustomFieldInput{Name: new(v.Text("name")), FieldType: v.Text("kind"), Options: lines(v.Text("options")), Position: v.Integer(&wrong, "position"),
			IsPublic: catalog.Now(v.Text("is_public") != "")}
		if err := cmp.Or(wrong.Err(), in.Validate()); err != nil {
			return err
		}
		_, err := inventory.UpdateCustomField(ctx, change, kind, field.ID, in)
		return err
	})
}

// editedField reads the field of the path.
func editedField(v *page.Visit) (catalog.FieldEdit, error) {
	e, err := typeOf(v)
	if err != nil {
		return catalog.FieldEdit{}, err
	}
	id, err := v.Number("customField")
	if err != nil {
		return catalog.FieldEdit{}, err
	}
	field, ok := e.Type.Field(id)
	if !ok {
		return field, fault.ErrNotFound
	}
	return field, nil
}

// lines are the options of a select field, one per line.
func lines(text string) []string { return strings.Split(strings.ReplaceAll(text, "\r", ""), "\n") }

func moveField(v *page.Visit) error {
	in := catalog.Move{Direction: v.Text("direction")}
	return onField(v, catalog.CustomFieldMoved, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		if err := in.Validate(); err != nil {
			return err
		}
		_, err := inventory.MoveCustomField(ctx, change, kind, id, in)
		return err
	})
}

// deleteField deletes a field. It asks before values would be lost.
func deleteField(v *page.Visit) error {
	field, err := editedField(v)
	if err != nil {
		return err
	}
	if field.Values > 0 && v.Text("sure") == "" {
		return typeAgain(v, ui.Form{}, Ask{Field: field.ID, Delete: true})
	}
	return onField(v, catalog.CustomFieldDeleted, func(ctx context.Context, change postgres.Writer, kind, id int64) error {
		return inventory.DeleteCustomField(ctx, change, kind, id)
	})
}
