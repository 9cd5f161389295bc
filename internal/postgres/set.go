package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

var sets = resource[catalog.Set]{
	table:   table{name: `sets`},
	columns: `id, uuid::text, collection_id, name, description, target_count, created_at, updated_at`,
	order:   byID,
	entry:   named,
	trace:   trace{object: `set`, collection: `collection_id`, columns: `collection_id`},
}

func (r Reader) Sets(ctx context.Context, f catalog.SetFilter, p catalog.Paging) (catalog.Page[catalog.Set], error) {
	l := sets.list(r)
	l.named(f.Search)
	if f.CollectionID != nil {
		l.and(`collection_id = ` + l.arg(*f.CollectionID))
		l.capped = true
	}
	if r.only != nil {
		l.and(`collection_id = any(` + l.arg(r.only) + `)`)
	}
	return page[catalog.Set](ctx, narrowed(r), p, l)
}

func (r Reader) Set(ctx context.Context, id int64) (catalog.Set, error) {
	return sets.one(ctx, inSet(r, id), id)
}

// SetSummaries tell how far sets are complete.
func (r Reader) SetSummaries(ctx context.Context, ids []int64) (map[int64]catalog.SetSummary, error) {
	found, err := all[struct {
		ID int64
		catalog.SetSummary
	}](ctx, narrowed(r), `
		select s.id, s.target_count as target, i.items, i.owned, i.wanted from unnest($2::bigint[]) asked (id)
		cross join lateral (select id, target_count from sets where account_id = $1 and id = asked.id offset 0) s
		cross join lateral (
			select count(*) as items, count(*) filter (where i.wanted) as wanted,
				count(*) filter (where exists (select from copies c where c.account_id = $1 and c.item_id = i.id and `+held+` offset 0)) as owned
			from items i where i.account_id = $1 and i.set_id = s.id and ($3::bigint[] is null or i.collection_id = any($3))
		) i`, r.account, ids, r.only)
	summaries := map[int64]catalog.SetSummary{}
	for _, s := range found {
		summaries[s.ID] = s.SetSummary
	}
	return summaries, err
}

// CreateSet adds a set to a collection that the caller sees.
func (w Writer) CreateSet(ctx context.Context, in catalog.NewSet) (catalog.Set, error) {
	done, err := sets.write(ctx, forCaller(w.change), `
		insert into sets (account_id, collection_id, name, name_key, description, target_count)
		select account_id, id, $3, $4, $5, $6 from collections where account_id = $1 and id = $2 and ($7::bigint[] is null or id = any($7))`,
		*in.CollectionID, in.Name, catalog.Fold(in.Name), in.Description, in.TargetCount, w.only)
	if errors.Is(err, fault.ErrNotFound) {
		err = fault.On("collection_id", "The selected collection id is invalid.")
	}
	return done, err
}

func (w Writer) UpdateSet(ctx context.Context, id int64, in catalog.SetInput) (catalog.Set, error) {
	return sets.write(ctx, inSet(w.change, id), `
		update sets set name = $3, name_key = $4, description = $5, target_count = $6, updated_at = now() where account_id = $1 and id = $2`,
		id, in.Name, catalog.Fold(in.Name), in.Description, in.TargetCount)
}

// DeleteSet deletes a set; its items stay.
func (w Writer) DeleteSet(ctx context.Context, id int64) error {
	return sets.discard(slowly(ctx, w.change), inSet(w.change, id), id)
}
