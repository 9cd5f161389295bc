package exchange

import (
	"strings"

	"vitrine/internal/portable"
)

// ArchivedColumns is the table of a part, and the columns of it that an archive has.
func ArchivedColumns(p portable.Part) (string, map[string]bool) {
	columns := map[string]bool{}
	for _, m := range p.Members {
		switch {
		case m.Kind == portable.File:
			columns[`file_id`] = true
		case m.Kind == portable.Reference && sourceOf(p).sql[m.Name] == "":
			columns[strings.TrimSuffix(m.Name, "uuid")+"id"] = true
		case m.Kind == portable.Several, m.Kind == portable.Values, m.Kind == portable.Reference, p.Name == "documents" && m.Name == "mime_type": // of other tables
		default:
			columns[m.Name] = true
		}
	}
	return sourceOf(p).table, columns
}
