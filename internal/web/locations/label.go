package locations

import (
	"cmp"
	"math"
	"net/http"
	"net/url"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/label"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/typeset"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// labelPages print labels; they only read.
var labelPages = []page.Row{
	page.Show("GET /labels", "GET /api/copies", askLabels),
	page.Show("GET /labels.pdf", "GET /api/copies", labelSheets),
}

// mostLabels limits the labels of one file. More come in parts.
const mostLabels = 2000

// UseFonts replaces the fonts for labels.
func UseFonts(w *page.Web, fonts *typeset.Fonts) { w.Fonts = fonts }

// askLabels shows the form for labels of the copies or locations in the address.
func askLabels(v *page.Visit) error {
	l, err := readLabels(v)
	if err != nil {
		return err
	}
	f, err := v.Frame("", "locations")
	if err != nil {
		return err
	}
	f.Title = f.T("label.title")
	for _, one := range l.All {
		for _, text := range one.Texts() {
			if v.Web.Fonts.Lacks(text) {
				l.Lacking++
				break
			}
		}
	}
	return v.Render(http.StatusOK, Labels(f, l))
}

// labelSheets draws labels. It reads them within its turn, because for tens of thousands of locations
// reading costs as much as drawing.
func labelSheets(v *page.Visit) error {
	place, err := v.Web.Drawing.Take(v.Context(), 1)
	if err != nil {
		return err
	}
	defer place.Give()
	l, err := readLabels(v)
	if err != nil {
		return err
	}
	content, err := label.Sheets(v.Context(), v.Web.Fonts, l.Format, l.Start, l.Code, l.All)
	if err != nil {
		return err
	}
	v.Reply = &page.Reply{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/pdf"}, "Content-Disposition": {`attachment; filename="labels.pdf"`},
		"X-Content-Type-Options": {"nosniff"}}, Body: content}
	return nil
}

// readLabels reads which labels the address asks for, and how. By default they are those of all locations.
func readLabels(v *page.Visit) (l LabelSheets, err error) {
	query := v.URL.Query()
	l = LabelSheets{Copies: page.Numbers(query["copy"]), Items: page.Numbers(query["item"]), Nested: query.Has("all"), Of: v.Param("of"), Most: mostLabels, Kept: url.Values{}}
	for _, name := range []string{"copy", "item", "location"} {
		if values := query[name]; len(values) > 0 {
			l.Kept[name] = values
		}
	}
	if err := howPrinted(v, &l); err != nil {
		return l, err
	}
	filter := catalog.LabelFilter{Copies: l.Copies, Items: l.Items}
	id := page.AsID(v.Param("location"))
	switch {
	case len(l.Copies)+len(l.Items) > 0:
		l.Of = CopyLabels
	case id == nil:
		l.Of = PlaceLabels
	case l.Of != PlaceLabels:
		l.Of, filter.Shelf = CopyLabels, &catalog.ShelfCheck{LocationID: *id, Nested: l.Nested}
	}
	var copies catalog.Page[catalog.CopyLabel]
	tree, err := page.Tree(v, func(r postgres.Reader) (err error) {
		if l.Of == CopyLabels {
			copies, err = inventory.CopyLabels(v.Context(), r, filter, catalog.Paging{Number: l.Part, PerPage: mostLabels})
		}
		return err
	})
	if err != nil {
		return l, err
	}
	if id != nil {
		if l.At = tree.Find(*id); l.At == nil {
			return l, fault.ErrNotFound
		}
	}
	if l.Of == CopyLabels {
		l.Total = copies.Total
		for _, c := range copies.Items {
			l.All = append(l.All, copyLabel(v, tree, c))
		}
		return l, nil
	}
	places := tree.Roots
	if l.At != nil {
		places = []*catalog.LocationNode{l.At}
	}
	placeLabels(v, &l, places)
	return l, nil
}

// howPrinted reads the format, the code, and the first free label.
func howPrinted(v *page.Visit, l *LabelSheets) error {
	var wrong fault.Invalid
	var known bool
	if l.Format, known = label.Named(cmp.Or(v.Param("format"), label.Formats[0].ID)); !known {
		wrong.Addf("format", "The selected %s is invalid.")
		return wrong.Err()
	}
	l.Code = cmp.Or(v.Param("code"), label.QR)
	wrong.OneOf("code", l.Code, []string{label.QR, label.Code128})
	within := func(name string, most int64) int64 {
		n, err := strconv.ParseInt(cmp.Or(v.Param(name), "1"), 10, 64)
		if err != nil || n < 1 || n > most {
			wrong.Addf(name, "The %s field must be between %d and %d.", 1, most)
		}
		return n
	}
	l.Start, l.Part = int(within("start", int64(label.MostPlaces))), within("part", 1_000_000)
	if l.Start > l.Format.Places() { // the number was for a larger sheet
		l.Start = 1
	}
	return wrong.Err()
}

func copyLabel(v *page.Visit, tree *catalog.LocationTree, c catalog.CopyLabel) label.Label {
	one := label.Label{Address: v.Base + ui.CopyPath(c.ID), Title: c.Name}
	place := ""
	if c.LocationID != nil {
		if at := tree.Find(*c.LocationID); at != nil {
			place = at.Name
		}
	}
	if c.Identifier != nil {
		one.Identifier = *c.Identifier
	}
	one.Lines = []string{one.Identifier, c.Collection, place}
	return one
}

// placeLabels adds the labels of locations and all inside them, in the order of the tree.
func placeLabels(v *page.Visit, l *LabelSheets, places []*catalog.LocationNode) {
	for _, at := range catalog.ByName(places) {
		l.Total++
		if first := (l.Part-1)*mostLabels + 1; l.Total >= first && l.Total < first+mostLabels {
			around := ""
			if at.Parent != nil {
				around = at.Parent.Name
			}
			l.All = append(l.All, label.Label{Address: v.Base + ui.LocationPath(at.ID), Title: at.Name, Lines: []string{around}})
		}
		placeLabels(v, l, at.Children)
	}
}

// Kinds of labels.
const (
	CopyLabels  = "copies"
	PlaceLabels = "locations"
)

// LabelSheets are labels and their print options.
type LabelSheets struct {
	Of            string                // CopyLabels or PlaceLabels
	At            *catalog.LocationNode // nil for all, or for chosen copies
	Nested        bool
	Copies, Items []int64    // chosen ones
	Kept          url.Values // the choices, for the next address
	All           []label.Label
	Total         int64 // of all parts
	Most          int64 // in one part
	Part          int64
	Format        label.Format
	Code          string
	Start         int   // the first free label of the sheet
	Lacking       int64 // labels with characters that no font has
}

// Path is the address of other labels of the same location.
func (l LabelSheets) Path(of string, nested bool) string {
	query := url.Values{"location": {ui.Number(l.At.ID)}, "of": {of}}
	if nested {
		query.Set("all", "")
	}
	return "/labels?" + query.Encode()
}

// Back is the page before.
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

// formats are the sheet formats, in words that every language shares.
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

// parts are the parts of the labels to choose from.
func (l LabelSheets) parts(f ui.Frame) (all []ui.Option) {
	for first := int64(1); first <= l.Total; first += l.Most {
		last := min(first+l.Most-1, l.Total)
		all = append(all, ui.Option{Value: ui.Number(first/l.Most + 1), Label: f.T("label.part", "first", f.Number(first), "last", f.Number(last))})
	}
	return all
}

// form has the present choices.
func (l LabelSheets) form() ui.Form {
	return ui.Form{Values: map[string]string{"format": l.Format.ID, "code": l.Code, "start": strconv.Itoa(l.Start), "part": ui.Number(l.Part)}}
}
