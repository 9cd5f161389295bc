package postgres

import (
	"context"

	"vitrine/internal/catalog"
)

var series = resource[catalog.Series]{
	table:   table{name: `series`},
	columns: `id, uuid::text, name, description, created_at, updated_at`,
	order:   byID,
	entry:   named,
	trace:   trace{object: `series`},
}

// AllSeries lists the series of the account.
func (r Reader) AllSeries(ctx context.Context, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.Series], error) {
	l := series.list(r)
	l.named(s)
	return page[catalog.Series](ctx, accountWide(r), p, l)
}

func (r Reader) Series(ctx context.Context, id int64) (catalog.Series, error) {
	return series.one(ctx, accountWide(r), id)
}

// SeriesSummaries count the items of series that the caller sees.
func (r Reader) SeriesSummaries(ctx context.Context, ids []int64) (map[int64]catalog.Summary, error) {
	return r.counts(ctx, `select series_id as id, count(*) as items from items where account_id = $1 and series_id = any($2)
		and ($3::bigint[] is null or collection_id = any($3)) group by 1`, ids)
}

func (w Writer) CreateSeries(ctx context.Context, in catalog.SeriesInput) (catalog.Series, error) {
	return series.write(ctx, w.change, `insert into series (account_id, name, name_key, description) values ($1, $2, $3, $4)`,
		in.Name, catalog.Fold(in.Name), in.Description)
}

func (w Writer) UpdateSeries(ctx context.Context, id int64, in catalog.SeriesInput) (catalog.Series, error) {
	return series.write(ctx, w.change, `
		update series set name = $3, name_key = $4, description = $5, updated_at = now() where account_id = $1 and id = $2`,
		id, in.Name, catalog.Fold(in.Name), in.Description)
}

// DeleteSeries deletes a series; its items stay.
func (w Writer) DeleteSeries(ctx context.Context, id int64) error {
	return series.discard(slowly(ctx, w.change), w.change, id)
}
