package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/mail"
	"vitrine/internal/postgres/figures"
	"vitrine/internal/postgres/people"
)

const (
	lookEvery = 10 * time.Minute
	pageSize  = 500           // users per transaction
	pages     = 20            // transactions per job
	beginsAt  = 6 * time.Hour // on Monday, in UTC: morning in Europe, and still Monday in Asia
)

// look looks who is to be reminded this week.
type look struct{}

func (look) Kind() string { return "reminders" }

func (look) InsertOpts() river.InsertOpts { return oneAtATime }

// periodically looks at the start, too: it may be the first after a Monday without any.
func (w *Workers) periodically() *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(cmp.Or(w.Look, lookEvery)),
		func() (river.JobArgs, *river.InsertOpts) { return look{}, nil }, &river.PeriodicJobOpts{RunOnStart: true})
}

// lookWhoToRemind queues the reminders of this week, a page of users at a time. One that
// is interrupted goes on where it was: each page is a transaction.
func (w *Workers) lookWhoToRemind(ctx context.Context, _ *river.Job[look]) error {
	for range pages {
		n, err := people.QueueReminders(ctx, w.db, w.week(), pageSize)
		if err != nil || n < pageSize {
			return err
		}
	}
	return river.JobSnooze(time.Second)
}

// week is the Monday of the week to remind of.
func (w *Workers) week() string {
	now := w.Now().UTC().Add(-beginsAt)
	return now.AddDate(0, 0, -(int(now.Weekday())+6)%7).Format(time.DateOnly)
}

// remind mails a user what is due, if anything is. A reminder that could not be sent
// within its week is given up: the next one follows.
func (w *Workers) remind(ctx context.Context, job *river.Job[people.Reminder]) error {
	if job.Args.Week != w.week() {
		return nil
	}
	day := w.Now().UTC().Truncate(24 * time.Hour)
	told, err := figures.ReadReminded(ctx, w.db, job.Args, day)
	if errors.Is(err, fault.ErrNotFound) || err == nil && len(told.Due) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	m := mail.Message{What: mail.Reminder, To: told.Address, Locale: told.Locale,
		Data: map[string]string{"name": told.Name, "link": w.Base + "/attention", "settings": w.Base + "/settings/profile",
			"message_id": fmt.Sprintf("reminder-%d-%s", job.Args.UserID, job.Args.Week)}} // whoever gets it twice sees it once
	for _, d := range told.Due {
		m.Due = append(m.Due, mail.Due{Kind: dueKind(d, day), Name: d.ItemName, Day: d.DueAt, Link: w.Base + "/copies/" + strconv.FormatInt(d.CopyID, 10)})
	}
	return w.deliver(ctx, job.Attempt, m)
}

// dueKind tells loans that are overdue from others.
func dueKind(d catalog.Due, day time.Time) string {
	if d.Kind == catalog.LoanDue && d.DueAt.Before(day) {
		return catalog.LoanOverdue
	}
	return d.Kind
}
