// Package tabular reads tables from files of strangers: csv, xlsx, json, xml, and a ZIP
// of one of them with photos. It holds few rows at a time and refuses what would need
// more. No SQL, no network.
//
//	table, err := tabular.Open(file, size, tabular.Options{Name: "books.csv", Locale: "de_DE"})
//	defer table.Close()
//	seen := guess.NewSurvey(table.Columns)
//	for {
//		row, err := table.Next() // io.EOF after the last one
//		seen.Add(row)
//	}
//	guesses := guess.Columns(table, seen, guess.Known{Locale: "de_DE"})
//
// Its parts:
//
//	tabular          files to rows: format, encoding, delimiter, header, sheet
//	tabular/profile  what programs call their columns, one file each
//	tabular/guess    what each column holds, by profile, header and all cells
//	tabular/cell     a cell to a value: number, money, day, path …
//	tabular/own      how Vitrine writes cells and headers itself
//	tabular/markup   XML to tags and texts, in bounded memory
package tabular
