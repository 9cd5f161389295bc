package importing

import (
	"encoding/json"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

func day(s string) *time.Time {
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err) // of a test
	}
	return &d
}

// cabinet is an account with a coin, its copy and the records of that.
func cabinet() (*Structure, *Found) {
	s := empty()
	s.Types = []*Type{{ID: 5, Name: "Coin", Fields: []catalog.CustomField{{ID: 11, Name: "Metal", FieldType: catalog.Text}, {ID: 12, Name: "Weight", FieldType: catalog.Number}}}}
	s.Own.Types = map[int64]bool{5: true}
	s.Own.Categories = []Node{{ID: 21, Name: "Europe"}, {ID: 22, ParentID: new(int64(21)), Name: "Venice"}}
	s.Own.Sets = []Node{{ID: 25, Name: "Doges"}}
	s.Tags = []Node{{ID: 31, Name: "gold"}, {ID: 32, Name: "Old"}}
	s.Locations = []Node{{ID: 41, Name: "House"}, {ID: 42, ParentID: new(int64(41)), Name: "Safe"}}
	s.Conditions = []Node{{ID: 51, Name: "Fine"}}
	item := &Item{Item: catalog.Item{ID: 7, UUID: ducatUUID, CollectionID: 1, CollectionTypeID: new(int64(5)), Name: "Ducat", Description: new("Gold"),
		CustomFields: json.RawMessage(`{"11":"gold","12":3.50}`), CategoryID: new(int64(22)), SetID: new(int64(25)), TagIDs: []int64{31}}}
	held := &Copy{Key: "k#1", Copy: catalog.Copy{ID: 8, ItemID: 7, UUID: "1" + ducatUUID[1:], Status: "owned", Quantity: 1, LocationID: new(int64(42)), ItemConditionID: new(int64(51)), AcquiredAt: day("2020-05-01"), Note: new("Bright")}}
	held.Purchase = &catalog.Transaction{ID: 61, Type: "purchase", OccurredAt: *day("2020-05-01"), Counterparty: new("Anna"), Amount: new(int64(9000)), TaxAmount: new(int64(1000)), Total: new(int64(10000)), CurrencyCode: "USD"}
	held.Valuation = &catalog.Valuation{ID: 71, Type: "market_estimate", Amount: 15000, ValuedAt: *day("2024-01-31"), CurrencyCode: "USD"}
	held.Insurance = []catalog.InsuranceRecord{{ID: 81, Provider: "Helvetia", PolicyNumber: new("P1"), InsuredValue: 20000, CurrencyCode: "EUR", DeductibleCurrencyCode: "EUR", Status: "active"}}
	item.Copies = []*Copy{held}
	return s, &Found{Items: map[int64]*Item{7: item}, ByUUID: map[string]int64{ducatUUID: 7}, ByKey: map[string][]int64{"k": {7}}, ByName: map[string][]int64{"ducat": {7}},
		CopyItem: map[string]int64{held.UUID: 7}, KeyItem: map[string][]int64{"k#1": {7}}}
}

// A row of an item that is there changes what it says otherwise, and nothing else.
func TestRowUpdatesTheItemOfItsKey(t *testing.T) {
	type row = []string
	for name, c := range map[string]struct {
		options        Options
		headers, row   row
		want           string
		item, held     bool   // whether item and copy are written
		itemIs, heldIs string // actions of the two
	}{
		"as it is": {Options{}, row{"item_name", "type", "category", "set", "tags", "description", "field[text]:Coin/Metal", "field[number]:Coin/Weight", "status", "quantity", "location", "condition", "acquired_at", "note"},
			row{"Ducat", "coin", "EUROPE > venice", "doges", "Gold", "Gold", "gold", "3.5", "owned", "1", "house > SAFE", "fine", "2020-05-01", "Bright"}, "unchanged", false, false, "unchanged", "unchanged"},
		"its records as they are": {Options{}, row{"purchase_price", "purchase_date", "purchase_from", "value", "value_date", "policy_number", "insured_value"},
			row{"100.00", "2020-05-01", "Anna", "150", "2024-01-31", "P1", "200"}, "unchanged", false, false, "unchanged", "unchanged"},
		"an empty cell keeps":   {Options{}, row{"description", "category", "location", "note"}, row{"", "", "", ""}, "unchanged", false, false, "unchanged", "unchanged"},
		"an empty cell empties": {Options{Empty: "clear"}, row{"description", "category", "location", "note"}, row{"", "", "", ""}, "update | description: Gold -> | category: Europe > Venice -> | location: House > Safe -> | note: Bright ->", true, true, "update", "update"},
		"an item alone":         {Options{}, row{"item_name", "field[text]:Coin/Metal"}, row{"Zecchino", "silver"}, "update | item_name: Ducat -> Zecchino | field[text]:Coin/Metal: gold -> silver", true, false, "update", "<nil>"},
		"a copy alone":          {Options{}, row{"item_name", "status", "quantity"}, row{"Ducat", "sold", "3"}, "update | quantity: 1 -> 3 | status: owned -> sold", false, true, "unchanged", "update"},
		"tags are added":        {Options{}, row{"tags"}, row{"old"}, "update | tags: gold -> gold; Old", true, false, "update", "<nil>"},
		"tags are replaced":     {Options{Tags: "replace"}, row{"tags"}, row{"old"}, "update | tags: gold -> Old", true, false, "update", "<nil>"},
		"a field is emptied":    {Options{Empty: "clear"}, row{"field[number]:Coin/Weight"}, row{""}, "update | field[number]:Coin/Weight: 3.50 ->", true, false, "update", "<nil>"},
		"another type":          {Options{}, row{"type"}, row{"Medal"}, "update | type: Coin -> Medal", true, false, "update", "<nil>"},
		"no copies are wanted":  {Options{Copies: "none"}, row{"status"}, row{"sold"}, "unchanged", false, false, "unchanged", "<nil>"},
		"no copy is filled":     {Options{Copies: "if_filled"}, row{"item_name", "status"}, row{"Ducat", ""}, "unchanged", false, false, "unchanged", "<nil>"},
		"a quantity of none":    {Options{}, row{"quantity", "note"}, row{"0", "Lost"}, "unchanged", false, false, "unchanged", "<nil>"},
	} {
		t.Run(name, func(t *testing.T) {
			s, found := cabinet()
			d := planned(creating(s, Mapping{Options: c.options}), found, append(row{"item_key"}, c.headers...), append(row{"k"}, c.row...))[0]
			want(t, "plan", told(d), c.want)
			want(t, "writes item, copy", []bool{d.Write.Item != nil, d.Write.Copy != nil}, []bool{c.item, c.held})
			copyIs := "<nil>"
			if d.Copy != nil {
				copyIs = d.Copy.Action
			}
			want(t, "actions", []string{d.Item.Action, copyIs}, []string{c.itemIs, c.heldIs})
			if w := d.Write.Item; w != nil {
				want(t, "the item that is changed", []any{w.ID, w.In.KeepOthers, *d.Item.UUID}, []any{7, true, ducatUUID})
			}
			want(t, "nothing is made but a type", asked(s) == "" || name == "another type", true)
		})
	}
}

// However an item is named, it is the same one. What cannot be told is refused.
func TestRowFindsItsItem(t *testing.T) {
	copyUUID := "1" + ducatUUID[1:]
	type row = []string
	for name, c := range map[string]struct {
		items        string
		headers, row row
		change       func(*Structure, *Found)
		want         string
	}{
		"by uuid":             {"", row{"item_uuid"}, row{ducatUUID}, nil, "unchanged"},
		"by key":              {"key", row{"item_key"}, row{"k"}, nil, "unchanged"},
		"by name":             {"name", row{"item_name"}, row{"DUCAT"}, nil, "update | item_name: Ducat -> DUCAT"},
		"by uuid of the copy": {"", row{"copy_uuid", "status"}, row{copyUUID, "sold"}, nil, "update | status: owned -> sold"},
		"by key of the copy":  {"", row{"copy_key", "status"}, row{"k#1", "sold"}, nil, "update | status: owned -> sold"},
		"a name of a type":    {"name", row{"item_name", "type"}, row{"Ducat", "Medal"}, nil, "create | item_name: -> Ducat | type: -> Medal"},
		"never":               {"none", row{"item_key", "item_name"}, row{"k", "Ducat"}, nil, "create | item_name: -> Ducat"},
		"two of a name": {"name", row{"item_name"}, row{"Ducat"}, func(_ *Structure, f *Found) {
			f.Items[9] = &Item{Item: catalog.Item{ID: 9, CollectionID: 1, Name: "Ducat"}}
			f.ByName["ducat"] = []int64{7, 9}
		}, "error | ambiguous_match@A2"},
		"two copies": {"", row{"item_key", "status"}, row{"k", "sold"}, func(_ *Structure, f *Found) {
			f.Items[7].Copies = []*Copy{{Copy: catalog.Copy{ID: 8, Status: "owned", Quantity: 1}}, {Copy: catalog.Copy{ID: 9, Status: "owned", Quantity: 1}}}
		}, "error | ambiguous_copy@A2"},
		"two copies, one by its identifier": {"", row{"item_key", "identifier", "status"}, row{"k", "b", "sold"}, func(_ *Structure, f *Found) {
			f.Items[7].Copies = []*Copy{{Copy: catalog.Copy{ID: 8, Status: "owned", Quantity: 1, Identifier: new("a")}}, {Copy: catalog.Copy{ID: 9, Status: "lost", Quantity: 1, Identifier: new("b")}}}
		}, "update | status: lost -> sold"},
		"of another collection":     {"", row{"item_uuid"}, row{ducatUUID}, func(_ *Structure, f *Found) { f.Items[7].CollectionID = 2 }, "error | other_collection@A2"},
		"a key of another":          {"", row{"item_key", "item_name"}, row{"k", "Florin"}, func(_ *Structure, f *Found) { f.Items[7].CollectionID = 2 }, "create | item_name: -> Florin"},
		"in the trash":              {"", row{"item_uuid", "item_name"}, row{copyUUID, "Florin"}, func(_ *Structure, f *Found) { f.Trashed = map[string]string{copyUUID: "4"} }, "error | in_trash@A2"},
		"a copy in the trash":       {"", row{"item_key", "copy_uuid"}, row{"k", ducatUUID}, func(_ *Structure, f *Found) { f.Trashed = map[string]string{ducatUUID: "4"} }, "error | in_trash@B2"},
		"a copy of another item":    {"", row{"item_name", "item_key", "copy_uuid"}, row{"Florin", "new", copyUUID}, nil, "error | ambiguous_copy@C2"},
		"a copy that is not there":  {"", row{"item_uuid", "copy_uuid"}, row{ducatUUID, ducatUUID}, nil, "create"},
		"what is no uuid":           {"", row{"item_uuid", "item_name"}, row{"7", "Ducat"}, nil, "error | bad_text@A2"},
		"a copy with what is none":  {"", row{"item_key", "copy_uuid"}, row{"k", "8"}, nil, "error | bad_text@B2"},
		"none, and no name to make": {"", row{"item_key", "description"}, row{"new", "Silver"}, nil, "error | missing@"},
	} {
		t.Run(name, func(t *testing.T) {
			s, found := cabinet()
			if c.change != nil {
				c.change(s, found)
			}
			want(t, "plan", told(planned(creating(s, Mapping{Match: Match{Items: c.items}}), found, c.headers, c.row)[0]), c.want)
		})
	}
}

// Rows of one item that is there are its copies, each once.
func TestRowsClaimCopies(t *testing.T) {
	s, found := cabinet()
	rows := planned(creating(s, Mapping{}), found, []string{"item_uuid", "status"}, []string{ducatUUID, "sold"}, []string{ducatUUID, "sold"})
	want(t, "the copy that is there", told(rows[0]), "update | status: owned -> sold")
	want(t, "another one", told(rows[1]), "create | status: owned -> sold")
}
