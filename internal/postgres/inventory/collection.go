// Package inventory holds the SQL of the catalogue: collections, types, fields, items, copies,
// locations, categories, tags, sets, photos, documents and exchange rates. A resource is one file: how
// it is stored, and functions that take a Reader or a Writer.
package inventory

import (
	"context"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var collections = engine.Resource[catalog.Collection]{
	Table:   engine.Table{Name: `collections`, Alias: `c`},
	Columns: `c.id, c.uuid::text, coalesce(c.address, c.uuid)::text as address, c.name, c.description, c.emoji, c.visibility, c.currency, ` + coverOfCollection + ` as cover_photo_id, c.created_at, c.updated_at`,
	Order:   engine.LastUpdated,
	Total:   "collections",
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `collection`, Collection: `changed.id`},
}

// coverOfCollection is the chosen cover of the collection c.
const coverOfCollection = `(select photo_id from collection_covers where account_id = $1 and collection_id = c.id)`

func Collections(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[catalog.Collection], error) {
	return engine.Page[catalog.Collection](ctx, engine.Narrowed(r), p, collectionList(r))
}

// collectionList is the list of collections that the caller sees.
func collectionList(r engine.Reader) engine.List {
	l := collections.List(r)
	if r.CollectionIDs() != nil {
		l.Among(engine.Filter{Query: `select unnest(` + l.Arg(r.CollectionIDs()) + `::bigint[])`})
		l.Total = ""
	}
	return l
}

func Collection(ctx context.Context, r engine.Reader, id int64) (catalog.Collection, error) {
	return collections.One(ctx, engine.InCollection(r, id), id)
}

// CreateCollection creates a collection and links it to types; ids outside the account are ignored. A
// new collection has no photos, and so no cover.
func CreateCollection(ctx context.Context, w engine.Writer, in catalog.CollectionInput) (catalog.Collection, error) {
	if in.Cover.Value != nil {
		return catalog.Collection{}, engine.Broken["collection_covers_photo_fkey"]
	}
	return collections.Steps(ctx, w.Edit, `
		with changed as (
			insert into collections as c (account_id, name, description, emoji, visibility, currency)
			select id, $2, $3, $4, $5, coalesce($6, currency) from accounts where id = $1
			returning `+collections.Columns+`
		), types as (
			select t.id from (select distinct unnest($7::bigint[]) as id) wanted
			cross join lateral (select id from collection_types where account_id = $1 and id = wanted.id for key share) t
		), linked as (
			insert into collection_type_links (account_id, collection_id, collection_type_id) select $1, changed.id, types.id from changed, types
		)`, in.Name, in.Description, in.Emoji, in.Visibility, in.Currency, in.TypeIDs)
}

// UpdateCollection writes a collection. Its cover stays unless one is sent, or null.
func UpdateCollection(ctx context.Context, w engine.Writer, id int64, in catalog.CollectionInput) (catalog.Collection, error) {
	c := engine.InCollection(w.Edit, id)
	write := `
		update collections c set name = $3, description = $4, emoji = $5, visibility = $6, currency = coalesce($7, a.currency), updated_at = now()
		from accounts a where a.id = $1 and c.account_id = $1 and c.id = $2`
	args := []any{id, in.Name, in.Description, in.Emoji, in.Visibility, in.Currency}
	if !in.Cover.Sent {
		return collections.Write(ctx, c, write, args...)
	}
	return coverCollection(ctx, c, write, append(args, in.Cover.Value)...)
}

// SetCover chooses the cover of a collection, or none.
func SetCover(ctx context.Context, w engine.Writer, id int64, photo *int64) (catalog.Collection, error) {
	return coverCollection(ctx, engine.InCollection(w.Edit, id), `update collections c set updated_at = now() where c.account_id = $1 and c.id = $2`, id, photo)
}

// coverCollection writes a collection and its cover, the last argument.
func coverCollection(ctx context.Context, c *engine.Edit, write string, args ...any) (catalog.Collection, error) {
	cover := `$` + strconv.Itoa(len(args)+1) + `::bigint`
	return collections.Steps(ctx, c, `
		with changed as (`+write+` returning `+strings.Replace(collections.Columns, coverOfCollection, cover, 1)+`
		), covered as (
			insert into collection_covers (account_id, collection_id, item_id, photo_id) select $1, id, 0, `+cover+` from changed where `+cover+` is not null
			on conflict (account_id, collection_id) do update set photo_id = excluded.photo_id
		), uncovered as (
			delete from collection_covers o using changed where o.account_id = $1 and o.collection_id = changed.id and `+cover+` is null
		)`, args...)
}

// DeleteCollection deletes a collection with all its items, their copies and records. It locks copies
// before items, like writers of copies.
func DeleteCollection(ctx context.Context, w engine.Writer, id int64) error {
	c := engine.InCollection(w.Edit, id)
	ctx = engine.AtLength(ctx, c)
	engine.First(c, `select from items i cross join lateral (select from copies where account_id = $1 and item_id = i.id offset 0 for update) c where i.account_id = $1 and i.collection_id = $2`, c.AccountID(), id)
	engine.First(c, `select from items where account_id = $1 and collection_id = $2 for update`, c.AccountID(), id)
	return collections.Discard(ctx, c, id)
}
