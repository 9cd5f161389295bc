package people

import (
	"context"

	"vitrine/internal/postgres/internal/engine"
)

// What operators forbid and allow. Triggers carry a suspension to keys, whose statement opens the account.

// SuspendUser suspends a user, or lets them in again.
func SuspendUser(ctx context.Context, m engine.Manager, id int64, suspend bool) error {
	_, err := engine.Apply[touched](ctx, m.Edit, engine.Plainly(byEmail), `
		update users set suspended_at = case when $3 then coalesce(suspended_at, now()) end
		where account_id = $1 and id = $2 returning email`, m.AccountID(), id, suspend)
	return err
}

// SuspendAccount suspends an account with its members, or lets them in again. What it shares is not
// shown meanwhile.
func SuspendAccount(ctx context.Context, m engine.Manager, suspend bool) error {
	engine.First(m.Edit, engine.OneAtATime, m.AccountID())
	_, err := engine.ApplySteps[struct{ Name string }](ctx, m.Edit, engine.Plainly(engine.Named.SQL()), `
		with changed as (
			update accounts set suspended_at = case when $2 then coalesce(suspended_at, now()) end where id = $1 returning name
		), members as (
			update users set account_suspended = $2 where account_id = $1 and exists (select from changed)
		)`, m.AccountID(), suspend)
	return err
}

// SetQuota says how many bytes an account may store: nil is what all may, 0 is no limit.
func SetQuota(ctx context.Context, m engine.Manager, quota *int64) error {
	_, err := engine.Apply[struct {
		Name         string
		StorageQuota *int64
	}](ctx, m.Edit, engine.Plainly(`jsonb_build_object('name', name, 'bytes', storage_quota)`), `
		update accounts set storage_quota = $2 where id = $1 returning name, storage_quota`, m.AccountID(), quota)
	return err
}

// Key is a key of a user as an operator sees it.
type Key struct {
	ID        int64
	Name      string
	RateLimit *int64
}

// LimitKey gives a key of a user its own requests per minute; nil counts it with the user's others.
func LimitKey(ctx context.Context, o engine.Own, id int64, perMinute *int64) (Key, error) {
	return engine.Apply[Key](ctx, o.Edit, engine.Plainly(`jsonb_build_object('name', name, 'per_minute', rate_limit)`), `
		update api_keys set rate_limit = $4 where account_id = $1 and user_id = $2 and id = $3 and kind = 'key' returning id, name, rate_limit`,
		o.AccountID(), o.UserID(), id, perMinute)
}
