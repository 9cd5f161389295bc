package people

import (
	"context"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

// sessionColumns distinguish the session of a browser from a key.
const sessionColumns = `kind, ends_at, proven_at`

// sessionValues are their values, by an argument that says whether it is a session.
// It begins with a proof of the password.
func sessionValues(is string) string {
	return `case when ` + is + `::boolean then 'session' else 'key' end, case when ` + is + ` then now() + interval '90 days' end, case when ` + is + ` then now() end`
}

// Sessions lists the browsers in which the user is signed in, the last used first.
func Sessions(ctx context.Context, r engine.Reader) ([]identity.Session, error) {
	return engine.All[identity.Session](ctx, r, `
		select id, name, last_used_at, created_at, ends_at from api_keys
		where account_id = $1 and user_id = $2 and kind = 'session' and of_session is null and ends_at > now() and last_used_at > now() - interval '14 days' order by last_used_at desc, id desc`, r.AccountID(), r.UserID())
}

// Proven reports whether the user has shown their password in this session within
// the last five minutes.
func Proven(ctx context.Context, r engine.Reader) (bool, error) {
	found, err := engine.One[struct{ Proven bool }](ctx, r, `
		select coalesce(proven_at > now() - interval '5 minutes', false) as proven from api_keys where account_id = $1 and user_id = $2 and id = $3`, r.AccountID(), r.UserID(), r.Access().KeyID)
	return found.Proven, err
}

// NoteProof records that the password was shown in this session. The use case that needed it writes
// the log entry.
func NoteProof(ctx context.Context, o engine.Own) error {
	engine.Unchanged(o.Edit)
	_, err := engine.Written[struct{ ID int64 }](ctx, o.Edit, `
		update api_keys set proven_at = now() where account_id = $1 and user_id = $2 and id = $3 and kind = 'session' returning id`, o.AccountID(), o.UserID(), o.Access().KeyID)
	return err
}

// RenewSession gives the session in use a new id. The one before opens it for another minute,
// so that pages which are under way are answered; it cannot be renewed itself.
func RenewSession(ctx context.Context, o engine.Own, token string) error {
	engine.Unchanged(o.Edit)
	before, after := o.Access().TokenHash(), identity.HashToken(token)
	engine.First(o.Edit, `delete from api_keys where account_id = $1 and of_session = $2`, o.AccountID(), o.Access().KeyID)
	engine.First(o.Edit, `update api_keys set token_hash = $4, updated_at = now() where account_id = $1 and user_id = $2 and id = $3 and kind = 'session' and token_hash = $5`, o.AccountID(), o.UserID(), o.Access().KeyID, after, before)
	_, err := engine.Written[struct{ ID int64 }](ctx, o.Edit, `
		insert into api_keys (account_id, user_id, name, token_hash, kind, ends_at, of_session)
		select account_id, user_id, name, $5, kind, least(ends_at, now() + interval '1 minute'), id from api_keys
		where account_id = $1 and user_id = $2 and id = $3 and token_hash = $4 returning id`, o.AccountID(), o.UserID(), o.Access().KeyID, after, before)
	return err
}
