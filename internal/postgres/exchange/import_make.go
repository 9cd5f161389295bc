package exchange

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
	"vitrine/internal/postgres/inventory"
)

// The functions of requests take some ten statements per object, which would make a large import last
// for hours. Imports therefore insert many objects at once, with a few statements per kind, the same
// triggers and the same log entries.

// ErrRefusedTogether means that the database refused some of several objects, but not which.
var ErrRefusedTogether = errors.New("some of the rows could not be written together")

// NewItem is an item that a row makes.
type NewItem struct {
	CollectionID int64
	*importing.ItemWrite
}

// NewCopy is a copy that a row makes.
type NewCopy struct {
	ItemID int64
	*importing.CopyWrite
}

// MadeObject is an object that a row or line created or changed.
type MadeObject struct {
	ID   int64
	UUID string
}

// inOrder checks that all objects were made, and sorts them by id, the order in which they were given.
func inOrder(made []MadeObject, err error, given int) ([]MadeObject, error) {
	if err == nil && len(made) != given {
		err = ErrRefusedTogether
	}
	slices.SortFunc(made, func(a, b MadeObject) int { return int(a.ID - b.ID) })
	return made, engine.Translate(err)
}

func idsOf(made []MadeObject) []int64 {
	ids := make([]int64, len(made))
	for n, m := range made {
		ids[n] = m.ID
	}
	return ids
}

// MakeItems creates items that are not wanted.
func (w *ImportWork) MakeItems(ctx context.Context, given []NewItem) ([]MadeObject, error) {
	writer, fields := writer(w), map[int64][]catalog.CustomField{}
	rows, values := make([]map[string]any, len(given)), make([][]catalog.Value, len(given))
	for n, g := range given {
		var err error
		if values[n], err = checkedValues(ctx, w, fields, g.In); err != nil {
			return nil, err
		}
		in := inventory.ItemParams(writer, g.In, values[n])
		rows[n] = map[string]any{"n": n, "uuid": g.UUID, "collection": g.CollectionID, "type": in["collection_type_id"], "name": in["name"], "description": in["description"],
			"folded": in["sort_name"], "search": in["search"], "shown": json.RawMessage(in["custom_fields"].(string)),
			"category": in["category_id"], "set": in["set_id"], "series": in["series_id"]}
	}
	done, err := engine.All[MadeObject](ctx, w.Reader, `
		insert into items (account_id, uuid, collection_id, collection_type_id, name, description, sort_name, search, custom_fields, category_id, set_id, series_id, wanted)
		select $1, coalesce(nullif(x.uuid, '')::uuid, gen_random_uuid()), o.id, x.type, x.name, x.description, x.folded, array_to_tsvector(x.search), x.shown, x.category, x.set, x.series, false
		from jsonb_to_recordset($2::jsonb) x (n bigint, uuid text, collection bigint, type bigint, name text, description text, folded text, search text[], shown jsonb,
			category bigint, set bigint, series bigint)
		join collections o on o.account_id = $1 and o.id = x.collection
		where x.type is null or exists (select from collection_type_links l where l.account_id = $1 and l.collection_id = x.collection and l.collection_type_id = x.type)
		order by x.n returning id, uuid::text`, w.AccountID, encoded(rows))
	made, err := inOrder(done, err, len(given))
	if err != nil {
		return nil, err
	}
	if err := giveValues(ctx, w, writer, made, values); err != nil {
		return nil, err
	}
	if err := giveTags(ctx, w, made, given); err != nil {
		return nil, err
	}
	return made, logMade(ctx, w, catalog.ItemCreated, inventory.ItemTable.Table(), inventory.ItemTable.Columns(), inventory.ItemTable.Telling(inventory.ItemTable.Audited().Given(`changed`)+` || `+inventory.GivenValues+` || `+inventory.ItemPlaces.Given(`changed`)), made)
}

// checkedValues are the values of an item. The fields of each type are read once.
func checkedValues(ctx context.Context, w *ImportWork, known map[int64][]catalog.CustomField, in catalog.ItemInput) ([]catalog.Value, error) {
	if len(in.CustomFields) == 0 || in.CollectionTypeID == nil {
		return nil, nil
	}
	fields, ok := known[*in.CollectionTypeID]
	if !ok {
		var err error
		if fields, err = engine.All[catalog.CustomField](ctx, w.Reader, inventory.CustomFieldTable.Query(`account_id = $1 and collection_type_id = $2`), w.AccountID, *in.CollectionTypeID); err != nil {
			return nil, err
		}
		known[*in.CollectionTypeID] = fields
	}
	values, _, err := catalog.CheckValues(fields, in.CustomFields)
	return values, err
}

func giveValues(ctx context.Context, w *ImportWork, writer engine.Writer, made []MadeObject, values [][]catalog.Value) error {
	var rows []map[string]any
	for n, of := range values {
		given := inventory.ValueColumns(writer, of)
		for i, field := range given.Fields {
			rows = append(rows, map[string]any{"item": made[n].ID, "field": field, "value": json.RawMessage(given.Contents[i]), "words": given.Words[i], "code": given.Codes[i]})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return w.run(ctx, `
		insert into item_values (account_id, item_id, custom_field_id, value, search, code)
		select $1, x.item, x.field, x.value, array_to_tsvector(string_to_array(x.words, ' ')), x.code
		from jsonb_to_recordset($2::jsonb) x (item bigint, field bigint, value jsonb, words text, code bigint)`,
		w.AccountID, encoded(rows))
}

func giveTags(ctx context.Context, w *ImportWork, made []MadeObject, given []NewItem) error {
	var of, tags []int64
	for n, g := range given {
		if g.In.TagIDs.Value == nil {
			continue
		}
		for _, tag := range *g.In.TagIDs.Value {
			of, tags = append(of, made[n].ID), append(tags, tag)
		}
	}
	if len(of) == 0 {
		return nil
	}
	return w.run(ctx, `insert into item_tags (account_id, item_id, tag_id) select $1, item, tag from unnest($2::bigint[], $3::bigint[]) x (item, tag)`, w.AccountID, of, tags)
}

// MakeCopies creates copies of items that are not wanted.
func (w *ImportWork) MakeCopies(ctx context.Context, given []NewCopy) ([]MadeObject, error) {
	writer := writer(w)
	rows := make([]map[string]any, len(given))
	for n, g := range given {
		in := g.In
		rows[n] = map[string]any{"n": n, "uuid": g.UUID, "item": g.ItemID, "identifier": in.Identifier, "location": in.LocationID, "status": in.Status, "quantity": in.Quantity,
			"acquired": in.AcquiredAt, "disposed": in.DisposedAt, "note": in.Note, "search": inventory.Marked(writer, catalog.Words(in.Texts()...)), "condition": in.ItemConditionID.Value}
	}
	done, err := engine.All[MadeObject](ctx, w.Reader, `
		insert into copies (account_id, uuid, item_id, identifier, location_id, status, quantity, acquired_at, disposed_at, note, search, item_condition_id)
		select $1, coalesce(nullif(x.uuid, '')::uuid, gen_random_uuid()), i.id, x.identifier, x.location, coalesce(nullif(x.status, ''), 'owned'), x.quantity, x.acquired, x.disposed, x.note,
			array_to_tsvector(x.search), x.condition
		from jsonb_to_recordset($2::jsonb) x (n bigint, uuid text, item bigint, identifier text, location bigint, status text, quantity bigint, acquired date, disposed date, note text,
			search text[], condition bigint)
		cross join lateral (select id from items where account_id = $1 and id = x.item offset 0) i order by x.n returning id, uuid::text`, w.AccountID, encoded(rows))
	made, err := inOrder(done, err, len(given))
	if err != nil {
		return nil, err
	}
	return made, logMade(ctx, w, catalog.CopyCreated, inventory.CopyTable.Table(), inventory.CopyTable.Columns(), inventory.CopyTable.Telling(inventory.CopyTable.Audited().Given(`changed`)), made)
}

// logMade adds a log entry for each object.
func logMade(ctx context.Context, w *ImportWork, action catalog.Action, t engine.Table, columns string, n engine.Note, made []MadeObject) error {
	args := []any{w.AccountID, idsOf(made)}
	return w.run(ctx, `with changed as (select `+columns+` from unnest($2::bigint[]) asked (id)`+oneByOne(t, `asked.id`)+`) `+n.Insert(len(args), false), append(args, engine.Signature(w.Reader, action)...)...)
}

// oneByOne joins a row by id with a lookup, because PostgreSQL may believe that a new account is empty.
func oneByOne(t engine.Table, id string) string {
	as := t.Alias
	if as == "" {
		as = t.Name
	}
	return ` cross join lateral (select * from ` + t.Name + ` where account_id = $1 and id = ` + id + ` offset 0) ` + as
}

func writer(w *ImportWork) engine.Writer {
	return engine.Writer{Edit: &engine.Edit{Reader: w.Reader}}
}
