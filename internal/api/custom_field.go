package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var customFields = []route{
	view("GET /api/collection-types/{collectionType}/custom-fields", listFields, many(customField)),
	view("GET /api/collection-types/{collectionType}/custom-fields/{customField}", getField, one(customField)),
	edit("POST /api/collection-types/{collectionType}/custom-fields", "custom_field_created", newFieldInput, createField, created(customField)),
	edit("PUT /api/collection-types/{collectionType}/custom-fields/{customField}", "custom_field_updated", fieldInput, updateField, one(customField)),
	remove("DELETE /api/collection-types/{collectionType}/custom-fields/{customField}", "custom_field_deleted", deleteField),
	edit("PUT /api/collection-types/{collectionType}/custom-fields/{customField}/order", "custom_field_moved", moveInput, moveField, one(customField)),
}

func listFields(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.CustomField], error) {
	return r.CustomFields(ctx, req.id("collectionType"), req.page())
}

func getField(ctx context.Context, r postgres.Reader, req *request) (catalog.CustomField, error) {
	return r.CustomField(ctx, req.id("collectionType"), req.id("customField"))
}

func createField(ctx context.Context, w postgres.Writer, req *request, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	return w.CreateCustomField(ctx, req.id("collectionType"), in)
}

func updateField(ctx context.Context, w postgres.Writer, req *request, in catalog.CustomFieldInput) (catalog.CustomField, error) {
	return w.UpdateCustomField(ctx, req.id("collectionType"), req.id("customField"), in)
}

func moveField(ctx context.Context, w postgres.Writer, req *request, in catalog.Move) (catalog.CustomField, error) {
	return w.MoveCustomField(ctx, req.id("collectionType"), req.id("customField"), in)
}

func deleteField(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteCustomField(ctx, req.id("collectionType"), req.id("customField"))
}

// newFieldInput: the group is chosen once, the place follows.
func newFieldInput(b *body) catalog.CustomFieldInput {
	return catalog.CustomFieldInput{Name: b.given("name"), FieldType: b.text("field_type"), Options: b.strings("options"), GroupID: b.integer("group_id")}
}

func fieldInput(b *body) catalog.CustomFieldInput {
	return catalog.CustomFieldInput{Name: b.given("name"), FieldType: b.text("field_type"), Options: b.strings("options"), Position: b.integer("position")}
}

func customField(f catalog.CustomField) resource {
	return resource{kind: "custom_field", id: f.ID, self: typePath(f.CollectionTypeID) + "/custom-fields/" + strconv.FormatInt(f.ID, 10), attributes: attributes{
		{"name", f.Name},
		{"field_type", f.FieldType},
		{"options", texts(f.Options)},
		{"position", f.Position},
		{"group_id", ref{f.GroupID}},
		{"created_at", f.CreatedAt},
		{"updated_at", f.UpdatedAt},
	}}
}

// texts shows a list of strings, null where there is none.
func texts(list []string) any {
	if list == nil {
		return nil
	}
	return list
}
