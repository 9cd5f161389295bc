package shelf

import (
	"vitrine/internal/web/ui"
)

// Unnamed are the items that are called something else.
func Unnamed(f ui.Found) (ids []int64) {
	for _, g := range f.Groups {
		for _, h := range g.Hits {
			if g.Kind == "item" && !f.Search.Matches(h.Title) {
				ids = append(ids, h.ID)
			}
		}
	}
	return ids
}

// Items are those that something was found of.
func Items(f ui.Found) (ids []int64) {
	for _, g := range f.Groups {
		for _, h := range g.Hits {
			if h.ItemID != nil {
				ids = append(ids, *h.ItemID)
			}
		}
	}
	return ids
}
