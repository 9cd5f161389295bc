// Package typeset writes texts of many scripts into PDF documents: fonts, lines, codes.
// No I/O.
package typeset

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
)

//go:embed fonts/noto-sans.ttf.gz
var packed []byte

// notoSans is the font in the binary, of which it takes half the room.
var notoSans = sync.OnceValue(func() []byte {
	unpack, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // it is in the binary
	}
	content, err := io.ReadAll(unpack)
	if err != nil {
		panic(err)
	}
	return content
})

// Fonts are what is written with: Noto Sans for Latin, Greek and Cyrillic, and what an
// operator adds for other scripts.
type Fonts struct{ all []font }

type font struct {
	name   string // in the PDF
	data   []byte
	glyphs *sfnt.Font
}

// Plain are the fonts in the binary.
func Plain() *Fonts { return plain() }

var plain = sync.OnceValue(func() *Fonts {
	f, err := parse("font0", notoSans())
	if err != nil {
		panic(err) // it is in the binary
	}
	return &Fonts{[]font{f}}
})

// With are the fonts in the binary and those of a directory, which are asked in the
// order of their names for what those before them lack.
func With(dir fs.FS) (*Fonts, error) {
	fonts := &Fonts{slices.Clone(Plain().all)}
	names, err := fs.Glob(dir, "*.[tT][tT][fF]")
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("there is no TrueType font (*.ttf)")
	}
	slices.Sort(names)
	for i, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		f, err := parse(fmt.Sprintf("font%d", i+1), data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path.Base(name), err)
		}
		fonts.all = append(fonts.all, f)
	}
	return fonts, nil
}

// parse reads a font, and tries it: the PDF needs outlines of the TrueType kind.
func parse(name string, data []byte) (f font, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("this is no TrueType font with glyf outlines")
		}
	}()
	glyphs, err := sfnt.Parse(data)
	if err != nil {
		return f, err
	}
	f = font{name, data, glyphs}
	try := (&Fonts{[]font{f}}).Document(A4)
	try.AddPage()
	try.SetFont(name, "", 9)
	try.Text(0, 0, "x")
	return f, try.Error()
}

// missing stands for the font of what no font has.
const missing = -1

// simple are the scripts whose letters are set one after the other. Others need to be
// joined, stacked or turned around, which is not done here: they would be wrong.
var simple = []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
	unicode.Armenian, unicode.Georgian, unicode.Common}

// having is the first font with a letter.
func (f *Fonts) having(r rune) int {
	const last = 0xFFFF // that a PDF of ours can name
	if r > last || !unicode.In(r, simple...) {
		return missing
	}
	var buffer sfnt.Buffer
	return slices.IndexFunc(f.all, func(one font) bool {
		index, err := one.glyphs.GlyphIndex(&buffer, r)
		return err == nil && index != 0
	})
}

// Lacks reports whether a text has letters that no font has.
func (f *Fonts) Lacks(text string) bool {
	return slices.ContainsFunc(seen(text), func(r rune) bool { return f.having(r) == missing })
}
