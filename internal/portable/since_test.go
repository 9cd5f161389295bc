package portable

import (
	"bytes"
	"slices"
	"testing"
	"time"
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

// What needs no later part is an archive of the first version, which older programs read.
func TestTheLatestPartDecidesTheVersion(t *testing.T) {
	t.Parallel()
	for version := 1; version <= Version; version++ {
		var b bytes.Buffer
		w := NewWriter(&b)
		for _, p := range PartsOf(version) {
			if err := w.Part(p, func(func([]any) error) error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(Account{Name: "Ours", UUID: house}, "a test", time.Unix(0, 0)); err != nil {
			t.Fatal(err)
		}
		if v := verified(t, b.Bytes()); v.Manifest.Version != version || len(v.Manifest.Parts) != len(PartsOf(version)) || len(v.Findings) != 1 { // the account has no line
			t.Errorf("version %d: version %d with %d parts, %q", version, v.Manifest.Version, len(v.Manifest.Parts), v.Findings)
		}
	}
}
