package postgres

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
)

var importRows = resource[importing.ShownRow]{
	table: table{name: `import_rows`},
	columns: `id, row, line, part, case when part is not null then coalesce(cells[1]::jsonb ->> 'name', cells[1]::jsonb ->> 'title', cells[1]::jsonb ->> 'identifier', cells[1]::jsonb ->> 'filename',
		cells[1]::jsonb ->> 'party', cells[1]::jsonb ->> 'provider', cells[1]::jsonb ->> 'location_name', cells[1]::jsonb ->> 'key', '') else '' end as title, action, status, item, copy, changes, issues`,
	owner: owner{`import_id`, `imports`},
	order: sorting{{sql: `row`}},
}

// ImportRows lists the rows of an import, as far as they are planned.
func (r Reader) ImportRows(ctx context.Context, id int64, f importing.RowFilter, p catalog.Paging) (catalog.Page[importing.ShownRow], error) {
	l := importRows.list(r, id)
	l.and(`exists (select from imports where account_id = $1 and id = import_rows.import_id and ` + r.seesImport(l.arg) + `)`)
	l.and(`action is not null`)
	if f.Action != "" {
		l.and(`action = ` + l.arg(f.Action))
	}
	if f.Status != "" {
		l.and(`status = ` + l.arg(f.Status))
	}
	for name, value := range map[string]string{"code": f.Code, "column": f.Column} {
		if value != "" {
			l.and(`exists (select from jsonb_array_elements(issues) i where i ->> '` + name + `' = ` + l.arg(value) + `)`)
		}
	}
	found, err := page[importing.ShownRow](ctx, r, p, l)
	if err == nil && len(found.Items) == 0 { // there are none, or the import is not for the caller
		_, err = r.Import(ctx, id)
	}
	return found, err
}

// ReportRows are rows of an import after one, for its report.
func (r Reader) ReportRows(ctx context.Context, id, after int64, most int) ([]importing.ShownRow, error) {
	return all[importing.ShownRow](ctx, r, importRows.query(`account_id = $1 and import_id = $2 and row > $3 and action is not null order by row limit $4`), r.account, id, after, most)
}

// ImportKeys are what items and their copies are called where they came from.
func (r Reader) ImportKeys(ctx context.Context, items []int64) (map[int64][]importing.KnownKey, error) {
	found, err := all[struct {
		ItemID int64
		importing.KnownKey
	}](ctx, narrowed(r), `
		select k.item_id, k.source, k.key, k.copy_id from unnest($2::bigint[]) as wanted (id)
		cross join lateral (select * from import_keys where account_id = $1 and item_id = wanted.id offset 0) k
		where $3::bigint[] is null or k.collection_id = any($3) order by k.id`, r.account, items, r.only)
	keys := map[int64][]importing.KnownKey{}
	for _, k := range found {
		keys[k.ItemID] = append(keys[k.ItemID], k.KnownKey)
	}
	return keys, err
}
