package importing

import (
	"fmt"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

// table plans rows of cells under headers that are targets.
func table(t *testing.T, s *Structure, m Mapping, found *Found, headers []string, rows ...[]string) (*Plan, []*RowPlan, *Planner) {
	t.Helper()
	var columns []Header
	for i, to := range headers {
		columns = append(columns, Header{Number: int64(i + 1), Name: to})
		m.Columns = append(m.Columns, Column{Column: new(int64(i + 1)), To: to})
	}
	m.Create = CreateAll
	p := &Planner{Structure: s, Mapping: m, Source: "file", Locale: "en", Today: time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC)}
	p.Prepare(columns)
	if found == nil {
		found = &Found{}
	}
	plan := NewPlan(1, 0)
	var all []*RowPlan
	for i, cells := range rows {
		d := p.Plan(Row{Row: int64(i + 2), Line: int64(i + 2), Cells: cells}, found)
		p.Register(d)
		plan.Add(d)
		all = append(all, d)
	}
	plan.End(s.Demands())
	if sum := plan.Create + plan.Update + plan.Unchanged + plan.Skip + plan.Error; sum != plan.Rows {
		t.Errorf("counts sum to %d, rows are %d", sum, plan.Rows)
	}
	return plan, all, p
}

func empty() *Structure { return &Structure{Own: &Collection{ID: 1, Currency: "EUR"}} }

// What only rows with errors name is not made.
func TestOnlyRowsThatStandMakeThings(t *testing.T) {
	s := empty()
	plan, rows, _ := table(t, s, Mapping{}, nil, []string{"item_name", "tags", "location", "quantity"},
		[]string{"Ducat", "gold", "House > Cellar", "1"}, []string{"Florin", "silver", "House > Attic", "many"})
	if plan.Create != 1 || plan.Error != 1 || rows[1].Issues[0].Code != "bad_integer" {
		t.Errorf("plan %+v, issues %+v", plan, rows[1].Issues)
	}
	names := []string{}
	for _, d := range s.Demands() {
		names = append(names, d.Kind+" "+d.Name())
	}
	if got := fmt.Sprint(names); got != "[tags gold locations House locations House > Cellar]" {
		t.Error(got)
	}
}

// Rows of one key are the copies of one item, and must agree on it.
func TestRowsOfOneKey(t *testing.T) {
	_, rows, _ := table(t, empty(), Mapping{}, nil, []string{"item_key", "item_name", "identifier"},
		[]string{"k1", "Ducat", "a"}, []string{"k1", "Ducat", "b"}, []string{"k1", "Florin", "c"})
	if rows[0].Write.Item == nil || rows[1].Write.Item != nil || rows[1].Write.Copy == nil || rows[1].Write.Copy.Key != "k1#2" {
		t.Errorf("writes %+v, %+v", rows[0].Write, rows[1].Write)
	}
	if rows[2].Action != "error" || rows[2].Issues[0].Code != "conflicting_rows" {
		t.Errorf("third row %+v", rows[2])
	}
}

// A row that says what is there plans nothing; one that says otherwise tells from and to.
func TestOnlyWhatDiffersIsWritten(t *testing.T) {
	item := &Item{Item: catalog.Item{ID: 7, UUID: "0190b2f4-6a3c-4c1e-9d4b-3f2a1c5e7d90", CollectionID: 1, Name: "Ducat", Description: new("Gold.\nFine.")}}
	item.Copies = []*Copy{{Copy: catalog.Copy{ID: 8, ItemID: 7, UUID: "x", Status: "owned", Quantity: 1}, Key: "k1#1"}}
	found := func() *Found { return &Found{Items: map[int64]*Item{7: item}, ByKey: map[string][]int64{"k1": {7}}} }
	headers := []string{"item_key", "item_name", "description", "status"}
	_, rows, _ := table(t, empty(), Mapping{}, found(), headers, []string{"k1", "Ducat", "Gold.\r\nFine.", "owned"})
	if rows[0].Action != "unchanged" || !rows[0].Write.Nothing() {
		t.Errorf("the same: %+v", rows[0])
	}
	_, rows, _ = table(t, empty(), Mapping{}, found(), headers, []string{"k1", "Dukat", "", "sold"})
	if rows[0].Action != "update" || len(rows[0].Changes) != 2 || *rows[0].Changes[0].From != "Ducat" || *rows[0].Changes[1].To != "sold" {
		t.Errorf("another: %+v", rows[0].Changes)
	}
}

// Plans of the same rows are equal, those of others are not.
func TestDigest(t *testing.T) {
	digest := func(name string) string {
		plan, _, _ := table(t, empty(), Mapping{}, nil, []string{"item_name", "tags"}, []string{name, "gold"})
		return plan.Digest
	}
	if one, same, other := digest("Ducat"), digest("Ducat"), digest("Florin"); one != same || one == other {
		t.Error("digests do not tell plans apart")
	}
}
