package api

import (
	"context"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var categories = []route{
	read(member, "GET /api/collections/{collection}/categories", including(listCategories, summary(each(categoryID), inventory.CategorySummaries, locationSummary)), many(category)),
	read(member, "GET /api/collections/{collection}/categories/{category}", including(getIn(inventory.Category), summary(alone(categoryID), inventory.CategorySummaries, locationSummary)), one(category)),
	write(editor, "POST /api/collections/{collection}/categories", catalog.CategoryCreated, createIn(categoryInput, inventory.CreateCategory), created(category)),
	write(editor, "PUT /api/collections/{collection}/categories/{category}", catalog.CategoryUpdated, updateIn(categoryInput, inventory.UpdateCategory), one(category)),
	write(editor, "DELETE /api/collections/{collection}/categories/{category}", catalog.CategoryDeleted, discardIn(inventory.DeleteCategory), trashed),
}

func listCategories(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[catalog.Category], error) {
	return listNamed(func(ctx context.Context, r postgres.Reader, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.Category], error) {
		return inventory.Categories(ctx, r, req.nth(0), s, p)
	})(ctx, r, req)
}

func categoryInput(b *body) catalog.CategoryInput {
	return catalog.CategoryInput{Name: b.text("name"), Description: b.optional("description"), ParentID: b.integer("parent_id")}
}

func category(c catalog.Category) resource {
	return resource{kind: "category", id: c.ID, self: categoryPath(c.CollectionID, c.ID), attributes: attributes{
		{"uuid", c.UUID},
		{"collection_id", ref{&c.CollectionID}},
		{"name", c.Name},
		{"description", c.Description},
		{"parent_id", ref{c.ParentID}},
		{"created_at", c.CreatedAt},
		{"updated_at", c.UpdatedAt},
	}}
}

func categoryPath(collection, id int64) string {
	return "/api/collections/" + strconv.FormatInt(collection, 10) + "/categories/" + strconv.FormatInt(id, 10)
}

func categoryID(c catalog.Category) int64 { return c.ID }
