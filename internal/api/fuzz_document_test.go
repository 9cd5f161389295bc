package api

import (
	"testing"

	"vitrine/internal/catalog"
)

// An accepted document survives a round trip: exported and imported again, it is
// the same.
func FuzzDocument(f *testing.F) {
	for _, document := range documentSeeds {
		f.Add(document)
	}
	read := func(text string) (catalog.Import, error) {
		in := catalog.Import{JSON: text}
		in.Document, in.Broken = parseDocument([]byte(text))
		return in, in.Validate()
	}
	f.Fuzz(func(t *testing.T, text string) {
		in, err := read(text)
		if err != nil {
			return
		}
		again, err := read(encoded(in.Document))
		if err != nil {
			t.Fatalf("accepted, but not when it is written down again: %v", err)
		}
		same(t, "document", again.Document, in.Document)
	})
}

// documentSeeds are good, odd and broken; test/input sends thousands more.
var documentSeeds = []string{
	"", "null", "[]", "{}", `{"type":{}}`, `{"type":{"name":"x"}}`, `{"type":{"name":"x"}}x`, `{"type":{"name":"x","name":"y"}}`, `{"type":{"name":" \\u0000 "}}`,
	`{"schemaVersion":1,"type":{"name":"漫画","color":"#a0B1c2","groups":[{"name":"g","fields":[{"name":"f","type":"text"}]}],"standaloneFields":[{"name":"s","type":"number"}]}}`,
	`{"schemaVersion":2,"type":{"name":"x"}}`, `{"schemaVersion":"1","type":{"name":"x"}}`, `{"type":{"name":"x","color":"red"}}`, `{"type":{"name":"x","groups":null,"standaloneFields":null}}`,
	`{"type":{"name":"x","groups":[null,7]}}`, `{"type":{"name":"x","groups":[{},{"name":" g "}]}}`, `{"type":{"name":"x","standaloneFields":[{"type":"file"}]}}`,
	`{"type":{"name":"x","standaloneFields":[{"type":"select","options":["a"," ","b"]},{"type":"text","options":["a"]},{"type":"rating"}]}}`,
	`{"type":{"name":"x","standaloneFields":[{"type":"select","options":[1]}]}}`, `{"type":{"name":"x"},"odd":[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]}`,
}
