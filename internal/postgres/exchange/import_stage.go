package exchange

import (
	"context"
	"encoding/json"

	"vitrine/internal/importing"
	"vitrine/internal/postgres/internal/engine"
)

// staged is a row as JSON for the database.
type staged struct {
	Row   int64             `json:"row"`
	Line  int64             `json:"line"`
	Cells []string          `json:"cells"`
	Kinds *string           `json:"kinds"`
	Flaws []importing.Issue `json:"flaws"`
}

// Unstage deletes all rows of the import.
func (w *ImportWork) Unstage(ctx context.Context) error {
	return w.run(ctx, `delete from import_rows where account_id = $1 and import_id = $2`, w.AccountID, w.Import.ID)
}

// Stage stores rows of the file.
func (w *ImportWork) Stage(ctx context.Context, rows []importing.Row) error {
	sent := make([]staged, len(rows))
	for i, r := range rows {
		sent[i] = staged{r.Row, r.Line, r.Cells, nil, r.Flaws}
		if r.Kinds != "" {
			sent[i].Kinds = &r.Kinds
		}
	}
	return w.run(ctx, `
		insert into import_rows (account_id, import_id, row, line, cells, kinds, flaws)
		select $1, $2, r.row, r.line, r.cells, r.kinds, r.flaws
		from jsonb_to_recordset($3) r (row bigint, line bigint, cells text[], kinds text, flaws jsonb)`, w.AccountID, w.Import.ID, encoded(sent))
}

// StagedRow is a row with its plan.
type StagedRow struct {
	importing.Row
	Action *string
	Digest []byte
}

// Rows are the next rows, as they are corrected.
func (w *ImportWork) Rows(ctx context.Context, after int64, most int) ([]StagedRow, error) {
	found, err := engine.All[struct {
		Row, Line int64
		Cells     []string
		Kinds     string
		Flaws     []importing.Issue
		Nth       int64
		Follows   bool
		FirstRow  int64
		Action    *string
		Digest    []byte
	}](ctx, w.Reader, `
		select row, line, cells, coalesce(kinds, '') as kinds, flaws, nth, follows, coalesce(first_row, 0) as first_row, action, digest from import_rows
		where account_id = $1 and import_id = $2 and row > $3 order by row limit $4`, w.AccountID, w.Import.ID, after, most)
	rows, corrections := make([]StagedRow, len(found)), importing.NewCorrections(w.Import.Mapping)
	for i, f := range found {
		read := importing.Row{Row: f.Row, Line: f.Line, Cells: f.Cells, Kinds: f.Kinds, Flaws: f.Flaws, Nth: f.Nth, Follows: f.Follows, First: f.FirstRow}
		rows[i] = StagedRow{corrections.Of(read), f.Action, f.Digest}
	}
	return rows, err
}

// FirstRows are the earlier rows that created the items of the next ones.
func (w *ImportWork) FirstRows(ctx context.Context, next []StagedRow) (map[int64]importing.Row, error) {
	var wanted []int64
	for _, row := range next {
		if row.First != 0 && row.First < next[0].Row.Row {
			wanted = append(wanted, row.First)
		}
	}
	rows := map[int64]importing.Row{}
	if len(wanted) == 0 {
		return rows, nil
	}
	found, err := engine.All[struct {
		Row   int64
		Cells []string
	}](ctx, w.Reader, `select row, cells from import_rows where account_id = $1 and import_id = $2 and row = any($3)`, w.AccountID, w.Import.ID, wanted)
	corrections := importing.NewCorrections(w.Import.Mapping)
	for _, f := range found {
		rows[f.Row] = corrections.Of(importing.Row{Row: f.Row, Cells: f.Cells})
	}
	return rows, err
}

// CountRows counts the staged rows.
func (w *ImportWork) CountRows(ctx context.Context) (int64, error) {
	found, err := engine.One[struct{ N int64 }](ctx, w.Reader, `select count(*) as n from import_rows where account_id = $1 and import_id = $2`, w.AccountID, w.Import.ID)
	return found.N, err
}

// planned is the plan of a row as JSON for the database.
type planned struct {
	Row     int64              `json:"row"`
	Nth     int64              `json:"nth"`
	Follows bool               `json:"follows"`
	First   *int64             `json:"first_row"`
	Action  string             `json:"action"`
	Digest  []byte             `json:"digest"` // base64
	Item    *importing.Subject `json:"item"`
	Copy    *importing.Subject `json:"copy"`
	Changes []importing.Change `json:"changes"`
	Issues  []importing.Issue  `json:"issues"`
}

// SavePlans stores the plans of rows.
func (w *ImportWork) SavePlans(ctx context.Context, rows []*importing.RowPlan) error {
	sent := make([]planned, len(rows))
	for i, r := range rows {
		sent[i] = planned{r.Row, max(r.Nth, 1), r.Follows, r.First(), r.Action, r.Digest(), r.Item, r.Copy, engine.NotNil(r.Changes), engine.NotNil(r.Issues)}
	}
	return w.run(ctx, `
		update import_rows i set nth = r.nth, follows = r.follows, first_row = r.first_row, action = r.action, digest = decode(r.digest, 'base64'), item = r.item, copy = r.copy, changes = r.changes, issues = r.issues,
			status = null
		from jsonb_to_recordset($3) r (row bigint, nth bigint, follows boolean, first_row bigint, action text, digest text, item jsonb, copy jsonb, changes jsonb, issues jsonb)
		where i.account_id = $1 and i.import_id = $2 and i.row = r.row`, w.AccountID, w.Import.ID, encoded(sent))
}

// Outcome is the result of a row.
type Outcome struct {
	Row      int64          `json:"row"`
	Status   string         `json:"status"`
	ItemID   *int64         `json:"item_id"`
	CopyID   *int64         `json:"copy_id"`
	ItemMade bool           `json:"item_made"`
	CopyMade bool           `json:"copy_made"`
	ItemUUID *string        `json:"item_uuid"`
	CopyUUID *string        `json:"copy_uuid"`
	Undo     importing.Undo `json:"undo"`
}

// SaveOutcomes stores the results of rows.
func (w *ImportWork) SaveOutcomes(ctx context.Context, rows []Outcome) error {
	return w.run(ctx, `
		update import_rows i set status = r.status, item_id = r.item_id, copy_id = r.copy_id, item_made = r.item_made, copy_made = r.copy_made, undo = r.undo,
			item = case when r.item_uuid is null then i.item else i.item || jsonb_build_object('uuid', r.item_uuid) end,
			copy = case when r.copy_uuid is null then i.copy else i.copy || jsonb_build_object('uuid', r.copy_uuid) end
		from jsonb_to_recordset($3) r (row bigint, status text, item_id bigint, copy_id bigint, item_made boolean, copy_made boolean, item_uuid text, copy_uuid text, undo jsonb)
		where i.account_id = $1 and i.import_id = $2 and i.row = r.row`, w.AccountID, w.Import.ID, encoded(engine.NotNil(rows)))
}

// SavePhotos stores the list of files beside the table.
func (w *ImportWork) SavePhotos(ctx context.Context, photos []importing.PhotoFile) error {
	return w.run(ctx, `update imports set photos = $3::jsonb where account_id = $1 and id = $2`, w.AccountID, w.Import.ID, encoded(engine.NotNil(photos)))
}

// Photos are the files beside the table.
func (w *ImportWork) Photos(ctx context.Context) ([]importing.PhotoFile, error) {
	found, err := engine.One[struct{ Photos []importing.PhotoFile }](ctx, w.Reader, `select photos from imports where account_id = $1 and id = $2`, w.AccountID, w.Import.ID)
	return found.Photos, err
}

// NextPhotos are the lists of photos that the next rows add, as cells name them.
func (w *ImportWork) NextPhotos(ctx context.Context, most int) ([]string, error) {
	found, err := engine.All[struct{ Names string }](ctx, w.Reader, `
		select c ->> 'to' as names from (
			select row, changes from import_rows where account_id = $1 and import_id = $2 and row > $3 order by row limit $4
		) r, jsonb_array_elements(r.changes) c where c ->> 'field' = 'photo_files'`, w.AccountID, w.Import.ID, w.Import.NextRow, most)
	lists := make([]string, len(found))
	for i, f := range found {
		lists[i] = f.Names
	}
	return lists, err
}

// PhotoPlace returns whether photos keep their places.
func (w *ImportWork) PhotoPlace(ctx context.Context) (string, error) {
	found, err := engine.One[struct{ PhotoPlace string }](ctx, w.Reader, `select photo_place from accounts where id = $1`, w.AccountID)
	return found.PhotoPlace, err
}

// encoded is JSON for a parameter.
func encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers always encode
	}
	return string(text)
}
