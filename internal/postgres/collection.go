package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var collections = kept[catalog.Collection]{
	table:   table{`collections`, `c`},
	columns: `c.id, c.uuid::text, c.name, c.description, c.emoji, c.visibility, c.currency, c.created_at, c.updated_at`,
	order:   lastUpdated,
	total:   "collections",
	entry:   named,
	trace:   trace{object: `collection`, collection: `changed.id`},
}

func (r Reader) Collections(ctx context.Context, p catalog.Paging) (catalog.Page[catalog.Collection], error) {
	return page[catalog.Collection](ctx, r.narrowed(), p, r.collections())
}

// collections is the list of those that the caller sees.
func (r Reader) collections() list {
	l := collections.list(r)
	if r.only != nil {
		l.among(filter{query: `select unnest(` + l.arg(r.only) + `::bigint[])`})
		l.total = ""
	}
	return l
}

func (r Reader) Collection(ctx context.Context, id int64) (catalog.Collection, error) {
	return collections.one(ctx, r.inCollection(id), id)
}

// CreateCollection creates a collection and links it to types; ids that are not
// in the account are ignored.
func (w Writer) CreateCollection(ctx context.Context, in catalog.CollectionInput) (catalog.Collection, error) {
	return collections.steps(ctx, w.change, `
		with changed as (
			insert into collections as c (account_id, name, description, emoji, visibility, currency)
			select id, $2, $3, $4, $5, coalesce($6, currency) from accounts where id = $1
			returning `+collections.columns+`
		), types as (
			select t.id from (select distinct unnest($7::bigint[]) as id) wanted
			cross join lateral (select id from collection_types where account_id = $1 and id = wanted.id for key share) t
		), linked as (
			insert into collection_type_links (account_id, collection_id, collection_type_id) select $1, changed.id, types.id from changed, types
		)`, in.Name, in.Description, in.Emoji, in.Visibility, in.Currency, in.TypeIDs)
}

func (w Writer) UpdateCollection(ctx context.Context, id int64, in catalog.CollectionInput) (catalog.Collection, error) {
	return collections.write(ctx, w.inCollection(id), `
		update collections c set name = $3, description = $4, emoji = $5, visibility = $6, currency = coalesce($7, a.currency), updated_at = now()
		from accounts a where a.id = $1 and c.account_id = $1 and c.id = $2`,
		id, in.Name, in.Description, in.Emoji, in.Visibility, in.Currency)
}

// DeleteCollection deletes a collection with all its items, their copies and
// insurance records.
func (w Writer) DeleteCollection(ctx context.Context, id int64) error {
	return collections.discard(w.slowly(ctx), w.inCollection(id), id)
}
