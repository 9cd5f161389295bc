package postgres

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

const invitation = `id, email, role, expires_at, created_at, updated_at`

func (r Reader) Invitations(ctx context.Context, p catalog.Paging) (catalog.Page[identity.Invitation], error) {
	return page[identity.Invitation](ctx, r, p, list{columns: invitation, table: `invitations`, where: `account_id = $1`, order: byID(``), args: []any{r.account}})
}

func (r Reader) Invitation(ctx context.Context, id int64) (identity.Invitation, error) {
	return one[identity.Invitation](ctx, r, `select `+invitation+` from invitations where account_id = $1 and id = $2`, r.account, id)
}

// invited is the entry of a change to an invitation.
const invited = `jsonb_build_object('email', email, 'role', role)`

// CreateInvitation offers a place. It is Invalid if the address has an
// invitation of this account that has not expired.
func (m Manager) CreateInvitation(ctx context.Context, in identity.InvitationInput, token string) (identity.Invitation, error) {
	m.first(`delete from invitations where account_id = $1 and email = $2 and expires_at <= now()`, m.account, in.Email)
	return apply[identity.Invitation](ctx, m.change, invited, `
		insert into invitations (account_id, email, role, token_hash, expires_at) values ($1, $2, $3, $4, $5) returning `+invitation,
		m.account, in.Email, in.Role, identity.HashToken(token), time.Now().Add(identity.InvitationLife))
}

func (m Manager) DeleteInvitation(ctx context.Context, id int64) error {
	return erase(ctx, m.change, invited, `delete from invitations where account_id = $1 and id = $2 returning email, role`, m.account, id)
}

// Invited is an invitation as its token finds it, before anybody is known.
type Invited struct {
	ID, AccountID int64
	tokenHash     []byte
}

// Invited finds the invitation of a token that can still be accepted.
func (db *DB) Invited(ctx context.Context, tokenHash []byte) (Invited, error) {
	found, err := lookup[struct{ ID, AccountID int64 }](ctx, db, `select id, account_id from invitations where token_hash = $1 and expires_at > now()`, tokenHash)
	return Invited{found.ID, found.AccountID, tokenHash}, err
}

// Accept makes the invited person a member with a first token. Whoever comes
// second with the same invitation finds it gone.
func (db *DB) Accept(ctx context.Context, i Invited, in identity.Acceptance, passwordHash, token string) error {
	b := &pgx.Batch{}
	b.Queue(toWrite, strconv.FormatInt(i.AccountID, 10))
	b.Queue(`
		with used as (
			delete from invitations where account_id = $1 and id = $2 and token_hash = $3 and expires_at > now() returning email, role
		), member as (
			insert into users (account_id, role, first_name, last_name, email, password_hash)
			select $1, role, $4, $5, email, $6 from used returning id, email, role
		), key as (
			insert into api_keys (account_id, user_id, name, token_hash) select $1, id, $7, $8 from member
		), address as (
			insert into known_addresses (account_id, user_id, address) select $1, id, $9 from member where $9 <> ''
		)
		insert into logs (account_id, user_id, user_name, action, parameters)
		select $1, id, $4 || ' ' || $5, 'invitation_accepted', jsonb_build_object('email', email, 'role', role) from member`,
		i.AccountID, i.ID, i.tokenHash, in.FirstName, in.LastName, passwordHash, in.DeviceName, identity.HashToken(token), in.Address)
	return db.send(ctx, b, func(answers pgx.BatchResults) error { return lastHit(answers, b.Len()) })
}
