package pack

import (
	"context"
	"slices"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/typeset"
)

// thumb is the side of a photo in the schedule, and pixels how many it has.
const (
	thumb  = 14.0
	pixels = 160
)

// schedule writes the document to be signed and filed.
func (m *maker) schedule(ctx context.Context) error {
	p := m.paper()
	if err := m.cover(p); err != nil {
		return err
	}
	p.turn()
	m.writeTotals(p)
	if err := m.rows(ctx, p); err != nil {
		return err
	}
	m.gaps(p)
	m.verify(p)
	return m.print("schedule.pdf", p, true)
}

// places are the positions of the columns: texts begin there, figures end there.
type places struct {
	number, photo, item, quantity, value, cover float64
	itemWide, valueWide, coverWide              float64
}

func (p *paper) places() places {
	at := places{number: p.left() + 7, photo: p.left() + 10, item: p.left() + 10 + thumb + 4, valueWide: 37, coverWide: 40}
	at.cover = p.right()
	at.value = at.cover - at.coverWide - 5
	at.quantity = at.value - at.valueWide - 2
	at.itemWide = at.quantity - 11 - at.item
	return at
}

// rows writes a row for each copy, below the name of its collection.
func (m *maker) rows(ctx context.Context, p *paper) error {
	p.turn()
	at := p.places()
	p.heading(m.t.T("pack.schedule"))
	p.columns = func() {
		base := p.y + small/typeset.Points
		p.ending(m.t.T("pack.number"), small, at.number, base, grey)
		p.line(m.t.T("column.item_name"), small, at.item, base, grey)
		p.ending(m.t.T("pack.quantity"), small, at.quantity, base, grey)
		p.ending(m.t.T("value.title"), small, at.value, base, grey)
		p.ending(m.t.T("insurance.value"), small, at.cover, base, grey)
		p.y += step(small) + 1
		p.rule(p.left(), p.right(), p.y, ink)
		p.y += 2.4
	}
	p.columns()
	a := p.album(pixels, func(ctx context.Context, photo catalog.PackPhoto) ([]byte, error) {
		return m.Photo(ctx, photo, "thumb")
	}, &m.made.Missing.Photos)
	for i, c := range m.Copies {
		r := m.row(p, at, i+1, c)
		height := r.height()
		if i == 0 || c.CollectionID != m.Copies[i-1].CollectionID {
			m.collection(p, i, c.Collection, height)
		}
		p.need(height)
		if err := r.write(ctx, a, at); err != nil {
			return err
		}
		if err := m.step(ctx); err != nil {
			return err
		}
	}
	p.columns = nil
	return nil
}

// collection writes the line above the copies of a collection, on the same page as the first.
func (m *maker) collection(p *paper, from int, name string, first float64) {
	lines := p.broken(name, group, p.room()-30, 2)
	above := 4.0
	if from == 0 {
		above = 0.6
	}
	p.need(above + float64(len(lines))*step(group) + 3 + first)
	p.y += above
	p.bookmark(name, 1)
	of := m.Copies[from].CollectionID
	n := slices.IndexFunc(m.Copies[from:], func(c catalog.PackCopy) bool { return c.CollectionID != of })
	if n < 0 {
		n = len(m.Copies) - from
	}
	base := p.y + group/typeset.Points
	p.ending(m.t.N("copies", int64(n)), small, p.right(), base, grey)
	for i, line := range lines {
		p.tone(ink)
		p.Line(line, group, p.left(), base+float64(i)*step(group))
	}
	p.y += float64(len(lines))*step(group) + 1
	p.rule(p.left(), p.right(), p.y, faint)
	p.y += 2.4
}

// row is a row of the schedule, broken into lines.
type row struct {
	number  string
	photo   *catalog.PackPhoto
	name    [][]typeset.Letter
	about   [][]typeset.Letter
	pieces  string
	worth   *catalog.Sum
	valued  [][]typeset.Letter
	covers  []rowCover
	nothing string
}

type rowCover struct {
	sum   catalog.Sum
	words [][]typeset.Letter
}

// row prepares a row.
func (m *maker) row(p *paper, at places, number int, c catalog.PackCopy) row {
	r := row{number: m.t.Number(int64(number)), pieces: m.t.Number(c.Quantity), name: p.broken(c.Name, body, at.itemWide, 6)}
	if len(c.Photos) > 0 {
		r.photo = &c.Photos[0]
	}
	for _, about := range []*string{c.Identifier, c.Condition} {
		if about != nil {
			r.about = append(r.about, p.broken(*about, small, at.itemWide, 2)...)
		}
	}
	if m.Places && len(c.Place) > 0 {
		r.about = append(r.about, p.broken(strings.Join(c.Place, " › "), small, at.itemWide, 3)...)
	}
	if worth, ok := c.Worth(); ok {
		r.worth = &worth
		words := m.valuation(c)
		if c.ValueBy != nil {
			words = append(words, *c.ValueBy)
		}
		if c.Quantity > 1 {
			words = slices.Insert(words, 0, m.t.T("pack.each", "amount", m.written(sum(*c.ValueCurrency, *c.Value))))
		}
		if m.Filter.MinimumValue != nil && m.unconverted(c) {
			words = append(words, m.t.T("pack.unconverted"))
		}
		for _, w := range words {
			r.valued = append(r.valued, p.broken(w, small, at.valueWide, 3)...)
		}
	}
	for _, policy := range m.covering(c) {
		cover := rowCover{sum: policy.Sum()}
		for _, w := range policyWords(m.t, policy) {
			cover.words = append(cover.words, p.broken(w, small, at.coverWide, 3)...)
		}
		r.covers = append(r.covers, cover)
	}
	if r.covers == nil {
		r.nothing = m.t.T("pack.uncovered")
	}
	return r
}

// unconverted reports whether the value of a copy cannot be converted to the account's currency.
func (m *maker) unconverted(c catalog.PackCopy) bool {
	worth, ok := c.Worth()
	if !ok {
		return false
	}
	in, _ := m.Head.Rates.Convert(worth, m.Head.CurrencyCode)
	return in == nil
}

// valuation is how and when a copy was valued.
func (m *maker) valuation(c catalog.PackCopy) (words []string) {
	if c.ValueType != nil {
		words = append(words, m.t.T("valuation_type."+*c.ValueType))
	}
	if c.ValueDate != nil {
		words = append(words, m.t.Date(*c.ValueDate))
	}
	return words
}

// policyWords are the insurer, the policy and its end.
func policyWords(t *i18n.Texts, p catalog.PackPolicy) []string {
	words := []string{p.Provider}
	if p.PolicyNumber != nil {
		words = append(words, *p.PolicyNumber)
	}
	if p.EndsAt != nil {
		return append(words, t.T("insurance.until", "day", t.Date(*p.EndsAt)))
	}
	return append(words, t.T("insurance.open"))
}

const (
	rowGap   = 2.4 // between the words of a row and its rule
	coverGap = 2.0 // between two records
)

func (r row) coverHeight() (height float64) {
	for i, c := range r.covers {
		if i > 0 {
			height += coverGap
		}
		height += step(body) + float64(len(c.words))*step(small)
	}
	return height
}

func (r row) height() float64 {
	words := float64(len(r.name))*step(body) + float64(len(r.about))*step(small)
	value := step(body) + float64(len(r.valued))*step(small)
	return max(thumb, words, value, r.coverHeight()) + 2*rowGap
}

// write writes the row, and the rule below it.
func (r row) write(ctx context.Context, a *album, at places) error {
	p, top := a.paper, a.y
	base := top + body/typeset.Points
	p.ending(r.number, small, at.number, base, grey)
	if err := a.photo(ctx, r.photo, at.photo, top, thumb); err != nil {
		return err
	}
	y := p.lines(r.name, body, at.item, base, ink)
	p.lines(r.about, small, at.item, y, grey)
	p.ending(r.pieces, body, at.quantity, base, ink)
	if r.worth != nil {
		p.amount(*r.worth, body, at.value, at.valueWide, base)
		p.endingLines(r.valued, small, at.value, base+step(body), grey)
	}
	y = base
	for _, c := range r.covers {
		p.amount(c.sum, body, at.cover, at.coverWide, y)
		y = p.endingLines(c.words, small, at.cover, y+step(body), grey) + coverGap
	}
	if r.nothing != "" {
		p.ending(r.nothing, small, at.cover, base, grey)
	}
	p.y = top + r.height() - rowGap
	p.rule(at.item, p.right(), p.y, faint)
	p.y += rowGap
	return nil
}

// lines writes lines below each other, and returns the base of the next.
func (p *paper) lines(lines [][]typeset.Letter, size, x, base float64, t tone) float64 {
	for _, line := range lines {
		p.tone(t)
		p.Line(line, size, x, base)
		base += step(size)
	}
	return base
}

// endingLines are lines that end at x.
func (p *paper) endingLines(lines [][]typeset.Letter, size, x, base float64, t tone) float64 {
	for _, line := range lines {
		p.tone(t)
		p.Line(line, size, x-typeset.Width(line)*size/typeset.Points, base)
		base += step(size)
	}
	return base
}
