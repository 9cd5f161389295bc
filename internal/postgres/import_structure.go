package postgres

import (
	"context"
	"errors"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
)

// Structure reads what the items of the import's collection are sorted by. One that is not
// made yet has a name and a currency only.
func (w *ImportWork) Structure(ctx context.Context) (*importing.Structure, error) {
	s := &importing.Structure{}
	collection := int64(0)
	if w.Import.CollectionID != nil {
		collection = *w.Import.CollectionID
		found, err := collections.one(ctx, w.Reader, collection)
		if errors.Is(err, fault.ErrNotFound) {
			return nil, errGone
		}
		if err != nil {
			return nil, err
		}
		s.Collection = importing.Collection{ID: found.ID, UUID: found.UUID, Name: found.Name, Currency: found.Currency}
	} else {
		account, err := w.Reader.Account(ctx)
		if err != nil {
			return nil, err
		}
		s.Collection.Currency = account.CurrencyCode
	}
	if err := w.types(ctx, s, collection); err != nil {
		return nil, err
	}
	for _, list := range []struct {
		to  *[]importing.Node
		sql string
	}{
		{&s.Locations, `select id, parent_id, name from locations where account_id = $1 and $2::bigint is not null`},
		{&s.Categories, `select id, parent_id, name from categories where account_id = $1 and collection_id = $2`},
		{&s.Sets, `select id, null::bigint as parent_id, name from sets where account_id = $1 and collection_id = $2`},
		{&s.Tags, `select id, null::bigint as parent_id, name from tags where account_id = $1 and $2::bigint is not null`},
		{&s.Series, `select id, null::bigint as parent_id, name from series where account_id = $1 and $2::bigint is not null`},
		{&s.Conditions, `select id, null::bigint as parent_id, name from item_conditions where account_id = $1 and $2::bigint is not null`},
	} {
		var err error
		if *list.to, err = all[importing.Node](ctx, w.Reader, list.sql, w.AccountID, collection); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// types reads the collection types with their fields.
func (w *ImportWork) types(ctx context.Context, s *importing.Structure, collection int64) error {
	found, err := all[struct {
		ID     int64
		Name   string
		Linked bool
	}](ctx, w.Reader, `
		select t.id, t.name, exists (select from collection_type_links where account_id = $1 and collection_id = $2 and collection_type_id = t.id) as linked
		from collection_types t where account_id = $1 order by t.id`, w.AccountID, collection)
	if err != nil {
		return err
	}
	fields, err := all[catalog.CustomField](ctx, w.Reader, customFields.query(`account_id = $1 order by collection_type_id, position, id`), w.AccountID)
	if err != nil {
		return err
	}
	byID := map[int64]*importing.Type{}
	for _, t := range found {
		made := &importing.Type{ID: t.ID, Name: t.Name, Linked: t.Linked}
		s.Types = append(s.Types, made)
		byID[t.ID] = made
	}
	for _, f := range fields {
		byID[f.CollectionTypeID].Fields = append(byID[f.CollectionTypeID].Fields, f)
	}
	return nil
}

// Demands are what the plan needs and is not there.
func (w *ImportWork) Demands(ctx context.Context) ([]importing.Demand, error) {
	found, err := one[struct{ Demands []importing.Demand }](ctx, w.Reader, `select demands from imports where account_id = $1 and id = $2`, w.AccountID, w.Import.ID)
	return found.Demands, err
}

// SaveDemands keeps what the plan needs and is not there.
func (w *ImportWork) SaveDemands(ctx context.Context, demands []importing.Demand) error {
	return w.run(ctx, `update imports set demands = $3::jsonb where account_id = $1 and id = $2`, w.AccountID, w.Import.ID, encoded(notNil(demands)))
}

// Made is an object that was made on demand.
type Made struct {
	Kind string `json:"kind"`
	ID   int64  `json:"id"`
	Of   int64  `json:"of,omitempty"` // the type of a field
}

// SaveMade keeps what was made on demand.
func (w *ImportWork) SaveMade(ctx context.Context, made []Made) error {
	return w.run(ctx, `update imports set made = $3::jsonb where account_id = $1 and id = $2`, w.AccountID, w.Import.ID, encoded(notNil(made)))
}

// Changes are the change numbers of the account, as far as they are not of this import.
func (w *ImportWork) Changes(ctx context.Context) (string, error) {
	found, err := one[struct{ Numbers string }](ctx, w.Reader, `select (`+progress+`) as numbers`, w.AccountID)
	return found.Numbers, err
}

// PlanChanges are the change numbers when the plan was begun.
func (w *ImportWork) PlanChanges(ctx context.Context) (string, error) {
	found, err := one[struct{ Numbers string }](ctx, w.Reader, `select coalesce(plan_changes, '') as numbers from imports where account_id = $1 and id = $2`, w.AccountID, w.Import.ID)
	return found.Numbers, err
}

// SavePlanChanges keeps the change numbers when the plan was begun.
func (w *ImportWork) SavePlanChanges(ctx context.Context, numbers string) error {
	return w.run(ctx, `update imports set plan_changes = $3 where account_id = $1 and id = $2`, w.AccountID, w.Import.ID, numbers)
}

// SaveKeys keeps what items and copies are called where they came from.
func (w *ImportWork) SaveKeys(ctx context.Context, keys []importing.Key) error {
	if len(keys) == 0 {
		return nil
	}
	return w.run(ctx, `
		insert into import_keys (account_id, collection_id, source, key, item_id, copy_id, import_id)
		select $1, i.collection_id, $3, k.key, k.item_id, k.copy_id, $2
		from jsonb_to_recordset($4) k (key text, item_id bigint, copy_id bigint) join items i on i.account_id = $1 and i.id = k.item_id
		on conflict do nothing`, w.AccountID, w.Import.ID, w.Import.Source, encoded(keys))
}

// GiveUUID gives an item or a copy that was just made the uuid that its row has for it.
func (w *ImportWork) GiveUUID(ctx context.Context, copy bool, id int64, uuid string) error {
	table := `items`
	if copy {
		table = `copies`
	}
	return w.run(ctx, `update `+table+` set uuid = $3::uuid where account_id = $1 and id = $2`, w.AccountID, id, uuid)
}
