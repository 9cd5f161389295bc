package importing

import (
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
)

// A copy comes with its place, its purchase, its value and its cover.
func TestNewCopyHasItsRecords(t *testing.T) {
	s := empty()
	d := planned(creating(s, Mapping{}), nil,
		[]string{"item_name", "identifier", "quantity", "status", "condition", "location", "acquired_at", "purchase_price", "purchase_currency", "purchase_date", "purchase_from", "purchase_reference",
			"value", "value_date", "value_type", "value_by", "insurer", "policy_number", "insured_value", "insured_from", "coverage_type"},
		[]string{"Ducat", "A-1", "2", "Owned", "Fine", "House > Safe > Top", "2020-05-02", "100", "usd", "2020-05-01", "Anna", "R-7",
			"150.25", "2024-01-31", "Market estimate", "Bert", "Helvetia", "P1", "200", "2024-02-01", "all risks"})[0]
	want(t, "plan", told(d), strings.Join([]string{"create", "item_name: -> Ducat", "identifier: -> A-1", "quantity: 1 -> 2", "location: -> House > Safe > Top", "condition: -> Fine", "acquired_at: -> 2020-05-02",
		"purchase_price: -> 100.00", "purchase_currency: -> USD", "purchase_date: -> 2020-05-01", "purchase_from: -> Anna", "purchase_reference: -> R-7",
		"value: -> 150.25", "value_currency: -> EUR", "value_date: -> 2024-01-31", "insurer: -> Helvetia", "insured_value: -> 200.00", "insured_currency: -> EUR", "policy_number: -> P1", "coverage_type: -> all risks", "insured_from: -> 2024-02-01"}, " | "))
	want(t, "demands", asked(s), "locations House, locations House > Safe, locations House > Safe > Top, conditions Fine")
	w := d.Write
	want(t, "copy", []any{w.Copy.ID, *w.Copy.In.Identifier, *w.Copy.In.Quantity, *w.Copy.In.LocationID, *w.Copy.In.ItemConditionID.Value}, []any{0, "A-1", 2, -3, -4})
	want(t, "purchase", []any{w.Purchase.ID, w.Purchase.In.Type, *w.Purchase.In.Amount, *w.Purchase.In.CurrencyCode, dayText(w.Purchase.In.OccurredAt), *w.Purchase.In.UpdateCopy}, []any{0, "purchase", 10000, "USD", "2020-05-01", false})
	want(t, "value", []any{w.Value.Type, *w.Value.Amount, *w.Value.CurrencyCode, dayText(w.Value.ValuedAt), *w.Value.Valuer}, []any{"market_estimate", 15025, "EUR", "2024-01-31", "Bert"})
	want(t, "cover", []any{w.Insurance.ID, w.Insurance.In.Provider, *w.Insurance.In.InsuredValue, dayText(w.Insurance.In.StartsAt)}, []any{0, "Helvetia", 20000, "2024-02-01"})
}

// The day and the currency of a record are told by the row, or follow from what is known.
func TestWhatARecordIsWithout(t *testing.T) {
	type row = []string
	for name, c := range map[string]struct {
		options      Options
		headers, row row
		want         string
	}{
		"a purchase is of the day the copy came":   {Options{}, row{"acquired_at", "purchase_price"}, row{"2020-05-02", "5"}, "acquired_at: -> 2020-05-02 | purchase_price: -> 5.00 | purchase_currency: -> EUR | purchase_date: -> 2020-05-02"},
		"a purchase without a day is refused":      {Options{}, row{"purchase_date", "purchase_from"}, row{"", "Anna"}, "missing@A2"},
		"a date alone is a purchase":               {Options{}, row{"purchase_date"}, row{"2020-05-02"}, "purchase_currency: -> EUR | purchase_date: -> 2020-05-02"},
		"a currency alone is none":                 {Options{}, row{"purchase_currency", "value_currency", "value_date"}, row{"USD", "USD", "2020-05-02"}, ""},
		"a value is of today":                      {Options{}, row{"value"}, row{"5"}, "value: -> 5.00 | value_currency: -> EUR"},
		"the currency of the options":              {Options{CurrencyCode: "chf"}, row{"value"}, row{"5"}, "value: -> 5.00 | value_currency: -> CHF"},
		"the currency of the column goes before":   {Options{CurrencyCode: "chf"}, row{"value", "value_currency"}, row{"5", "USD"}, "value: -> 5.00 | value_currency: -> USD"},
		"the currency of the cell goes before all": {Options{CurrencyCode: "chf"}, row{"value", "value_currency"}, row{"5 JPY", "USD"}, "value: -> 5 | value_currency: -> JPY"},
	} {
		t.Run(name, func(t *testing.T) {
			d := planned(creating(empty(), Mapping{Options: c.options}), nil, append(c.headers, "item_name"), append(c.row, "Ducat"))[0]
			got := strings.TrimPrefix(strings.TrimPrefix(told(d), "error | "), "create | item_name: -> Ducat")
			want(t, "records", strings.TrimPrefix(got, " | "), c.want)
			if d.Write.Value != nil {
				want(t, "day of the value", dayText(d.Write.Value.ValuedAt), "2026-11-16")
			}
		})
	}
}

// The records of a copy that is there change, or another is made; none is deleted.
func TestRecordsOfAPresentCopy(t *testing.T) {
	type row = []string
	for name, c := range map[string]struct {
		headers, row row
		want         string
		writes       [3]int64 // ids of purchase, valuation, cover: -1 is none, 0 a new one
	}{
		"another price":           {row{"purchase_price"}, row{"120"}, "update | purchase_price: 100.00 -> 120.00", [3]int64{61, -1, -1}},
		"another currency":        {row{"purchase_price", "purchase_currency"}, row{"100", "EUR"}, "update | purchase_currency: USD -> EUR", [3]int64{61, -1, -1}},
		"another seller":          {row{"purchase_from"}, row{"Bert"}, "update | purchase_from: Anna -> Bert", [3]int64{61, -1, -1}},
		"the value of a day":      {row{"value", "value_date"}, row{"150", "2025-01-31"}, "update | value_date: 2024-01-31 -> 2025-01-31", [3]int64{-1, 0, -1}},
		"another value":           {row{"value"}, row{"160"}, "update | value: 150.00 -> 160.00", [3]int64{-1, 0, -1}},
		"the value is as it was":  {row{"value"}, row{"150.00"}, "unchanged", [3]int64{-1, -1, -1}},
		"more cover by a policy":  {row{"policy_number", "insured_value"}, row{"P1", "250"}, "update | insured_value: 200.00 -> 250.00", [3]int64{-1, -1, 81}},
		"more cover by a name":    {row{"insurer", "insured_value"}, row{"HELVETIA", "250"}, "update | insurer: Helvetia -> HELVETIA | insured_value: 200.00 -> 250.00", [3]int64{-1, -1, 81}},
		"another policy":          {row{"policy_number", "insurer", "insured_value"}, row{"P2", "Helvetia", "250"}, "update | insurer: -> Helvetia | insured_value: -> 250.00 | insured_currency: -> EUR | policy_number: -> P2", [3]int64{-1, -1, 0}},
		"empty cells say nothing": {row{"purchase_price", "value", "insurer"}, row{"", "", ""}, "unchanged", [3]int64{-1, -1, -1}},
	} {
		t.Run(name, func(t *testing.T) {
			s, found := cabinet()
			d := planned(creating(s, Mapping{}), found, append(row{"item_key"}, c.headers...), append(row{"k"}, c.row...))[0]
			want(t, "plan", told(d), c.want)
			got := [3]int64{-1, -1, -1}
			if w := d.Write.Purchase; w != nil {
				got[0] = w.ID
			}
			if d.Write.Value != nil {
				got[1] = 0
			}
			if w := d.Write.Insurance; w != nil {
				got[2] = w.ID
			}
			want(t, "writes", got, c.writes)
			if d.Action == "update" && d.Write.Copy.In != nil {
				t.Errorf("the copy itself is written: %+v", d.Write.Copy.In)
			}
		})
	}
}

// A price replaces what a purchase was made up of: the old tax is not of the new price.
func TestPriceReplacesItsParts(t *testing.T) {
	s, found := cabinet()
	in := planned(creating(s, Mapping{}), found, []string{"item_key", "purchase_price"}, []string{"k", "120"})[0].Write.Purchase.In
	want(t, "parts", []any{*in.Amount, in.TaxAmount == nil, in.TotalAmount == nil, *in.Counterparty}, []any{12000, true, true, "Anna"})
	in = planned(creating(s, Mapping{}), found, []string{"item_key", "purchase_from"}, []string{"k", "Bert"})[0].Write.Purchase.In
	want(t, "parts that stay", []any{*in.Amount, *in.TaxAmount}, []any{9000, 1000})
}

// Where the first row of an item wins, what a later row says of fields is noted with its copy.
func TestFirstRowWins(t *testing.T) {
	s := empty()
	s.Types = []*Type{{ID: 5, Name: "Record", Fields: []catalog.CustomField{{ID: 11, Name: "Format", FieldType: catalog.Text}}}}
	p := creating(s, Mapping{})
	p.FirstWins = true
	rows := planned(p, nil, []string{"item_key", "item_name", "field[text]:Record/Format", "note"}, []string{"k", "Blue", "LP", "a"}, []string{"k", "Blue Train", "CD", "b"}, []string{"k", "Blue", "LP", "c"})
	want(t, "first", told(rows[0]), "create | item_name: -> Blue | type: -> Record | field[text]:Record/Format: -> LP | note: -> a")
	want(t, "second", told(rows[1]), "create | note: -> b\nFormat: CD")
	want(t, "third", told(rows[2]), "create | note: -> c")
}

// A purchase without a day is of the day when the copy came, also where the file does not
// name that day.
func TestCopyWasBoughtWhenItCame(t *testing.T) {
	s, found := cabinet()
	found.Items[7].Copies[0].Purchase = nil
	in := planned(creating(s, Mapping{}), found, []string{"item_key", "purchase_price"}, []string{"k", "5"})[0].Write.Purchase.In
	want(t, "day", in.OccurredAt.Format(time.DateOnly), "2020-05-01")
}
