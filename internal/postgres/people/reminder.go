package people

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
)

const reminders = `id, reminders as mail`

// Reminders is the caller's choice.
func Reminders(ctx context.Context, r engine.Reader) (identity.Reminders, error) {
	return engine.One[identity.Reminders](ctx, engine.AccountWide(r), `select `+reminders+` from users where account_id = $1 and id = $2`, r.AccountID(), r.UserID())
}

// UpdateReminders writes the caller's choice. A new subscriber gets the first reminder next week.
func UpdateReminders(ctx context.Context, o engine.Own, in identity.RemindersInput) (identity.Reminders, error) {
	return engine.Apply[identity.Reminders](ctx, o.Edit, engine.Plainly(`jsonb_build_object('mail', mail)`), `
		update users set reminders = $3, reminded_week = case when reminders = $3 then reminded_week
			else greatest(reminded_week, date_trunc('week', now() at time zone 'UTC')::date) end
		where account_id = $1 and id = $2 returning `+reminders, o.AccountID(), o.UserID(), in.Mail)
}

// Reminder is a mail about what is due in a week. Its content is read when it is sent.
type Reminder struct {
	AccountID int64  `json:"account_id"`
	UserID    int64  `json:"user_id"`
	Week      string `json:"week"` // its Monday, as 2006-01-02
}

func (Reminder) Kind() string { return "reminder" }

// InsertOpts keeps reminders from being queued twice, and lets other mails go first, since somebody
// may be waiting for those.
func (Reminder) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Priority: 4, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// QueueReminders queues the reminders of a week for up to so many users who want them and were not
// reminded yet, records that in the same transaction, and returns their number. Users whose row is
// locked are left for the next time.
func QueueReminders(ctx context.Context, db *engine.DB, week string, most int) (n int, err error) {
	err = engine.UnscopedSteps(ctx, db, func(send engine.Sending) ([]engine.Job, error) {
		b := &pgx.Batch{}
		b.Queue(`
			with due as materialized ( -- a subquery could be run again for every row, and find others
				select account_id, id from users where reminders = 'weekly' and reminded_week < $1::date and suspended_at is null and not account_suspended
				order by reminded_week, account_id, id limit $2 for update skip locked
			)
			update users u set reminded_week = $1::date from due
			where u.account_id = due.account_id and u.id = due.id returning u.account_id, u.id as user_id, $1::date::text as week`, week, most)
		var due []Reminder
		if err := send(ctx, b, func(answers pgx.BatchResults) (err error) {
			due, err = engine.Rows[Reminder](answers)
			return err
		}); err != nil {
			return nil, err
		}
		queued := make([]engine.Job, len(due))
		for i, r := range due {
			queued[i] = r
		}
		n = len(due)
		return queued, nil
	})
	return n, err
}
