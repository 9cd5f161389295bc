package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var storageBoxes = []route{
	read(member, "GET /api/storage-boxes", listStorageBoxes, many(storageBox)),
	read(member, "GET /api/storage-boxes/{storageBox}", get(inventory.StorageBox), one(storageBox)),
	write(editor, "POST /api/storage-boxes", catalog.StorageBoxCreated, create(newStorageBox, inventory.CreateStorageBox), created(storageBox)),
	write(editor, "PUT /api/storage-boxes/{storageBox}", catalog.StorageBoxUpdated, update(storageBoxInput, inventory.UpdateStorageBox), one(storageBox)),
	write(editor, "DELETE /api/storage-boxes/{storageBox}", catalog.StorageBoxDeleted, discard(inventory.DeleteStorageBox), trashed),
}

func listStorageBoxes(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.StorageBox], error) {
	f := filter{query: req.query()}
	in := catalog.StorageBoxFilter{Search: f.search("q"), CollectionID: f.id("collection_id")}
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[catalog.StorageBox]{}, err
	}
	return inventory.StorageBoxes(ctx, r, in, req.page())
}

func newStorageBox(b *body) catalog.NewStorageBox {
	return catalog.NewStorageBox{CollectionID: b.integer("collection_id"), StorageBoxInput: storageBoxInput(b)}
}

func storageBoxInput(b *body) catalog.StorageBoxInput {
	return catalog.StorageBoxInput{Name: b.text("name"), Description: b.optional("description")}
}

func storageBox(s catalog.StorageBox) resource {
	return resource{kind: "storage_box", id: s.ID, self: "/api/storage-boxes/" + strconv.FormatInt(s.ID, 10), attributes: attributes{
		{"uuid", s.UUID},
		{"collection_id", ref{&s.CollectionID}},
		{"name", s.Name},
		{"description", s.Description},
		{"created_at", s.CreatedAt},
		{"updated_at", s.UpdatedAt},
	}}
}
