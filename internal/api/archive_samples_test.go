package api

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/pgtest"
	"vitrine/internal/portable"
)

// sampleArchive is what a sample's expected file says of an archive.
type sampleArchive struct {
	Failed  string           `json:"failed,omitempty"`  // the code
	Message string           `json:"message,omitempty"` // what the message says of it
	Plan    M                `json:"plan,omitempty"`
	Report  M                `json:"report,omitempty"`
	Again   map[string]int64 `json:"again,omitempty"`
}

func sampleFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(pgtest.Root, "samples", "import", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Each sample archive is imported as its expected file says, also those of older versions. An archive
// of the present version comes out the same.
func TestArchiveSamples(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for _, name := range []string{"archive-v1.zip", "bad/archive-damaged.zip", "bad/archive-new.zip"} {
		t.Run(name, func(t *testing.T) {
			p := d.Owner(t)
			var want struct {
				Import sampleArchive `json:"import"`
			}
			if err := json.Unmarshal(sampleFile(t, name+".expected.json"), &want); err != nil {
				t.Fatal(err)
			}
			content := sampleFile(t, name)
			got := takeIn(t, p, content)
			if message := got.Message; want.Import.Message != "" && strings.Contains(message, want.Import.Message) {
				got.Message = want.Import.Message
			}
			same(t, "import", got, want.Import)
			if got.Failed == "" {
				_, found := archive(t, p, M{"kind": "archive"})
				said, err := portable.Verify(bytes.NewReader(content), int64(len(content)))
				if err != nil {
					t.Fatal(err)
				}
				if said.Manifest.Version == portable.Version {
					same(t, "digest", found.Manifest.Digest, said.Manifest.Digest)
				}
				for _, part := range said.Manifest.Parts {
					if !slices.Contains(found.Manifest.Parts, part) {
						t.Errorf("the account's archive has not the same %s", part.Path)
					}
				}
			}
		})
	}
}

// takeIn imports an archive into an account, and plans it again.
func takeIn(t *testing.T, p *person, content []byte) (out sampleArchive) {
	t.Helper()
	id, r := bring(t, p, content)
	if r.Dig(t, "data.attributes.state") == "failed" {
		out.Failed, out.Message = r.Dig(t, "data.attributes.error.code").(string), r.Dig(t, "data.attributes.error.message").(string)
		return out
	}
	out.Plan = planOf(t, p, id, M{}).Dig(t, "data.attributes.plan").(M)
	delete(out.Plan, "digest")
	delete(out.Plan, "makes")
	out.Report = carryOut(t, p, id, 1).Dig(t, "data.attributes.report").(M)
	for _, name := range []string{"began_at", "ended_at", "seconds", "per_second"} {
		delete(out.Report, name)
	}
	id, _ = bring(t, p, content)
	r = planOf(t, p, id, M{})
	out.Again = map[string]int64{}
	for _, name := range []string{"create", "update", "unchanged", "skip", "error"} {
		out.Again[name] = int64(r.Dig(t, "data.attributes.plan."+name).(float64))
	}
	p.Send(t, "POST", "/api/imports/"+id+"/cancel", nil).Want(t, http.StatusOK)
	return out
}

// zipOf packs entries anew.
func zipOf(t *testing.T, entries [][2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		to, err := z.Create(e[0])
		if err == nil {
			_, err = io.WriteString(to, e[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Altered archives are refused with a code, and nothing of them is imported.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	whole := sampleFile(t, "archive-v1.zip")
	z, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	var entries [][2]string
	for _, f := range z.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, [2]string{f.Name, string(content)})
	}
	changed := func(path, from, to string) []byte {
		all := slices.Clone(entries)
		for i, e := range all {
			if e[0] == path {
				all[i][1] = strings.Replace(e[1], from, to, 1)
				if all[i][1] == e[1] {
					t.Fatalf("%s has no %s", path, from)
				}
			}
		}
		return zipOf(t, all)
	}
	last := len(entries) - 1
	with := func(name, content string) []byte {
		return zipOf(t, slices.Insert(slices.Clone(entries), last, [2]string{name, content}))
	}
	p := d.Owner(t)
	for name, content := range map[string][]byte{
		"an entry twice":        with("data/tags.jsonl", entries[3][1]),
		"a name that leads out": with("files/../x", "x"),
		"a false size":          changed("manifest.json", `"size":`, `"size":1`),
		"a dangling reference":  changed("data/copies.jsonl", "000000000121", "000000000777"),
		"a cycle of places":     changed("data/locations.jsonl", `"parent_uuid":null`, `"parent_uuid":"0198f2a0-0000-7000-8000-000000000011"`),
		"a manifest first":      zipOf(t, append([][2]string{entries[last]}, entries[:last]...)),
	} {
		_, r := bring(t, p, content)
		same(t, name+": state", r.Dig(t, "data.attributes.state"), "failed")
		if code := r.Dig(t, "data.attributes.error.code"); code != "archive_damaged" && code != "unknown_member" {
			t.Errorf("%s: the code is %v", name, code)
		}
	}
	for at := 7; at < len(whole); at += len(whole) / 40 { // a byte flipped, wherever it is
		content := bytes.Clone(whole)
		content[at] ^= 0x20
		r := p.SendForm(t, "/api/imports", "archive.zip", content, nil)
		if r.StatusCode == http.StatusUnprocessableEntity {
			continue // it is no archive any more, and needs a collection
		}
		same(t, "state", ended(t, p, r.Want(t, http.StatusCreated).ID(t)).Dig(t, "data.attributes.state"), "failed")
	}
	same(t, "collections", p.Send(t, "GET", "/api/collections", nil).Dig(t, "meta.total"), 0.0)
}
