package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var customFieldGroups = []route{
	read(member, "GET /api/collection-types/{collectionType}/custom-field-groups", listIn(postgres.Reader.CustomFieldGroups), many(customFieldGroup)),
	read(member, "GET /api/collection-types/{collectionType}/custom-field-groups/{group}", getIn(postgres.Reader.CustomFieldGroup), one(customFieldGroup)),
	write(editor, "POST /api/collection-types/{collectionType}/custom-field-groups", catalog.CustomFieldGroupCreated, createIn(groupInput, postgres.Writer.CreateCustomFieldGroup), created(customFieldGroup)),
	write(editor, "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}", catalog.CustomFieldGroupUpdated, updateIn(groupInput, postgres.Writer.UpdateCustomFieldGroup), one(customFieldGroup)),
	write(editor, "DELETE /api/collection-types/{collectionType}/custom-field-groups/{group}", catalog.CustomFieldGroupDeleted, removeIn(postgres.Writer.DeleteCustomFieldGroup), nothing),
	write(editor, "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}/order", catalog.CustomFieldGroupMoved, updateIn(moveInput, postgres.Writer.MoveCustomFieldGroup), one(customFieldGroup)),
}

func groupInput(b *body) catalog.CustomFieldGroupInput {
	return catalog.CustomFieldGroupInput{Name: b.given("name")}
}

func moveInput(b *body) catalog.Move { return catalog.Move{Direction: b.text("direction")} }

func customFieldGroup(g catalog.CustomFieldGroup) resource {
	return resource{kind: "custom_field_group", id: g.ID, self: typePath(g.CollectionTypeID) + "/custom-field-groups/" + strconv.FormatInt(g.ID, 10), attributes: attributes{
		{"uuid", g.UUID},
		{"name", g.Name},
		{"position", g.Position},
		{"created_at", g.CreatedAt},
		{"updated_at", g.UpdatedAt},
	}}
}
