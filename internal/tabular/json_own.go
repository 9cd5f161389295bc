package tabular

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/tabular/cell"
	"vitrine/internal/tabular/own"
)

// ownColumn is a column in the head of Vitrine's own lists.
type ownColumn struct {
	Key, Kind string
	Options   []string
}

// maxHead limits the head of an own list.
const maxHead = 1 << 20

// ownColumns reads the head of one of Vitrine's own lists; nil for other files. The head comes first:
// {"format":"vitrine-list","version":1,"list":…,"columns":[…],"rows":[…]}.
func ownColumns(text decoded) ([]ownColumn, error) {
	d := json.NewDecoder(io.LimitReader(text.reader(), maxHead))
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return nil, nil
	}
	ours := false
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, nil
		}
		switch name {
		case "format":
			var format string
			if d.Decode(&format) != nil || format != "vitrine-list" {
				return nil, nil
			}
			ours = true
		case "version":
			var version int
			if d.Decode(&version) != nil || ours && version != 1 {
				return nil, failed(UnsupportedFormat, 0, "The list was written by a newer version of Vitrine.")
			}
		case "columns":
			var columns []ownColumn
			if !ours || d.Decode(&columns) != nil || len(columns) == 0 {
				return nil, nil
			}
			return columns, nil
		default:
			var skipped json.RawMessage
			if !ours || d.Decode(&skipped) != nil {
				return nil, nil
			}
		}
	}
	return nil, nil
}

// amount is a column of money beside the one of its currency.
type amount struct{ column, currency int }

// amountsOf pairs the columns of money with those of their currencies. In json amounts are in the
// smallest unit, whose size depends on the currency.
func amountsOf(headers []string) (pairs []amount) {
	for i, h := range headers {
		column, _ := own.ByKey(h)
		group, _, _ := strings.Cut(h, "_")
		if currency := slices.Index(headers, group+"_currency"); column.Kind == own.Money && currency >= 0 {
			pairs = append(pairs, amount{i, currency})
		}
	}
	return pairs
}

// major rewrites the amounts of a row as in csv and xlsx.
func (t *Table) major(row *Row) {
	for _, a := range t.amounts {
		text := row.Cells[a.column].Text
		if text == "" {
			continue
		}
		code, bad := cell.Currency(row.Cells[a.currency].Text)
		if bad != nil {
			row.Issues = append(row.Issues, Issue{a.currency + 1, bad.Code, bad.Expected, bad.Found})
			continue
		}
		if units, wrong := cell.MinorUnits(text, code); wrong != nil {
			row.Issues = append(row.Issues, Issue{a.column + 1, wrong.Code, wrong.Expected, wrong.Found})
		} else {
			row.Cells[a.column].Text = own.Amount(units, catalog.MinorUnits(code))
		}
	}
}

// tokenGuard fails if a single token is too long for memory.
type tokenGuard struct {
	r     io.Reader
	since int // bytes read since the last token
}

func (g *tokenGuard) Read(p []byte) (int, error) {
	if g.since > maxTextBytes {
		return 0, failed(TooLarge, 0, "The file has a text of more than %d MB, which is no cell.", maxTextBytes>>20)
	}
	n, err := g.r.Read(p)
	g.since += n
	return n, err
}
