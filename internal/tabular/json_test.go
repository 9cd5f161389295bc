package tabular_test

import (
	"strings"
	"testing"

	"vitrine/internal/tabular"
)

func TestObjects(t *testing.T) {
	for _, c := range []struct {
		what, content string
		names         []string
		rows          [][]string
	}{
		{"a list", `[{"name":"Vase","price":12.50},{"name":"Cup","old":true,"x":null}]`, []string{"name", "price", "old"}, [][]string{{"1", "Vase", "12.50", ""}, {"2", "Cup", "", "true"}}},
		{"nested", `[{"a":{"b":{"c":"deep"},"d":"e"}}]`, []string{"a.b.c", "a.d"}, [][]string{{"1", "deep", "e"}}},
		{"lists", `[{"tags":["red","a; b"],"people":[{"n":"A"},{"n":"B"}],"one":["x"]}]`, []string{"tags", "people.n", "one"}, [][]string{{"1", `red; a\; b`, "A; B", "x"}}},
		{"an object with numbers", `[{"isbn":{"0":"1","2":"2"},"subject":[["a","b"],["c"]],"none":[],"empty":{}}]`, []string{"isbn", "subject"}, [][]string{{"1", "1; 2", "a; b; c"}}},
		{"an object of objects", `{"17":{"t":"A"},"18":{"t":"B"}}`, []string{"t"}, [][]string{{"1", "A"}, {"2", "B"}}},
		{"a list in an object", `{"made":"today","meta":{"x":1},"items":[{"t":"A"},{"t":"B"}]}`, []string{"t"}, [][]string{{"1", "A"}, {"2", "B"}}},
		{"the longest list", `{"types":[{"n":1}],"items":[{"t":"A"},{"t":"B"}]}`, []string{"t"}, [][]string{{"1", "A"}, {"2", "B"}}},
		{"values beside objects", `[1,"x",{"t":"A"},[{"t":"B"}]]`, []string{"t"}, [][]string{{"1", "A"}}},
		{"large and small numbers", `[{"a":1e3,"b":0.1,"c":123456789012}]`, []string{"a", "b", "c"}, [][]string{{"1", "1000", "0.1", "123456789012"}}},
		{"our own", `{"format":"vitrine-list","version":1,"list":"items","columns":[{"key":"item_name","kind":"text","options":null},{"key":"value","kind":"money"},{"key":"field[select]:A/B","kind":"select","options":["x","y"]}],"rows":[{"item_name":"'=1","value":1250,"field[select]:A/B":null}]}`,
			[]string{"item_name", "value", "field[select]:A/B"}, [][]string{{"1", "'=1", "1250", ""}}},
		{"our own without rows", `{"format":"vitrine-list","version":1,"list":"items","columns":[{"key":"item_name","kind":"text"}],"rows":[]}`, []string{"item_name"}, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			table := open(t, c.content, tabular.Options{})
			expect(t, "columns", names(table), c.names)
			rows, issues := read(t, table)
			expect(t, "rows", rows, c.rows)
			expect(t, "issues", issues, nil)
		})
	}
}

func TestAmountsOfOurOwn(t *testing.T) {
	list := func(columns, rows string) string {
		return `{"format":"vitrine-list","version":1,"list":"copies","columns":[` + columns + `],"rows":[` + rows + `]}`
	}
	columns := `{"key":"item_name"},{"key":"purchase_price"},{"key":"purchase_currency"},{"key":"wanted_max_price"},{"key":"wanted_currency"},{"key":"value"}`
	rows, issues := read(t, open(t, list(columns, `{"item_name":"A","purchase_price":5,"purchase_currency":"EUR","wanted_max_price":1250,"wanted_currency":"JPY","value":99},
{"item_name":"B","purchase_price":123456,"purchase_currency":"BHD"},{"item_name":"C","purchase_price":5},{"item_name":"D","purchase_price":5.5,"purchase_currency":"EUR"}`), tabular.Options{}))
	expect(t, "rows", rows, [][]string{
		{"1", "A", "0.05", "EUR", "1250", "JPY", "99"}, // without a currency it stays
		{"2", "B", "123.456", "BHD", "", "", ""}, {"3", "C", "5", "", "", "", ""}, {"4", "D", "5.5", "EUR", "", "", ""},
	})
	expect(t, "issues", issues, []string{"3/3 bad_currency", "4/2 bad_money"})
}

func TestJSONIsRefused(t *testing.T) {
	for _, c := range []struct{ what, content, code string }{
		{"no objects", `[1,2]`, tabular.EmptyFile},
		{"cut", `[{"a":1},{"b"`, tabular.Damaged},
		{"wrong", `[{"a":}]`, tabular.Damaged},
		{"two documents", `[{"a":1}] [{"a":1}]`, tabular.Damaged},
		{"deep lists", `[{"a":` + strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000) + `}]`, tabular.TooDeep},
		{"deep objects", `[` + strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40) + `]`, tabular.TooDeep},
		{"a newer version", `{"format":"vitrine-list","version":2,"columns":[],"rows":[]}`, tabular.UnsupportedFormat},
		{"many members", `[{` + manyMembers(257) + `}]`, tabular.TooManyColumns},
		{"too many values", `[{"a":[` + strings.Repeat("1,", 10_001) + `1]}]`, tabular.TooLarge},
		{"a long text", `[{"a":"` + strings.Repeat("x", 9<<20) + `"}]`, tabular.TooLarge},
	} {
		expect(t, c.what, failure(t, c.content, tabular.Options{}).Code, c.code)
	}
	deep := `[` + strings.Repeat(`{"a":`, 31) + "1" + strings.Repeat("}", 31) + `]`
	expect(t, "32 deep", len(open(t, deep, tabular.Options{}).Columns), 1)
	_, issues := read(t, open(t, `[{"a":"`+strings.Repeat("ä", 20_001)+`","b":"x\u0000"}]`, tabular.Options{}))
	expect(t, "cells", issues, []string{"1/1 too_long", "1/2 bad_text"})
}

func manyMembers(n int) string {
	var members []string
	for i := range n {
		members = append(members, `"a`+strings.Repeat("x", i)+`":1`)
	}
	return strings.Join(members, ",")
}
