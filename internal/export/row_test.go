package export

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/own"
	"vitrine/internal/tabular/write"
)

// account is the names that rows refer to.
func account() catalog.ListingNames {
	return catalog.ListingNames{
		Rows: 1, Types: []int64{5}, Collections: map[int64]catalog.ListedCollection{1: {UUID: "u-1", Name: "Coins"}},
		Categories: map[int64]catalog.ListedPlace{21: {Name: "Europe"}, 22: {ParentID: 21, Name: "A > B"}}, Locations: map[int64]catalog.ListedPlace{41: {Name: "House"}, 42: {ParentID: 41, Name: "Safe"}},
		TypeNames: map[int64]string{5: "Coin", 6: "Medal"}, Sets: map[int64]string{25: "Doges"}, Series: map[int64]string{26: "Lagoon"}, Conditions: map[int64]string{51: "Fine"},
		Tags: map[int64]string{31: "old", 32: "gold; fine", 33: "art"},
		Fields: []catalog.ListedField{{ID: 11, CollectionTypeID: 5, TypeName: "Coin", Name: "Metal", FieldType: catalog.Text}, {ID: 12, CollectionTypeID: 5, TypeName: "Coin", Name: "Metal", FieldType: catalog.Number},
			{ID: 13, CollectionTypeID: 5, TypeName: "Coin", Name: "Proof", FieldType: catalog.Boolean}, {ID: 14, CollectionTypeID: 5, TypeName: "Coin", Name: "Grade, by eye", FieldType: catalog.Select, Options: []string{"Mint"}},
			{ID: 15, CollectionTypeID: 6, TypeName: "Medal", Name: "Size", FieldType: catalog.Number}, {ID: 16, CollectionTypeID: 6, TypeName: "Medal", Name: "Size, framed", FieldType: catalog.Number}},
	}
}

// ducat is a row with a value for every column.
func ducat() *catalog.ListedRow {
	day := func(s string) *time.Time { d, _ := time.Parse(time.DateOnly, s); return &d }
	id, is := func(n int64) *int64 { return &n }, func(s string) *string { return &s }
	return &catalog.ListedRow{
		ItemID: 7, ItemUUID: "u-7", CollectionID: 1, CollectionTypeID: id(5), Name: "Ducat", Description: is("Gold"), CustomFields: json.RawMessage(`{"11":"=gold","12":-3.50,"13":true,"14":"Mint","15":4}`),
		CategoryID: id(22), SetID: id(25), SeriesID: id(26), TagIDs: []int64{31, 32, 33}, Wish: catalog.Wish{Wanted: true, WantedPriority: is("high"), WantedMaxPrice: id(5), WantedCurrencyCode: is("EUR")},
		CreatedAt: time.Date(2024, 1, 2, 3, 4, 5, 6, time.FixedZone("", 3600)), UpdatedAt: time.Date(2024, 2, 3, 0, 0, 0, 0, time.UTC), Photos: 2,
		CopyID: id(8), CopyUUID: is("u-8"), Identifier: is("A-1"), Quantity: id(3), Status: is("owned"), ConditionID: id(51), LocationID: id(42), AcquiredAt: day("2020-05-02"), DisposedAt: day("2021-05-02"), Note: is("Bright"),
		PurchasePrice: id(125050), PurchaseCurrency: is("USD"), PurchaseDate: day("2020-05-01"), PurchaseFrom: is("Anna"), PurchaseReference: is("R-7"),
		Value: id(1500), ValueCurrency: is("JPY"), ValueDate: day("2024-01-31"), ValueType: is("other"), ValueBy: is("Bert"),
		Insurer: is("Helvetia"), PolicyNumber: is("P1"), InsuredValue: id(12345), InsuredCurrency: is("KWD"), InsuredFrom: day("2024-02-01"), InsuredUntil: day("2025-02-01"), CoverageType: is("all risks"), Policies: []string{"House; garden", "Safe"}, CoveredValue: id(900),
	}
}

// cellsOf are the cells of a row by the keys of the columns of its list.
func cellsOf(t *testing.T, list string, row *catalog.ListedRow) map[string]cell {
	t.Helper()
	v, err := valuesOf(row)
	if err != nil {
		t.Fatal(err)
	}
	n := &named{ListingNames: account(), paths: map[int64]string{}, categories: map[int64]string{}}
	cells := map[string]cell{}
	for _, c := range n.columns(list) {
		cells[c.Key] = c.cell(row, v)
	}
	return cells
}

// shown is the cell of each column for the ducat: its text, and its exact value where that differs.
var shown = map[string]write.Cell{
	"collection_uuid": {Text: "u-1"}, "collection": {Text: "Coins"}, "item_uuid": {Text: "u-7"}, "item_id": {Text: "7", Exact: "7", Plain: true}, "item_name": {Text: "Ducat"}, "description": {Text: "Gold"}, "type": {Text: "Coin"},
	"category": {Text: `Europe > A\ > B`}, "tags": {Text: `art; gold\; fine; old`}, "set": {Text: "Doges"}, "series": {Text: "Lagoon"}, "wanted": {Text: "true", Exact: "true"}, "wanted_priority": {Text: "high"},
	"wanted_max_price": {Text: "0.05", Exact: "5", Plain: true}, "wanted_currency": {Text: "EUR"}, "item_created_at": {Text: "2024-01-02T02:04:05Z"}, "item_updated_at": {Text: "2024-02-03T00:00:00Z"},
	"field[text]:Coin/Metal": {Text: "=gold"}, "field[number]:Coin/Metal#2": {Text: "-3.50", Exact: "-3.50", Plain: true}, "field[boolean]:Coin/Proof": {Text: "true", Exact: "true"}, "field[select]:Coin/Grade, by eye": {Text: "Mint"}, "field[number]:Medal/Size": {}, "field[number]:Medal/Size, framed": {},
	"copy_uuid": {Text: "u-8"}, "copy_id": {Text: "8", Exact: "8", Plain: true}, "identifier": {Text: "A-1"}, "quantity": {Text: "3", Exact: "3", Plain: true}, "status": {Text: "owned"}, "condition": {Text: "Fine"},
	"location": {Text: "House > Safe"}, "acquired_at": {Text: "2020-05-02"}, "disposed_at": {Text: "2021-05-02"}, "note": {Text: "Bright"},
	"purchase_price": {Text: "1250.50", Exact: "125050", Plain: true}, "purchase_currency": {Text: "USD"}, "purchase_date": {Text: "2020-05-01"}, "purchase_from": {Text: "Anna"}, "purchase_reference": {Text: "R-7"},
	"value": {Text: "1500", Exact: "1500", Plain: true}, "value_currency": {Text: "JPY"}, "value_date": {Text: "2024-01-31"}, "value_type": {Text: "other"}, "value_by": {Text: "Bert"}, "total_value": {Text: "4500", Exact: "4500", Plain: true},
	"insurer": {Text: "Helvetia"}, "policy_number": {Text: "P1"}, "insured_value": {Text: "12.345", Exact: "12345", Plain: true}, "insured_currency": {Text: "KWD"}, "insured_from": {Text: "2024-02-01"},
	"insured_until": {Text: "2025-02-01"}, "coverage_type": {Text: "all risks"}, "policies": {Text: `House\; garden; Safe`}, "covered_value": {Text: "900", Exact: "900", Plain: true}, "photos": {Text: "2", Exact: "2", Plain: true},
}

// Each column shows what its row has: amounts with the decimals of their currency, days, paths
// and lists that can be read back, and values of fields of the item's type.
func TestEachColumnShowsItsPart(t *testing.T) {
	cells := cellsOf(t, catalog.ListCopies, ducat())
	for key, want := range shown {
		if got, ok := cells[key]; !ok || got != want {
			t.Errorf("%s shows %+v, want %+v (is there: %t)", key, got, want, ok)
		}
	}
	for key := range cells {
		if _, ok := shown[key]; !ok {
			t.Errorf("nobody says what %s shows", key)
		}
	}
}

// An empty row has empty cells, except in columns that every item fills.
func TestNothingIsShownOfNothing(t *testing.T) {
	always := map[string]bool{"collection_uuid": true, "collection": true, "item_id": true, "wanted": true, "item_created_at": true, "item_updated_at": true, "photos": true}
	for key, got := range cellsOf(t, catalog.ListCopies, &catalog.ListedRow{CollectionID: 1, ItemID: 7}) {
		if got != (cell{}) != always[key] {
			t.Errorf("%s shows %+v of nothing", key, got)
		}
	}
	row := ducat()
	row.Quantity = nil
	if got := cellsOf(t, catalog.ListCopies, row)["total_value"]; got != (cell{}) {
		t.Errorf("without a quantity all pieces are worth %+v", got)
	}
	row = ducat()
	row.ValueCurrency = nil
	if got := cellsOf(t, catalog.ListCopies, row)["value"]; got != (cell{}) {
		t.Errorf("an amount without a currency is %+v", got)
	}
}

// A value stays as written when its field changes kind, and is hidden when its item changes type.
func TestValuesOfFields(t *testing.T) {
	field := func(custom string, of int64) cell {
		row := ducat()
		row.CustomFields, row.CollectionTypeID = json.RawMessage(custom), &of
		return cellsOf(t, catalog.ListItems, row)["field[text]:Coin/Metal"]
	}
	for custom, want := range map[string]cell{`{"11":"a\"b"}`: {Text: `a"b`}, `{"11":12}`: {Text: "12", Exact: "12", Plain: true}, `{"11":false}`: {Text: "false", Exact: "false"}, `{"12":"x"}`: {}, `{}`: {}} {
		if got := field(custom, 5); got != want {
			t.Errorf("%s shows %+v, want %+v", custom, got, want)
		}
	}
	if got := field(`{"11":"gold"}`, 6); got != (cell{}) {
		t.Errorf("an item of another type shows %+v", got)
	}
	if _, err := valuesOf(&catalog.ListedRow{CustomFields: json.RawMessage(`{"11":`)}); err == nil {
		t.Error("half a document has values")
	}
}

// In a spreadsheet no text is a formula, and numbers stay numbers. Programs get texts as they
// are, and amounts in the smallest unit.
func TestNoTextIsAFormula(t *testing.T) {
	row := ducat()
	row.Name, row.Description, row.PurchasePrice = "=1+1", new("'@x"), new(int64(125050))
	o := Order{Listing: catalog.Listing{List: catalog.ListCopies}, Columns: "item_name,description,field[text]:Coin/Metal,field[number]:Coin/Metal#2,purchase_price,tags"}
	for format, want := range map[string]string{
		"csv":  `'=1+1,''@x,'=gold,-3.50,1250.50,art; gold\; fine; old`,
		"json": `{"item_name":"=1+1","description":"'@x","field[text]:Coin/Metal":"=gold","field[number]:Coin/Metal#2":-3.50,"purchase_price":125050,"tags":"art; gold\\; fine; old"}`,
	} {
		o.Format = format
		if got := written(t, o, row); !strings.Contains(got, "\n"+want+"\n") {
			t.Errorf("%s has no line\n%s in\n%s", format, want, got)
		}
	}
	if back := own.Unguard("''@x"); back != "'@x" {
		t.Errorf("it is read back as %q", back)
	}
}

// written is the file of an order with one row, without a database.
func written(t *testing.T, o Order, row *catalog.ListedRow) string {
	t.Helper()
	columns, err := o.chosen(account())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	table, err := write.New(o.Format, &out, o.table(columns))
	if err != nil {
		t.Fatal(err)
	}
	v, err := valuesOf(row)
	if err != nil {
		t.Fatal(err)
	}
	var cells []write.Cell
	for _, c := range columns {
		cells = append(cells, c.cell(row, v))
	}
	if err := table.Row(cells); err != nil {
		t.Fatal(err)
	}
	if err := table.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
