package shelf

import (
	"vitrine/internal/web/ui"
)

// Asked reports whether it leaves anything out.
func Asked(b ui.By) bool { return narrowings(b) > 0 }

func narrowings(b ui.By) (n int64) {
	for _, asked := range []string{b.Category, b.Set, b.Series, b.Wanted, b.Photos, b.Copies} {
		if asked != "" {
			n++
		}
	}
	return n + int64(len(b.Tags))
}

// answers are what one can be asked with yes or no, in words.
func answers(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: ui.Yes, Label: f.T("yes")}, {Value: ui.No, Label: f.T("no")}}
}
