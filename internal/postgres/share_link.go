package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

var shareLinks = resource[catalog.ShareLink]{
	table:   table{name: `share_links`},
	columns: `id, collection_id, name, shows, expires_at, views_count, last_viewed_at, created_at, updated_at`,
	owner:   owner{`collection_id`, `collections`},
	order:   byID,
	entry:   named,
	trace:   trace{object: `share_link`, collection: `changed.collection_id`, columns: `collection_id`},
}

// sharedCollections is the list of all share links, with what they show.
var sharedCollections = resource[catalog.SharedCollection]{
	table: table{`share_links`, `l`},
	columns: `l.id, l.collection_id, l.name, l.shows, l.expires_at, l.views_count, l.last_viewed_at, l.created_at, l.updated_at,
		(select name from collections where account_id = $1 and id = l.collection_id) as collection_name`,
	order: sorting{{sql: `l.id`}}.reversed(),
}

// SharedCollections lists the share links of the account, the newest first.
func (r Reader) SharedCollections(ctx context.Context, p catalog.Paging) (catalog.Page[catalog.SharedCollection], error) {
	l := sharedCollections.list(r)
	if r.only != nil {
		l.and(`l.collection_id = any(` + l.arg(r.only) + `)`)
	}
	return page[catalog.SharedCollection](ctx, narrowed(r), p, l)
}

func (r Reader) ShareLinks(ctx context.Context, collection int64, p catalog.Paging) (catalog.Page[catalog.ShareLink], error) {
	return shareLinks.page(ctx, inCollection(r, collection), p, collection)
}

func (r Reader) ShareLink(ctx context.Context, collection, id int64) (catalog.ShareLink, error) {
	return shareLinks.one(ctx, inCollection(r, collection), collection, id)
}

// CreateShareLink stores the hash of a new token. It is Invalid while the account shares
// nothing.
func (w Sharer) CreateShareLink(ctx context.Context, collection int64, in catalog.ShareLinkInput, token string) (catalog.ShareLink, error) {
	made, err := shareLinks.write(ctx, inCollection(w.change, collection), `
		insert into share_links (account_id, collection_id, name, shows, token_hash, expires_at)
		select c.account_id, c.id, $3, $4, $5, $6 from collections c join accounts a on a.id = $1
		where c.account_id = $1 and c.id = $2 and a.public_sharing`,
		collection, in.Name, in.Shows, identity.HashToken(token), in.ExpiresAt)
	if !errors.Is(err, fault.ErrNotFound) {
		return made, err
	}
	if _, err := w.Reader.Collection(ctx, collection); err != nil {
		return made, err
	}
	return made, catalog.ErrNotShared
}

// DeleteShareLink revokes a link: the next request with its token finds nothing.
func (w Writer) DeleteShareLink(ctx context.Context, collection, id int64) error {
	return shareLinks.delete(ctx, inCollection(w.change, collection), collection, id)
}
