package identity

import (
	"archive/zip"
	"bytes"
	_ "embed" // lists.zip
	"io/fs"
	"strings"
)

//go:generate go run ../zipped lists.zip data/*.txt

// lists are embedded packed: they are most often not needed, and 180 kB smaller like this.
//
//go:embed lists.zip
var lists []byte

// embeddedSet is an embedded list as a set.
func embeddedSet(name string) map[string]bool {
	packed, err := zip.NewReader(bytes.NewReader(lists), int64(len(lists)))
	if err != nil {
		panic(err) // the binary is broken
	}
	text, err := fs.ReadFile(packed, name)
	if err != nil {
		panic(err)
	}
	return lineSet(string(text))
}

// lineSet returns the lines of a text as a set.
func lineSet(text string) map[string]bool {
	set := make(map[string]bool, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			set[strings.ToLower(line)] = true
		}
	}
	return set
}
