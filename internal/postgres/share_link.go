package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
)

var shareLinks = kept[catalog.ShareLink]{
	table:   table{name: `share_links`},
	columns: `id, collection_id, name, shows, expires_at, views_count, last_viewed_at, created_at, updated_at`,
	owner:   owner{`collection_id`, `collections`},
	order:   byID,
	entry:   named,
	trace:   trace{object: `share_link`, collection: `changed.collection_id`, columns: `collection_id`},
}

func (r Reader) ShareLinks(ctx context.Context, collection int64, p catalog.Paging) (catalog.Page[catalog.ShareLink], error) {
	return shareLinks.page(ctx, r.inCollection(collection), p, collection)
}

func (r Reader) ShareLink(ctx context.Context, collection, id int64) (catalog.ShareLink, error) {
	return shareLinks.one(ctx, r.inCollection(collection), collection, id)
}

// CreateShareLink stores the hash of a new token. It is Invalid while the account shares
// nothing.
func (w Writer) CreateShareLink(ctx context.Context, collection int64, in catalog.ShareLinkInput, token string) (catalog.ShareLink, error) {
	made, err := shareLinks.write(ctx, w.inCollection(collection), `
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
	return shareLinks.delete(ctx, w.inCollection(collection), collection, id)
}
