package importing

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/catalog"
)

// coins has a type with a field of each kind.
func coins() *Structure {
	s := empty()
	s.Types = []*Type{{ID: 5, Name: "Coin", Fields: []catalog.CustomField{{ID: 11, Name: "Metal", FieldType: catalog.Text}, {ID: 12, Name: "Weight", FieldType: catalog.Number},
		{ID: 13, Name: "Struck", FieldType: catalog.Date}, {ID: 14, Name: "Proof", FieldType: catalog.Boolean}, {ID: 15, Name: "Grade", FieldType: catalog.Select, Options: []string{"Mint", "Worn"}},
		{ID: 16, Name: "Beauty", FieldType: catalog.Rating}}}}
	s.Own.Types = map[int64]bool{5: true}
	return s
}

// A field takes values of its kind, however people write them, and tells what does not fit.
func TestFieldsTakeValuesOfTheirKind(t *testing.T) {
	for name, c := range map[string]struct{ field, cell, json, code string }{
		"a text":                  {"field[text]:Coin/Metal", ` Gold "fine" `, `"Gold \"fine\""`, ""},
		"a text that is too long": {"field[text]:Coin/Metal", strings.Repeat("x", 5001), "", "too_long"},
		"a number with groups":    {"field[number]:Coin/Weight", "1,234.5", "1234.5", ""},
		"words for a number":      {"field[number]:Coin/Weight", "heavy", "", "bad_number"},
		"a day":                   {"field[date]:Coin/Struck", "2024-02-29", `"2024-02-29"`, ""},
		"a day that never was":    {"field[date]:Coin/Struck", "2023-02-29", "", "bad_date"},
		"a month alone":           {"field[date]:Coin/Struck", "2023-02", "", "bad_date"},
		"a yes":                   {"field[boolean]:Coin/Proof", "Ja", "true", ""},
		"a no":                    {"field[boolean]:Coin/Proof", "0", "false", ""},
		"a perhaps":               {"field[boolean]:Coin/Proof", "perhaps", "", "bad_boolean"},
		"an option in other case": {"field[select]:Coin/Grade", "MINT", `"Mint"`, ""},
		"no option":               {"field[select]:Coin/Grade", "Fair", "", "bad_option"},
		"stars":                   {"field[rating]:Coin/Beauty", "★★★☆☆", "3", ""},
		"too many stars":          {"field[rating]:Coin/Beauty", "6", "", "bad_rating"},
		"a field by any type":     {"field[text]:coin/metal", "Gold", `"Gold"`, ""},
		"a field of another type": {"field[text]:Medal/Metal", "Gold", "", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			d := planned(creating(coins(), Mapping{}), nil, []string{"item_name", "type", c.field}, []string{"Ducat", "Coin", c.cell})[0]
			if c.code != "" {
				want(t, "plan", told(d), "error | "+c.code+"@C2")
				return
			}
			want(t, "action", d.Action, "create")
			if given := d.Write.Item.In.CustomFields; len(given) != 1 || string(given[0].JSON) != c.json {
				t.Errorf("values %s, want %s", given, c.json)
			}
		})
	}
}

// A row may fill fields of all kinds. Those that it leaves empty are not written.
func TestRowFillsManyFields(t *testing.T) {
	var headers []string
	for _, f := range coins().Types[0].Fields {
		headers = append(headers, fmt.Sprintf("field[%s]:Coin/%s", f.FieldType, f.Name))
	}
	d := planned(creating(coins(), Mapping{}), nil, append([]string{"item_name"}, headers...), []string{"Ducat", "Gold", "3.5", "", "yes", "Worn", "4"})[0]
	want(t, "plan", told(d), "create | item_name: -> Ducat | type: -> Coin | field[text]:Coin/Metal: -> Gold | field[number]:Coin/Weight: -> 3.5 | field[boolean]:Coin/Proof: -> true | "+
		"field[select]:Coin/Grade: -> Worn | field[rating]:Coin/Beauty: -> 4")
	var fields []string
	for _, v := range d.Write.Item.In.CustomFields {
		fields = append(fields, v.Field)
	}
	want(t, "fields", fields, []string{"11", "12", "14", "15", "16"})
}

// A cell that cannot be what its column is says so, at its place. A row tells all of them.
func TestCellsThatDoNotFit(t *testing.T) {
	for name, c := range map[string]struct{ headers, cells, code, expected string }{
		"an amount in words":         {"purchase_price|purchase_date", "twelve|2020-01-01", "bad_money", "amount, as 12.50"},
		"a part of a cent":           {"purchase_price|purchase_date", "12.345|2020-01-01", "too_precise", "amount with at most 2 decimals"},
		"a part of a yen":            {"value", "12.5 JPY", "too_precise", "amount with at most 0 decimals"},
		"less than nothing":          {"value", "-5", "out_of_range", "amount from 0 to 9999999999999.99"},
		"a sign of another currency": {"value", "$5", "bad_currency", "amount in EUR"},
		"a currency that is none":    {"value_currency|value", "EURO|5", "bad_currency", "currency code, as EUR"},
		"a status that is none":      {"status", "melted", "bad_option", ""},
		"half a piece":               {"quantity", "2.5", "bad_integer", "whole number, as 12"},
		"less than a piece":          {"quantity", "-1", "out_of_range", "The quantity field must be at least 1."},
		"a day in words":             {"acquired_at", "someday", "bad_date", "day, as 2026-12-31"},
		"a purchase to come":         {"purchase_date", "2999-01-01", "future_date", "a day that is not in the future"},
		"a valuation to come":        {"value_date|value", "2999-01-01|5", "future_date", "a day that is not in the future"},
		"a kind of value":            {"value_type|value", "guess|5", "bad_option", ""},
		"a cover that ends first":    {"insured_until|insured_from|insurer|insured_value", "2020-01-01|2021-01-01|Helvetia|5", "out_of_range", ""},
		"a cover by nobody":          {"insurer|insured_value", "|5", "missing", "a value"},
		"a path with a gap":          {"location", "House >  > Safe", "bad_path", "names without an empty one, as Hall > Shelf 2"},
		"a wish that is none":        {"wanted", "perhaps", "bad_boolean", "true or false"},
		"a priority that is none":    {"wanted_priority|wanted", "urgent|yes", "bad_option", ""},
	} {
		t.Run(name, func(t *testing.T) {
			headers, cells := strings.Split(c.headers, "|"), strings.Split(c.cells, "|")
			d := planned(creating(empty(), Mapping{}), nil, append(headers, "item_name"), append(cells, "Ducat"))[0]
			want(t, "plan", told(d), "error | "+c.code+"@A2")
			if len(d.Issues) > 0 && c.expected != "" {
				want(t, "expected", d.Issues[0].Expected, c.expected)
			}
		})
	}
	d := planned(creating(empty(), Mapping{}), nil, []string{"item_name", "quantity", "acquired_at", "value"}, []string{"", "many", "someday", "much"})[0]
	want(t, "all at once", told(d), "error | missing@A2 | bad_integer@B2 | bad_date@C2 | bad_money@D2")
}

// How numbers and days are written is told by options, then by the format of the column, then
// by its cells, then by the language.
func TestHowCellsAreWritten(t *testing.T) {
	de := "de_DE"
	for name, c := range map[string]struct {
		options  Options
		format   string
		header   Header
		locale   string
		to, cell string
		want     string
	}{
		"a comma by the language":     {Options{}, "", Header{}, de, "value", "1.250,50", "1250.50"},
		"a point by the cells":        {Options{}, "", Header{Decimal: "."}, de, "value", "1,250.50", "1250.50"},
		"a comma by the column":       {Options{}, ",", Header{Decimal: "."}, "en", "value", "1.250,50", "1250.50"},
		"a point by the options":      {Options{Decimal: "."}, ",", Header{}, de, "value", "1,250.50", "1250.50"},
		"smallest units":              {Options{}, "minor", Header{}, "en", "value", "125050", "1250.50"},
		"month first by the language": {Options{}, "", Header{Days: []string{"D/M/Y", "M/D/Y"}}, "en", "acquired_at", "02/03/2024", "2024-02-03"},
		"day first by the language":   {Options{}, "", Header{Days: []string{"D/M/Y", "M/D/Y"}}, de, "acquired_at", "02/03/2024", "2024-03-02"},
		"a day by the cells":          {Options{}, "", Header{Days: []string{"D.M.Y"}}, "en", "acquired_at", "02.03.2024", "2024-03-02"},
		"a day by the column":         {Options{}, "D/M/Y", Header{Days: []string{"M/D/Y"}}, "en", "acquired_at", "02/03/2024", "2024-03-02"},
		"a day by the options":        {Options{DateFormat: "M/D/Y"}, "D/M/Y", Header{}, de, "acquired_at", "02/03/2024", "2024-02-03"},
		"a month is its first day":    {Options{PartialDates: "first_day"}, "", Header{}, "en", "acquired_at", "2024-02", "2024-02-01"},
	} {
		t.Run(name, func(t *testing.T) {
			c.header.Number, c.header.Name = 1, "cell"
			p := &Planner{Structure: empty(), Locale: c.locale, Today: *day("2026-11-16"), Mapping: Mapping{Create: CreateAll, Options: c.options,
				Columns: []Column{{Column: new(int64(1)), To: c.to, Format: c.format}, {To: "item_name", Default: "Ducat"}}}}
			p.Prepare([]Header{c.header})
			d := p.Plan(Row{Row: 2, Cells: []string{c.cell}}, &Found{})
			if len(d.Changes) < 2 || d.Changes[1].Field != c.to || *d.Changes[1].To != c.want {
				t.Errorf("%s, want %s", told(d), c.want)
			}
		})
	}
}

// A number and a day of a workbook are read as it writes them, whatever the language.
func TestCellsWhoseKindIsTold(t *testing.T) {
	p := &Planner{Structure: empty(), Locale: "de_DE", Today: *day("2026-11-16"), Mapping: Mapping{Create: CreateAll, Options: Options{DateFormat: "D/M/Y"}}}
	planned(p, nil, []string{"item_name", "value", "acquired_at"})
	row := Row{Row: 2, Cells: []string{"Ducat", "1.125", "2024-03-02"}, Kinds: "tnd"}
	want(t, "told", told(p.Plan(row, &Found{})), "error | too_precise@B2")
	row.Kinds = ""
	want(t, "not told", told(p.Plan(row, &Found{})), "create | item_name: -> Ducat | acquired_at: -> 2024-03-02 | value: -> 1125.00 | value_currency: -> EUR")
}

// An option is made if a row that stands has it, whichever row named it first.
func TestOptionsAreThoseOfRowsThatStand(t *testing.T) {
	rows := [][]string{{"A", "Coin", "Bad", "many"}, {"B", "Coin", "Bad", "many"}, {"C", "Coin", "Good", "1"}, {"D", "Coin", "Fair", "many"}, {"E", "Coin", "fair", "1"}}
	for name, c := range map[string]struct {
		fields []catalog.CustomField
		asked  string
	}{
		"of a select that is there": {[]catalog.CustomField{{ID: 15, Name: "Grade", FieldType: catalog.Select, Options: []string{"Mint"}}}, "links Coin, options Coin > Grade > Good, options Coin > Grade > Fair"},
		"of a new select":           {nil, "links Coin, fields Coin > Grade"},
	} {
		s := empty()
		s.Types = []*Type{{ID: 5, Name: "Coin", Fields: c.fields}}
		p := creating(s, Mapping{})
		p.Mapping.Create.Options = new(true)
		planned(p, nil, []string{"item_name", "type", "field[select]:Coin/Grade", "quantity"}, rows...)
		want(t, name, asked(s), c.asked)
		for _, d := range s.Demands() {
			if d.Kind == "fields" {
				want(t, name, d.Options, []string{"Good", "Fair"})
			}
		}
	}
}

// A plan refuses options that no select can have, instead of the import that applies it.
func TestOptionsThatNoSelectCanHave(t *testing.T) {
	s := empty()
	s.Types = []*Type{{ID: 5, Name: "Coin"}}
	p := creating(s, Mapping{})
	p.Mapping.Create.Options = new(true)
	rows := [][]string{{"Long", "Coin", strings.Repeat("é", 256)}}
	for n := range catalog.MaxOptions + 1 {
		rows = append(rows, []string{"Coin", "Coin", strconv.Itoa(n)})
	}
	plans := planned(p, nil, []string{"item_name", "type", "field[select]:Coin/Grade"}, rows...)
	want(t, "a long option", plans[0].Issues[0].Code, "too_long")
	want(t, "the last that fits", plans[catalog.MaxOptions].Action, "create")
	want(t, "one too many", plans[catalog.MaxOptions+1].Issues[0].Code, "limit_reached")
}
