package ui

import (
	"vitrine/internal/catalog"
)

// ItemList is a page of a collection's items as its address asks for it.
type ItemList struct {
	Collection catalog.Collection
	Types      []catalog.TypeForm
	Page       catalog.Page[catalog.Item]
	Photos     map[int64]catalog.Photo // the main ones, by item
	Held       map[int64]catalog.Held  // copies, by item
	Copies     catalog.Counted         // of the whole collection
	Filter     catalog.ItemFilter
	By         By
	Offers     Offers // what it can be narrowed to
	Search     string
	Type       string // id of the only type shown; empty for all
	Table      bool
	Columns    []Column // shown in the table
	Offered    []Column
	CanEdit    bool
	Done       Done // just now
}

// Applied is a filter in words, and the address without it.
type Applied struct{ Label, Path string }

// DefaultSort puts what was changed last first.
const DefaultSort = "-updated_at"

func groupName(f Frame, g Group) string {
	if g.Name == "" {
		return f.T("item.details")
	}
	return g.Name
}

// copySub is the status of a copy, and where it is.
func copySub(f Frame, c catalog.PlacedCopy) string {
	if len(c.Place) == 0 {
		return f.T("status." + c.Status)
	}
	return f.T("status."+c.Status) + " · " + c.Place[len(c.Place)-1]
}

func copyName(f Frame, n int, c catalog.PlacedCopy) string {
	if c.Identifier != nil {
		return *c.Identifier
	}
	return f.T("copy.nth", "n", f.Number(int64(n+1)))
}
