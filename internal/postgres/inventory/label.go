package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// CopyLabels are the labels of copies, by id: a part of them, and their number. Those that are gone
// have one only if they are named.
func CopyLabels(ctx context.Context, r engine.Reader, f catalog.LabelFilter, p catalog.Paging) (catalog.Page[catalog.CopyLabel], error) {
	page := catalog.Page[catalog.CopyLabel]{Paging: p}
	args := []any{r.AccountID(), r.CollectionIDs(), p.PerPage, p.Offset()}
	var chosen string
	switch {
	case f.Shelf != nil && f.Shelf.Nested:
		chosen, args = `not `+isGone+` and location_id in (`+inTree(`$5`)+`)`, append(args, f.Shelf.LocationID)
	case f.Shelf != nil:
		chosen, args = `not `+isGone+` and location_id = $5`, append(args, f.Shelf.LocationID)
	default:
		chosen, args = `(id = any($5::bigint[]) or item_id = any($6::bigint[]) and not `+isGone+`)`, append(args, f.Copies, f.Items)
	}
	type counted struct {
		catalog.CopyLabel
		Total int64
	}
	found, err := engine.All[counted](ctx, engine.Narrowed(r), `
		with chosen as materialized (
			select id, item_id, identifier, location_id from copies c where account_id = $1 and `+chosen+` and `+visibleItem(`c.item_id`, `$2`)+`
		)
		select c.id, c.identifier, i.name, o.name as collection, c.location_id, (select count(*) from chosen) as total
		from (select * from chosen order by id limit $3 offset $4) c
		cross join lateral (select name, collection_id from items where account_id = $1 and id = c.item_id offset 0) i
		cross join lateral (select name from collections where account_id = $1 and id = i.collection_id offset 0) o
		order by c.id`, args...)
	for _, one := range found {
		page.Items, page.Total = append(page.Items, one.CopyLabel), one.Total
	}
	return page, err
}
