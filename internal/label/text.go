package label

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// box is how wide and tall the box is that stands for a letter that no font has, in
// parts of the size.
const box = 0.62

// letter is one letter in a font.
type letter struct {
	rune
	font  int     // missing if none has it
	width float64 // in parts of the size
}

// seen are the letters of a text that take room. Any space is one.
func seen(text string) (all []rune) {
	for _, r := range strings.Join(strings.Fields(norm.NFC.String(text)), " ") {
		switch {
		case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Cf, r):
		case unicode.IsControl(r):
			all = append(all, ' ')
		default:
			all = append(all, r)
		}
	}
	return all
}

// set is a text in the fonts that have its letters.
func (s *sheets) set(text string) (all []letter) {
	for _, r := range seen(text) {
		known, ok := s.known[r]
		if !ok {
			known = letter{r, s.fonts.having(r), box}
			if known.font != missing {
				const size = 100
				s.SetFont(s.fonts.all[known.font].name, "", size)
				known.width = s.GetStringWidth(string(r)) * points / size
			}
			s.known[r] = known
		}
		all = append(all, known)
	}
	return all
}

func widthOf(text []letter) (width float64) {
	for _, l := range text {
		width += l.width
	}
	return width
}

// fit breaks a text into at most so many lines of a width, in parts of the size: between
// words, or anywhere if a word is too long or the script has no spaces. What does not
// fit ends in dots.
func (s *sheets) fit(text []letter, width float64, most int) (lines [][]letter) {
	for len(text) > 0 {
		n, space, used := 0, 0, 0.0
		for n < len(text) && used+text[n].width <= width {
			if text[n].rune == ' ' {
				space = n
			}
			used += text[n].width
			n++
		}
		if n == len(text) {
			return append(lines, text)
		}
		if len(lines) == most-1 {
			dots := s.set("…")
			for n > 0 && (used+widthOf(dots) > width || text[n-1].rune == ' ') {
				n--
				used -= text[n].width
			}
			return append(lines, append(text[:n:n], dots...))
		}
		if text[n].rune == ' ' {
			space = n
		}
		if space > 0 {
			n = space
		}
		n = max(n, 1)
		lines, text = append(lines, text[:n]), text[n:]
		if len(text) > 0 && text[0].rune == ' ' {
			text = text[1:]
		}
	}
	return lines
}

// lines writes lines below each other as long as there is room, and returns where the
// next one begins.
func (s *sheets) lines(lines [][]letter, size, x, y, bottom float64) float64 {
	step := size * 1.18 / points
	for _, line := range lines {
		if y+step > bottom+0.01 {
			return bottom
		}
		s.line(line, size, x, y+size*0.95/points)
		y += step
	}
	return y
}

// line writes one line, each part in its font. A letter that no font has is a box, as
// everywhere: rather nothing than something else.
func (s *sheets) line(text []letter, size, x, base float64) {
	for len(text) > 0 {
		n := 1
		for n < len(text) && text[n].font == text[0].font {
			n++
		}
		part := text[:n]
		text = text[n:]
		if part[0].font == missing {
			side := box * size / points
			for i := range part {
				s.Rect(x+side*(float64(i)+0.08), base-side, side*0.84, side, "D")
			}
		} else {
			s.SetFont(s.fonts.all[part[0].font].name, "", size)
			s.Text(x, base, written(part))
		}
		x += widthOf(part) * size / points
	}
}

func written(part []letter) string {
	var text strings.Builder
	for _, l := range part {
		text.WriteRune(l.rune)
	}
	return text.String()
}
