package portable

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"slices"
	"strings"
	"time"
)

// Manifest is the last entry of an archive, and tells what the others are.
type Manifest struct {
	Account Account `json:"account"`
	Digest  string  `json:"digest"` // of all parts and files
	Files   int64   `json:"files"`
	Format  string  `json:"format"`
	MadeAt  string  `json:"made_at"`
	MadeBy  string  `json:"made_by"` // the program
	Parts   []Entry `json:"parts"`
	Version int     `json:"version"`
}

// Account is whose archive it is. It is not among the parts, because another account that
// takes the archive in has the same.
type Account struct {
	Name string `json:"name"`
	UUID string `json:"uuid"`
}

// Entry is a part as the manifest tells of it.
type Entry struct {
	Path   string `json:"path"`
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

const manifestPath = "manifest.json"

// filePath is where a file is in the archive.
func filePath(sum string) string { return "files/" + sum[:2] + "/" + sum }

// Writer writes an archive: all parts of a version in their order, then the files, then Close.
// The latest part that is written decides the version.
type Writer struct {
	zip      *zip.Writer
	sealed   *entry            // all bytes
	sums     map[string]string // of what is written, by path
	place    int               // of the next part in Parts
	manifest Manifest
}

// NewWriter begins an archive.
func NewWriter(to io.Writer) *Writer {
	sealed := &entry{to: to, sum: sha256.New()}
	z := zip.NewWriter(sealed)
	z.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.DefaultCompression) })
	return &Writer{zip: z, sealed: sealed, sums: map[string]string{}, manifest: Manifest{Format: Format, Version: 1, Parts: []Entry{}}}
}

// entry is bytes that are being written.
type entry struct {
	to   io.Writer
	sum  hash.Hash
	size int64
}

func (e *entry) Write(b []byte) (int, error) {
	n, err := e.to.Write(b)
	e.sum.Write(b[:n])
	e.size += int64(n)
	return n, err
}

func (w *Writer) entry(path string, method uint16) (*entry, error) {
	if _, twice := w.sums[path]; twice {
		return nil, fmt.Errorf("%s is in the archive already", path)
	}
	to, err := w.zip.CreateHeader(&zip.FileHeader{Name: path, Method: method})
	return &entry{to: to, sum: sha256.New()}, err
}

// Part writes the next part. Its objects come by add, as values in the order of the members.
func (w *Writer) Part(p Part, fill func(add func([]any) error) error) error {
	for w.place < len(Parts) && Parts[w.place].Name != p.Name && Parts[w.place].Since > 1 {
		w.place++ // an older archive
	}
	if w.place == len(Parts) || Parts[w.place].Name != p.Name {
		return fmt.Errorf("the part %s is not the next", p.Name)
	}
	w.place, w.manifest.Version = w.place+1, max(w.manifest.Version, p.Since)
	e, err := w.entry(p.Path(), zip.Deflate)
	if err != nil {
		return err
	}
	var rows int64
	var line []byte
	err = fill(func(values []any) (err error) {
		rows++
		if line, err = p.appendLine(line[:0], values); err != nil {
			return err
		}
		if len(line) > MaxLine {
			return fmt.Errorf("line %d of %s is longer than %d bytes", rows, p.Path(), MaxLine)
		}
		_, err = e.Write(line)
		return err
	})
	if err != nil {
		return err
	}
	sum := hex.EncodeToString(e.sum.Sum(nil))
	w.sums[p.Path()] = sum
	w.manifest.Parts = append(w.manifest.Parts, Entry{Path: p.Path(), Rows: rows, SHA256: sum, Size: e.size})
	return nil
}

// File writes a file, which must have its hash. One that is there already is left out.
func (w *Writer) File(sum string, from io.Reader) error {
	path := filePath(sum)
	if _, there := w.sums[path]; there {
		return nil
	}
	e, err := w.entry(path, zip.Store)
	if err != nil {
		return err
	}
	if _, err := io.Copy(e, from); err != nil {
		return err
	}
	if got := hex.EncodeToString(e.sum.Sum(nil)); got != sum {
		return fmt.Errorf("the bytes of the file %s have the hash %s", sum, got)
	}
	w.sums[path] = sum
	w.manifest.Files++
	return nil
}

// Close writes the manifest. Without it there is no archive.
func (w *Writer) Close(of Account, madeBy string, madeAt time.Time) error {
	if n, all := len(w.manifest.Parts), len(PartsOf(w.manifest.Version)); n != all {
		return fmt.Errorf("%d of %d parts are written", n, all)
	}
	m := w.manifest
	m.Account, m.MadeBy, m.MadeAt, m.Digest = of, madeBy, madeAt.UTC().Format(moment), digest(w.sums)
	content, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := w.last(manifestPath, content); err != nil {
		return err
	}
	return w.zip.Close()
}

// last writes the last entry at once, so that the bytes before its end can be sealed.
func (w *Writer) last(path string, content []byte) error {
	var packed bytes.Buffer
	pack, err := flate.NewWriter(&packed, flate.DefaultCompression)
	if err == nil {
		_, err = pack.Write(content)
	}
	if err == nil {
		err = pack.Close()
	}
	if err != nil {
		return err
	}
	to, err := w.zip.CreateRaw(&zip.FileHeader{Name: path, Method: zip.Deflate, Flags: streamed, CreatorVersion: version20, ReaderVersion: version20,
		CRC32: crc32.ChecksumIEEE(content), CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(len(content))})
	if err == nil {
		_, err = to.Write(packed.Bytes())
	}
	if err == nil {
		err = w.zip.Flush()
	}
	if err != nil {
		return err
	}
	return w.zip.SetComment(hex.EncodeToString(w.sealed.sum.Sum(nil)))
}

// digest is the same for archives that hold the same: a hash of a line for each part and
// file, by path.
func digest(sums map[string]string) string {
	lines := make([]string, 0, len(sums))
	for path, sum := range sums {
		lines = append(lines, sum+"  "+path+"\n")
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[64:], b[64:]) })
	all := sha256.New()
	for _, line := range lines {
		_, _ = io.WriteString(all, line)
	}
	return hex.EncodeToString(all.Sum(nil))
}
