package page

import (
	"slices"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Outlived reports whether a list filters by a field that was deleted since its view was saved: then
// nothing matches. It drops an order by such a field.
func Outlived(f *catalog.ItemFilter) bool {
	known := func(id int64) bool {
		return slices.ContainsFunc(f.Known, func(field catalog.CustomField) bool { return field.ID == id })
	}
	if id := f.Sort.FieldID; id != 0 && !known(id) {
		f.Sort = catalog.Sort{Key: "updated_at", Descending: true}
	}
	return slices.ContainsFunc(f.Values, func(v catalog.ValueFilter) bool { return !known(v.FieldID) })
}

// SavedAs is the view in the menu with the same address, which the menu marks.
func SavedAs(f ui.Frame, path string) string {
	for _, saved := range f.Shell.Views {
		if ui.SavedPath(saved) == path {
			return "view:" + strconv.FormatInt(saved.ID, 10)
		}
	}
	return f.Current
}
