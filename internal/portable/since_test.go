package portable

import (
	"bytes"
	"slices"
	"testing"
)

// An archive from before a part is whole without it, and read as one that has none of it.
// One that should have the part is not.
func TestOlderArchivesLackLaterParts(t *testing.T) {
	archive, parts := written(t, sample), Parts
	defer func() { Parts = parts }()
	for since, findings := range map[int]int{Version: 2, Version + 1: 0} { // it is missing, and the manifest does not tell of it
		later := kept("boxes", text("name")).since(since)
		Parts = append(slices.Clone(parts), later)
		if v := verified(t, archive); len(v.Findings) != findings {
			t.Errorf("a part since version %d: %q, want %d", since, v.Findings, findings)
		}
		if findings > 0 {
			continue
		}
		a, err := Open(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Each(later, func(int, []byte) error { t.Error("it has a line"); return nil }); err != nil {
			t.Error(err)
		}
	}
}
