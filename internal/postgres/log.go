package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

const log = `id, action, parameters, user_name, created_at`

// Logs lists what the user did, newest first.
func (r Reader) Logs(ctx context.Context, p catalog.Paging) (catalog.Page[catalog.Log], error) {
	return page[catalog.Log](ctx, r, p, list{columns: log, table: `logs`, where: `account_id = $1 and user_id = $2`, order: byID(``).reversed(),
		args: []any{r.account, r.user}, total: "logs", of: r.user})
}

// Log is one of the user's own entries.
func (r Reader) Log(ctx context.Context, id int64) (catalog.Log, error) {
	return one[catalog.Log](ctx, r, `select `+log+` from logs where account_id = $1 and user_id = $2 and id = $3`, r.account, r.user, id)
}
