package importing

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/fault"
)

// A mapping is refused for what can be told without the table, at the member that is wrong.
func TestMappingRules(t *testing.T) {
	name := Column{Column: new(int64(1)), To: "item_name"}
	for what, c := range map[string]struct {
		m     Mapping
		wrong string // the field; empty is none
	}{
		"nothing said":             {Mapping{}, ""},
		"a name":                   {Mapping{Columns: []Column{name}}, ""},
		"no name":                  {Mapping{Columns: []Column{{To: "tags"}}}, "columns"},
		"a target that is none":    {Mapping{Columns: []Column{name, {To: "colour"}}}, "columns.1.to"},
		"a field without a name":   {Mapping{Columns: []Column{name, {To: "field"}}}, "columns.1.to"},
		"a field with a long name": {Mapping{Columns: []Column{name, {To: "field", Name: strings.Repeat("n", 256)}}}, "columns.1.to"},
		"a type with a long name":  {Mapping{Columns: []Column{name, {To: "field[text]:" + strings.Repeat("t", 256) + "/Mint"}}}, "columns.1.to"},
		"one target twice":         {Mapping{Columns: []Column{name, {To: "note"}, {To: "note"}}}, "columns.2.to"},
		"tags twice":               {Mapping{Columns: []Column{name, {To: "tags"}, {To: "tags"}}}, ""},
		"nothing twice":            {Mapping{Columns: []Column{name, {To: "skip"}, {To: ""}, {To: "item_id"}, {To: "photos"}}}, ""},
		"a field in other case":    {Mapping{Columns: []Column{name, {To: "field", Name: "Metal"}, {To: "field", Name: "METAL"}}}, "columns.2.to"},
		"a second field of a name": {Mapping{Columns: []Column{name, {To: "field[text]:Coin/Metal"}, {To: "field[text]:Coin/Metal#2"}}}, ""},
		"a match that is none":     {Mapping{Match: Match{Items: "colour"}}, "match.items"},
		"a match by no field":      {Mapping{Match: Match{Items: "field"}}, "match.field_id"},
		"a match by a field":       {Mapping{Match: Match{Items: "field", FieldID: new(int64(5))}}, ""},
		"a header far down":        {Mapping{Options: Options{HeaderRow: new(int64(21))}}, "options.header_row"},
		"a decimal sign":           {Mapping{Options: Options{Decimal: "'"}}, "options.decimal"},
		"copies":                   {Mapping{Options: Options{Copies: "two"}}, "options.copies"},
		"as many rows as skip":     {Mapping{SkipRows: make([]int64, 1000)}, ""},
		"more rows than may":       {Mapping{SkipRows: make([]int64, 1001)}, "skip_rows"},
		"a correction of nothing":  {Mapping{Corrections: []Correction{{Column: 1}}}, "corrections.0"},
		"a correction of both":     {Mapping{Corrections: []Correction{{Column: 1, Row: new(int64(1)), From: new("")}}}, "corrections.0"},
		"a long correction":        {Mapping{Corrections: []Correction{{Column: 1, Row: new(int64(1)), To: strings.Repeat("x", 5001)}}}, "corrections.0.to"},
		"too many corrections":     {Mapping{Corrections: make([]Correction, 501)}, "corrections"},
		"corrections of much":      {Mapping{Corrections: []Correction{{Column: 1, From: new(strings.Repeat("x", 100_001))}}}, "corrections"},
		"what differs is merged":   {Mapping{Match: Match{Differs: "merge"}}, "match.differs"},
	} {
		err, got := c.m.Validate(), ""
		if invalid := new(fault.Invalid); errors.As(err, &invalid) {
			got = invalid.Fields[0].Name
		}
		if got != c.wrong {
			t.Errorf("%s is wrong at %q, want %q (%v)", what, got, c.wrong, err)
		}
	}
}

// What a mapping leaves open is as it was guessed, and what it says is not.
func TestMappingOverAGuess(t *testing.T) {
	guessed := Mapping{Options: Options{Encoding: "utf-8", Delimiter: ";", HeaderRow: new(int64(1)), Decimal: ",", ZeroIsEmpty: []int64{2}}, Match: Match{Items: "key"}, Type: &TypeRef{Name: "Coin"}, Columns: []Column{{To: "item_name"}}}
	i := Import{State: Ready, Guessed: &guessed, CollectionID: new(int64(1))}
	m, again, err := i.Mapped(Mapping{Options: Options{Decimal: "."}})
	want(t, "filled", []any{m.Options.Decimal, m.Options.Delimiter, m.Match.Items, m.Type.Name, len(m.Columns), m.Options.ZeroIsEmpty, again, err}, []any{".", ";", "key", "Coin", 1, []int64{2}, false, nil})
	m, _, _ = i.Mapped(Mapping{Match: Match{Items: "none"}, Type: &TypeRef{}, Columns: []Column{{To: "item_name"}, {To: "note"}}})
	want(t, "said", []any{m.Match.Items, m.Type.Name, len(m.Columns)}, []any{"none", "", 2})
	for what, o := range map[string]Options{"encoding": {Encoding: "utf-16"}, "delimiter": {Delimiter: ","}, "header": {HeaderRow: new(int64(2))}, "sheet": {Sheet: "Two"}} {
		if m, again, _ := i.Mapped(Mapping{Options: o}); !again || len(m.Columns) != 0 {
			t.Errorf("another %s does not read the file again", what)
		}
	}
	if _, again, _ := i.Mapped(Mapping{Options: Options{Encoding: "utf-8", HeaderRow: new(int64(1))}}); again {
		t.Error("the same options read the file again")
	}
	i.CollectionID = nil
	_, _, err = i.Mapped(Mapping{})
	want(t, "nowhere to put it", err, "No column is the collection, and none was chosen.")
	_, _, err = i.Mapped(Mapping{Columns: slices.Concat(guessed.Columns, []Column{{To: "collection"}})})
	want(t, "rows tell", err, nil)
}
