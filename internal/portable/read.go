package portable

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"vitrine/internal/ziplist"
)

// Is reports whether a file is an archive, whole or not, of any version. It needs little memory,
// whatever the file is.
func Is(from io.ReaderAt, size int64) bool {
	found := false
	err := ziplist.Walk(from, size, func(e ziplist.Entry) bool {
		if string(e.Name) == manifestPath {
			found = isManifest(e, from)
			return false
		}
		return true
	})
	return err == nil && found
}

func isManifest(e ziplist.Entry, of io.ReaderAt) bool {
	from, err := e.Open(of)
	if err != nil {
		return false
	}
	content, err := readAll(from, maxManifest)
	var head struct {
		Format string `json:"format"`
	}
	return err == nil && json.Unmarshal(content, &head) == nil && head.Format == Format
}

// Codes of archives that cannot be read.
const (
	TooNew        = "archive_too_new"
	Damaged       = "archive_damaged"
	UnknownMember = "unknown_member"
)

// mostTold is how many findings a failure tells of.
const mostTold = 5

// Failure is why an archive is not taken in, with a code; it is empty if the archive is whole.
// What was damaged comes before what is unknown: it may be unknown because it is damaged.
func (v Verified) Failure() (code, message string) {
	switch {
	case v.TooNew:
		return TooNew, fmt.Sprintf("The archive has version %d, and this installation reads up to version %d. Update it first.", v.Manifest.Version, Version)
	case len(v.Findings) == 0:
		return "", ""
	}
	code = Damaged
	of := wrong
	for _, k := range []kind{broken, unknown} {
		if v.byKind[k] > 0 {
			of = k
			break
		}
	}
	if of == unknown {
		code = UnknownMember
	}
	all, told := v.byKind[of], int64(0)
	if of == wrong {
		all = v.Found()
	}
	for _, f := range v.Findings {
		if of != wrong && f.kind != of {
			continue
		}
		if told == mostTold {
			return code, message + fmt.Sprintf(" And %d more.", all-told)
		}
		if told++; told > 1 {
			message += " "
		}
		message += f.String() + "."
	}
	return code, message
}

// Archive is one that was verified, to be read.
type Archive struct {
	entries map[string]*zip.File
}

// Open opens an archive that was verified.
func Open(from io.ReaderAt, size int64) (*Archive, error) {
	z, err := zip.NewReader(from, size)
	if err != nil {
		return nil, err
	}
	a := &Archive{entries: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		a.entries[f.Name] = f
	}
	return a, nil
}

var errAbsent = errors.New("the archive does not have it")

// Each calls fn with each line of a part. The text is overwritten afterwards.
func (a *Archive) Each(p Part, fn func(line int, text []byte) error) error {
	f := a.entries[p.Path()]
	if f == nil && p.Since > 1 {
		return nil // the archive is older
	}
	if f == nil {
		return errAbsent
	}
	from, err := f.Open()
	if err != nil {
		return err
	}
	defer from.Close()
	var failed error
	_, err = eachLine(from, MaxLines, func(line int, text []byte) {
		if failed == nil {
			failed = fn(line, text)
		}
	})
	return errors.Join(failed, err)
}

// File opens a file by its hash.
func (a *Archive) File(sum string) (from io.ReadCloser, size int64, err error) {
	f := a.entries[filePath(sum)]
	if f == nil {
		return nil, 0, errAbsent
	}
	from, err = f.Open()
	return from, int64(f.UncompressedSize64), err
}

// PartNamed is a part by its name.
func PartNamed(name string) Part {
	return Parts[slices.IndexFunc(Parts, func(p Part) bool { return p.Name == name })]
}

// Line is an object in the form of its line, without the end of it.
func (p Part) Line(values []any) ([]byte, error) {
	line, err := p.appendLine(nil, values)
	if err != nil {
		return nil, err
	}
	return line[:len(line)-1], nil
}

// Member finds a member by its name.
func (p Part) Member(name string) (m Member, ok bool) {
	i := slices.IndexFunc(p.Members, func(m Member) bool { return m.Name == name })
	if i < 0 {
		return m, false
	}
	return p.Members[i], true
}

// IsTree reports whether its objects lie in others of the part.
func (p Part) IsTree() bool { return trees[p.Name] }

// References are the uuids or hashes that a value of the member names.
func (m Member) References(value jsontext.Value) []string { return m.references(value) }

// Canonical is an object in the one form that lines have.
func Canonical(v jsontext.Value) ([]byte, error) { return appendCanonical(nil, v) }

// Moment reads a time of a line.
func Moment(text string) (time.Time, error) { return time.Parse(moment, text) }
