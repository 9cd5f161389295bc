package importing

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

const ducatUUID = "0190b2f4-6a3c-4c1e-9d4b-3f2a1c5e7d90"

// planned plans rows as a job does: headers are targets, and each row stands before the next.
func planned(p *Planner, found *Found, headers []string, rows ...[]string) (all []*RowPlan) {
	var columns []Header
	for i, to := range headers {
		columns = append(columns, Header{Number: int64(i + 1), Name: to})
		p.Mapping.Columns = append(p.Mapping.Columns, Column{Column: new(int64(i + 1)), To: to})
	}
	p.Source, p.Locale, p.Today = "file", cmp.Or(p.Locale, "en"), time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)
	p.Prepare(columns)
	if found == nil {
		found = &Found{}
	}
	for i, cells := range rows {
		d := p.Plan(Row{Row: int64(i + 2), Line: int64(i + 2), Cells: cells}, found)
		p.Register(d)
		all = append(all, d)
	}
	return all
}

// creating is a planner that may make whatever rows name.
func creating(s *Structure, m Mapping) *Planner {
	m.Create = CreateAll
	return &Planner{Structure: s, Mapping: m}
}

// told is a plan of a row in a line: its action, the code and cell of each issue, each change.
func told(d *RowPlan) string {
	words := []string{d.Action}
	for _, i := range d.Issues {
		words = append(words, i.Code+"@"+cmp.Or(textOf(i.Cell), textOf(i.Column)))
	}
	for _, c := range d.Changes {
		words = append(words, c.Field+": "+strings.TrimSpace(textOf(c.From)+" -> "+textOf(c.To)))
	}
	return strings.Join(words, " | ")
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}

// asked is what a plan needs made, by kind and path.
func asked(s *Structure) string {
	var names []string
	for _, d := range s.Demands() {
		name := d.Kind + " " + d.Name()
		if d.In != nil {
			name += " in " + cmp.Or(d.In.UUID, d.In.Name)
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}

// A new item gets what its row says, and a copy.
func TestNewItemHasWhatItsRowSays(t *testing.T) {
	rows := planned(creating(empty(), Mapping{}), nil, []string{"item_key", "item_uuid", "item_name", "description", "wanted", "wanted_priority", "wanted_max_price"},
		[]string{" k1 ", "{" + strings.ToUpper(ducatUUID) + "}", " Ducat ", "Gold.\r\nFine.", "yes", "High", "1,250.50"})
	want(t, "plan", told(rows[0]),
		"create | item_name: -> Ducat | description: -> Gold.\nFine. | wanted: -> true | wanted_priority: -> high | wanted_max_price: -> 1250.50 | wanted_currency: -> EUR")
	w := rows[0].Write.Item
	want(t, "item", []any{w.ID, w.UUID, w.Key, w.In.Name, *w.In.Description, w.Wanted, *w.In.WantedMaxPrice.Value}, []any{0, ducatUUID, "k1", "Ducat", "Gold.\nFine.", true, 125050})
	c := rows[0].Write.Copy
	want(t, "copy", []any{c.ID, c.Key, *c.In.Quantity, rows[0].Copy.Action}, []any{0, "k1#1", 1, "create"})
}

// What rows find decides whether a second row of the same is another item, another copy of
// one, or refused.
func TestDuplicateRows(t *testing.T) {
	type row = []string
	field := int64(11)
	for name, c := range map[string]struct {
		match         Match
		headers       row
		rows          []row
		want          []string // actions, and codes of issues
		items, copies int64
	}{
		"without a key each is an item":       {Match{}, row{"item_name"}, []row{{"Ducat"}, {"Ducat"}}, row{"create", "create"}, 2, 2},
		"matched by nothing each is an item":  {Match{Items: "none"}, row{"item_key", "item_name"}, []row{{"k", "Ducat"}, {"k", "Ducat"}}, row{"create", "create"}, 2, 2},
		"one key is one item":                 {Match{}, row{"item_key", "item_name"}, []row{{"k", "Ducat"}, {"k", "Ducat"}}, row{"create", "create"}, 1, 2},
		"one name is one item":                {Match{Items: "name"}, row{"item_name"}, []row{{"Ducat"}, {"DUCAT "}, {"Florin"}}, row{"create", "conflicting_rows", "create"}, 2, 2},
		"one name of two types is two":        {Match{Items: "name"}, row{"item_name", "type"}, []row{{"Ducat", "Coin"}, {"Ducat", "Medal"}}, row{"create", "create"}, 2, 2},
		"one value of a field is one item":    {Match{Items: "field", FieldID: &field}, row{"item_name", "field[number]:Coin/Weight"}, []row{{"Ducat", "3.5"}, {"Ducat", "3.5"}, {"Ducat", ""}}, row{"create", "create", "create"}, 2, 3},
		"one uuid is one item":                {Match{}, row{"item_uuid", "item_name"}, []row{{ducatUUID, "Ducat"}, {strings.ToUpper(ducatUUID), "Ducat"}}, row{"create", "create"}, 1, 2},
		"a key of a copy is there once":       {Match{}, row{"item_name", "copy_key"}, []row{{"Ducat", "c"}, {"Florin", "c"}, {"Penny", "d"}}, row{"create", "duplicate_key", "create"}, 2, 2},
		"a uuid of a copy is there once":      {Match{}, row{"item_name", "copy_uuid"}, []row{{"Ducat", ducatUUID}, {"Florin", ducatUUID}}, row{"create", "duplicate_key"}, 1, 1},
		"a row after a refused one is free":   {Match{}, row{"item_name", "copy_key", "quantity"}, []row{{"Ducat", "c", "many"}, {"Florin", "c", "1"}}, row{"bad_integer", "create"}, 1, 1},
		"rows of one key may not be of two":   {Match{}, row{"item_key", "item_name", "description"}, []row{{"k", "Ducat", "a"}, {"k", "Ducat", "b"}}, row{"create", "conflicting_rows"}, 1, 1},
		"cells of copies may differ in a key": {Match{}, row{"item_key", "item_name", "note"}, []row{{"k", "Ducat", "a"}, {"k", "Ducat", "b"}}, row{"create", "create"}, 1, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s := empty()
			s.Types = []*Type{{ID: 5, Name: "Coin", Fields: []catalog.CustomField{{ID: field, Name: "Weight", FieldType: catalog.Number}}}}
			plan := NewPlan(1, 0)
			var got []string
			for _, d := range planned(creating(s, Mapping{Match: c.match}), nil, c.headers, c.rows...) {
				plan.Add(d)
				word := d.Action
				if len(d.Issues) > 0 {
					word = d.Issues[0].Code
				}
				got = append(got, word)
			}
			want(t, "rows", got, c.want)
			want(t, "items and copies", []int64{plan.Makes["items"].Count, plan.Makes["copies"].Count}, []int64{c.items, c.copies})
		})
	}
}

// A row with an error writes nothing, and the next row of its key takes its place. A row that
// is skipped, or that the reader has found wrong, does neither.
func TestRowsAfterOneThatDoesNotStand(t *testing.T) {
	headers := []string{"item_key", "item_name", "quantity", "tags"}
	s := empty()
	rows := planned(creating(s, Mapping{SkipRows: []int64{4}}), nil, headers,
		[]string{"k", "Ducat", "many", "gold"}, []string{"k", "Ducat", "2", "old"}, []string{"k", "Ducat", "3", "silver"}, []string{"k", "Ducat", "4", "old"})
	want(t, "refused", told(rows[0]), "error | bad_integer@C2")
	want(t, "nothing is written", rows[0].Write.Nothing(), true)
	want(t, "next", told(rows[1]), "create | item_name: -> Ducat | tags: -> old | quantity: 1 -> 2")
	want(t, "skipped", told(rows[2]), "skip")
	want(t, "copy of the next", told(rows[3]), "create | quantity: 1 -> 4")
	want(t, "the first row of the last", *rows[3].First(), int64(3))
	want(t, "demands", asked(s), "tags old")

	p := creating(empty(), Mapping{})
	planned(p, nil, []string{"item_name"})
	flawed := Row{Row: 9, Cells: []string{"Ducat"}, Flaws: []Issue{{Code: "too_many_cells", Level: "error"}}}
	want(t, "flawed", told(p.Plan(flawed, &Found{})), "error | too_many_cells@")
	flawed.Flaws[0].Level = "warning"
	want(t, "odd", told(p.Plan(flawed, &Found{})), "create | too_many_cells@ | item_name: -> Ducat")
}

// What is left out of a row is told, and counted as a warning.
func TestLeftOutIsTold(t *testing.T) {
	p := creating(empty(), Mapping{Columns: []Column{{Column: new(int64(2)), To: "skip", Warning: "loans_not_imported"}}})
	rows := planned(p, nil, []string{"item_name", "skip"}, []string{"Ducat", "to Anna"}, []string{"Florin", ""})
	want(t, "with a loan", told(rows[0]), "create | loans_not_imported@B2 | item_name: -> Ducat")
	want(t, "without", told(rows[1]), "create | item_name: -> Florin")
	plan := NewPlan(1, 0)
	plan.Add(rows[0])
	want(t, "counted", []any{plan.Create, plan.Error, plan.Warnings, plan.Codes}, []any{1, 0, 1, map[string]int64{"loans_not_imported": 1}})
}

// A column may be a constant, an empty cell may have a text that stands for it, and a zero
// may be none.
func TestWhatStandsForACell(t *testing.T) {
	m := Mapping{Options: Options{ZeroIsEmpty: []int64{2}}, Columns: []Column{{To: "status", Default: "sold"}, {Column: new(int64(3)), To: "note", Default: "none"}}}
	rows := planned(creating(empty(), m), nil, []string{"item_name", "quantity", "skip"}, []string{"Ducat", "0.00", ""}, []string{"Florin", "20", "scratched"})
	want(t, "stood for", told(rows[0]), "create | item_name: -> Ducat | status: owned -> sold | note: -> none")
	want(t, "written", told(rows[1]), "create | item_name: -> Florin | quantity: 1 -> 20 | status: owned -> sold | note: -> scratched")
}

// Rows look for what they name, each in its collection.
func TestLookup(t *testing.T) {
	p := creating(&Structure{Collections: []*Collection{{ID: 3, UUID: "u", Name: "Coins"}, {Name: "New"}}}, Mapping{})
	headers := []string{"collection_uuid", "item_uuid", "item_key", "copy_uuid", "copy_key", "item_name"}
	planned(p, nil, headers)
	other := "1" + ducatUUID[1:]
	got := p.Lookup([]Row{{Cells: []string{other, ducatUUID, "k", other, "c", "Ducat"}}, {Cells: []string{"", "no uuid", "", "", "", "Florin"}}})
	want(t, "by keys", fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", Lookup{Source: "file", Collections: []int64{3}, CollectionUUIDs: []string{other}, ItemUUIDs: []string{ducatUUID},
		ItemKeys: []string{"k"}, CopyUUIDs: []string{other}, CopyKeys: []string{"c"}}))
	p = creating(empty(), Mapping{Match: Match{Items: "name"}})
	planned(p, nil, []string{"item_name"})
	want(t, "by names", p.Lookup([]Row{{Cells: []string{" Münze "}}}).Names, []string{"munze"})
}
