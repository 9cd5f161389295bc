package identity

import (
	"embed"
	"strings"
)

//go:embed data/*.txt
var lists embed.FS

// embeddedSet is an embedded list as a set.
func embeddedSet(name string) map[string]bool {
	text, err := lists.ReadFile("data/" + name)
	if err != nil {
		panic(err) // it is in the binary
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
