package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var customFieldGroups = []route{
	view("GET /api/collection-types/{collectionType}/custom-field-groups", listGroups, many(customFieldGroup)),
	view("GET /api/collection-types/{collectionType}/custom-field-groups/{group}", getGroup, one(customFieldGroup)),
	edit("POST /api/collection-types/{collectionType}/custom-field-groups", "custom_field_group_created", groupInput, createGroup, created(customFieldGroup)),
	edit("PUT /api/collection-types/{collectionType}/custom-field-groups/{group}", "custom_field_group_updated", groupInput, updateGroup, one(customFieldGroup)),
	remove("DELETE /api/collection-types/{collectionType}/custom-field-groups/{group}", "custom_field_group_deleted", deleteGroup),
	edit("PUT /api/collection-types/{collectionType}/custom-field-groups/{group}/order", "custom_field_group_moved", moveInput, moveGroup, one(customFieldGroup)),
}

func listGroups(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.CustomFieldGroup], error) {
	return r.CustomFieldGroups(ctx, req.id("collectionType"), req.page())
}

func getGroup(ctx context.Context, r postgres.Reader, req *request) (catalog.CustomFieldGroup, error) {
	return r.CustomFieldGroup(ctx, req.id("collectionType"), req.id("group"))
}

func createGroup(ctx context.Context, w postgres.Writer, req *request, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	return w.CreateCustomFieldGroup(ctx, req.id("collectionType"), in)
}

func updateGroup(ctx context.Context, w postgres.Writer, req *request, in catalog.CustomFieldGroupInput) (catalog.CustomFieldGroup, error) {
	return w.UpdateCustomFieldGroup(ctx, req.id("collectionType"), req.id("group"), in)
}

func moveGroup(ctx context.Context, w postgres.Writer, req *request, in catalog.Move) (catalog.CustomFieldGroup, error) {
	return w.MoveCustomFieldGroup(ctx, req.id("collectionType"), req.id("group"), in)
}

func deleteGroup(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteCustomFieldGroup(ctx, req.id("collectionType"), req.id("group"))
}

func groupInput(b *body) catalog.CustomFieldGroupInput {
	return catalog.CustomFieldGroupInput{Name: b.given("name")}
}

func moveInput(b *body) catalog.Move { return catalog.Move{Direction: b.text("direction")} }

func customFieldGroup(g catalog.CustomFieldGroup) resource {
	return resource{kind: "custom_field_group", id: g.ID, self: typePath(g.CollectionTypeID) + "/custom-field-groups/" + strconv.FormatInt(g.ID, 10), attributes: attributes{
		{"name", g.Name},
		{"position", g.Position},
		{"created_at", g.CreatedAt},
		{"updated_at", g.UpdatedAt},
	}}
}
