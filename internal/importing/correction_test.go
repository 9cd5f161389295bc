package importing

import (
	"strings"
	"testing"
)

// A corrected cell is planned as if the file had it: in one row, or wherever the column says the
// same. What was wrong with the cell when it was read is settled.
func TestCorrectionsAreReadInPlaceOfCells(t *testing.T) {
	m := Mapping{Corrections: []Correction{
		{Column: 2, From: new(" a lot "), To: "1"},
		{Column: 2, Row: new(int64(3)), To: "12.50"},
		{Column: 1, Row: new(int64(4)), To: ""},
		{Column: 2, From: new(""), To: "9"},
	}}
	c := NewCorrections(&m)
	flaw := Issue{Code: "bad_text", Level: "error", Cell: new("A4")}
	for _, row := range []struct {
		given Row
		want  string
	}{
		{Row{Row: 2, Cells: []string{"Ducat", "a lot"}, Kinds: "tt"}, "Ducat|1|tt"},
		{Row{Row: 3, Cells: []string{"Florin", "a lot"}, Kinds: "tn"}, "Florin|12.50|tt"},
		{Row{Row: 4, Cells: []string{"?", "3"}, Flaws: []Issue{flaw}}, "|3|"},
		{Row{Row: 5, Cells: []string{"a lot", " "}, Flaws: []Issue{flaw}}, "a lot|9|bad_text"},
		{Row{Row: 6, Cells: []string{"Thaler"}}, "Thaler|"},
	} {
		before := strings.Join(row.given.Cells, "|")
		got := c.Of(row.given)
		codes := ""
		for _, i := range got.Flaws {
			codes += i.Code
		}
		want(t, "row", strings.Join(got.Cells, "|")+"|"+got.Kinds+codes, row.want)
		want(t, "row of the file", strings.Join(row.given.Cells, "|"), before)
	}
}

// A correction takes the place of an earlier one of the same cells; one of all cells that say the
// same also of the one of its row.
func TestLaterCorrectionsWin(t *testing.T) {
	m := Mapping{}.Correcting(CellPlace{3, 2}, nil, "1").Correcting(CellPlace{4, 2}, nil, "2").Correcting(CellPlace{3, 2}, nil, "3")
	want(t, "of one row", len(m.Corrections), 2)
	m = m.Correcting(CellPlace{3, 2}, new(" x "), "4").Correcting(CellPlace{5, 2}, new("x"), "5")
	want(t, "of all", len(m.Corrections), 2)
	c := NewCorrections(&m)
	for n, row := range []Row{{Row: 3, Cells: []string{"", "x"}}, {Row: 4, Cells: []string{"", "x"}}, {Row: 5, Cells: []string{"x", "x"}}} {
		want(t, "cells", strings.Join(c.Of(row).Cells, "|"), []string{"|5", "|2", "x|5"}[n])
	}
}
