package exchange

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

var importRows = engine.Resource[importing.ShownRow]{
	Table: engine.Table{Name: `import_rows`},
	Columns: `id, row, line, part, case when part is not null then coalesce(cells[1]::jsonb ->> 'name', cells[1]::jsonb ->> 'title', cells[1]::jsonb ->> 'identifier', cells[1]::jsonb ->> 'filename',
		cells[1]::jsonb ->> 'party', cells[1]::jsonb ->> 'provider', cells[1]::jsonb ->> 'location_name', cells[1]::jsonb ->> 'key', '') else '' end as title, action, status, item, copy, changes, issues`,
	Owner: engine.Owner{Column: `import_id`, Table: `imports`},
	Order: engine.Sorting{{SQL: `row`}},
}

// ImportRows lists the planned rows of an import.
func ImportRows(ctx context.Context, r engine.Reader, id int64, f importing.RowFilter, p catalog.Paging) (catalog.Page[importing.ShownRow], error) {
	l := importRows.List(r, id)
	l.And(`exists (select from imports where account_id = $1 and id = import_rows.import_id and ` + seesImport(r, l.Arg) + `)`)
	l.And(`action is not null`)
	if f.Action != "" {
		l.And(`action = ` + l.Arg(f.Action))
	}
	if f.Status != "" {
		l.And(`status = ` + l.Arg(f.Status))
	}
	for name, value := range map[string]string{"code": f.Code, "column": f.Column} {
		if value != "" {
			l.And(`exists (select from jsonb_array_elements(issues) i where i ->> '` + name + `' = ` + l.Arg(value) + `)`)
		}
	}
	found, err := engine.Page[importing.ShownRow](ctx, r, p, l)
	if err == nil && len(found.Items) == 0 { // none, or the caller may not see the import
		_, err = Import(ctx, r, id)
	}
	return found, err
}

// ReportRows are rows of an import after one, for its report.
func ReportRows(ctx context.Context, r engine.Reader, id, after int64, most int) ([]importing.ShownRow, error) {
	return engine.All[importing.ShownRow](ctx, r, importRows.Query(`account_id = $1 and import_id = $2 and row > $3 and action is not null order by row limit $4`), r.AccountID(), id, after, most)
}

// ImportKeys are the ids of items and copies in the program they came from.
func ImportKeys(ctx context.Context, r engine.Reader, items []int64) (map[int64][]importing.KnownKey, error) {
	found, err := engine.All[struct {
		ItemID int64
		importing.KnownKey
	}](ctx, engine.Narrowed(r), `
		select k.item_id, k.source, k.key, k.copy_id from unnest($2::bigint[]) as wanted (id)
		cross join lateral (select * from import_keys where account_id = $1 and item_id = wanted.id offset 0) k
		where $3::bigint[] is null or k.collection_id = any($3) order by k.id`, r.AccountID(), items, r.CollectionIDs())
	keys := map[int64][]importing.KnownKey{}
	for _, k := range found {
		keys[k.ItemID] = append(keys[k.ItemID], k.KnownKey)
	}
	return keys, err
}
