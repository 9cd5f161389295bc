package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var logs = kept[catalog.Log]{
	table:   table{name: `logs`},
	columns: `id, action, parameters, user_name, created_at`,
	owner:   ofCaller,
	order:   byID.reversed(),
	total:   "logs",
}

// Logs lists the user's own entries, newest first.
func (r Reader) Logs(ctx context.Context, p catalog.Paging) (catalog.Page[catalog.Log], error) {
	return logs.page(ctx, r, p, r.user)
}

// Log is one of the user's own entries.
func (r Reader) Log(ctx context.Context, id int64) (catalog.Log, error) {
	return logs.one(ctx, r, r.user, id)
}
