package shelf

import (
	"math"
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/label"
	"vitrine/internal/web/ui"
)

// What labels are stuck on.
const (
	CopyLabels  = "copies"
	PlaceLabels = "locations"
)

// LabelSheets are labels, and how they are printed.
type LabelSheets struct {
	Of            string                // CopyLabels or PlaceLabels
	At            *catalog.LocationNode // nil for all, or for chosen copies
	Nested        bool
	Copies, Items []int64    // chosen ones
	Kept          url.Values // what was chosen, for the next address
	All           []label.Label
	Total         int64 // of all parts
	Most          int64 // in one part
	Part          int64
	Format        label.Format
	Code          string
	Start         int   // the first free label of the sheet
	Lacking       int64 // labels with letters that no font has
}

// Path is the address of other labels of the same location.
func (l LabelSheets) Path(of string, nested bool) string {
	query := url.Values{"location": {ui.Number(l.At.ID)}, "of": {of}}
	if nested {
		query.Set("all", "")
	}
	return "/labels?" + query.Encode()
}

// Back is where one came from.
func (l LabelSheets) Back() string {
	switch {
	case l.At != nil:
		return ui.LocationPath(l.At.ID)
	case len(l.Items) == 1:
		return ui.ItemPath(l.Items[0])
	case len(l.Copies) == 1:
		return ui.CopyPath(l.Copies[0])
	}
	return "/locations"
}

// formats are the sheets to choose from, in words that every language shares.
func (l LabelSheets) formats(f ui.Frame) (all []ui.Option) {
	for _, one := range label.Formats {
		size := f.Tenths(int64(math.Round(10*one.Width))) + " × " + f.Tenths(int64(math.Round(10*one.Height))) + " mm"
		if one.Inches != "" {
			size = one.Inches + " in"
		}
		all = append(all, ui.Option{Value: one.ID, Label: f.T("label.format", "paper", one.Paper, "n", strconv.Itoa(one.Places()), "size", size)})
	}
	return all
}

func (l LabelSheets) codes(f ui.Frame) []ui.Option {
	return []ui.Option{{Value: label.QR, Label: f.T("label.qr")}, {Value: label.Code128, Label: f.T("label.code128")}}
}

// parts are which labels go into the file.
func (l LabelSheets) parts(f ui.Frame) (all []ui.Option) {
	for first := int64(1); first <= l.Total; first += l.Most {
		last := min(first+l.Most-1, l.Total)
		all = append(all, ui.Option{Value: ui.Number(first/l.Most + 1), Label: f.T("label.part", "first", f.Number(first), "last", f.Number(last))})
	}
	return all
}

// form is what is chosen already.
func (l LabelSheets) form() ui.Form {
	return ui.Form{Values: map[string]string{"format": l.Format.ID, "code": l.Code, "start": strconv.Itoa(l.Start), "part": ui.Number(l.Part)}}
}
