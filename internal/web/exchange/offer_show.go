package exchange

import (
	"vitrine/internal/web/ui"
)

// Finding is what a part found among what can be chosen.
type Finding struct {
	Filter  bool // it is part of a filter, where anything can be chosen, or none
	Query   string
	Options []ui.Option
	Chosen  *ui.Option
}
