package pack

import (
	"math/big"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/typeset"
)

// older is the day of the oldest rate of two sums.
func older(a, b catalog.Money) *time.Time {
	if a.RateDate == nil || b.RateDate != nil && b.RateDate.Before(*a.RateDate) {
		return b.RateDate
	}
	return a.RateDate
}

// cover is the first page: account, date, scope, and how to verify the pack.
func (m *maker) cover(p *paper) error {
	p.AddPage()
	p.bookmark(m.t.T("pack.title"), 0)
	p.y = 46
	for _, line := range p.broken(m.t.T("pack.title"), title, p.room(), 2) {
		p.tone(ink)
		p.Line(line, title, p.left(), p.y)
		p.y += step(title)
	}
	for _, line := range p.broken(m.Head.Account, heading, p.room(), 4) {
		p.tone(grey)
		p.Line(line, heading, p.left(), p.y)
		p.y += step(heading)
	}
	p.y += 14
	p.rule(p.left(), p.right(), p.y, ink)
	p.y += 4
	m.facts(p, m.about())
	return m.seal(p)
}

// fact is a name and its value on a cover or a sheet.
type fact struct {
	name string
	text []string
	sums []catalog.Sum // instead of a text
}

// about are the facts of the cover.
func (m *maker) about() []fact {
	_, all := m.totals()
	facts := []fact{
		{name: m.t.T("pack.made"), text: []string{m.t.Date(m.MadeAt)}},
		{name: m.t.T("copies.title"), text: []string{m.t.Number(int64(len(m.Copies)))}},
		{name: m.t.T("value.title"), sums: m.parts(all.value)},
		{name: m.t.T("insurance.value"), sums: m.parts(all.insured)},
	}
	if len(m.Head.Collections) > 0 {
		facts = append(facts, fact{name: m.t.T("pack.collections"), text: []string{strings.Join(m.Head.Collections, ", ")}})
	}
	if m.Filter.Provider != "" {
		facts = append(facts, fact{name: m.t.T("column.insurer"), text: []string{m.Filter.Provider}})
	}
	if m.Filter.PolicyNumber != "" {
		facts = append(facts, fact{name: m.t.T("column.policy_number"), text: []string{m.Filter.PolicyNumber}})
	}
	if least := m.Filter.MinimumValue; least != nil {
		facts = append(facts, fact{name: m.t.T("pack.minimum"), text: []string{m.written(sum(m.Head.CurrencyCode, *least))}})
	}
	if len(facts) == 4 {
		facts = append(facts, fact{name: m.t.T("pack.chosen"), text: []string{m.t.T("pack.everything")}})
	}
	return facts
}

// written is a sum in a sentence.
func (m *maker) written(s catalog.Sum) string {
	digits := catalog.MinorUnits(s.CurrencyCode)
	return m.t.Amount(s.Amount, digits) + "\u00a0" + s.CurrencyCode
}

// parts are the sums by currency, or zero in the currency of the account.
func (m *maker) parts(sums []catalog.Sum) (all []catalog.Sum) {
	for _, part := range m.money(sums).Parts {
		all = append(all, part.Sum)
	}
	if all == nil {
		return []catalog.Sum{{CurrencyCode: m.Head.CurrencyCode, Amount: new(big.Int)}}
	}
	return all
}

// facts writes names and values in two columns.
func (m *maker) facts(p *paper, all []fact) {
	const names = 46.0
	figures := 0.0 // the widest begins where texts do
	for _, f := range all {
		for _, s := range f.sums {
			figures = max(figures, min(p.amountWide(s)*body, p.room()-names))
		}
	}
	for _, f := range all {
		name := p.broken(f.name, body, names-4, 2)
		var lines [][]typeset.Letter
		for _, text := range f.text {
			lines = append(lines, p.broken(text, body, p.room()-names, 0)...)
		}
		p.need(step(body) * float64(min(max(len(name), len(lines), len(f.sums)), 4)))
		for i := range max(len(name), len(lines), len(f.sums)) {
			p.need(step(body))
			base := p.y + body/typeset.Points
			if i < len(name) {
				p.tone(grey)
				p.Line(name[i], body, p.left(), base)
			}
			if i < len(lines) {
				p.tone(ink)
				p.Line(lines[i], body, p.left()+names, base)
			}
			if i < len(f.sums) {
				p.amount(f.sums[i], body, p.left()+names+figures, figures, base)
			}
			p.y += step(body)
		}
		p.y += 1.1
	}
}

// seal writes the verification code and its address at the foot of the cover.
func (m *maker) seal(p *paper) error {
	code, err := typeset.QR(m.Address)
	if err != nil {
		return err
	}
	const side = 30.0
	top := p.bottom() - side - 4
	p.rule(p.left(), p.right(), top-7, faint)
	module := side / float64(code.Bounds().Dx())
	p.Code(code, p.left(), top, module, module)
	x := p.left() + side + 8
	y := top + body/typeset.Points - 0.6
	write := func(text string, size float64, t tone) {
		for _, line := range p.broken(text, size, p.right()-x, 4) {
			p.tone(t)
			p.Line(line, size, x, y)
			y += step(size)
		}
		y += 1.2
	}
	write(m.t.T("pack.verify"), group, ink)
	write(m.t.T("pack.verify.lead"), body, grey)
	write(m.Address, small, ink)
	p.LinkString(x, y-2*step(small), p.right()-x, 2*step(small), m.Address)
	write(Grouped(m.Code), body, ink)
	return nil
}
