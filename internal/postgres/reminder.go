package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
)

const reminders = `id, reminders as mail`

// Reminders are what the caller chose.
func (r Reader) Reminders(ctx context.Context) (identity.Reminders, error) {
	return one[identity.Reminders](ctx, accountWide(r), `select `+reminders+` from users where account_id = $1 and id = $2`, r.account, r.user)
}

// UpdateReminders writes the caller's choice. Whoever begins to want them gets the
// first next week: the present one counts as done.
func (o Own) UpdateReminders(ctx context.Context, in identity.RemindersInput) (identity.Reminders, error) {
	return apply[identity.Reminders](ctx, o.change, plainly(`jsonb_build_object('mail', mail)`), `
		update users set reminders = $3, reminded_week = case when reminders = $3 then reminded_week
			else greatest(reminded_week, date_trunc('week', now() at time zone 'UTC')::date) end
		where account_id = $1 and id = $2 returning `+reminders, o.account, o.user, in.Mail)
}

// Reminder is a mail that tells a user what is due in a week. It does not carry what it
// tells: that is read when it is sent.
type Reminder struct {
	AccountID int64  `json:"account_id"`
	UserID    int64  `json:"user_id"`
	Week      string `json:"week"` // its Monday, as 2006-01-02
}

func (Reminder) Kind() string { return "reminder" }

// InsertOpts let no reminder be queued twice, and others before all of them: somebody may
// be waiting for those.
func (Reminder) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Priority: 4, UniqueOpts: river.UniqueOpts{ByArgs: true}}
}

// QueueReminders queues the reminders of a week for users who want them and were not
// reminded yet, up to so many, and returns how many it were. That they were is written in
// the same transaction. Users whose row is in use are left for the next time.
func (db *DB) QueueReminders(ctx context.Context, week string, most int) (n int, err error) {
	err = unscopedSteps(ctx, db, func(send sending) ([]Job, error) {
		b := &pgx.Batch{}
		b.Queue(`
			with due as materialized ( -- a subquery could be run again for every row, and find others
				select account_id, id from users where reminders = 'weekly' and reminded_week < $1::date
				order by reminded_week, account_id, id limit $2 for update skip locked
			)
			update users u set reminded_week = $1::date from due
			where u.account_id = due.account_id and u.id = due.id returning u.account_id, u.id as user_id, $1::date::text as week`, week, most)
		var due []Reminder
		if err := send(ctx, b, func(answers pgx.BatchResults) (err error) {
			due, err = rows[Reminder](answers)
			return err
		}); err != nil {
			return nil, err
		}
		queued := make([]Job, len(due))
		for i, r := range due {
			queued[i] = r
		}
		n = len(due)
		return queued, nil
	})
	return n, err
}

// Reminded is a user who wants to be reminded, and what is due in their account.
type Reminded struct {
	Name, Address, Locale string
	Due                   []catalog.Due
}

// Reminded reads what a reminder tells on a day. It is ErrNotFound if the user is gone or
// does not want it any more.
func (db *DB) Reminded(ctx context.Context, r Reminder, day time.Time) (told Reminded, err error) {
	reader, err := db.Scope(ByOperator(identity.Actor{AccountID: r.AccountID, UserID: r.UserID})).View(identity.View)
	if err != nil {
		return told, err
	}
	found, err := one[struct {
		identity.User
		Address       string
		AttentionDays int64
	}](ctx, reader, `
		select `+user+`, coalesce(confirmed_email, email) as address, (select attention_days from accounts where id = $1) as attention_days
		from users where account_id = $1 and id = $2 and reminders = 'weekly'`, r.AccountID, r.UserID)
	if err != nil {
		return told, err
	}
	told = Reminded{Name: found.Name(), Address: found.Address, Locale: found.Locale}
	told.Due, err = reader.Due(ctx, time.Time{}, day.AddDate(0, 0, int(found.AttentionDays)))
	return told, err
}
