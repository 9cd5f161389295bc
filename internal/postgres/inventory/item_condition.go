package inventory

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres/internal/engine"
)

var itemConditions = engine.Resource[catalog.ItemCondition]{
	Table:   engine.Table{Name: `item_conditions`},
	Columns: `id, uuid::text, name, position, created_at, updated_at`,
	Order:   engine.ByPosition,
	Entry:   engine.Named,
}

// ItemConditionTable is how item conditions are read.
var ItemConditionTable = itemConditions.Shape()

func ItemConditions(ctx context.Context, r engine.Reader, s catalog.Search, p catalog.Paging) (catalog.Page[catalog.ItemCondition], error) {
	l := itemConditions.List(r)
	l.Named(s)
	return engine.Page[catalog.ItemCondition](ctx, engine.AccountWide(r), p, l)
}

func ItemCondition(ctx context.Context, r engine.Reader, id int64) (catalog.ItemCondition, error) {
	return itemConditions.One(ctx, engine.AccountWide(r), id)
}

// CreateItemCondition adds a condition after the others, unless there are too many.
func CreateItemCondition(ctx context.Context, w engine.Writer, in catalog.ItemConditionInput) (catalog.ItemCondition, error) {
	itemConditions.Owner.Serialise(w.Edit)
	done, err := itemConditions.Write(ctx, w.Edit, `
		insert into item_conditions (account_id, name, name_key, position)
		select $1, $2, $3, `+itemConditions.Next()+` where (select count(*) from item_conditions where account_id = $1) < $4`,
		in.Name, catalog.Fold(in.Name), catalog.MaxItemConditions)
	if errors.Is(err, fault.ErrNotFound) {
		err = catalog.TooMany("conditions", catalog.MaxItemConditions)
	}
	return done, err
}

func UpdateItemCondition(ctx context.Context, w engine.Writer, id int64, in catalog.ItemConditionInput) (catalog.ItemCondition, error) {
	itemConditions.MakeRoom(w.Edit, in.Position, id)
	return itemConditions.Write(ctx, w.Edit, `
		update item_conditions set name = $3, name_key = $4, position = coalesce($5, position), updated_at = now()
		where account_id = $1 and id = $2`, id, in.Name, catalog.Fold(in.Name), in.Position)
}

func MoveItemCondition(ctx context.Context, w engine.Writer, id int64, in catalog.Move) (catalog.ItemCondition, error) {
	return itemConditions.Move(ctx, w.Edit, in, id)
}

func DeleteItemCondition(ctx context.Context, w engine.Writer, id int64) error {
	return itemConditions.Discard(ctx, w.Edit, id)
}
