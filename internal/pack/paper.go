package pack

import (
	"math/big"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/typeset"
)

// Papers are the sizes that a pack can be printed on.
var Papers = []string{"a4", "letter"}

var sizes = map[string][2]float64{"a4": typeset.A4, "letter": typeset.USLetter}

// tone is how dark something is.
type tone int

const (
	ink   tone = 28
	grey  tone = 112
	faint tone = 206
)

// The sizes of letters, in points.
const (
	title   = 25.0
	heading = 15.0
	group   = 10.5
	body    = 8.5
	small   = 6.9
)

// The margins of a page, in millimetres. Running heads and page numbers lie within them.
const (
	margin  = 18.0
	topEdge = 24.0
	lowEdge = 22.0
)

// leading is the distance of lines, in parts of their size.
const leading = 1.32

func step(size float64) float64 { return size * leading / typeset.Points }

// paper is a document that is written from top to bottom.
type paper struct {
	*typeset.Document
	t             *i18n.Texts
	width, height float64
	y             float64 // where the next thing begins
	running       [2]string
	footing       string
	columns       func() // writes the header of a table on each new page
	decimals      int    // the most digits after the point
	codes         float64
}

func newPaper(fonts *typeset.Fonts, texts *i18n.Texts, size string) *paper {
	page := sizes[size]
	p := &paper{Document: fonts.Document(page), t: texts, width: page[0], height: page[1]}
	p.SetProducer("Vitrine", false)
	p.SetCreator("Vitrine", false)
	p.SetLang(texts.Lang())
	return p
}

func (p *paper) left() float64   { return margin }
func (p *paper) right() float64  { return p.width - margin }
func (p *paper) bottom() float64 { return p.height - lowEdge }
func (p *paper) room() float64   { return p.right() - p.left() }

// turn begins a page, with the header of the current table.
func (p *paper) turn() {
	p.AddPage()
	p.y = topEdge
	if p.columns != nil {
		p.columns()
	}
}

// need turns the page unless so much height is left.
func (p *paper) need(height float64) {
	if p.y+height > p.bottom() {
		p.turn()
	}
}

func (p *paper) tone(t tone) {
	p.SetTextColor(int(t), int(t), int(t)+int(t)/40)
	p.SetDrawColor(int(t), int(t), int(t)+int(t)/40)
	p.SetLineWidth(0.1)
}

// line writes a text on one line that begins at x.
func (p *paper) line(text string, size, x, base float64, t tone) float64 {
	letters := p.Set(text)
	p.tone(t)
	p.Line(letters, size, x, base)
	return typeset.Width(letters) * size / typeset.Points
}

// ending writes a text on one line that ends at x.
func (p *paper) ending(text string, size, x, base float64, t tone) {
	letters := p.Set(text)
	p.tone(t)
	p.Line(letters, size, x-typeset.Width(letters)*size/typeset.Points, base)
}

func (p *paper) wide(text string, size float64) float64 {
	return typeset.Width(p.Set(text)) * size / typeset.Points
}

// broken breaks a text into lines of a width; most 0 means any number of lines.
func (p *paper) broken(text string, size, width float64, most int) [][]typeset.Letter {
	if most == 0 {
		most = 1 << 20
	}
	return p.Fit(p.Set(text), width*typeset.Points/size, most)
}

// rule draws a line across.
func (p *paper) rule(x1, x2, y float64, t tone) {
	p.tone(t)
	p.SetLineWidth(0.18)
	p.Fpdf.Line(x1, y, x2, y)
}

// heading begins a part of the document.
func (p *paper) heading(text string) {
	p.bookmark(text, 0)
	for _, line := range p.broken(text, heading, p.room(), 3) {
		p.tone(ink)
		p.Line(line, heading, p.left(), p.y+heading/typeset.Points)
		p.y += step(heading)
	}
	p.y += 3
}

// bookmark adds an entry to the outline.
func (p *paper) bookmark(text string, level int) {
	p.SetFont("font0", "", body) // names are in its encoding
	p.Bookmark(text, level, p.y-8)
}

// prose writes a text in lines across the page.
func (p *paper) prose(text string, size, width float64, t tone) {
	for _, line := range p.broken(text, size, width, 0) {
		p.need(step(size))
		p.tone(t)
		p.Line(line, size, p.left(), p.y+size/typeset.Points)
		p.y += step(size)
	}
}

// finish adds running heads and page numbers, now that the number of pages is known, except on a cover.
func (p *paper) finish(cover bool) {
	pages := p.PageCount()
	for n := 1; n <= pages; n++ {
		p.SetPage(n)
		base := p.height - 11
		p.ending(p.t.T("pack.page", "n", p.t.Number(int64(n)), "of", p.t.Number(int64(pages))), small, p.right(), base, grey)
		p.line(p.footing, small, p.left(), base, grey)
		if cover && n == 1 {
			continue
		}
		after := p.wide(p.running[1], small)
		if before := p.broken(p.running[0], small, p.room()-after-6, 1); len(before) > 0 {
			p.tone(grey)
			p.Line(before[0], small, p.left(), 13)
		}
		p.ending(p.running[1], small, p.right(), 13, grey)
	}
}

// figures prepares columns of amounts in some currencies, aligned at the decimal point.
func (p *paper) figures(codes []string) {
	p.decimals, p.codes = 0, 0
	for _, code := range codes {
		p.decimals = max(p.decimals, catalog.MinorUnits(code))
		p.codes = max(p.codes, p.wide(code, 1))
	}
}

// small currencies stand beside their amounts.
const codeSize, codeGap = 0.8, 0.55

// amount writes a sum that ends at x, with its currency in a column of its own. It gets
// smaller if it would be wider than its column.
func (p *paper) amount(s catalog.Sum, size, x, width, base float64) {
	if needed := p.amountWide(s) * size; needed > width {
		size *= width / needed
	}
	digits := catalog.MinorUnits(s.CurrencyCode)
	edge := x - p.codes*codeSize*size
	p.line(s.CurrencyCode, codeSize*size, edge, base, grey)
	p.ending(p.t.Amount(s.Amount, digits), size, edge-(codeGap/typeset.Points+p.behind(p.decimals)-p.behind(digits))*size, base, ink)
}

// amountWide is how wide a sum is, for letters of size 1.
func (p *paper) amountWide(s catalog.Sum) float64 {
	digits := catalog.MinorUnits(s.CurrencyCode)
	return p.wide(p.t.Amount(s.Amount, digits), 1) + p.behind(p.decimals) - p.behind(digits) + codeGap/typeset.Points + p.codes*codeSize
}

// behind is the width of so many digits with their point, for letters of size 1.
func (p *paper) behind(digits int) float64 {
	if digits == 0 {
		return 0
	}
	return p.wide(".", 1) + float64(digits)*p.wide("0", 1)
}

func sum(code string, amount int64) catalog.Sum {
	return catalog.Sum{CurrencyCode: code, Amount: big.NewInt(amount)}
}
