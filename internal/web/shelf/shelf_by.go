package shelf

import (
	"vitrine/internal/web/ui"
)

// Asked reports whether there is a filter.
func Asked(b ui.By) bool { return narrowings(b) > 0 }

func narrowings(b ui.By) (n int64) {
	for _, asked := range []string{b.Category, b.Set, b.Series, b.Wanted, b.Photos, b.Copies, b.Place, b.Condition, b.Status, b.Insured} {
		if asked != "" {
			n++
		}
	}
	for _, a := range b.Amounts {
		if a.Least+a.Most != "" {
			n++
		}
	}
	return n + int64(len(b.Tags))
}

// answers are the options yes and no.
func answers(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: ui.Yes, Label: f.T("yes")}, {Value: ui.No, Label: f.T("no")}}
}

// findPlaces is the address that finds locations that are not offered. Only editors may ask it.
func findPlaces(f ui.Frame, l ui.ItemList) string {
	if l.Places.More && f.CanEdit() {
		return ui.FindPlaces
	}
	return ""
}
