package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var categories = resource[catalog.Category]{
	table:   table{name: `categories`},
	columns: `id, uuid::text, collection_id, parent_id, name, description, created_at, updated_at`,
	owner:   owner{`collection_id`, `collections`},
	order:   byID,
	entry:   named,
	trace:   trace{object: `category`, collection: `collection_id`, columns: `collection_id`},
}

func (r Reader) Categories(ctx context.Context, collection int64, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.Category], error) {
	l := categories.list(r, collection)
	l.named(s)
	return page[catalog.Category](ctx, inCollection(r, collection), p, l)
}

func (r Reader) Category(ctx context.Context, collection, id int64) (catalog.Category, error) {
	return categories.one(ctx, inCollection(r, collection), collection, id)
}

// CategoryTree reads all categories of a collection with the number of items in each.
func (r Reader) CategoryTree(ctx context.Context, collection int64) (*catalog.CategoryTree, error) {
	found, err := all[catalog.CategoryCount](ctx, inCollection(r, collection), `
		select c.id, c.parent_id, c.name, i.n as here from categories c
		cross join lateral (select count(*) as n from items where account_id = $1 and category_id = c.id offset 0) i
		where c.account_id = $1 and c.collection_id = $2`, r.account, collection)
	return catalog.NewCategoryTree(found), err
}

// CategorySummaries are what the copies of the items in categories add up to.
func (r Reader) CategorySummaries(ctx context.Context, ids []int64) (map[int64]catalog.Summary, error) {
	return r.summaries(ctx, inCategories, ids)
}

// CreateCategory adds a category. The tree of a collection is changed by one at a time;
// a trigger holds how deep it may be.
func (w Writer) CreateCategory(ctx context.Context, collection int64, in catalog.CategoryInput) (catalog.Category, error) {
	categories.owner.serialise(w.change, collection)
	return categories.write(ctx, inCollection(w.change, collection), `
		insert into categories (account_id, collection_id, parent_id, name, name_key, description)
		select account_id, id, $3, $4, $5, $6 from collections where account_id = $1 and id = $2`,
		collection, in.ParentID, in.Name, catalog.Fold(in.Name), in.Description)
}

// UpdateCategory changes or moves a category.
func (w Writer) UpdateCategory(ctx context.Context, collection, id int64, in catalog.CategoryInput) (catalog.Category, error) {
	categories.owner.serialise(w.change, collection)
	return categories.write(ctx, inCollection(w.change, collection), `
		update categories set parent_id = $4, name = $5, name_key = $6, description = $7, updated_at = now()
		where account_id = $1 and collection_id = $2 and id = $3`, collection, id, in.ParentID, in.Name, catalog.Fold(in.Name), in.Description)
}

// DeleteCategory deletes a category with those inside it. Their items stay.
func (w Writer) DeleteCategory(ctx context.Context, collection, id int64) error {
	ctx = slowly(ctx, w.change)
	categories.owner.serialise(w.change, collection)
	return categories.discard(ctx, inCollection(w.change, collection), collection, id)
}
