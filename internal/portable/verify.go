package portable

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json"

	"vitrine/internal/ziplist"
)

// Verified is what an archive was found to be.
type Verified struct {
	Manifest Manifest
	Lines    int64
	Files    int64
	Findings []Finding // none if it is whole; the first of each part
	TooNew   bool      // it was made by a later version, and not looked at

	byPart map[string]int64 // how many findings there are of each
	byKind map[kind]int64
}

// Verify looks at every byte of an archive: entries, sizes, hashes, the form of each line,
// uuids, references and files. An error means that it could not be read.
func Verify(from io.ReaderAt, size int64) (Verified, error) {
	v := &verifier{from: from, size: size, sums: map[string]string{}, files: map[string]bool{}, uuids: map[string][]uuid{}, rows: map[string]int64{}}
	v.byPart, v.byKind = map[string]int64{}, map[kind]int64{}
	err := v.verify()
	return v.Verified, err
}

type verifier struct {
	Verified
	from  io.ReaderAt
	size  int64
	sums  map[string]string // of the entries, by path
	files map[string]bool   // whether a line names it
	uuids map[string][]uuid // of each part, in order
	rows  map[string]int64  // of each part, as far as it was read
}

func (v *verifier) verify() error {
	entries := 0
	if err := ziplist.Walk(v.from, v.size, func(ziplist.Entry) bool { entries++; return entries <= MaxEntries }); err != nil && !errors.Is(err, ziplist.ErrBroken) {
		return err
	}
	if entries > MaxEntries {
		v.find("", 0, "it has more than %d entries", MaxEntries)
		return nil
	}
	z, err := zip.NewReader(v.from, v.size)
	if err != nil {
		v.find("", 0, "it is no ZIP, or cut off: %v", err)
		return nil
	}
	if len(z.File) == 0 || z.File[len(z.File)-1].Name != manifestPath {
		v.find("", 0, "the last entry is not manifest.json")
		return nil
	}
	if !v.readManifest(z.File[len(z.File)-1]) || v.TooNew {
		return nil
	}
	if err := v.sameBytes(z); err != nil {
		return err
	}
	parts := v.entries(z)
	for _, p := range PartsOf(v.Manifest.Version) {
		if f := parts[p.Path()]; f != nil {
			v.readPart(p, f)
		}
	}
	for _, p := range PartsOf(v.Manifest.Version) {
		if f := parts[p.Path()]; f != nil {
			v.followPart(p, f)
		}
	}
	v.readFiles(z)
	if got := digest(v.sums); got != v.Manifest.Digest {
		v.find("", 0, "the digest is %s, and the manifest has %s", got, v.Manifest.Digest)
	}
	return nil
}

// readManifest reads the manifest, and reports whether there is one to go by.
func (v *verifier) readManifest(f *zip.File) bool {
	content, err := read(f, maxManifest)
	if err != nil {
		v.find(manifestPath, 0, "it cannot be read: %v", err)
		return false
	}
	var head struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(content, &head); err != nil || head.Format != Format || head.Version < 1 {
		v.find(manifestPath, 0, "it is not the manifest of an archive")
		return false
	}
	if head.Version > Version {
		v.TooNew, v.Manifest.Version = true, head.Version
		return true
	}
	if err := json.Unmarshal(content, &v.Manifest, json.RejectUnknownMembers(true)); err != nil {
		k := wrong
		if errors.Is(err, json.ErrUnknownName) {
			k = unknown
		}
		v.findAs(k, manifestPath, 0, "%v", err)
		return false
	}
	return true
}

// read reads an entry of at most so many bytes.
func read(f *zip.File, most int64) ([]byte, error) {
	from, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer from.Close()
	return readAll(from, most)
}

func readAll(from io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(from, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("it is larger than %d bytes", most)
	}
	return content, err
}

var filePaths = regexp.MustCompile(`^files/([0-9a-f]{2})/([0-9a-f]{64})$`)

// entries are the parts by path. Whatever else is there is found.
func (v *verifier) entries(z *zip.Reader) map[string]*zip.File {
	known := map[string]*zip.File{}
	wanted := map[string]bool{}
	for _, p := range PartsOf(v.Manifest.Version) {
		wanted[p.Path()] = true
	}
	for _, f := range z.File[:len(z.File)-1] {
		m := filePaths.FindStringSubmatch(f.Name)
		switch {
		case known[f.Name] != nil:
			v.find(f.Name, 0, "it is there twice")
		case wanted[f.Name]:
			known[f.Name] = f
		case m != nil && strings.HasPrefix(m[2], m[1]):
			known[f.Name], v.sums[f.Name] = f, m[2] // whether it has this hash is found out later
		default:
			v.findAs(unknown, f.Name, 0, "there is no such entry in an archive")
		}
	}
	told := map[string]bool{}
	for _, e := range v.Manifest.Parts {
		if told[e.Path] || !wanted[e.Path] {
			v.find(manifestPath, 0, "it tells of the part %.200q, which there is not, or twice", e.Path)
		}
		told[e.Path] = true
	}
	for _, p := range PartsOf(v.Manifest.Version) {
		if known[p.Path()] == nil {
			v.findAs(broken, p.Path(), 0, "it is missing")
		}
		if !told[p.Path()] {
			v.find(manifestPath, 0, "it does not tell of %s", p.Path())
		}
	}
	return known
}

// readFiles compares each file with its name.
func (v *verifier) readFiles(z *zip.Reader) {
	for _, f := range z.File[:len(z.File)-1] {
		m := filePaths.FindStringSubmatch(f.Name)
		if m == nil {
			continue
		}
		v.Files++
		if f.Method != zip.Store { // what is packed may be endless
			v.findAs(broken, f.Name, 0, "it is packed, and files are stored as they are")
		} else if got, err := hashOf(f); err != nil {
			v.findAs(broken, f.Name, 0, "it cannot be read: %v", err)
		} else if got != m[2] {
			v.findAs(broken, f.Name, 0, "its hash is %s", got)
		}
		if !v.files[m[2]] {
			v.find(f.Name, 0, "nothing names it")
		}
	}
	if v.Files != v.Manifest.Files {
		v.find(manifestPath, 0, "it tells of %d files, and there are %d", v.Manifest.Files, v.Files)
	}
}

func hashOf(f *zip.File) (string, error) {
	from, err := f.Open()
	if err != nil {
		return "", err
	}
	defer from.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, from); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
