package importing

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/guess"
)

// Guessed are the columns of a table as they are shown, and the mapping that follows if nobody
// says otherwise.
func Guessed(t *tabular.Table, seen *guess.Survey, guesses []guess.Guess) ([]Header, Mapping) {
	headers := make([]Header, len(t.Columns))
	m := Mapping{Create: CreateAll, Columns: []Column{}}
	m.Create.Options = new(t.Profile != nil && t.Profile.Settings.CreateOptions)
	for i, c := range t.Columns {
		s := seen.Seen(c.Number)
		headers[i] = Header{Number: int64(c.Number), Name: c.Name, Samples: s.Samples, Decimal: s.Decimal, Days: s.Days, Guess: Guess{To: guess.Skip}}
	}
	shown := map[int]bool{}
	for _, g := range guesses {
		if !shown[g.Column] {
			shown[g.Column] = true
			headers[g.Column-1].Guess = Guess{To: g.To, Kind: orNil(g.Kind), Format: orNil(g.Format), Ambiguous: g.Ambiguous}
		}
		m.Columns = append(m.Columns, Column{Column: new(int64(g.Column)), To: g.To, Name: shortened(g.Name), Kind: g.Kind, Format: g.Format, Options: g.Options, Warning: g.Warning})
		if g.ZeroEmpty {
			m.Options.ZeroIsEmpty = append(m.Options.ZeroIsEmpty, int64(g.Column))
		}
	}
	m.Options = detected(t, m.Options)
	if p := t.Profile; p != nil {
		s := p.Settings
		m.Options.PathSeparator, m.Options.ListSeparator, m.Options.Copies, m.Options.Empty, m.Options.Tags = s.PathSeparator, s.ListSeparator, s.Copies, s.Empty, s.Tags
		m.Match.Items = s.Match
		if s.Template != "" {
			m.Type = &TypeRef{Template: s.Template}
		}
	}
	for to, value := range map[*string]string{&m.Options.PathSeparator: cell.PathSeparator, &m.Options.ListSeparator: cell.ListSeparator, &m.Options.Copies: "one", &m.Options.Empty: "keep", &m.Options.Tags: "add"} {
		if *to == "" {
			*to = value
		}
	}
	if m.Type == nil && hasFields(m.Columns) {
		m.Type = &TypeRef{}
	}
	return headers, m
}

func hasFields(columns []Column) bool {
	for _, c := range columns {
		if c.To == guess.Field {
			return true
		}
	}
	return false
}

// detected adds how the file was read.
func detected(t *tabular.Table, o Options) Options {
	d := t.Detected
	o.Encoding, o.Delimiter, o.Sheet = d.Encoding, d.Delimiter, d.Sheet
	if t.Choices.HeaderRows >= 0 {
		o.HeaderRow = new(int64(d.HeaderRow))
	}
	return o
}

// Staged is a row of a table as it is kept.
func Staged(t *tabular.Table, row tabular.Row) Row {
	r := Row{Row: int64(row.Number), Line: int64(row.Line), Cells: make([]string, len(row.Cells))}
	kinds, told := make([]byte, len(row.Cells)), false
	for i, c := range row.Cells {
		r.Cells[i] = strings.ToValidUTF8(strings.ReplaceAll(c.Text, "\x00", "\ufffd"), "\ufffd")
		kinds[i] = map[tabular.Kind]byte{tabular.Number: NumberCell, tabular.Day: DayCell, tabular.Boolean: BooleanCell}[c.Kind]
		if kinds[i] == 0 {
			kinds[i] = TextCell
		} else {
			told = true
		}
	}
	if told {
		r.Kinds = string(kinds)
	}
	for _, flaw := range row.Issues {
		issue := Issue{Code: flaw.Code, Level: "error", Expected: flaw.Expected, Found: beginning(flaw.Found)}
		issue.Message = sentence(issue)
		if flaw.Column > 0 && flaw.Column <= len(t.Columns) {
			issue.Column, issue.Cell = &t.Columns[flaw.Column-1].Name, new(tabular.CellName(flaw.Column, row.Number))
		}
		r.Flaws = append(r.Flaws, issue)
	}
	return r
}

// shortened is a header as a name of a field.
func shortened(name string) string {
	if runes := []rune(name); len(runes) > catalog.MaxName {
		return string(runes[:catalog.MaxName])
	}
	return name
}
