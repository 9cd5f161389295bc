package tabular

import (
	"io"
	"path"
	"strings"
)

// Photo is a file beside the table.
type Photo struct {
	Name string // with its path in the ZIP
	Size int64  // unpacked; an upper bound for a picture inside Tellico's XML
	Open func() (io.ReadCloser, error)
}

// Photos are the files beside a table.
type Photos struct {
	All    []Photo
	byPath map[string]int
	byBase map[string]int // -1 if several have the name
}

// NewPhotos finds files by their names.
func NewPhotos(all []Photo) (p Photos) {
	for _, photo := range all {
		p.add(photo)
	}
	return p
}

func (p *Photos) add(photo Photo) {
	if p.byPath == nil {
		p.byPath, p.byBase = map[string]int{}, map[string]int{}
	}
	n, base := len(p.All), path.Base(photo.Name)
	p.byPath[photo.Name] = n
	if _, taken := p.byBase[base]; taken {
		n = -1
	}
	p.byBase[base] = n
	p.All = append(p.All, photo)
}

// Find returns a file by its path, or else by its name if only one has it.
func (p Photos) Find(name string) (Photo, bool) {
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
	if i, ok := p.byPath[name]; ok {
		return p.All[i], true
	}
	if i, ok := p.byBase[path.Base(name)]; ok && i >= 0 {
		return p.All[i], true
	}
	return Photo{}, false
}
