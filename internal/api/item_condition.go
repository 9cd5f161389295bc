package api

import (
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

var itemConditions = []route{
	read(member, "GET /api/item-conditions", listNamed(inventory.ItemConditions), many(itemCondition)),
	read(member, "GET /api/item-conditions/{itemCondition}", get(inventory.ItemCondition), one(itemCondition)),
	write(editor, "POST /api/item-conditions", catalog.ItemConditionCreated, create(newItemCondition, inventory.CreateItemCondition), created(itemCondition)),
	write(editor, "PUT /api/item-conditions/{itemCondition}", catalog.ItemConditionUpdated, update(itemConditionInput, inventory.UpdateItemCondition), one(itemCondition)),
	write(editor, "DELETE /api/item-conditions/{itemCondition}", catalog.ItemConditionDeleted, discard(inventory.DeleteItemCondition), trashed),
	write(editor, "PUT /api/item-conditions/{itemCondition}/order", catalog.ItemConditionMoved, update(moveInput, inventory.MoveItemCondition), one(itemCondition)),
}

func newItemCondition(b *body) catalog.ItemConditionInput {
	return catalog.ItemConditionInput{Name: b.text("name")}
}

func itemConditionInput(b *body) catalog.ItemConditionInput {
	return catalog.ItemConditionInput{Name: b.text("name"), Position: b.integer("position")}
}

func itemCondition(c catalog.ItemCondition) resource {
	return resource{kind: "item_condition", id: c.ID, self: "/api/item-conditions/" + strconv.FormatInt(c.ID, 10), attributes: attributes{
		{"uuid", c.UUID},
		{"name", c.Name},
		{"position", c.Position},
		{"created_at", c.CreatedAt},
		{"updated_at", c.UpdatedAt},
	}}
}
