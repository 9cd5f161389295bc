package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
)

var itemConditions = resource[catalog.ItemCondition]{
	table:   table{name: `item_conditions`},
	columns: `id, uuid::text, name, position, created_at, updated_at`,
	order:   byPosition,
	entry:   named,
}

func (r Reader) ItemConditions(ctx context.Context, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.ItemCondition], error) {
	l := itemConditions.list(r)
	l.named(s)
	return page[catalog.ItemCondition](ctx, accountWide(r), p, l)
}

func (r Reader) ItemCondition(ctx context.Context, id int64) (catalog.ItemCondition, error) {
	return itemConditions.one(ctx, accountWide(r), id)
}

// CreateItemCondition adds a condition after the others, unless there are too many.
func (w Writer) CreateItemCondition(ctx context.Context, in catalog.ItemConditionInput) (catalog.ItemCondition, error) {
	itemConditions.owner.serialise(w.change)
	done, err := itemConditions.write(ctx, w.change, `
		insert into item_conditions (account_id, name, name_key, position)
		select $1, $2, $3, `+itemConditions.next()+` where (select count(*) from item_conditions where account_id = $1) < $4`,
		in.Name, catalog.Fold(in.Name), catalog.MaxItemConditions)
	if errors.Is(err, fault.ErrNotFound) {
		err = catalog.TooMany("conditions", catalog.MaxItemConditions)
	}
	return done, err
}

func (w Writer) UpdateItemCondition(ctx context.Context, id int64, in catalog.ItemConditionInput) (catalog.ItemCondition, error) {
	itemConditions.makeRoom(w.change, in.Position, id)
	return itemConditions.write(ctx, w.change, `
		update item_conditions set name = $3, name_key = $4, position = coalesce($5, position), updated_at = now()
		where account_id = $1 and id = $2`, id, in.Name, catalog.Fold(in.Name), in.Position)
}

func (w Writer) MoveItemCondition(ctx context.Context, id int64, in catalog.Move) (catalog.ItemCondition, error) {
	return itemConditions.move(ctx, w.change, in, id)
}

func (w Writer) DeleteItemCondition(ctx context.Context, id int64) error {
	return itemConditions.discard(ctx, w.change, id)
}
