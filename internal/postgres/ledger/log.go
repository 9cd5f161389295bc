package ledger

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var logs = engine.Resource[catalog.OwnLog]{
	Table: engine.Table{Name: `logs`},
	Columns: `id, action, parameters, user_name, created_at, ` +
		still(`collections`, `collection_id`, `id`) + ` as collection_id, ` +
		still(`items`, `item_id`, `id`) + ` as item_id, ` + still(`items`, `item_id`, `name`) + ` as item_name, ` +
		still(`copies`, `copy_id`, `id`) + ` as copy_id,
		case object_type when 'location' then ` + still(`locations`, `object_id`, `id`) + ` end as location_id,
		case object_type when 'collection_type' then ` + still(`collection_types`, `object_id`, `id`) + `
			when 'custom_field' then ` + still(`custom_fields`, `object_id`, `collection_type_id`) + `
			when 'custom_field_group' then ` + still(`custom_field_groups`, `object_id`, `collection_type_id`) + ` end as collection_type_id`,
	Owner: engine.OfCaller,
	Order: engine.ByID.Reversed(),
	Total: "logs",
}

// lastDone sorts by time, the latest first, with an index that finds days.
var lastDone = engine.Sorting{{SQL: `created_at`, Kind: engine.Moment, Down: true}, {SQL: `id`, Down: true}}

// still is a column of an entry's object, null if that is gone.
func still(table, key, column string) string {
	return `(select ` + column + ` from ` + table + ` o where o.account_id = $1 and o.id = logs.` + key + `)`
}

// Logs lists the user's own entries, newest first.
func Logs(ctx context.Context, r engine.Reader, f catalog.OwnLogFilter, p catalog.Paging) (catalog.Page[catalog.OwnLog], error) {
	l := logs.List(r, r.UserID())
	if f.Actions != nil {
		l.And(`action = any(` + l.Arg(f.Actions) + `)`)
	}
	if f.From != nil {
		l.And(`created_at >= ` + l.Arg(*f.From))
		l.Order = lastDone
	}
	if f.To != nil {
		l.And(`created_at < ` + l.Arg(f.To.AddDate(0, 0, 1)))
		l.Order = lastDone
	}
	if !f.Whole() {
		l.Total, l.Capped = "", true
	}
	return engine.Page[catalog.OwnLog](ctx, r, p, l)
}

// Log is one of the user's own entries.
func Log(ctx context.Context, r engine.Reader, id int64) (catalog.OwnLog, error) {
	return logs.One(ctx, r, r.UserID(), id)
}

// Noted are the entries that a request of the user made, as far as they are among the last few.
func Noted(ctx context.Context, r engine.Reader, request string, few int) ([]int64, error) {
	found, err := engine.All[struct{ ID int64 }](ctx, r, `
		select id from (select id, request_id from logs where account_id = $1 and user_id = $2 order by id desc limit $4) l where request_id = $3`,
		r.AccountID(), r.UserID(), request, few)
	ids := make([]int64, len(found))
	for i, f := range found {
		ids[i] = f.ID
	}
	return ids, err
}

// OwnChanges are some of the user's entries with what they changed, the newest first.
func OwnChanges(ctx context.Context, r engine.Reader, ids []int64) ([]catalog.OwnChange, error) {
	return engine.All[catalog.OwnChange](ctx, r, `
		select l.id, l.action, l.item_id, l.copy_id, l.object_id, coalesce(l.changes, '[]') as changes from (select distinct unnest($3::bigint[]) as id) given
		cross join lateral (select * from logs where account_id = $1 and user_id = $2 and id = given.id offset 0) l order by l.id desc`,
		r.AccountID(), r.UserID(), ids)
}
