package exchange

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/postgres/people"
)

// Structure reads categories, sets, types and the like of the import's collection, or of all
// collections if rows name theirs. A collection that does not exist yet has only a currency.
func (w *ImportWork) Structure(ctx context.Context) (*importing.Structure, error) {
	s := &importing.Structure{}
	if err := collections(ctx, w, s); err != nil {
		return nil, err
	}
	if err := types(ctx, w, s); err != nil {
		return nil, err
	}
	for _, list := range []struct {
		to  *[]importing.Node
		sql string
	}{
		{&s.Locations, `select id, parent_id, name from locations where account_id = $1`},
		{&s.Tags, `select id, null::bigint as parent_id, name from tags where account_id = $1`},
		{&s.Series, `select id, null::bigint as parent_id, name from series where account_id = $1`},
		{&s.Conditions, `select id, null::bigint as parent_id, name from item_conditions where account_id = $1`},
	} {
		var err error
		if *list.to, err = engine.All[importing.Node](ctx, w.Reader, list.sql, w.AccountID); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// collections reads the collections that rows can name, with their categories and sets.
func collections(ctx context.Context, w *ImportWork, s *importing.Structure) error {
	account, err := people.Account(ctx, w.Reader)
	if err != nil {
		return err
	}
	s.Currency = account.CurrencyCode
	if w.Import.CollectionID == nil && len(w.Import.NewCollection) > 0 {
		s.Own = &importing.Collection{Currency: s.Currency}
		return nil
	}
	found, err := engine.All[struct {
		ID                   int64
		UUID, Name, Currency string
		Types                []int64
	}](ctx, w.Reader, `
		select id, uuid::text, name, currency, array(select collection_type_id from collection_type_links l where l.account_id = $1 and l.collection_id = c.id) as types
		from collections c where account_id = $1 and ($2::bigint is null or id = $2) order by id`, w.AccountID, w.Import.CollectionID)
	if err != nil {
		return err
	}
	byID, ids := map[int64]*importing.Collection{}, make([]int64, len(found))
	for i, f := range found {
		c := &importing.Collection{ID: f.ID, UUID: f.UUID, Name: f.Name, Currency: f.Currency, Types: map[int64]bool{}}
		for _, t := range f.Types {
			c.Types[t] = true
		}
		byID[f.ID], ids[i] = c, f.ID
		if w.Import.CollectionID != nil {
			s.Own = c
		} else {
			s.AddCollection(c)
		}
	}
	if w.Import.CollectionID != nil && s.Own == nil {
		return errGone
	}
	return sortedWithin(ctx, w, byID, ids)
}

// sortedWithin reads categories and sets of collections.
func sortedWithin(ctx context.Context, w *ImportWork, of map[int64]*importing.Collection, ids []int64) error {
	type node struct {
		importing.Node
		CollectionID int64
	}
	categories, err := engine.All[node](ctx, w.Reader, `select id, parent_id, name, collection_id from categories where account_id = $1 and collection_id = any($2)`, w.AccountID, ids)
	if err != nil {
		return err
	}
	for _, c := range categories {
		of[c.CollectionID].Categories = append(of[c.CollectionID].Categories, c.Node)
	}
	sets, err := engine.All[node](ctx, w.Reader, `select id, null::bigint as parent_id, name, collection_id from sets where account_id = $1 and collection_id = any($2)`, w.AccountID, ids)
	for _, c := range sets {
		of[c.CollectionID].Sets = append(of[c.CollectionID].Sets, c.Node)
	}
	return err
}

// types reads the collection types with their fields.
func types(ctx context.Context, w *ImportWork, s *importing.Structure) error {
	found, err := engine.All[struct {
		ID   int64
		Name string
	}](ctx, w.Reader, `select id, name from collection_types where account_id = $1 order by id`, w.AccountID)
	if err != nil {
		return err
	}
	fields, err := engine.All[catalog.CustomField](ctx, w.Reader, inventory.CustomFieldTable.Query(`account_id = $1 order by collection_type_id, position, id`), w.AccountID)
	if err != nil {
		return err
	}
	byID := map[int64]*importing.Type{}
	for _, t := range found {
		made := &importing.Type{ID: t.ID, Name: t.Name}
		s.Types = append(s.Types, made)
		byID[t.ID] = made
	}
	for _, f := range fields {
		byID[f.CollectionTypeID].Fields = append(byID[f.CollectionTypeID].Fields, f)
	}
	return nil
}

// Demands are the objects that the plan needs and that do not exist.
func (w *ImportWork) Demands(ctx context.Context) ([]importing.Demand, error) {
	found, err := engine.One[struct{ Demands []importing.Demand }](ctx, w.Reader, `select demands from imports where account_id = $1 and id = $2`, w.AccountID, w.Import.ID)
	return found.Demands, err
}

// SaveDemands stores them.
func (w *ImportWork) SaveDemands(ctx context.Context, demands []importing.Demand) error {
	return w.run(ctx, `update imports set demands = $3::jsonb where account_id = $1 and id = $2`, w.AccountID, w.Import.ID, encoded(engine.NotNil(demands)))
}

// Made is an object that was made on demand.
type Made struct {
	Kind string `json:"kind"`
	ID   int64  `json:"id"`
	Of   int64  `json:"of,omitempty"` // the type of a field, the collection of a link
}

// SaveMade stores the objects made on demand.
func (w *ImportWork) SaveMade(ctx context.Context, made []Made) error {
	return w.run(ctx, `update imports set made = $3::jsonb where account_id = $1 and id = $2`, w.AccountID, w.Import.ID, encoded(engine.NotNil(made)))
}

// Changes are the change numbers of the account, without changes by this import.
func (w *ImportWork) Changes(ctx context.Context) (string, error) {
	found, err := engine.One[struct{ Numbers string }](ctx, w.Reader, `select (`+engine.Progress+`) as numbers`, w.AccountID)
	return found.Numbers, err
}

// PlanChanges are the change numbers at the start of planning.
func (w *ImportWork) PlanChanges(ctx context.Context) (string, error) {
	found, err := engine.One[struct{ Numbers string }](ctx, w.Reader, `select coalesce(plan_changes, '') as numbers from imports where account_id = $1 and id = $2`, w.AccountID, w.Import.ID)
	return found.Numbers, err
}

// SavePlanChanges stores the change numbers at the start of planning.
func (w *ImportWork) SavePlanChanges(ctx context.Context, numbers string) error {
	return w.run(ctx, `update imports set plan_changes = $3 where account_id = $1 and id = $2`, w.AccountID, w.Import.ID, numbers)
}

// SaveKeys stores the ids of items and copies in the program they came from.
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

// GiveUUID gives a new object the uuid from its row.
func (w *ImportWork) GiveUUID(ctx context.Context, table string, id int64, uuid string) error {
	return w.run(ctx, `update `+table+` set uuid = $3::uuid where account_id = $1 and id = $2`, w.AccountID, id, uuid)
}
