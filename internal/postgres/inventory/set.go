package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var sets = engine.Resource[catalog.Set]{
	Table:   engine.Table{Name: `sets`},
	Columns: `id, uuid::text, collection_id, name, description, target_count, created_at, updated_at`,
	Order:   engine.ByID,
	Entry:   engine.Named,
	Trace:   engine.Trace{Object: `set`, Collection: `collection_id`, Columns: `collection_id`},
}

func Sets(ctx context.Context, r engine.Reader, f catalog.SetFilter, p catalog.Paging) (catalog.Page[catalog.Set], error) {
	l := sets.List(r)
	l.Named(f.Search)
	if f.CollectionID != nil {
		l.And(`collection_id = ` + l.Arg(*f.CollectionID))
		l.Capped = true
	}
	if r.CollectionIDs() != nil {
		l.And(`collection_id = any(` + l.Arg(r.CollectionIDs()) + `)`)
	}
	return engine.Page[catalog.Set](ctx, engine.Narrowed(r), p, l)
}

func Set(ctx context.Context, r engine.Reader, id int64) (catalog.Set, error) {
	return sets.One(ctx, engine.InSet(r, id), id)
}

// SetSummaries count the owned items of sets.
func SetSummaries(ctx context.Context, r engine.Reader, ids []int64) (map[int64]catalog.SetSummary, error) {
	found, err := engine.All[struct {
		ID int64
		catalog.SetSummary
	}](ctx, engine.Narrowed(r), `
		select s.id, s.target_count as target, i.items, i.owned, i.wanted from unnest($2::bigint[]) asked (id)
		cross join lateral (select id, target_count from sets where account_id = $1 and id = asked.id offset 0) s
		cross join lateral (
			select count(*) as items, count(*) filter (where i.wanted) as wanted,
				count(*) filter (where exists (select from copies c where c.account_id = $1 and c.item_id = i.id and `+IsHeld+` offset 0)) as owned
			from items i where i.account_id = $1 and i.set_id = s.id and ($3::bigint[] is null or i.collection_id = any($3))
		) i`, r.AccountID(), ids, r.CollectionIDs())
	summaries := map[int64]catalog.SetSummary{}
	for _, s := range found {
		summaries[s.ID] = s.SetSummary
	}
	return summaries, err
}

// CreateSet adds a set to a collection that the caller sees.
func CreateSet(ctx context.Context, w engine.Writer, in catalog.NewSet) (catalog.Set, error) {
	done, err := sets.Write(ctx, engine.ForCaller(w.Edit), `
		insert into sets (account_id, collection_id, name, name_key, description, target_count)
		select account_id, id, $3, $4, $5, $6 from collections where account_id = $1 and id = $2 and ($7::bigint[] is null or id = any($7))`,
		*in.CollectionID, in.Name, catalog.Fold(in.Name), in.Description, in.TargetCount, w.CollectionIDs())
	if errors.Is(err, fault.ErrNotFound) {
		err = fault.On("collection_id", "The selected collection id is invalid.")
	}
	return done, err
}

func UpdateSet(ctx context.Context, w engine.Writer, id int64, in catalog.SetInput) (catalog.Set, error) {
	return sets.Write(ctx, engine.InSet(w.Edit, id), `
		update sets set name = $3, name_key = $4, description = $5, target_count = $6, updated_at = now() where account_id = $1 and id = $2`,
		id, in.Name, catalog.Fold(in.Name), in.Description, in.TargetCount)
}

// DeleteSet deletes a set; its items stay.
func DeleteSet(ctx context.Context, w engine.Writer, id int64) error {
	return sets.Discard(engine.Slowly(ctx, w.Edit), engine.InSet(w.Edit, id), id)
}

// SetParts are the items of a set with what may number them, one more than are looked through.
func SetParts(ctx context.Context, r engine.Reader, set int64) ([]catalog.SetPart, error) {
	return engine.All[catalog.SetPart](ctx, engine.InSet(r, set), `
		select i.id, i.name, i.custom_fields, exists (select from copies c where c.account_id = $1 and c.item_id = i.id and `+IsHeld+` offset 0) as owned
		from items i where i.account_id = $1 and i.set_id = $2 limit $3`, r.AccountID(), set, catalog.MostNumbered+1)
}
