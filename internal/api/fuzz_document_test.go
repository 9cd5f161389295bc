package api

import (
	"testing"

	"vitrine/internal/catalog"
)

// A document that is accepted is one that export could have written: written
// down again, it is accepted again and is the same.
func FuzzDocument(f *testing.F) {
	for _, in := range importEdges() {
		if document := documentOf(in); len(document) < 2000 {
			f.Add(document)
		}
	}
	dice := dice("documents")
	for range 50 {
		f.Add(encoded(anyDocument(dice)))
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

// documentOf is the document in the body of an import.
func documentOf(in input) string {
	b := &body{}
	b.members, _ = parseObject([]byte(in.Body), maxDepth)
	return b.secret("json")
}
