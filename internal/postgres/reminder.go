package postgres

import (
	"context"

	"vitrine/internal/identity"
)

const reminders = `id, reminders as mail`

// Reminders are what the caller chose.
func (r Reader) Reminders(ctx context.Context) (identity.Reminders, error) {
	return one[identity.Reminders](ctx, r.accountWide(), `select `+reminders+` from users where account_id = $1 and id = $2`, r.account, r.user)
}

// UpdateReminders writes the caller's choice. Whoever begins to want them gets the
// first next week: the present one counts as done.
func (o Own) UpdateReminders(ctx context.Context, in identity.RemindersInput) (identity.Reminders, error) {
	return apply[identity.Reminders](ctx, o.change, plainly(`jsonb_build_object('mail', mail)`), `
		update users set reminders = $3, reminded_week = case when reminders = $3 then reminded_week
			else greatest(reminded_week, date_trunc('week', now() at time zone 'UTC')::date) end
		where account_id = $1 and id = $2 returning `+reminders, o.account, o.user, in.Mail)
}
