package postgres

import (
	"context"
	"strconv"
	"time"

	"vitrine/internal/catalog"
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
func (r Reader) Due(ctx context.Context, from, to time.Time) ([]catalog.Due, error) {
	found, err := all[catalog.Due](ctx, narrowed(r), dueBetween, r.account, r.only, from, to)
	catalog.ByDay(found)
	return found, err
}
