package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
)

var collections = []route{
	view("GET /api/collections", listCollections, many(collection)),
	view("GET /api/collections/{collection}", getCollection, one(collection)),
	edit("POST /api/collections", "collection_created", newCollectionInput, createCollection, created(collection)),
	edit("PUT /api/collections/{collection}", "collection_updated", collectionInput, updateCollection, one(collection)),
	remove("DELETE /api/collections/{collection}", "collection_deleted", deleteCollection),
}

func listCollections(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Collection], error) {
	return r.Collections(ctx, req.page())
}

func getCollection(ctx context.Context, r postgres.Reader, req *request) (catalog.Collection, error) {
	return r.Collection(ctx, req.id("collection"))
}

func createCollection(ctx context.Context, w postgres.Writer, _ *request, in catalog.CollectionInput) (catalog.Collection, error) {
	return w.CreateCollection(ctx, in)
}

func updateCollection(ctx context.Context, w postgres.Writer, req *request, in catalog.CollectionInput) (catalog.Collection, error) {
	return w.UpdateCollection(ctx, req.id("collection"), in)
}

func deleteCollection(ctx context.Context, w postgres.Writer, req *request) error {
	return w.DeleteCollection(ctx, req.id("collection"))
}

func newCollectionInput(b *body) catalog.CollectionInput {
	in := collectionInput(b)
	in.TypeIDs = b.integers("collection_type_ids")
	return in
}

func collectionInput(b *body) catalog.CollectionInput {
	return catalog.CollectionInput{
		Name:        b.text("name"),
		Description: b.optional("description"),
		Emoji:       b.text("emoji"),
		Visibility:  b.text("visibility"),
		Currency:    b.optional("currency"),
	}
}

func collection(c catalog.Collection) resource {
	return resource{kind: "collection", id: c.ID, self: "/api/collections/" + strconv.FormatInt(c.ID, 10), attributes: attributes{
		{"uuid", c.UUID},
		{"name", c.Name},
		{"description", c.Description},
		{"emoji", c.Emoji},
		{"visibility", c.Visibility},
		{"currency", c.Currency},
		{"created_at", c.CreatedAt},
		{"updated_at", c.UpdatedAt},
	}}
}
