package catalog

import (
	"maps"
	"slices"
	"sync"

	"vitrine/internal/code"
)

// The fields of templates for what is printed on a thing, by their English names.
const (
	fieldOfISBN    = "ISBN"
	fieldOfBarcode = "Barcode"
)

// codeFieldsIn are what these fields are called in all languages, folded, by their English names.
var codeFieldsIn = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, locale := range slices.Sorted(maps.Keys(templatesIn)) {
		for _, t := range Templates() {
			in := t.In(locale).Fields()
			for i, f := range t.Fields() {
				if f.Name == fieldOfISBN || f.Name == fieldOfBarcode {
					all[f.Name] = append(all[f.Name], Fold(in[i].Name))
				}
			}
		}
	}
	return all
})

// FieldOfCode is the field of a type that a code belongs in, by what templates call it in any language. A code of
// a book may stand in a field for barcodes, other codes in no field for books, and what is no code in none.
func FieldOfCode(fields []FieldForm, text string) (FieldForm, bool) {
	wanted := []string{fieldOfBarcode}
	switch code.Read(text).Kind {
	case code.None:
		return FieldForm{}, false
	case code.ISBN:
		wanted = []string{fieldOfISBN, fieldOfBarcode}
	}
	for _, name := range wanted {
		called := codeFieldsIn()[name]
		if i := slices.IndexFunc(fields, func(f FieldForm) bool { return f.Kind == Text && slices.Contains(called, Fold(f.Name)) }); i >= 0 {
			return fields[i], true
		}
	}
	return FieldForm{}, false
}
