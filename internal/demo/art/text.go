package art

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var (
	regular = sync.OnceValue(func() *sfnt.Font { return parsed(goregular.TTF) })
	bold    = sync.OnceValue(func() *sfnt.Font { return parsed(gobold.TTF) })
)

func parsed(data []byte) *sfnt.Font {
	f, err := sfnt.Parse(data)
	if err != nil {
		panic(err) // it is in the binary
	}
	return f
}

// letters are how a text is set.
type letters struct {
	font  func() *sfnt.Font
	size  float64
	wide  float64 // 1 as designed, less is condensed
	lean  float64 // slanted by that much of the height; 0.2 is an italic
	space float64 // between letters, in parts of the size
	align float64 // 0 left, 0.5 centred, 1 right
	serif bool    // with feet added to the stems
}

const em = 1024 // size at which outlines are read

// text is the outline of one line, at a point of its baseline.
func (c *canvas) text(l letters, s string, x, y float64) (out shape) {
	x -= c.width(l, s) * l.align
	for _, r := range s {
		out = append(out, c.glyph(l, r, moved(x, y))...)
		x += c.advance(l, r)
	}
	return out
}

// glyph is one letter at the origin, then moved.
func (c *canvas) glyph(l letters, r rune, m matrix) (out shape) {
	f := l.font()
	index, err := f.GlyphIndex(&c.glyphs, r)
	if err != nil || index == 0 {
		return nil
	}
	segments, err := f.LoadGlyph(&c.glyphs, index, fixed.I(em), nil)
	if err != nil {
		return nil
	}
	at := func(p fixed.Point26_6) (float64, float64) { return float64(p.X) / (64 * em), float64(p.Y) / (64 * em) }
	for _, s := range segments {
		a, b := at(s.Args[0])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			out.move(a, b)
		case sfnt.SegmentOpLineTo:
			out.line(a, b)
		case sfnt.SegmentOpQuadTo:
			d, e := at(s.Args[1])
			out.quad(a, b, d, e)
		}
	}
	if l.serif {
		out = append(out, feet(out)...)
	}
	return out.by(m.of(leaning(l.lean)).of(scaled(l.size*l.wide, l.size)))
}

// feet are serifs under and over the stems of a letter: where a short level
// line ends an outline. Outlines run clockwise, so a line to the right is the
// top of something and a line to the left its foot.
func feet(s shape) (out shape) {
	const reach, thick, widest = 0.05, 0.032, 0.2
	last := point{}
	for _, one := range s {
		end := one.end()
		if width := end.x - last.x; one.degree == 1 && last.y == end.y {
			switch y := end.y; {
			case width < 0 && width > -widest && y > -0.02 && y < 0.02: // on the baseline
				x0, x1 := end.x, last.x
				out = append(out, polygon(point{x0 - reach, -thick * 0.7}, point{x0, -thick * 1.6}, point{x1, -thick * 1.6}, point{x1 + reach, -thick * 0.7}, point{x1 + reach, 0}, point{x0 - reach, 0})...)
			case width > 0 && width < widest && y < -0.45: // at the top of a stem
				x0, x1 := last.x, end.x
				out = append(out, polygon(point{x0 - reach, y}, point{x1 + reach, y}, point{x1 + reach, y + thick*0.7}, point{x1, y + thick*1.6}, point{x0, y + thick*1.6}, point{x0 - reach, y + thick*0.7})...)
			}
		}
		last = end
	}
	return out
}

func (c *canvas) advance(l letters, r rune) float64 {
	f := l.font()
	index, err := f.GlyphIndex(&c.glyphs, r)
	if err != nil || index == 0 {
		return 0
	}
	a, err := f.GlyphAdvance(&c.glyphs, index, fixed.I(em), font.HintingNone)
	if err != nil {
		return 0
	}
	return (float64(a)/(64*em)*l.wide + l.space) * l.size
}

func (c *canvas) width(l letters, s string) (w float64) {
	for _, r := range s {
		w += c.advance(l, r)
	}
	return w - l.space*l.size
}

// wrap breaks a text into lines of at most that width. A word that is wider
// stands alone.
func (c *canvas) wrap(l letters, s string, width float64) (lines []string) {
	for _, word := range strings.Fields(s) {
		if n := len(lines); n > 0 && c.width(l, lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// fit makes a text as large as its box and its largest size allow, and breaks
// it into lines. What cannot be read any more ends in an ellipsis.
func (c *canvas) fit(l letters, s string, w, h, leading float64) (letters, []string) {
	least := l.size / 5
	for {
		lines := c.wrap(l, s, w)
		fits := float64(len(lines))*l.size*leading <= h
		for _, line := range lines {
			fits = fits && c.width(l, line) <= w
		}
		if fits {
			return l, lines
		}
		if l.size *= 0.94; l.size < least {
			return l, c.cut(l, lines, w, max(1, int(h/(l.size*leading))))
		}
	}
}

func (c *canvas) cut(l letters, lines []string, w float64, most int) []string {
	cut := len(lines) > most
	lines = lines[:min(most, len(lines))]
	for i, line := range lines {
		last := cut && i == most-1
		if !last && c.width(l, line) <= w {
			continue
		}
		runes := []rune(line)
		for len(runes) > 0 && c.width(l, string(runes)+"…") > w {
			runes = runes[:len(runes)-1]
		}
		lines[i] = string(runes) + "…"
	}
	return lines
}

// block is lines below each other; y is the top of the first.
func (c *canvas) block(l letters, lines []string, x, y, leading float64) (out shape) {
	for i, line := range lines {
		out = append(out, c.text(l, line, x, y+l.size*(0.76+leading*float64(i)))...)
	}
	return out
}

// around sets a text on a circle, its middle in that direction, clockwise from
// the top. With a negative radius its feet point outwards.
func (c *canvas) around(l letters, s string, x, y, radius, degrees float64) (out shape) {
	const turn = 57.29578
	at := -c.width(l, s) / 2
	for _, r := range s {
		w := c.advance(l, r)
		a := degrees + (at+w/2)/radius*turn
		p := polar(x, y, max(radius, -radius), a)
		tilt := a
		if radius < 0 {
			tilt += 180
		}
		out = append(out, c.glyph(l, r, moved(p.x, p.y).of(turned(tilt)).of(moved(-w/2, 0)))...)
		at += w
	}
	return out
}

// legible is what the fonts can write of a text, or nothing if that is too
// little to be read.
func (c *canvas) legible(s string) string {
	var out strings.Builder
	lost := 0
	for _, r := range s {
		index, err := bold().GlyphIndex(&c.glyphs, r)
		switch {
		case unicode.IsSpace(r):
			out.WriteRune(' ')
		case err == nil && index != 0:
			out.WriteRune(r)
		case unicode.IsLetter(r):
			lost++
		}
	}
	text := strings.Join(strings.Fields(out.String()), " ")
	if lost > 0 && lost*2 > len([]rune(text)) {
		return ""
	}
	return text
}
