package sharing

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

var shareLinks = engine.Resource[catalog.ShareLink]{
	Table:   engine.Table{Name: `share_links`},
	Columns: `id, collection_id, name, shows, expires_at, views_count, last_viewed_at, created_at, updated_at`,
	Owner:   engine.Owner{Column: `collection_id`, Table: `collections`},
	Order:   engine.ByID,
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `share_link`, Collection: `changed.collection_id`, Columns: `collection_id`},
}

// sharedCollections is the list of all share links, with their collections.
var sharedCollections = engine.Resource[catalog.SharedCollection]{
	Table: engine.Table{Name: `share_links`, Alias: `l`},
	Columns: `l.id, l.collection_id, l.name, l.shows, l.expires_at, l.views_count, l.last_viewed_at, l.created_at, l.updated_at,
		(select name from collections where account_id = $1 and id = l.collection_id) as collection_name`,
	Order: engine.Sorting{{SQL: `l.id`}}.Reversed(),
}

// SharedCollections lists the share links of the account, the newest first.
func SharedCollections(ctx context.Context, r engine.Reader, p catalog.Paging) (catalog.Page[catalog.SharedCollection], error) {
	l := sharedCollections.List(r)
	if r.CollectionIDs() != nil {
		l.And(`l.collection_id = any(` + l.Arg(r.CollectionIDs()) + `)`)
	}
	return engine.Page[catalog.SharedCollection](ctx, engine.Narrowed(r), p, l)
}

func ShareLinks(ctx context.Context, r engine.Reader, collection int64, p catalog.Paging) (catalog.Page[catalog.ShareLink], error) {
	return shareLinks.Page(ctx, engine.InCollection(r, collection), p, collection)
}

func ShareLink(ctx context.Context, r engine.Reader, collection, id int64) (catalog.ShareLink, error) {
	return shareLinks.One(ctx, engine.InCollection(r, collection), collection, id)
}

// CreateShareLink stores the hash of a new token. It is Invalid while the account shares
// nothing.
func CreateShareLink(ctx context.Context, w engine.Sharer, collection int64, in catalog.ShareLinkInput, token string) (catalog.ShareLink, error) {
	made, err := shareLinks.Write(ctx, engine.InCollection(w.Edit, collection), `
		insert into share_links (account_id, collection_id, name, shows, token_hash, expires_at)
		select c.account_id, c.id, $3, $4, $5, $6 from collections c join accounts a on a.id = $1
		where c.account_id = $1 and c.id = $2 and a.public_sharing`,
		collection, in.Name, in.Shows, identity.HashToken(token), in.ExpiresAt)
	if !errors.Is(err, fault.ErrNotFound) {
		return made, err
	}
	if _, err := inventory.Collection(ctx, w.Reader, collection); err != nil {
		return made, err
	}
	return made, catalog.ErrNotShared
}

// DeleteShareLink revokes a link: the next request with its token finds nothing.
func DeleteShareLink(ctx context.Context, w engine.Writer, collection, id int64) error {
	return shareLinks.Delete(ctx, engine.InCollection(w.Edit, collection), collection, id)
}
