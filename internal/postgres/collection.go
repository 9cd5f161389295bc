package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

const collection = `id, uuid::text, name, description, emoji, visibility, currency, created_at, updated_at`

func (r Reader) Collections(ctx context.Context, p catalog.Paging) (catalog.Page[catalog.Collection], error) {
	c := from(r, `collections`, `c`)
	l := list{columns: collection, order: lastUpdated, total: "collections"}
	if r.only != nil {
		c.among(filter{query: `select unnest({1}::bigint[])`}, r.only)
		l.total = ""
	}
	c.fill(&l)
	return page[catalog.Collection](ctx, r.narrowed(), p, l)
}

func (r Reader) Collection(ctx context.Context, id int64) (catalog.Collection, error) {
	return one[catalog.Collection](ctx, r.inCollection(id), `select `+collection+` from collections where account_id = $1 and id = $2`, r.account, id)
}

// CreateCollection makes a collection and links it to types; ids that are not in
// the account are passed over.
func (w Writer) CreateCollection(ctx context.Context, in catalog.CollectionInput) (catalog.Collection, error) {
	return apply[catalog.Collection](ctx, w.change, named, `
		with changed as (
			insert into collections (account_id, name, description, emoji, visibility, currency)
			select id, $2, $3, $4, $5, coalesce($6, currency) from accounts where id = $1
			returning `+collection+`
		), types as (
			select t.id from (select distinct unnest($7::bigint[]) as id) wanted
			cross join lateral (select id from collection_types where account_id = $1 and id = wanted.id for key share) t
		), linked as (
			insert into collection_type_links (account_id, collection_id, collection_type_id) select $1, changed.id, types.id from changed, types
		)`, w.account, in.Name, in.Description, in.Emoji, in.Visibility, in.Currency, in.TypeIDs)
}

func (w Writer) UpdateCollection(ctx context.Context, id int64, in catalog.CollectionInput) (catalog.Collection, error) {
	return apply[catalog.Collection](ctx, w.inCollection(id), named, `
		update collections c set name = $3, description = $4, emoji = $5, visibility = $6, currency = coalesce($7, a.currency), updated_at = now()
		from accounts a where a.id = $1 and c.account_id = $1 and c.id = $2
		returning c.id, uuid::text, c.name, description, emoji, visibility, c.currency, c.created_at, c.updated_at`,
		w.account, id, in.Name, in.Description, in.Emoji, in.Visibility, in.Currency)
}

// DeleteCollection deletes a collection with all its items, their copies and
// insurance records.
func (w Writer) DeleteCollection(ctx context.Context, id int64) error {
	ctx = w.slowly(ctx)
	return erase(ctx, w.inCollection(id), named, `delete from collections where account_id = $1 and id = $2 returning name`, w.account, id)
}
