package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var items = []route{
	read(member, "GET /api/collections/{collection}/items", byView("items", including(listItemsOf, besideItems...)), many(item)),
	read(member, "GET /api/collections/{collection}/items/{item}", including(getIn(inventory.ItemOf), besideItem...), one(item)),
	write(editor, "POST /api/collections/{collection}/items", catalog.ItemCreated, createIn(itemInput, inventory.CreateItem), created(item)),
	write(editor, "PUT /api/collections/{collection}/items/{item}", catalog.ItemUpdated, updateIn(itemInput, inventory.UpdateItemOf), one(item)),
	write(editor, "DELETE /api/collections/{collection}/items/{item}", catalog.ItemDeleted, discardIn(inventory.DeleteItemOf), trashed),
	read(member, "GET /api/items", byView("items", including(listItems, besideItems...)), many(item)),
	write(editor, "POST /api/items/move", catalog.ItemMoved, moveItems, outcome(itemMove)),
	read(member, "GET /api/items/{item}", including(get(inventory.Item), besideItem...), one(item)),
	write(editor, "PUT /api/items/{item}", catalog.ItemUpdated, update(itemInput, inventory.UpdateItem), one(item)),
	write(editor, "DELETE /api/items/{item}", catalog.ItemDeleted, discard(inventory.DeleteItem), trashed),
}

func photosOfItems(ctx context.Context, r postgres.Reader, p catalog.Page[catalog.Item]) (map[int64]signable, error) {
	return mainPhotos(ctx, r, p.Items...)
}

func photosOfItem(ctx context.Context, r postgres.Reader, i catalog.Item) (map[int64]signable, error) {
	return mainPhotos(ctx, r, i)
}

func listItemsOf(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Item], error) {
	f, err := itemFilter(req)
	if err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	return inventory.ItemsOf(ctx, r, req.id("collection"), f, req.page())
}

func listItems(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Item], error) {
	f, err := itemFilter(req)
	if err != nil {
		return catalog.Page[catalog.Item]{}, err
	}
	return inventory.Items(ctx, r, f, req.page())
}

func itemInput(b *body) catalog.ItemInput {
	return catalog.ItemInput{
		Name:             b.text("name"),
		Description:      b.optional("description"),
		CollectionTypeID: b.integer("collection_type_id"),
		CustomFields:     b.values("custom_fields"),
		KeepOthers:       b.patch != nil && !b.patch.clears("custom_fields"),

		CategoryID:         b.reference("category_id"),
		SetID:              b.reference("set_id"),
		SeriesID:           b.reference("series_id"),
		TagIDs:             b.references("tag_ids"),
		Wanted:             left(b, "wanted", b.boolean),
		WantedPriority:     left(b, "wanted_priority", b.optional),
		WantedMaxPrice:     left(b, "wanted_max_price", b.integer),
		WantedCurrencyCode: left(b, "wanted_currency_code", b.optional),
	}
}

func item(i catalog.Item) resource {
	return resource{kind: "item", id: i.ID, self: itemPath(i), attributes: attributes{
		{"uuid", i.UUID},
		{"collection_id", ref{&i.CollectionID}},
		{"name", i.Name},
		{"description", i.Description},
		{"collection_type_id", ref{i.CollectionTypeID}},
		{"custom_fields", i.CustomFields},
		{"category_id", ref{i.CategoryID}},
		{"set_id", ref{i.SetID}},
		{"series_id", ref{i.SeriesID}},
		{"tag_ids", refs(i.TagIDs)},
		{"wanted", i.Wanted},
		{"wanted_priority", i.WantedPriority},
		{"wanted_max_price", i.WantedMaxPrice},
		{"wanted_currency_code", i.WantedCurrencyCode},
		{"created_at", i.CreatedAt},
		{"updated_at", i.UpdatedAt},
	}}
}

func itemPath(i catalog.Item) string {
	return "/api/collections/" + strconv.FormatInt(i.CollectionID, 10) + "/items/" + strconv.FormatInt(i.ID, 10)
}

func moveItems(req *request) (func(context.Context, postgres.Writer) (catalog.Moved, error), error) {
	in, err := readInput[catalog.ItemMove](req, func(b *body) catalog.ItemMove {
		return catalog.ItemMove{IDs: b.integers("item_ids"), CollectionID: b.integer("collection_id")}
	})
	return func(ctx context.Context, w postgres.Writer) (catalog.Moved, error) {
		return inventory.MoveItems(ctx, w, in)
	}, err
}

func itemMove(m catalog.Moved) resource {
	return resource{kind: "item_move", id: m.CollectionID, self: "/api/collections/" + strconv.FormatInt(m.CollectionID, 10), attributes: attributes{{"moved", m.Items}}}
}

var (
	summaryOfItem  = summary(alone(itemID), inventory.ItemSummaries, itemSummary)
	summaryOfItems = summary(each(itemID), inventory.ItemSummaries, itemSummary)
)

func itemID(i catalog.Item) int64 { return i.ID }

func itemSummary(s catalog.Summary) nested {
	return nested{{"copies", s.Copies}, {"held", s.Held}, {"quantity", digits(catalog.Whole(s.Quantity))}, {"value", money(s.Value)}, {"main_photo_id", ref{s.MainPhotoID}}}
}
