package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

var customFields = []route{
	read(member, "GET /api/collection-types/{collectionType}/custom-fields", listIn(inventory.CustomFields), many(customField)),
	read(member, "GET /api/collection-types/{collectionType}/custom-fields/{customField}", getIn(inventory.CustomField), one(customField)),
	write(editor, "POST /api/collection-types/{collectionType}/custom-fields", catalog.CustomFieldCreated, createIn(newFieldInput, inventory.CreateCustomField), created(customField)),
	write(editor, "PUT /api/collection-types/{collectionType}/custom-fields/{customField}", catalog.CustomFieldUpdated, updateIn(fieldInput, inventory.UpdateCustomField), one(customField)),
	write(editor, "DELETE /api/collection-types/{collectionType}/custom-fields/{customField}", catalog.CustomFieldDeleted, discardIn(inventory.DeleteCustomField), trashed),
	write(editor, "PUT /api/collection-types/{collectionType}/custom-fields/{customField}/order", catalog.CustomFieldMoved, updateIn(moveInput, inventory.MoveCustomField), one(customField)),
}

// newFieldInput reads a new field: its group cannot change later, its position comes last.
func newFieldInput(b *body) catalog.CustomFieldInput {
	return catalog.CustomFieldInput{Name: b.given("name"), FieldType: b.text("field_type"), Options: b.strings("options"), GroupID: b.integer("group_id"), IsPublic: b.flag("is_public")}
}

func fieldInput(b *body) catalog.CustomFieldInput {
	return catalog.CustomFieldInput{Name: b.given("name"), FieldType: b.text("field_type"), Options: b.strings("options"), Position: b.integer("position"), IsPublic: b.flag("is_public")}
}

func customField(f catalog.CustomField) resource {
	return resource{kind: "custom_field", id: f.ID, self: typePath(f.CollectionTypeID) + "/custom-fields/" + strconv.FormatInt(f.ID, 10), attributes: attributes{
		{"uuid", f.UUID},
		{"name", f.Name},
		{"field_type", f.FieldType},
		{"options", texts(f.Options)},
		{"position", f.Position},
		{"group_id", ref{f.GroupID}},
		{"is_public", f.IsPublic},
		{"created_at", f.CreatedAt},
		{"updated_at", f.UpdatedAt},
	}}
}

// texts shows a list of strings, or null.
func texts(list []string) any {
	if list == nil {
		return nil
	}
	return list
}
