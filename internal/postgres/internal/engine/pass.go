package engine

import (
	"context"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

// Pass is a visitor's credential: the token of a share link, or the address of a public collection.
type Pass struct {
	tokenHash []byte
	uuid      string
}

// ByShareToken is the pass of a share link.
func ByShareToken(hash []byte) Pass { return Pass{tokenHash: hash} }

// ByAddress is the pass of a public collection.
func ByAddress(uuid string) Pass { return Pass{uuid: uuid} }

const (
	liveLink = `token_hash = $1 and (expires_at is null or expires_at > now())`

	byShareToken = `select account_id from share_links where ` + liveLink + ` and account_id = $2`
	byAddress    = `select account_id from public_collections where uuid = $1 and account_id = $2`
)

// open queues the statements that open the account to a visitor; the last one reports whether it did.
// Every read checks again that the link is live and the account shares, so nothing is shown once
// either has ended.
func (p *Pass) open(b *pgx.Batch, account int64) {
	opens, key := byAddress, any(p.uuid)
	if p.tokenHash != nil {
		opens, key = byShareToken, p.tokenHash
	}
	b.Queue(`select set_config('app.account_id', coalesce((`+opens+`)::text, '`+nobody+`'), true), set_config('transaction_read_only', 'on', true)`, key, account)
	b.Queue(guard(`exists (select from accounts where id = $1 and public_sharing and suspended_at is null)`), account)
}

// opening is the collection that a pass opens.
type opening struct {
	AccountID, CollectionID, LinkID int64 // LinkID is 0 where the collection is public
	Shows                           []string
}

// Visitor finds the collection that a pass opens, and a reader for it. It is ErrNotFound if the pass
// opens nothing; every read checks whether the account shares.
func Visitor(ctx context.Context, db *DB, p Pass) (opening, Reader, error) {
	sql, key := `select account_id, collection_id, 0::bigint as link_id, '{}'::text[] as shows from public_collections where uuid = $1`, any(p.uuid)
	if p.tokenHash != nil {
		sql, key = `select account_id, collection_id, id as link_id, shows from share_links where `+liveLink, p.tokenHash
	}
	at, err := Lookup[opening](ctx, db, sql, key)
	if p.tokenHash == nil {
		at.Shows = catalog.UsualShows
	}
	access := Access{Actor: identity.Actor{AccountID: at.AccountID}, pass: &p, confirmed: new(rights), seat: &seat{user: -at.AccountID}} // visitors of an account share one share
	return at, Narrowed(Reader{via: db, access: access, right: identity.Visit, account: at.AccountID, only: []int64{at.CollectionID}}), err
}
