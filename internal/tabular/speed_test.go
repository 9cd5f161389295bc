package tabular_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

// csvOf is a csv with 12 columns, as a user might have.
func csvOf(rows int) []byte {
	var b bytes.Buffer
	b.WriteString("Name,Description,Category,Tags,Quantity,Condition,Location,Purchase date,Price,Value,Colour,Height\n")
	for i := range rows {
		fmt.Fprintf(&b, "Vase %d,\"Wheel-thrown, number %d\",Vases,blue; tall,%d,Good,House > Shelf %d,2021-%02d-%02d,%d.50,%d,Blue,%d.5\n", i, i, i%3+1, i%40, i%12+1, i%28+1, i%900, i%1200, i%60)
	}
	return b.Bytes()
}

func sheetOf(rows int) func(io.Writer) {
	return func(w io.Writer) {
		for i := range rows + 1 {
			fmt.Fprintf(w, `<row r="%d">`, i+1)
			for c := range 12 {
				switch {
				case i == 0 || c < 6:
					fmt.Fprintf(w, `<c r="%s" t="s"><v>%d</v></c>`, tabular.CellName(c+1, i+1), (i*6+c)%50_000)
				case c == 6:
					fmt.Fprintf(w, `<c r="%s" s="1"><v>%d</v></c>`, tabular.CellName(c+1, i+1), 40_000+i%9000)
				default:
					fmt.Fprintf(w, `<c r="%s"><v>%d.5</v></c>`, tabular.CellName(c+1, i+1), i%1000)
				}
			}
			fmt.Fprint(w, "</row>")
		}
	}
}

func shared50000(w io.Writer) {
	for i := range 50_000 {
		fmt.Fprintf(w, "<si><t>Text %d of %x</t></si>", i, i*7919)
	}
}

// readAll reads and surveys a table.
func readAll(b *testing.B, file io.ReaderAt, size int64) {
	b.Helper()
	table, err := tabular.Open(file, size, tabular.Options{Locale: "en"})
	if err != nil {
		b.Fatal(err)
	}
	defer table.Close()
	survey := guess.NewSurvey(table.Columns)
	rows := 0
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			b.Fatal(err)
		}
		survey.Add(row)
		rows++
	}
	if rows != 100_000 {
		b.Fatalf("%d rows", rows)
	}
}

// The targets for 100,000 rows of 12 columns: csv below 1 s, xlsx below 4 s of processor time.
func BenchmarkCSV(b *testing.B) {
	content := csvOf(100_000)
	for b.Loop() {
		readAll(b, bytes.NewReader(content), int64(len(content)))
	}
}

func BenchmarkXLSX(b *testing.B) {
	file, size := sheetFile(b, shared50000, sheetOf(100_000))
	for b.Loop() {
		readAll(b, file, size)
	}
}
