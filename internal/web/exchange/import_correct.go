package exchange

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/web/page"
	"vitrine/internal/web/ui"
)

// longCell is the length of a text that needs more than a line.
const longCell = 60

// corrects reports whether cells can be corrected: in a plan of a table.
func (s ImportStep) corrects() bool {
	return s.Import.State == importing.Planned && !s.Import.IsArchive()
}

// showing is the step without fields for cells.
func (s ImportStep) showing() ImportStep {
	s.Cells = nil
	return s
}

// importCells reads the cells that can be corrected: those of the first rows with problems or, if
// these are not shown, of the rows asked for.
func importCells(v *page.Visit, s *ImportStep) error {
	rows := s.Wrong.Items
	if len(rows) == 0 {
		rows = s.Rows.Items
	}
	var places []importing.CellPlace
	for _, row := range rows {
		for _, i := range row.Issues {
			if at := placeOf(row, i); at.Column > 0 && !slices.Contains(places, at) {
				places = append(places, at)
			}
		}
	}
	if len(places) == 0 || !s.corrects() {
		return nil
	}
	return cellsAt(v, s, places)
}

// cellsAt reads cells at places.
func cellsAt(v *page.Visit, s *ImportStep, places []importing.CellPlace) error {
	s.Cells = map[importing.CellPlace]importing.FileCell{}
	return v.Together(func(r postgres.Reader) error {
		found, err := exchange.ImportCells(v.Context(), r, s.Import.ID, places)
		for _, c := range found {
			s.Cells[c.CellPlace] = c
		}
		return err
	})
}

// placeOf is the cell that an error is in; the column is 0 if it is in none.
func placeOf(row importing.ShownRow, i importing.Issue) importing.CellPlace {
	if i.Cell == nil || i.Level != "error" {
		return importing.CellPlace{}
	}
	return importing.CellPlace{Row: row.Row, Column: int64(tabular.CellColumn(*i.Cell))}
}

// cellOf is the cell of an issue, if it can be corrected there: where it is named first.
func (s ImportStep) cellOf(row importing.ShownRow, i importing.Issue) (importing.FileCell, bool) {
	at := placeOf(row, i)
	first := slices.IndexFunc(row.Issues, func(other importing.Issue) bool { return placeOf(row, other) == at })
	c, ok := s.Cells[at]
	return c, ok && row.Issues[first] == i
}

// said is what is read of a cell now.
func (s ImportStep) said(c importing.FileCell) string {
	row := importing.Row{Row: c.Row, Cells: make([]string, c.Column)}
	row.Cells[c.Column-1] = c.Said
	return importing.CellText(importing.NewCorrections(s.Import.Mapping).Of(row).Cells[c.Column-1])
}

// said is a text of a cell in a line.
func said(text string) string { return cmp.Or(cell.Beginning(text), "—") }

func (s ImportStep) corrections() []importing.Correction {
	if !s.corrects() || s.Import.Mapping == nil {
		return nil
	}
	return s.Import.Mapping.Corrections
}

// columnTitle is the header of a column.
func (s ImportStep) columnTitle(number int64) string {
	if at := slices.IndexFunc(s.Columns, func(h importing.Header) bool { return h.Number == number }); at >= 0 {
		return s.Columns[at].Name
	}
	return ui.Number(number)
}

// cellField is the name of a field of a cell.
func cellField(name string, at importing.CellPlace) string {
	return name + "." + ui.Number(at.Row) + "." + ui.Number(at.Column)
}

// sentCells are the cells that a form has fields of, row by row.
func sentCells(form url.Values) (places []importing.CellPlace) {
	for name := range form {
		row, column, _ := strings.Cut(strings.TrimPrefix(name, "to."), ".")
		at := importing.CellPlace{Row: ui.AsNumber(row), Column: ui.AsNumber(column)}
		if at.Row > 0 && at.Column > 0 && name == cellField("to", at) {
			places = append(places, at)
		}
	}
	slices.SortFunc(places, func(a, b importing.CellPlace) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
	return places
}

// correctImport plans an import again with other corrections.
func correctImport(v *page.Visit) error {
	s, err := stepOf(v)
	if err != nil {
		return err
	}
	if !s.corrects() {
		return v.Redirect(ImportPath(s.Import.ID))
	}
	m, changed, err := corrected(v, s)
	if err != nil {
		return err
	}
	var wrong fault.Invalid
	plan := v.Integer(&wrong, "plan")
	if plan == nil || !changed {
		return v.Redirect(ImportPath(s.Import.ID))
	}
	return onImport(v, func(ctx context.Context, change postgres.Writer, id int64) (importing.Import, error) {
		if err := m.Validate(); err != nil {
			return importing.Import{}, err
		}
		return exchange.CorrectImport(ctx, change, id, *plan, m)
	})
}

// corrected is the mapping with what the form says of cells, and whether that is anything new.
func corrected(v *page.Visit, s ImportStep) (m importing.Mapping, changed bool, err error) {
	_ = v.ParseForm() // an unreadable form is empty
	m = *s.Import.Mapping
	if undo, err := strconv.Atoi(v.Text("undo")); err == nil && undo >= 0 && undo < len(m.Corrections) {
		m.Corrections = slices.Delete(slices.Clone(m.Corrections), undo, undo+1)
		return m, true, nil
	}
	places := sentCells(v.PostForm)
	if err := cellsAt(v, &s, places); err != nil {
		return m, false, err
	}
	for _, at := range places {
		c, ok := s.Cells[at]
		to := importing.CellText(v.Text(cellField("to", at)))
		if !ok || to == s.said(c) {
			continue
		}
		var from *string
		if v.Text(cellField("all", at)) != "" {
			from = &c.Said
		}
		m, changed = m.Correcting(at, from, to), true
	}
	return m, changed, nil
}
