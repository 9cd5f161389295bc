package catalog_test

import (
	"testing"

	"vitrine/internal/catalog"
)

// A code goes into the field that a template in any language has for it.
func TestFieldOfCode(t *testing.T) {
	t.Parallel()
	text := func(names ...string) (fields []catalog.FieldForm) {
		for i, name := range names {
			fields = append(fields, catalog.FieldForm{ID: int64(i + 1), Name: name, Kind: catalog.Text})
		}
		return fields
	}
	const book, record = "9783492281577", "042282289827"
	for _, c := range []struct {
		code   string
		fields []catalog.FieldForm
		want   string
	}{
		{book, text("Barcode", "ISBN"), "ISBN"},
		{book, text("Author", "Código de barras"), "Código de barras"},
		{record, text("isbn", "code-barres"), "code-barres"},
		{record, text("バーコード"), "バーコード"},
		{record, text("ISBN"), ""},
		{book, text("Title", "Author"), ""},
		{book, []catalog.FieldForm{{ID: 1, Name: "ISBN", Kind: "number"}}, ""},
		{record, nil, ""},
		{"9783492281578", text("ISBN", "Barcode"), ""}, // its check digit is wrong
	} {
		found, ok := catalog.FieldOfCode(c.fields, c.code)
		if found.Name != c.want || ok != (c.want != "") {
			t.Errorf("%s among %v belongs in %q, want %q", c.code, c.fields, found.Name, c.want)
		}
	}
}
