package locations

import (
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/web/ui"
)

// Check is a check of a location: what should be there, and what was seen.
type Check struct {
	Places                             // its page lists copies that should be there
	Number  int64                      // of that page
	Seen    []int64                    // ids of copies, in their order
	Missing catalog.Page[catalog.Copy] // should be there, but were not seen
	Strays  catalog.Page[catalog.Copy] // were seen, but should not be there
	Result  bool
	Offered catalog.PlaceChoice // for missing copies
	Form    ui.Form
	Done    string // the last correction, in words

	State, Shown, Listed, Strayed string // ids in hidden fields: seen, and those of each list

	Code    string         // the last code scanned
	Scanned []catalog.Copy // its copy, if any
	Again   bool           // it was seen before
}

// See notes a scanned copy. If several have the code, it takes one that should be here and was not
// seen yet, so that three alike are scanned three times.
func (c *Check) See(code string, found []catalog.Copy) {
	c.Code = code
	if len(found) == 0 {
		return
	}
	rank := func(a catalog.Copy) (n int) {
		if !c.Belongs(a) {
			n += 2
		}
		if c.Has(a.ID) {
			n++
		}
		return n
	}
	best := slices.MinFunc(found, func(a, b catalog.Copy) int { return rank(a) - rank(b) })
	c.Again = c.Has(best.ID)
	c.Scanned = []catalog.Copy{best}
	c.Seen = append(c.Seen, best.ID)
	slices.Sort(c.Seen)
	c.Seen = slices.Compact(c.Seen)
}

// Has reports whether a copy was seen.
func (c Check) Has(id int64) bool {
	_, seen := slices.BinarySearch(c.Seen, id)
	return seen
}

// Here reports whether the catalogue has a copy at this location.
func (c Check) Here(a catalog.Copy) bool {
	at := c.Place(a)
	return at != nil && (at == c.At || c.Nested && at.Inside(c.At))
}

// Belongs reports whether a copy should be here.
func (c Check) Belongs(a catalog.Copy) bool { return c.Here(a) && a.Present() }

// Found counts the copies that should be here and were seen.
func (c Check) Found() int64 { return max(0, c.Page.Total-c.Missing.Total) }

// Last is the number of the last page.
func (c Check) Last() int64 { return max(1, (c.Page.Total+c.Page.PerPage-1)/c.Page.PerPage) }

// Path is the address of the check.
func (c Check) Path() string { return ui.LocationPath(c.At.ID) + "/check" }

// Said describes the last scan, and whether all is well.
func (c Check) Said(f ui.Frame) (text string, well bool) {
	if c.Code == "" {
		return "", true
	}
	if len(c.Scanned) == 0 {
		return f.T("check.unknown", "code", c.Code), false
	}
	copied := c.Scanned[0]
	name := c.Item(copied).Name
	switch {
	case c.Again && c.Belongs(copied):
		return f.T("check.again", "name", name), true
	case c.Belongs(copied):
		return f.T("check.here", "name", name), true
	case c.Here(copied):
		return f.T("check.gone", "name", name, "status", f.T("status."+copied.Status)), false
	case c.Place(copied) == nil:
		return f.T("check.nowhere", "name", name), false
	}
	return f.T("check.stray", "name", name, "place", c.Place(copied).Name), false
}

// where is the location of a copy in the catalogue.
func (c Check) where(f ui.Frame, a catalog.Copy) string {
	if at := c.Place(a); at != nil {
		return Path(at) + at.Name
	}
	return f.T("location.none")
}
