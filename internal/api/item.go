package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var items = []route{
	view("GET /api/collections/{collection}/items", listItemsOf, many(item)),
	view("GET /api/collections/{collection}/items/{item}", getItemOf, one(item)),
	edit("POST /api/collections/{collection}/items", "item_created", itemInput, createItem, created(item)),
	edit("PUT /api/collections/{collection}/items/{item}", "item_updated", itemInput, updateItem, one(item)),
	remove("DELETE /api/collections/{collection}/items/{item}", "item_deleted", deleteItem),
	view("GET /api/items", listItems, many(item)),
	view("GET /api/items/{item}", getItem, one(item)),
}

func listItemsOf(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Item], error) {
	f, err := itemFilter(req)
	if err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	return r.ItemsOf(ctx, req.id("collection"), f, req.page())
}

func listItems(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Item], error) {
	f, err := itemFilter(req)
	if err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	return r.Items(ctx, f, req.page())
}

func getItemOf(ctx context.Context, r postgres.Reader, req *request) (catalog.Item, error) {
	return r.ItemOf(ctx, req.id("collection"), req.id("item"))
}

func getItem(ctx context.Context, r postgres.Reader, req *request) (catalog.Item, error) {
	return r.Item(ctx, req.id("item"))
}

func createItem(ctx context.Context, w postgres.Writer, req *request, in catalog.ItemInput) (catalog.Item, error) {
	return w.CreateItem(ctx, req.id("collection"), in)
}

func updateItem(ctx context.Context, w postgres.Writer, req *request, in catalog.ItemInput) (catalog.Item, error) {
	return w.UpdateItem(ctx, req.id("collection"), req.id("item"), in)
}

func deleteItem(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteItem(ctx, req.id("collection"), req.id("item"))
}

func itemInput(b *body) catalog.ItemInput {
	return catalog.ItemInput{
		Name:             b.text("name"),
		Description:      b.optional("description"),
		CollectionTypeID: b.integer("collection_type_id"),
		CustomFields:     b.values("custom_fields"),
		KeepOthers:       b.patch != nil && !b.patch.clears("custom_fields"),
	}
}

func item(i catalog.Item) resource {
	return resource{kind: "item", id: i.ID, self: itemPath(i), attributes: attributes{
		{"collection_id", ref{&i.CollectionID}},
		{"name", i.Name},
		{"description", i.Description},
		{"collection_type_id", ref{i.CollectionTypeID}},
		{"custom_fields", i.CustomFields},
		{"created_at", i.CreatedAt},
		{"updated_at", i.UpdatedAt},
	}}
}

func itemPath(i catalog.Item) string {
	return "/api/collections/" + strconv.FormatInt(i.CollectionID, 10) + "/items/" + strconv.FormatInt(i.ID, 10)
}
