package inventory

import (
	"encoding/json"

	"vitrine/internal/catalog"
)

// flatFields holds fields column by column, for a single insert.
type flatFields struct {
	groups, positions []int32
	names, kinds      []string
	options           []*string // as JSON
}

func (f *flatFields) add(group int, fields []catalog.DocumentField) {
	for i, field := range fields {
		f.groups = append(f.groups, int32(group))
		f.positions = append(f.positions, int32(i+1))
		f.names = append(f.names, field.Name)
		f.kinds = append(f.kinds, field.Type)
		var options *string
		if field.Options != nil {
			encoded, _ := json.Marshal(field.Options) // strings always encode
			text := string(encoded)
			options = &text
		}
		f.options = append(f.options, options)
	}
}
