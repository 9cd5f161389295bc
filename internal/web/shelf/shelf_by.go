package shelf

import (
	"vitrine/internal/web/ui"
)

// Asked reports whether there is a filter.
func Asked(b ui.By) bool { return narrowings(b) > 0 }

func narrowings(b ui.By) (n int64) {
	for _, asked := range []string{b.Category, b.Set, b.Series, b.Wanted, b.Photos, b.Copies} {
		if asked != "" {
			n++
		}
	}
	return n + int64(len(b.Tags))
}

// answers are the options yes and no.
func answers(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: ui.Yes, Label: f.T("yes")}, {Value: ui.No, Label: f.T("no")}}
}
