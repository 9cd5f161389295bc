package figures

import (
	"context"
	"strconv"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/identity"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/people"
)

// dueBetween finds what is due from $3 to $4, with the items it is about.
var dueBetween = func() string {
	const days, limit = `between $3 and $4`, catalog.MaxDue
	most := strconv.Itoa(limit)
	return `select d.kind, d.source_id, d.copy_id, i.id as item_id, i.name as item_name, d.due_at, greatest(d.updated_at, i.updated_at) as updated_at from (` +
		dueLoans(catalog.LoanDue, days, most) + ` union all ` + dueMaintenance(days, most) + ` union all ` + endingCover(days, most) + `) d
		cross join lateral (select item_id from copies where account_id = $1 and id = d.copy_id offset 0) c
		cross join lateral (select id, name, updated_at from items where account_id = $1 and id = c.item_id offset 0) i`
}()

// Due lists what is due within some days, the earliest first: at most MaxDue of a kind.
func Due(ctx context.Context, r engine.Reader, from, to time.Time) ([]catalog.Due, error) {
	found, err := engine.All[catalog.Due](ctx, engine.Narrowed(r), dueBetween, r.AccountID(), r.CollectionIDs(), from, to)
	catalog.ByDay(found)
	return found, err
}

// Reminded is a user who wants to be reminded, and what is due in their account.
type Reminded struct {
	Name, Address, Locale string
	Due                   []catalog.Due
}

// ReadReminded reads the content of a reminder on a day. It is ErrNotFound if the user is gone or no
// longer wants it.
func ReadReminded(ctx context.Context, db *engine.DB, r people.Reminder, day time.Time) (told Reminded, err error) {
	reader, err := db.Scope(engine.ByOperator(identity.Actor{AccountID: r.AccountID, UserID: r.UserID})).View(identity.View)
	if err != nil {
		return told, err
	}
	found, err := engine.One[struct {
		identity.User
		Address       string
		AttentionDays int64
	}](ctx, reader, `
		select `+people.User+`, coalesce(confirmed_email, email) as address, (select attention_days from accounts where id = $1) as attention_days
		from users where account_id = $1 and id = $2 and reminders = 'weekly'`, r.AccountID, r.UserID)
	if err != nil {
		return told, err
	}
	told = Reminded{Name: found.Name(), Address: found.Address, Locale: found.Locale}
	told.Due, err = Due(ctx, reader, time.Time{}, day.AddDate(0, 0, int(found.AttentionDays)))
	return told, err
}
