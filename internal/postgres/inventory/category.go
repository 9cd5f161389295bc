package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var categories = engine.Resource[catalog.Category]{
	Table:   engine.Table{Name: `categories`},
	Columns: `id, uuid::text, collection_id, parent_id, name, description, created_at, updated_at`,
	Owner:   engine.Owner{Column: `collection_id`, Table: `collections`},
	Order:   engine.ByID,
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `category`, Collection: `collection_id`, Columns: `collection_id`},
}

func Categories(ctx context.Context, r engine.Reader, collection int64, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.Category], error) {
	l := categories.List(r, collection)
	l.Named(s)
	return engine.Page[catalog.Category](ctx, engine.InCollection(r, collection), p, l)
}

func Category(ctx context.Context, r engine.Reader, collection, id int64) (catalog.Category, error) {
	return categories.One(ctx, engine.InCollection(r, collection), collection, id)
}

// CategoryTree reads all categories of a collection with the number of items in each.
func CategoryTree(ctx context.Context, r engine.Reader, collection int64) (*catalog.CategoryTree, error) {
	found, err := engine.All[catalog.CategoryCount](ctx, engine.InCollection(r, collection), `
		select c.id, c.parent_id, c.name, i.n as here from categories c
		cross join lateral (select count(*) as n from items where account_id = $1 and category_id = c.id offset 0) i
		where c.account_id = $1 and c.collection_id = $2`, r.AccountID(), collection)
	return catalog.NewCategoryTree(found), err
}

// CategorySummaries are the sums over copies of items in categories.
func CategorySummaries(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.Summary, error) {
	return summaries(ctx, r, inCategories, ids)
}

// CreateCategory adds a category. Changes to the tree of a collection are serialised; a trigger limits
// its depth.
func CreateCategory(ctx context.Context, w engine.Writer, collection int64, in catalog.CategoryInput) (catalog.Category, error) {
	categories.Owner.Serialise(w.Edit, collection)
	return categories.Write(ctx, engine.InCollection(w.Edit, collection), `
		insert into categories (account_id, collection_id, parent_id, name, name_key, description)
		select account_id, id, $3, $4, $5, $6 from collections where account_id = $1 and id = $2`,
		collection, in.ParentID, in.Name, catalog.Fold(in.Name), in.Description)
}

// UpdateCategory changes or moves a category.
func UpdateCategory(ctx context.Context, w engine.Writer, collection, id int64, in catalog.CategoryInput) (catalog.Category, error) {
	categories.Owner.Serialise(w.Edit, collection)
	return categories.Write(ctx, engine.InCollection(w.Edit, collection), `
		update categories set parent_id = $4, name = $5, name_key = $6, description = $7, updated_at = now()
		where account_id = $1 and collection_id = $2 and id = $3`, collection, id, in.ParentID, in.Name, catalog.Fold(in.Name), in.Description)
}

// DeleteCategory deletes a category with those inside it. Their items stay.
func DeleteCategory(ctx context.Context, w engine.Writer, collection, id int64) error {
	ctx = engine.Slowly(ctx, w.Edit)
	categories.Owner.Serialise(w.Edit, collection)
	return categories.Discard(ctx, engine.InCollection(w.Edit, collection), collection, id)
}
