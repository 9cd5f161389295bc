package inventory

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/internal/engine"
)

// TypeFields are the fields of types in display order, by type.
func TypeFields(ctx context.Context, r engine.Reader, types []int64) (map[int64][]catalog.FieldForm, error) {
	found, err := engine.All[struct {
		ID     int64
		Fields []catalog.FieldForm
	}](ctx, engine.AccountWide(r), `
		select t.id, `+fieldsOf+` as fields from (select distinct unnest($2::bigint[]) as id) asked
		cross join lateral (select id from collection_types where account_id = $1 and id = asked.id offset 0) t`, r.AccountID(), types)
	fields := map[int64][]catalog.FieldForm{}
	for _, t := range found {
		fields[t.ID] = t.Fields
	}
	return fields, err
}

// FirstCopies are the first hundred copies of each of some items that the caller sees, by
// item.
func FirstCopies(ctx context.Context, r engine.Reader, items []int64) (map[int64][]catalog.Copy, error) {
	found, err := engine.All[catalog.Copy](ctx, engine.Narrowed(r), `
		select `+copies.Columns+` from (select distinct unnest($2::bigint[]) as id) asked
		cross join lateral (select * from copies where account_id = $1 and item_id = asked.id order by id limit 100) c
		where `+visibleItem(`c.item_id`, `$3`)+` order by c.item_id, c.id`, r.AccountID(), items, r.CollectionIDs())
	first := map[int64][]catalog.Copy{}
	for _, c := range found {
		first[c.ItemID] = append(first[c.ItemID], c)
	}
	return first, err
}
