// Package label draws labels on sheets that one buys: a format and labels in, a PDF
// out. A label has a code that opens what it is stuck on, and says in words what that
// is. No I/O.
package label

import (
	"slices"

	"vitrine/internal/typeset"
)

// Format is a sheet of labels. What is left of the page is margin, the same on both
// sides. All lengths are in millimetres.
type Format struct {
	ID            string // in addresses
	Paper         string // what it is called in every language
	Columns, Rows int
	Width, Height float64 // of a label
	Gap           float64 // between columns; rows touch
	Inches        string  // the size of a label where it is sold in inches
	page          [2]float64
}

// Formats are those that can be bought everywhere, the most usual first.
var Formats = []Format{
	{"a4-3x7", "A4", 3, 7, 63.5, 38.1, 2.54, "", typeset.A4},
	{"a4-3x8", "A4", 3, 8, 63.5, 33.9, 2.54, "", typeset.A4},
	{"a4-2x7", "A4", 2, 7, 99.1, 38.1, 2.54, "", typeset.A4},
	{"a4-5x13", "A4", 5, 13, 38.1, 21.2, 2.5, "", typeset.A4},
	{"letter-3x10", "Letter", 3, 10, 66.675, 25.4, 3.175, "2⅝ × 1", typeset.USLetter},
	{"letter-2x5", "Letter", 2, 5, 101.6, 50.8, 4.7625, "4 × 2", typeset.USLetter},
}

// MostPlaces is how many labels the largest sheet has.
var MostPlaces = slices.MaxFunc(Formats, func(a, b Format) int { return a.Places() - b.Places() }).Places()

// Named is the format with an id.
func Named(id string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.ID == id })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// Places is how many labels a sheet has.
func (f Format) Places() int { return f.Columns * f.Rows }

// Sheets is how many are needed, if the first is used up to a place, counted from 1.
func (f Format) Sheets(labels int64, start int) int64 {
	places := int64(f.Places())
	return (labels + int64(start) - 1 + places - 1) / places
}

// corner is where a place of a sheet begins, counted from 0 in rows.
func (f Format) corner(n int) (x, y float64) {
	left := (f.page[0] - float64(f.Columns)*f.Width - float64(f.Columns-1)*f.Gap) / 2
	top := (f.page[1] - float64(f.Rows)*f.Height) / 2
	return left + float64(n%f.Columns)*(f.Width+f.Gap), top + float64(n/f.Columns)*f.Height
}
