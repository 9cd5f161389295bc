package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

var series = engine.Resource[catalog.Series]{
	Table:   engine.Table{Name: `series`},
	Columns: `id, uuid::text, name, description, created_at, updated_at`,
	Order:   engine.ByID,
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `series`},
}

// AllSeries lists the series of the account.
func AllSeries(ctx context.Context, r engine.Reader, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.Series], error) {
	l := series.List(r)
	l.Named(s)
	return engine.Page[catalog.Series](ctx, engine.AccountWide(r), p, l)
}

func Series(ctx context.Context, r engine.Reader, id int64) (catalog.Series, error) {
	return series.One(ctx, engine.AccountWide(r), id)
}

// SeriesSummaries count the items of series that the caller sees.
func SeriesSummaries(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.Summary, error) {
	return counts(ctx, r, `select series_id as id, count(*) as items from items where account_id = $1 and series_id = any($2)
		and ($3::bigint[] is null or collection_id = any($3)) group by 1`, ids)
}

func CreateSeries(ctx context.Context, w engine.Writer, in catalog.SeriesInput) (catalog.Series, error) {
	return series.Write(ctx, w.Edit, `insert into series (account_id, name, name_key, description) values ($1, $2, $3, $4)`,
		in.Name, catalog.Fold(in.Name), in.Description)
}

func UpdateSeries(ctx context.Context, w engine.Writer, id int64, in catalog.SeriesInput) (catalog.Series, error) {
	return series.Write(ctx, w.Edit, `
		update series set name = $3, name_key = $4, description = $5, updated_at = now() where account_id = $1 and id = $2`,
		id, in.Name, catalog.Fold(in.Name), in.Description)
}

// DeleteSeries deletes a series; its items stay.
func DeleteSeries(ctx context.Context, w engine.Writer, id int64) error {
	return series.Discard(engine.Slowly(ctx, w.Edit), w.Edit, id)
}
