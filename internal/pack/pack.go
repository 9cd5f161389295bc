// Package pack makes the pack for an insurer: a schedule of copies with values and cover, a sheet for
// each, their papers, and a manifest that proves that nothing was changed. It does no I/O itself.
package pack

import (
	"archive/zip"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/typeset"
)

// Options are the choices for a pack.
type Options struct {
	Places    bool   // where the copies are
	Sheets    bool   // a sheet for each copy
	Documents bool   // their papers
	Photos    string // the size of photos on the sheets: one of PhotoSizes
	Paper     string // one of Papers
	Locale    string
}

// PhotoSizes are the sizes that photos on sheets can have.
var PhotoSizes = []string{"thumb", "medium"}

// Pack is the content of a pack.
type Pack struct {
	Options
	Filter  catalog.PackFilter
	Head    catalog.PackHead
	Copies  []catalog.PackCopy // all, by collection, name and copy; details may be left out
	MadeAt  time.Time
	Code    string // by which it can be verified
	Address string // where the code is entered

	// Whole are the same copies in the same order, with their details.
	Whole iter.Seq2[catalog.PackCopy, error]

	Fonts    *typeset.Fonts
	Photo    func(ctx context.Context, photo catalog.PackPhoto, size string) ([]byte, error)
	Document func(ctx context.Context, content catalog.Content) (io.ReadCloser, error)
	Step     func(done, total int64) error // called as copies are done; nil for nobody
}

// NewCode draws the code of a pack, which cannot be guessed: 160 bits in letters and digits that are
// not mistaken for each other.
func NewCode() string {
	var secret [20]byte
	_, _ = rand.Read(secret[:]) // it never fails
	return strings.ToLower(base32.StdEncoding.EncodeToString(secret[:]))
}

// Grouped is a code as people read it.
func Grouped(code string) string {
	var groups []string
	for len(code) > 4 {
		groups, code = append(groups, code[:4]), code[4:]
	}
	return strings.Join(append(groups, code), " ")
}

// Writes reports whether the fonts have the letters of a language.
func Writes(fonts *typeset.Fonts, locale string) bool {
	t := i18n.For(locale)
	return !fonts.Lacks(t.T("pack.title") + t.T("pack.verify.keep") + t.T("pack.page"))
}

// Made describes a finished pack.
type Made struct {
	Entries []Entry
	Missing Missing
}

// Entry is a file of the pack.
type Entry struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"` // in hex
}

// Missing counts photos and papers that should be in a pack but could not be read.
type Missing struct {
	Letters   int64 `json:"letters"`
	Photos    int64 `json:"photos"`
	Documents int64 `json:"documents"`
}

// maker makes a pack.
type maker struct {
	Pack
	t     *i18n.Texts
	zip   *zip.Writer
	made  Made
	steps int64
}

// Write writes the pack as a ZIP.
func (p Pack) Write(ctx context.Context, to io.Writer) (Made, error) {
	m := &maker{Pack: p, t: i18n.For(p.Locale), zip: zip.NewWriter(to)}
	parts := []func(context.Context) error{m.schedule, m.table}
	if p.Sheets {
		parts = append(parts, m.sheets)
	}
	if p.Documents {
		parts = append(parts, m.papers)
	}
	for _, part := range append(parts, m.manifest) {
		if err := part(ctx); err != nil {
			return Made{}, err
		}
	}
	return m.made, m.zip.Close()
}

// step counts a copy as done in one of the parts, and reports progress.
func (m *maker) step(ctx context.Context) error {
	m.steps++
	if err := ctx.Err(); err != nil || m.Step == nil {
		return err
	}
	total := int64(len(m.Copies))
	if m.Sheets {
		total *= 2
	}
	return m.Step(m.steps, total)
}

// entry adds a file, and notes its hash.
func (m *maker) entry(path string, method uint16, write func(io.Writer) error) error {
	into, err := m.zip.CreateHeader(&zip.FileHeader{Name: path, Method: method, Modified: m.MadeAt.UTC()})
	if err != nil {
		return err
	}
	hash, size := sha256.New(), &counted{}
	if err := write(io.MultiWriter(into, hash, size)); err != nil {
		return fmt.Errorf("pack: %s: %w", path, err)
	}
	m.made.Entries = append(m.made.Entries, Entry{path, size.n, hex.EncodeToString(hash.Sum(nil))})
	return nil
}

type counted struct{ n int64 }

func (c *counted) Write(b []byte) (int, error) {
	c.n += int64(len(b))
	return len(b), nil
}

// print adds a document.
func (m *maker) print(path string, p *paper, cover bool) error {
	p.finish(cover)
	p.SetCreationDate(m.MadeAt.UTC())
	p.SetModificationDate(m.MadeAt.UTC())
	m.made.Missing.Letters += int64(p.Missing)
	return m.entry(path, zip.Store, p.Output)
}

// paper is a document of this pack.
func (m *maker) paper() *paper {
	p := newPaper(m.Fonts, m.t, m.Paper)
	p.SetTitle(m.t.T("pack.title")+", "+m.Head.Account, true)
	p.running = [2]string{m.Head.Account, m.t.T("pack.title") + ", " + m.t.Date(m.MadeAt)}
	p.footing = Grouped(m.Code)
	var codes []string
	for _, s := range m.allSums() {
		codes = append(codes, s.CurrencyCode)
	}
	p.figures(append(codes, m.Head.CurrencyCode))
	return p
}
