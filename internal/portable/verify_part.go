package portable

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readPart reads a part: its size, its hash, and each line by itself.
func (v *verifier) readPart(p Part, f *zip.File) {
	told := Entry{}
	if i := slices.IndexFunc(v.Manifest.Parts, func(e Entry) bool { return e.Path == p.Path() }); i >= 0 {
		told = v.Manifest.Parts[i]
	}
	from, err := f.Open()
	if err != nil {
		v.find(p.Path(), 0, "it cannot be read: %v", err)
		return
	}
	defer from.Close()
	sum := sha256.New()
	in := &counted{from: io.TeeReader(io.LimitReader(from, told.Size+1), sum)}
	c := checker{part: p}
	most := min(told.Rows, MaxLines-v.Lines)
	n, err := eachLine(in, most, func(line int, text []byte) {
		for _, what := range c.check(text) {
			v.find(p.Path(), line, "%s", what)
		}
		for _, name := range c.unknown {
			v.findAs(unknown, p.Path(), line, "there is no member %.100q", name)
		}
	})
	got := hex.EncodeToString(sum.Sum(nil))
	v.Lines += int64(n)
	v.sums[p.Path()], v.uuids[p.Name], v.rows[p.Name] = got, c.uuids, int64(n)
	switch {
	case errors.Is(err, errManyLines) && most < told.Rows:
		v.find("", 0, "it has more than %d lines", MaxLines)
	case errors.Is(err, errManyLines):
		v.findAs(broken, p.Path(), 0, "it has more lines than the manifest tells, %d", told.Rows)
	case in.n > told.Size || f.UncompressedSize64 != uint64(told.Size):
		v.findAs(broken, p.Path(), 0, "it has another size than the manifest tells, %d", told.Size)
	case err != nil:
		v.findAs(broken, p.Path(), n, "it cannot be read to its end: %v", err)
	case got != told.SHA256:
		v.findAs(broken, p.Path(), 0, "its hash is %s, and the manifest has %s", got, told.SHA256)
	case int64(n) != told.Rows:
		v.findAs(broken, p.Path(), 0, "it has %d lines, and the manifest tells of %d", n, told.Rows)
	}
	if p.Name == "account" && n != 1 {
		v.find(p.Path(), 0, "it has %d lines, and an account has one", n)
	}
}

// counted counts what is read.
type counted struct {
	from io.Reader
	n    int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.from.Read(b)
	c.n += int64(n)
	return n, err
}

// followPart looks for what the lines of a part refer to.
func (v *verifier) followPart(p Part, f *zip.File) {
	if !slices.ContainsFunc(p.Members, func(m Member) bool { return m.To != "" || m.Kind == File }) {
		return
	}
	from, err := f.Open()
	if err != nil {
		return // it was found before
	}
	defer from.Close()
	parents := map[string]string{}
	_, _ = eachLine(from, v.rows[p.Name], func(line int, text []byte) {
		var values map[string]jsontext.Value
		if json.Unmarshal(text, &values) != nil {
			return // it was found before
		}
		for _, m := range p.Members {
			for _, to := range m.references(values[m.Name]) {
				if m.Kind == File {
					if v.files[to] = true; !hashForm.MatchString(to) || v.sums[filePath(to)] == "" {
						v.find(p.Path(), line, "the file %s is missing", shown(to, hashForm))
					}
				} else if !v.has(m.To, to) {
					v.find(p.Path(), line, "%s names %s, which is not in %s", m.Name, shown(to, uuidForm), m.To)
				}
				if trees[p.Name] && m.Name == "parent_uuid" {
					own := ""
					_ = json.Unmarshal(values["uuid"], &own)
					parents[own] = to
				}
			}
		}
	})
	v.findCycles(p, parents)
}

// has reports whether a part has an object.
func (v *verifier) has(part, id string) bool {
	if !uuidForm.MatchString(id) {
		return false
	}
	_, there := slices.BinarySearchFunc(v.uuids[part], uuidOf(id), compareUUIDs)
	return there
}

// references are the uuids or hashes that a value names.
func (m Member) references(value jsontext.Value) (all []string) {
	switch {
	case m.To == "" && m.Kind != File || value == nil || value.Kind() == 'n':
		return nil
	case m.Kind == Several:
		_ = json.Unmarshal(value, &all)
	case m.Kind == Values:
		var by map[string]jsontext.Value
		_ = json.Unmarshal(value, &by)
		for id := range by {
			all = append(all, id)
		}
		slices.Sort(all)
	default:
		one := ""
		_ = json.Unmarshal(value, &one)
		all = []string{one}
	}
	return all
}

// findCycles finds objects that lie in themselves.
func (v *verifier) findCycles(p Part, parents map[string]string) {
	ends := map[string]bool{} // they lead out
	for start := range parents {
		seen := map[string]bool{}
		at := start
		for ; at != "" && !ends[at] && !seen[at]; at = parents[at] {
			seen[at] = true
		}
		if at != "" && seen[at] {
			v.find(p.Path(), 0, "%s lies in itself", shown(at, uuidForm))
		}
		for id := range seen {
			ends[id] = true
		}
	}
}

var (
	errLongLine  = errors.New("a line is too long")
	errManyLines = errors.New("there are too many lines")
)

// eachLine calls fn for each line, without its end, and returns how many there are. It ends
// with those that are too many or too long.
func eachLine(from io.Reader, most int64, fn func(line int, text []byte)) (n int, err error) {
	var rest []byte
	buffer := make([]byte, 1<<16)
	for {
		read, err := from.Read(buffer)
		rest = append(rest, buffer[:read]...)
		done := 0
		for {
			length := bytes.IndexByte(rest[done:], '\n')
			if length >= MaxLine {
				return n, errLongLine
			}
			if length < 0 {
				break
			}
			if int64(n) >= most {
				return n, errManyLines
			}
			n++
			fn(n, rest[done:done+length])
			done += length + 1
		}
		rest = append(rest[:0], rest[done:]...)
		switch {
		case len(rest) >= MaxLine:
			return n, errLongLine
		case errors.Is(err, io.EOF) && len(rest) > 0:
			return n, errors.New("the last line has no end")
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return n, err
		}
	}
}
