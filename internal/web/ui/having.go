package ui

import (
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
)

// namedHere is how many conditions or places a line names.
const namedHere = 3

// Having tells in a line whether somebody has an item: how many, in which condition, where.
func Having(t *i18n.Texts, h catalog.Having) string {
	var parts []string
	list := func(names []string) {
		if n := len(names); n > namedHere {
			names = append(names[:namedHere:namedHere], "…")
		}
		if len(names) > 0 {
			parts = append(parts, strings.Join(names, ", "))
		}
	}
	if h.Quantity > 0 {
		parts = append(parts, t.T("have.some", "n", t.Number(h.Quantity)))
		list(h.Conditions)
		if len(h.Borrowers) == 0 {
			list(h.Places)
		}
	}
	if len(h.Borrowers) > 0 {
		parts = append(parts, t.T("loan.outgoing", "name", h.Borrowers[0]))
		if h.LentUntil != nil {
			parts = append(parts, t.T("have.until", "day", t.Date(*h.LentUntil)))
		}
	}
	if h.Wanted {
		parts = append(parts, Frame{Texts: t}.Wish(h.Wish))
	}
	if h.Ordered {
		parts = append(parts, t.T("status.ordered"))
	}
	if len(parts) > 0 {
		return strings.Join(parts, " · ")
	}
	if h.Gone != nil {
		gone := t.T("status." + *h.Gone)
		if h.GoneAt != nil {
			gone += " " + strconv.Itoa(h.GoneAt.Year())
		}
		parts = append(parts, gone)
	}
	return strings.Join(append(parts, t.T("have.none")), " · ")
}
