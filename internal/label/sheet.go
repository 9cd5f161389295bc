package label

import (
	"bytes"
	"context"

	"vitrine/internal/typeset"
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
	*typeset.Document
	Format
}

// Sheets draws labels on as many pages as they need, from a place of the first one on,
// counted from 1. A label without an identifier, or with one too long for its width,
// gets the code of its address: a bar code that cannot be read helps nobody. Two
// thousand take seconds of a processor, so it ends when nobody waits any more.
func Sheets(ctx context.Context, fonts *typeset.Fonts, on Format, start int, code string, labels []Label) ([]byte, error) {
	s := &sheets{fonts.Document(on.page), on}
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
		s.Code(code, x+(s.Width-across)/2, y+s.Height-pad-tall, module, tall)
		s.words(l, x+pad, y+pad, width, height-tall-pad/2)
		return nil
	}
	code, err := typeset.QR(l.Address)
	if err != nil {
		return err
	}
	n := float64(code.Bounds().Dx())
	const white = 4 // modules around the code
	module := min(s.Height/(n+2*white), s.Width*0.45/(n+white))
	s.Code(code, x+white*module, y+(s.Height-n*module)/2, module, module)
	left := (n + 2*white) * module
	s.words(l, x+left, y+pad, s.Width-left-pad, height)
	return nil
}

// words writes the title in two lines, or three on a tall label, and below it what there
// is room for.
func (s *sheets) words(l Label, x, y, width, height float64) {
	bottom := y + height
	size := min(max(height*typeset.Points/5.2, 5.5), 9.5)
	most := 2
	if height > 25 {
		most = 3
	}
	y = s.lines(s.Fit(s.Set(l.Title), width*typeset.Points/size, most), size, x, y, bottom)
	small := max(size*0.78, 5)
	for _, line := range l.Lines {
		if line != "" {
			y = s.lines(s.Fit(s.Set(line), width*typeset.Points/small, 1), small, x, y, bottom)
		}
	}
}

// lines writes lines below each other as long as there is room, and returns where the
// next one begins.
func (s *sheets) lines(lines [][]typeset.Letter, size, x, y, bottom float64) float64 {
	step := size * 1.18 / typeset.Points
	for _, line := range lines {
		if y+step > bottom+0.01 {
			return bottom
		}
		s.Line(line, size, x, y+size*0.95/typeset.Points)
		y += step
	}
	return y
}
