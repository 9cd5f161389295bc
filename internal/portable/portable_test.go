package portable

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	house, shelf = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
	collection   = "00000000-0000-4000-8000-000000000003"
	item         = "00000000-0000-4000-8000-000000000004"
	photo        = "00000000-0000-4000-8000-000000000005"
)

func hashed(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// sample is the objects of a small archive, by part and member. What is left out is null, or
// the least there is.
var sample = map[string][]map[string]any{
	"account":     {{"currency": "EUR", "photo_place": "remove"}},
	"locations":   {{"uuid": house, "name": "House"}, {"uuid": shelf, "name": "Shelf", "parent_uuid": house}},
	"collections": {{"uuid": collection, "name": "Coins", "cover_photo_uuid": photo}},
	"items":       {{"uuid": item, "collection_uuid": collection, "name": "=Ducat \u2028 \"x\"", "custom_fields": jsontext.Value(`{}`)}},
	"photos":      {{"uuid": photo, "item_uuid": item, "file": hashed("picture"), "sha256": hashed("picture")}},
}

// values are those of an object in the order of the members.
func values(p Part, object map[string]any) (all []any) {
	least := map[Kind]any{Text: "", Integer: int64(0), Number: jsontext.Value("0"), Boolean: false, Time: time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), Day: "2026-01-02",
		Several: []string{}, Values: jsontext.Value("{}"), Options: []string{}}
	for _, m := range p.Members {
		value, given := object[m.Name]
		if !given && !m.Null {
			value = least[m.Kind]
		}
		all = append(all, value)
	}
	return all
}

// written is an archive of objects, with one file.
func written(t *testing.T, objects map[string][]map[string]any) []byte {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b)
	for _, p := range Parts {
		err := w.Part(p, func(add func([]any) error) error {
			for _, object := range objects[p.Name] {
				if err := add(values(p, object)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.File(hashed("picture"), strings.NewReader("picture")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(Account{Name: "Ours", UUID: house}, "a test", time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func verified(t *testing.T, content []byte) Verified {
	t.Helper()
	v, err := Verify(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWhole(t *testing.T) {
	t.Parallel()
	v := verified(t, written(t, sample))
	if len(v.Findings) > 0 || v.Lines != 6 || v.Files != 1 || len(v.Manifest.Parts) != len(Parts) {
		t.Errorf("%d lines, %d files, %d parts: %q", v.Lines, v.Files, len(v.Manifest.Parts), v.Findings)
	}
}

// Any byte that is another is found, wherever it is.
func TestEachByteCounts(t *testing.T) {
	t.Parallel()
	whole := written(t, sample)
	for at := range whole {
		if testing.Short() && at%7 != 0 {
			continue
		}
		content := slices.Clone(whole)
		content[at] ^= byte(1 << rand.IntN(8))
		if v := verified(t, content); len(v.Findings) == 0 && !v.TooNew {
			t.Fatalf("byte %d of %d was %#x and is %#x, and nothing was found", at, len(whole), whole[at], content[at])
		}
	}
	for _, content := range [][]byte{whole[:len(whole)-1], append(slices.Clone(whole), 0), append([]byte{0}, whole...), whole[:len(whole)/2], nil} {
		if len(verified(t, content).Findings) == 0 {
			t.Errorf("%d bytes instead of %d, and nothing was found", len(content), len(whole))
		}
	}
}

// repacked is an archive with other entries, and a manifest that fits unless it is one of them.
func repacked(t *testing.T, content []byte, change func(name, data string) (string, string, bool), more ...[2]string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	add := func(name, data string, method uint16) {
		to, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err == nil {
			_, err = io.WriteString(to, data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range z.File {
		data, err := read(f, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == manifestPath {
			for _, m := range more {
				add(m[0], m[1], zip.Deflate)
			}
		}
		if name, data, stays := change(f.Name, string(data)); stays {
			add(name, data, f.Method)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func as(name, data string) (string, string, bool) { return name, data, true }

// What an archive may not be is found, each thing by its name.
func TestFindings(t *testing.T) {
	t.Parallel()
	whole := written(t, sample)
	with := func(part string, objects ...map[string]any) []byte {
		all := map[string][]map[string]any{part: objects}
		for name, others := range sample {
			if name != part {
				all[name] = others
			}
		}
		return written(t, all)
	}
	on := func(path string, change func(string) string) []byte {
		return repacked(t, whole, func(name, data string) (string, string, bool) {
			if name == path {
				data = change(data)
			}
			return name, data, true
		})
	}
	for want, content := range map[string][]byte{
		"data/tags.jsonl: it is there twice":           repacked(t, whole, as, [2]string{"data/tags.jsonl", ""}),
		`"files/../x": there is no such entry`:         repacked(t, whole, as, [2]string{"files/../x", "x"}),
		`"data/wishes.jsonl": there is no such entry`:  repacked(t, whole, as, [2]string{"data/wishes.jsonl", ""}),
		"data/copies.jsonl: it is missing":             repacked(t, whole, func(name, data string) (string, string, bool) { return name, data, name != "data/copies.jsonl" }),
		"data/items.jsonl: its hash is":                on("data/items.jsonl", func(s string) string { return strings.Replace(s, "Ducat", "Thaler"[:5], 1) }),
		"data/items.jsonl: it has another size":        on("data/items.jsonl", func(s string) string { return s + s }),
		"it has 1 lines, and the manifest tells of 2":  on("manifest.json", func(s string) string { return strings.Replace(s, `"rows":1`, `"rows":2`, 1) }),
		"has another size than the manifest tells":     on("manifest.json", func(s string) string { return strings.Replace(s, `"size":0`, `"size":9`, 1) }),
		"its hash is " + hashed("pictura"):             on(filePath(hashed("picture")), func(string) string { return "pictura" }),
		"the file " + hashed("other") + " is missing":  with("photos", map[string]any{"uuid": photo, "item_uuid": item, "file": hashed("other"), "sha256": hashed("x")}),
		"nothing names it":                             with("photos"),
		"collection_uuid names " + shelf:               with("items", map[string]any{"uuid": item, "collection_uuid": shelf}),
		"lies in itself":                               with("locations", map[string]any{"uuid": house, "parent_uuid": shelf}, map[string]any{"uuid": shelf, "parent_uuid": house}),
		"line 2: it is out of order":                   with("locations", map[string]any{"uuid": shelf}, map[string]any{"uuid": house}),
		"it is out of order, or there twice: " + house: with("locations", map[string]any{"uuid": house}, map[string]any{"uuid": house}),
		"parent_uuid is not what it should be":         with("locations", map[string]any{"uuid": house, "parent_uuid": "x"}, map[string]any{"uuid": shelf}),
		"an account has one":                           with("account"),
		"photo_place must not be null":                 with("account", map[string]any{"currency": "EUR", "photo_place": nil}),
		`there is no member "zzq"`:                     on("data/locations.jsonl", func(s string) string { return strings.Replace(s, "}\n", `,"zzq":1}`+"\n", 1) }),
		"it is not in the form of an archive":          on("data/locations.jsonl", func(s string) string { return strings.Replace(s, ",", ", ", 1) }),
		"it is not the manifest":                       on("manifest.json", func(s string) string { return strings.Replace(s, Format, "other", 1) }),
		"the digest is":                                on("manifest.json", func(s string) string { return strings.Replace(s, `"digest":"`, `"digest":"0`, 1) }),
		"the last entry is not manifest.json":          repacked(t, whole, func(name, data string) (string, string, bool) { return name, data, name != manifestPath }),
	} {
		found := verified(t, content).Findings
		if !slices.ContainsFunc(found, func(f Finding) bool { return strings.Contains(f.String(), want) }) {
			t.Errorf("%q was not found, but %q", want, found)
		}
	}
	if v := verified(t, on("manifest.json", func(s string) string {
		return strings.Replace(s, fmt.Sprintf(`"version":%d`, Version), `"version":1000`, 1)
	})); !v.TooNew || v.Manifest.Version != 1000 {
		t.Errorf("a newer version is not told: %+v", v)
	}
}

// Two archives of the same have the same digest, whoever made them and when.
func TestDigest(t *testing.T) {
	t.Parallel()
	one, two := verified(t, written(t, sample)), verified(t, written(t, sample))
	if one.Manifest.Digest == "" || one.Manifest.Digest != two.Manifest.Digest {
		t.Errorf("%s and %s", one.Manifest.Digest, two.Manifest.Digest)
	}
}

// The writer refuses what Verify would find.
func TestWriterRefuses(t *testing.T) {
	t.Parallel()
	w := NewWriter(io.Discard)
	if w.Part(Parts[1], nil) == nil {
		t.Error("a part came before its turn")
	}
	if w.File(hashed("a"), strings.NewReader("b")) == nil {
		t.Error("a file had other bytes")
	}
	if w.Close(Account{}, "", time.Now()) == nil {
		t.Error("it was closed without its parts")
	}
}
