package ui

import (
	"slices"
	"strings"

	"vitrine/internal/catalog"
)

// HasTag reports whether a list has a tag.
func HasTag(all []catalog.TagLink, id int64) bool {
	return slices.ContainsFunc(all, func(t catalog.TagLink) bool { return t.ID == id })
}

// WithTags appends tags.
func WithTags(all []catalog.TagLink, others []catalog.Tag) []catalog.TagLink {
	all = slices.Clone(all)
	for _, t := range others {
		all = append(all, catalog.TagLink{ID: t.ID, Name: t.Name, Color: t.Color})
	}
	return all
}

// Wish is the priority of a wish, in words.
func (f Frame) Wish(w catalog.Wish) string {
	parts := []string{f.T("wanted")}
	if p := ValueOr(w.WantedPriority, "normal"); p != "normal" {
		parts = append(parts, f.T("priority."+p))
	}
	if w.WantedMaxPrice != nil {
		parts = append(parts, f.T("wanted.upto", "price", f.Amount(*w.WantedMaxPrice, ValueOr(w.WantedCurrencyCode, ""))))
	}
	return strings.Join(parts, " · ")
}

// categoryPath is the path of an item's category.
func categoryPath(i catalog.ItemSheet) string { return strings.Join(i.CategoryPath, " › ") }
