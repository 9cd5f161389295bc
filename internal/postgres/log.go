package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var logs = resource[catalog.OwnLog]{
	table: table{name: `logs`},
	columns: `id, action, parameters, user_name, created_at, ` +
		still(`collections`, `collection_id`, `id`) + ` as collection_id, ` +
		still(`items`, `item_id`, `id`) + ` as item_id, ` + still(`items`, `item_id`, `name`) + ` as item_name, ` +
		still(`copies`, `copy_id`, `id`) + ` as copy_id,
		case object_type when 'location' then ` + still(`locations`, `object_id`, `id`) + ` end as location_id,
		case object_type when 'collection_type' then ` + still(`collection_types`, `object_id`, `id`) + `
			when 'custom_field' then ` + still(`custom_fields`, `object_id`, `collection_type_id`) + `
			when 'custom_field_group' then ` + still(`custom_field_groups`, `object_id`, `collection_type_id`) + ` end as collection_type_id`,
	owner: ofCaller,
	order: byID.reversed(),
	total: "logs",
}

// lastDone puts the latest entry first, by an index that finds days.
var lastDone = sorting{{sql: `created_at`, kind: moment, down: true}, {sql: `id`, down: true}}

// still is a column of what an entry is about, null if that is gone.
func still(table, key, column string) string {
	return `(select ` + column + ` from ` + table + ` o where o.account_id = $1 and o.id = logs.` + key + `)`
}

// Logs lists the user's own entries, newest first.
func (r Reader) Logs(ctx context.Context, f catalog.OwnLogFilter, p catalog.Paging) (catalog.Page[catalog.OwnLog], error) {
	l := logs.list(r, r.user)
	if f.Actions != nil {
		l.and(`action = any(` + l.arg(f.Actions) + `)`)
	}
	if f.From != nil {
		l.and(`created_at >= ` + l.arg(*f.From))
		l.order = lastDone
	}
	if f.To != nil {
		l.and(`created_at < ` + l.arg(f.To.AddDate(0, 0, 1)))
		l.order = lastDone
	}
	if !f.Whole() {
		l.total, l.capped = "", true
	}
	return page[catalog.OwnLog](ctx, r, p, l)
}

// Log is one of the user's own entries.
func (r Reader) Log(ctx context.Context, id int64) (catalog.OwnLog, error) {
	return logs.one(ctx, r, r.user, id)
}
