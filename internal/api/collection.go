package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var collections = []route{
	read(member, "GET /api/collections", including(list(inventory.Collections), summary(each(collectionID), inventory.CollectionSummaries, collectionSummary), publicURL(func(p catalog.Page[catalog.Collection]) []catalog.Collection { return p.Items })), many(collection)),
	read(member, "GET /api/collections/{collection}", including(get(inventory.Collection), summary(alone(collectionID), inventory.CollectionSummaries, collectionSummary), publicURL(func(c catalog.Collection) []catalog.Collection { return []catalog.Collection{c} })), one(collection)),
	write(editor, "POST /api/collections", catalog.CollectionCreated, create(newCollectionInput, inventory.CreateCollection), created(collection)),
	write(editor, "PUT /api/collections/{collection}", catalog.CollectionUpdated, update(collectionInput, inventory.UpdateCollection), one(collection)),
	write(editor, "DELETE /api/collections/{collection}", catalog.CollectionDeleted, discard(inventory.DeleteCollection), trashed),
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
		Cover:       b.reference("cover_photo_id"),
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
		{"cover_photo_id", ref{c.CoverPhotoID}},
		{"created_at", c.CreatedAt},
		{"updated_at", c.UpdatedAt},
	}}
}

func collectionID(c catalog.Collection) int64 { return c.ID }

func collectionSummary(s catalog.Summary) nested {
	return nested{{"items", s.Items}, {"wanted_items", s.WantedItems}, {"copies", s.Copies}, {"held", s.Held}, {"quantity", digits(catalog.Whole(s.Quantity))}, {"value", money(s.Value)}}
}

// publicURL adds the addresses of public collections.
func publicURL[T any](all func(T) []catalog.Collection) extra[T] {
	return extra[T]{"public_url", func(_ context.Context, _ postgres.Reader, req *request, found T) (func(resource) any, error) {
		urls := map[int64]*string{}
		for _, c := range all(found) {
			if c.Visibility == "public" {
				urls[c.ID] = new(req.Base + "/c/" + c.Address)
			}
		}
		return func(o resource) any { return urls[o.id] }, nil
	}}
}
