package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

var customFieldGroups = []route{
	read(member, "GET /api/collection-types/{collectionType}/custom-field-groups", listIn(inventory.CustomFieldGroups), many(customFieldGroup)),
	read(member, "GET /api/collection-types/{collectionType}/custom-field-groups/{group}", getIn(inventory.CustomFieldGroup), one(customFieldGroup)),
	write(editor, "POST /api/collection-types/{collectionType}/custom-field-groups", catalog.CustomFieldGroupCreated, createIn(groupInput, inventory.CreateCustomFieldGroup), created(customFieldGroup)),
	write(editor, "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}", catalog.CustomFieldGroupUpdated, updateIn(groupInput, inventory.UpdateCustomFieldGroup), one(customFieldGroup)),
	write(editor, "DELETE /api/collection-types/{collectionType}/custom-field-groups/{group}", catalog.CustomFieldGroupDeleted, removeIn(inventory.DeleteCustomFieldGroup), nothing),
	write(editor, "PUT /api/collection-types/{collectionType}/custom-field-groups/{group}/order", catalog.CustomFieldGroupMoved, updateIn(moveInput, inventory.MoveCustomFieldGroup), one(customFieldGroup)),
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
