package postgres

import (
	"context"

	"vitrine/internal/identity"
)

// sessionColumns distinguish the session of a browser from a key.
const sessionColumns = `kind, ends_at, proven_at`

// sessionValues are their values, by an argument that says whether it is a session.
// It begins with a proof of the password.
func sessionValues(is string) string {
	return `case when ` + is + `::boolean then 'session' else 'key' end, case when ` + is + ` then now() + interval '90 days' end, case when ` + is + ` then now() end`
}

// Sessions lists the browsers in which the user is signed in, the last used first.
func (r Reader) Sessions(ctx context.Context) ([]identity.Session, error) {
	return all[identity.Session](ctx, r, `
		select id, name, last_used_at, created_at, ends_at from api_keys
		where account_id = $1 and user_id = $2 and kind = 'session' and of_session is null and ends_at > now() and last_used_at > now() - interval '14 days' order by last_used_at desc, id desc`, r.account, r.user)
}

// Proven reports whether the user has shown their password in this session within
// the last five minutes.
func (r Reader) Proven(ctx context.Context) (bool, error) {
	found, err := one[struct{ Proven bool }](ctx, r, `
		select coalesce(proven_at > now() - interval '5 minutes', false) as proven from api_keys where account_id = $1 and user_id = $2 and id = $3`, r.account, r.user, r.access.KeyID)
	return found.Proven, err
}

// NoteProof records that the password was shown in this session. The use case that
// asked for it leaves the log entry of what it was for.
func (o Own) NoteProof(ctx context.Context) error {
	unchanged(o.change)
	_, err := written[struct{ ID int64 }](ctx, o.change, `
		update api_keys set proven_at = now() where account_id = $1 and user_id = $2 and id = $3 and kind = 'session' returning id`, o.account, o.user, o.access.KeyID)
	return err
}

// RenewSession gives the session in use a new id. The one before opens it for another minute,
// so that pages which are under way are answered; it cannot be renewed itself.
func (o Own) RenewSession(ctx context.Context, token string) error {
	unchanged(o.change)
	before, after := o.access.tokenHash, identity.HashToken(token)
	first(o.change, `delete from api_keys where account_id = $1 and of_session = $2`, o.account, o.access.KeyID)
	first(o.change, `update api_keys set token_hash = $4, updated_at = now() where account_id = $1 and user_id = $2 and id = $3 and kind = 'session' and token_hash = $5`, o.account, o.user, o.access.KeyID, after, before)
	_, err := written[struct{ ID int64 }](ctx, o.change, `
		insert into api_keys (account_id, user_id, name, token_hash, kind, ends_at, of_session)
		select account_id, user_id, name, $5, kind, least(ends_at, now() + interval '1 minute'), id from api_keys
		where account_id = $1 and user_id = $2 and id = $3 and token_hash = $4 returning id`, o.account, o.user, o.access.KeyID, after, before)
	return err
}
