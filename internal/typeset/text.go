package typeset

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// box is how wide and tall the box is that stands for a letter that no font has, in
// parts of the size.
const box = 0.62

// Letter is one letter in a font.
type Letter struct {
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

// Set is a text in the fonts that have its letters.
func (d *Document) Set(text string) (all []Letter) {
	for _, r := range seen(text) {
		known, ok := d.known[r]
		if !ok {
			known = Letter{r, d.fonts.having(r), box}
			if known.font != missing {
				const size = 100
				d.SetFont(d.fonts.all[known.font].name, "", size)
				known.width = d.GetStringWidth(string(r)) * Points / size
			}
			d.known[r] = known
		}
		all = append(all, known)
	}
	return all
}

// Width is how wide a text is, in parts of the size.
func Width(text []Letter) (width float64) {
	for _, l := range text {
		width += l.width
	}
	return width
}

// Fit breaks a text into at most so many lines of a width, in parts of the size: between
// words, between the characters of scripts that have no spaces, or anywhere if a word is
// too long. What does not fit ends in dots.
func (d *Document) Fit(text []Letter, width float64, most int) (lines [][]Letter) {
	for len(text) > 0 {
		n, space, used := 0, 0, 0.0
		for n < len(text) && used+text[n].width <= width {
			if n > 0 && parts(text[n-1].rune, text[n].rune) {
				space = n
			}
			used += text[n].width
			n++
		}
		if n == len(text) {
			return append(lines, text)
		}
		if len(lines) == most-1 {
			dots := d.Set("…")
			for n > 0 && (used+Width(dots) > width || text[n-1].rune == ' ') {
				n--
				used -= text[n].width
			}
			return append(lines, append(text[:n:n], dots...))
		}
		if n > 0 && parts(text[n-1].rune, text[n].rune) {
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

// parts reports whether a line may end between two letters. Marks that close something
// do not begin a line, and those that open something do not end one.
func parts(before, after rune) bool {
	const closing, opening = "、。，．：；！？）」』】》〉〕］｝ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…,.:;!?)]}%", "（「『【《〈〔［｛([{"
	switch {
	case after == ' ':
		return true
	case strings.ContainsRune(closing, after) || strings.ContainsRune(opening, before):
		return false
	}
	return unspaced(before) || unspaced(after)
}

// unspaced are characters of scripts that put no spaces between words, and their marks.
func unspaced(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}

// Line writes one line, each part in its font. A letter that no font has is a box, as
// everywhere: rather nothing than something else.
func (d *Document) Line(text []Letter, size, x, base float64) {
	for len(text) > 0 {
		n := 1
		for n < len(text) && text[n].font == text[0].font {
			n++
		}
		part := text[:n]
		text = text[n:]
		if part[0].font == missing {
			d.Missing += n
			side := box * size / Points
			for i := range part {
				d.Rect(x+side*(float64(i)+0.08), base-side, side*0.84, side, "D")
			}
		} else {
			d.SetFont(d.fonts.all[part[0].font].name, "", size)
			d.Text(x, base, written(part))
		}
		x += Width(part) * size / Points
	}
}

func written(part []Letter) string {
	var text strings.Builder
	for _, l := range part {
		text.WriteRune(l.rune)
	}
	return text.String()
}
