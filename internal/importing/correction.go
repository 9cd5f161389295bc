package importing

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/tabular"
)

// Correction is what is read in place of what the file says: in one row, or in every cell of the
// column that says the same.
type Correction struct {
	Column int64   `json:"column"`
	Row    *int64  `json:"row,omitempty"`
	From   *string `json:"from,omitempty"`
	To     string  `json:"to"`
}

// Limits of corrections, which are kept with the mapping.
const (
	MaxCorrections = 500
	maxCorrected   = 100_000 // characters of all
)

func (m *Mapping) correctionRules(e *fault.Invalid) {
	if len(m.Corrections) > MaxCorrections {
		e.Addf("corrections", "The %s field must not have more than %d items.", MaxCorrections)
		return
	}
	all := 0
	for i, c := range m.Corrections {
		field := "corrections." + strconv.Itoa(i)
		if (c.Row == nil) == (c.From == nil) {
			e.Add(field, "A correction is of a row, or of cells that say the same.")
		}
		length := utf8.RuneCountInString(c.To)
		if length > catalog.MaxTextValue {
			e.Addf(field+".to", "The %s field must not be greater than %d characters.", catalog.MaxTextValue)
		}
		if all += length; c.From != nil {
			all += utf8.RuneCountInString(*c.From)
		}
	}
	if all > maxCorrected {
		e.Add("corrections", "The corrections have more than %d characters.", maxCorrected)
	}
}

// Correcting reads a cell otherwise: in its row or, given what it says, in all that say the same.
func (m Mapping) Correcting(at CellPlace, from *string, to string) Mapping {
	made := Correction{Column: at.Column, Row: &at.Row, To: to}
	if from != nil {
		made.Row, made.From = nil, new(CellText(*from))
	}
	before := slices.DeleteFunc(slices.Clone(m.Corrections), func(c Correction) bool {
		return c.Column == at.Column && (c.Row != nil && *c.Row == at.Row || c.From != nil && made.From != nil && CellText(*c.From) == *made.From)
	})
	m.Corrections = append(before, made)
	return m
}

// Corrections finds what is read in place of cells.
type Corrections struct {
	rows  map[[2]int64]string // by column and row
	alike map[alike]string
}

type alike struct {
	column int64
	text   string
}

// NewCorrections prepares the corrections of a mapping.
func NewCorrections(m *Mapping) Corrections {
	c := Corrections{map[[2]int64]string{}, map[alike]string{}}
	if m == nil {
		return c
	}
	for _, one := range m.Corrections {
		if one.Row != nil {
			c.rows[[2]int64{one.Column, *one.Row}] = one.To
		} else {
			c.alike[alike{one.Column, CellText(*one.From)}] = one.To
		}
	}
	return c
}

// Of is a row as it is corrected.
func (c Corrections) Of(r Row) Row {
	if len(c.rows)+len(c.alike) == 0 {
		return r
	}
	cells, kinds := slices.Clone(r.Cells), []byte(r.Kinds)
	for i, text := range r.Cells {
		number := int64(i + 1)
		to, ok := c.rows[[2]int64{number, r.Row}]
		if !ok {
			to, ok = c.alike[alike{number, CellText(text)}]
		}
		if !ok {
			continue
		}
		cells[i] = to
		if i < len(kinds) {
			kinds[i] = TextCell
		}
		name := tabular.CellName(i+1, int(r.Row))
		r.Flaws = slices.DeleteFunc(slices.Clone(r.Flaws), func(flaw Issue) bool { return flaw.Cell != nil && *flaw.Cell == name })
	}
	r.Cells, r.Kinds = cells, string(kinds)
	return r
}

// CellText is a cell as it is understood: without blanks around it, lines ended by LF.
func CellText(s string) string { return strings.TrimSpace(lines(s)) }

// CellPlace is a cell of a table: its row, and the number of its column.
type CellPlace struct{ Row, Column int64 }

// FileCell is a cell as the file has it.
type FileCell struct {
	CellPlace
	Said  string
	Alike int64 // rows with errors in which the column says the same
}
