package label

import (
	"bytes"
	"context"
	"fmt"

	"codeberg.org/go-pdf/fpdf"
)

// Label is what one label says.
type Label struct {
	Address    string   // that its code opens
	Identifier string   // for a bar code; empty for none
	Title      string   // what it is
	Lines      []string // more about it, the most important first; empty ones are left out
}

// Texts are all that is written on it.
func (l Label) Texts() []string { return append([]string{l.Title}, l.Lines...) }

// sheets draws labels.
type sheets struct {
	*fpdf.Fpdf
	fonts *Fonts
	known map[rune]letter
	Format
}

const points = 72 / 25.4 // of a millimetre

// Sheets draws labels on as many pages as they need, from a place of the first one on,
// counted from 1. A label without an identifier, or with one too long for its width,
// gets the code of its address: a bar code that cannot be read helps nobody. Two
// thousand take seconds of a processor, so it ends when nobody waits any more.
func (f *Fonts) Sheets(ctx context.Context, on Format, start int, code string, labels []Label) ([]byte, error) {
	s := &sheets{document(on.page, f.all), f, map[rune]letter{}, on}
	s.SetTitle("Vitrine", true)
	s.SetLineWidth(0.1)
	if len(labels) == 0 {
		s.AddPage()
	}
	for i, l := range labels {
		at := (i + start - 1) % on.Places()
		if i == 0 || at == 0 {
			s.AddPage()
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		x, y := on.corner(at)
		if err := s.label(l, code, x, y); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	err := s.Output(&out)
	return out.Bytes(), err
}

// label draws one label in its place.
func (s *sheets) label(l Label, kind string, x, y float64) error {
	pad := s.Height / 14
	width, height := s.Width-2*pad, s.Height-2*pad
	if code, module, ok := bars(l.Identifier, width); ok && kind == Code128 {
		tall := height * 0.36
		across := module * float64(code.Bounds().Dx())
		s.draw(modules(code), x+(s.Width-across)/2, y+s.Height-pad-tall, module, tall)
		s.words(l, x+pad, y+pad, width, height-tall-pad/2)
		return nil
	}
	code, err := square(l.Address)
	if err != nil {
		return err
	}
	n := float64(code.Bounds().Dx())
	const white = 4 // modules around the code
	module := min(s.Height/(n+2*white), s.Width*0.45/(n+white))
	s.draw(modules(code), x+white*module, y+(s.Height-n*module)/2, module, module)
	left := (n + 2*white) * module
	s.words(l, x+left, y+pad, s.Width-left-pad, height)
	return nil
}

// draw puts a code with modules of a size at a point.
func (s *sheets) draw(path string, x, y, wide, tall float64) {
	s.RawWriteStr(fmt.Sprintf("q 0 g %.5f 0 0 %.5f %.4f %.4f cm\n%sf Q", wide*points, -tall*points, x*points, (s.page[1]-y)*points, path))
}

// words writes the title in two lines, or three on a tall label, and below it what there
// is room for.
func (s *sheets) words(l Label, x, y, width, height float64) {
	bottom := y + height
	size := min(max(height*points/5.2, 5.5), 9.5)
	most := 2
	if height > 25 {
		most = 3
	}
	y = s.lines(s.fit(s.set(l.Title), width*points/size, most), size, x, y, bottom)
	small := max(size*0.78, 5)
	for _, line := range l.Lines {
		if line != "" {
			y = s.lines(s.fit(s.set(line), width*points/small, 1), small, x, y, bottom)
		}
	}
}
