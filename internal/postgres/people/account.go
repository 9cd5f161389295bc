// Package people holds the SQL of accounts, users, members, keys and sessions, and the lookups before
// an account is known, which are in preauth.go.
package people

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// account are the columns of an account that are the same for every caller.
const account = `id, uuid::text, name, currency as currency_code, trash_retention_days, photo_place, public_sharing, uninsured_above, under_insured_percent, attention_days,
	(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'items' and parent_id = 0) as items_used, storage_used, storage_quota, created_at, updated_at`

// Account is the account itself. A limited key counts the items of its collections.
func Account(ctx context.Context, r engine.Reader) (catalog.Account, error) {
	found, err := engine.One[catalog.Account](ctx, engine.AccountWide(r), `select `+account+` from accounts where id = $1`, r.AccountID())
	if err == nil && r.CollectionIDs() != nil {
		var narrow struct{ N int64 }
		narrow, err = engine.One[struct{ N int64 }](ctx, engine.Narrowed(r), `
			select coalesce(sum(n), 0)::bigint as n from totals where account_id = $1 and list = 'collection_items' and parent_id = any($2)`, r.AccountID(), r.CollectionIDs())
		found.ItemsUsed = narrow.N
	}
	return found, err
}

// UpdateAccount writes the settings of the account.
func UpdateAccount(ctx context.Context, m engine.Manager, in catalog.AccountInput) (catalog.Account, error) {
	sql, args := engine.Params{
		"name": in.Name, "currency": in.CurrencyCode, "trash_retention_days": in.TrashRetentionDays, "photo_place": in.PhotoPlace, "public_sharing": in.PublicSharing,
		"uninsured_sent": in.UninsuredAbove.Sent, "uninsured_above": in.UninsuredAbove.Value, "under_insured_percent": in.UnderInsuredPercent,
		"attention_days": in.AttentionDays,
	}.Bind(`
		update accounts set name = @name, currency = @currency, trash_retention_days = coalesce(@trash_retention_days, trash_retention_days), photo_place = coalesce(@photo_place, photo_place),
			public_sharing = coalesce(@public_sharing, public_sharing), uninsured_above = case when @uninsured_sent then @uninsured_above else uninsured_above end,
			under_insured_percent = coalesce(@under_insured_percent, under_insured_percent), attention_days = coalesce(@attention_days, attention_days), updated_at = now()
		where id = $1 returning `+account, m.AccountID())
	return engine.Apply[catalog.Account](ctx, m.Edit, engine.Plainly(engine.Named.SQL()), sql, args...)
}

// EraseAccount deletes the account with its members, contents, log and queued mails. Nothing logs it.
func EraseAccount(ctx context.Context, m engine.Manager) error {
	engine.Unchanged(m.Edit)
	ctx = engine.Slowly(ctx, m.Edit)
	engine.First(m.Edit, `
		delete from river_job j using users u
		where u.account_id = $1 and (j.kind = 'mail' and j.args->>'to' in (u.email, u.confirmed_email) or j.kind = 'password_forgotten' and j.args->>'email' = u.email
			or j.kind = 'reminder' and j.args->>'user_id' = u.id::text)`, m.AccountID())
	_, err := engine.Written[struct{ ID int64 }](ctx, m.Edit, `select id from (select erase_account($1, $2) as id) erased where id is not null`, m.AccountID(), m.Access().TokenHash())
	return err
}
