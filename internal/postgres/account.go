package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

// account are the columns of an account that do not depend on who asks.
const account = `id, uuid::text, name, currency as currency_code, trash_retention_days, photo_place, public_sharing, uninsured_above, under_insured_percent, attention_days,
	(select coalesce(sum(n), 0)::bigint from totals where account_id = $1 and list = 'items' and parent_id = 0) as items_used, storage_used, created_at, updated_at`

// Account is the account itself. A limited key counts the items of its collections.
func (r Reader) Account(ctx context.Context) (catalog.Account, error) {
	found, err := one[catalog.Account](ctx, accountWide(r), `select `+account+` from accounts where id = $1`, r.account)
	if err == nil && r.only != nil {
		var narrow struct{ N int64 }
		narrow, err = one[struct{ N int64 }](ctx, narrowed(r), `
			select coalesce(sum(n), 0)::bigint as n from totals where account_id = $1 and list = 'collection_items' and parent_id = any($2)`, r.account, r.only)
		found.ItemsUsed = narrow.N
	}
	return found, err
}

// UpdateAccount writes what owners choose.
func (m Manager) UpdateAccount(ctx context.Context, in catalog.AccountInput) (catalog.Account, error) {
	sql, args := params{
		"name": in.Name, "currency": in.CurrencyCode, "trash_retention_days": in.TrashRetentionDays, "photo_place": in.PhotoPlace, "public_sharing": in.PublicSharing,
		"uninsured_sent": in.UninsuredAbove.Sent, "uninsured_above": in.UninsuredAbove.Value, "under_insured_percent": in.UnderInsuredPercent,
		"attention_days": in.AttentionDays,
	}.bind(`
		update accounts set name = @name, currency = @currency, trash_retention_days = coalesce(@trash_retention_days, trash_retention_days), photo_place = coalesce(@photo_place, photo_place),
			public_sharing = coalesce(@public_sharing, public_sharing), uninsured_above = case when @uninsured_sent then @uninsured_above else uninsured_above end,
			under_insured_percent = coalesce(@under_insured_percent, under_insured_percent), attention_days = coalesce(@attention_days, attention_days), updated_at = now()
		where id = $1 returning `+account, m.account)
	return apply[catalog.Account](ctx, m.change, plainly(named.sql()), sql, args...)
}

// EraseAccount deletes the account with its members, contents, log and queued mails.
// No log is left to tell of it.
func (m Manager) EraseAccount(ctx context.Context) error {
	unchanged(m.change)
	ctx = slowly(ctx, m.change)
	first(m.change, `
		delete from river_job j using users u
		where u.account_id = $1 and (j.kind = 'mail' and j.args->>'to' in (u.email, u.confirmed_email) or j.kind = 'password_forgotten' and j.args->>'email' = u.email
			or j.kind = 'reminder' and j.args->>'user_id' = u.id::text)`, m.account)
	_, err := written[struct{ ID int64 }](ctx, m.change, `select id from (select erase_account($1, $2) as id) erased where id is not null`, m.account, m.access.tokenHash)
	return err
}
