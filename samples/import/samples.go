// Package samples holds files to try an import with.
package samples

import "embed"

//go:embed plain.csv discogs.csv goodreads.csv homebox.csv bad/values.csv
var files embed.FS

// Names are the files that pages offer, the last with cells that need a look.
var Names = []string{"plain.csv", "discogs.csv", "goodreads.csv", "homebox.csv", "values.csv"}

// Open is the content of a file.
func Open(name string) ([]byte, error) {
	if name == "values.csv" {
		name = "bad/values.csv"
	}
	return files.ReadFile(name)
}
