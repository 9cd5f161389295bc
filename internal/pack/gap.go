package pack

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/typeset"
)

// gapWords are the texts of the kinds of gaps.
var gapWords = map[string]string{
	catalog.Uninsured: "attention.uninsured", catalog.UnderInsured: "attention.under_insured", catalog.CoverUnknown: "attention.cover_unknown",
	catalog.InsuranceEnding: "attention.insurance_ending", catalog.WithoutPhoto: "pack.gap.photo", catalog.WithoutReceipt: "pack.gap.receipt",
	catalog.WithoutAppraisal: "pack.gap.appraisal",
}

// gaps lists copies with too little cover or missing papers.
func (m *maker) gaps(p *paper) {
	p.turn()
	p.heading(m.t.T("pack.gaps"))
	p.prose(m.t.T("pack.gaps.lead", "day", m.t.Date(m.Head.Day)), body, p.room()*0.8, grey)
	p.y += 3
	at := p.places()
	words := at.value - at.valueWide + 8 // where the gaps begin
	head := func() {
		base := p.y + small/typeset.Points
		p.ending(m.t.T("pack.number"), small, at.number, base, grey)
		p.line(m.t.T("column.item_name"), small, at.photo, base, grey)
		p.line(m.t.T("pack.gap"), small, words, base, grey)
		p.ending(m.t.T("value.title"), small, at.cover, base, grey)
		p.y += step(small) + 1
		p.rule(p.left(), p.right(), p.y, ink)
		p.y += 1.6
	}
	found := false
	for i, c := range m.Copies {
		kinds := m.Head.Gaps(c)
		if len(kinds) == 0 {
			continue
		}
		if !found {
			found = true
			head()
			p.columns = head
		}
		name := p.broken(c.Name, body, words-at.photo-5, 2)
		var identifier [][]typeset.Letter
		if c.Identifier != nil {
			identifier = p.broken(*c.Identifier, small, words-at.photo-5, 1)
		}
		var gaps [][]typeset.Letter
		for _, kind := range kinds {
			gaps = append(gaps, p.broken(m.t.T(gapWords[kind]), body, at.cover-34-words, 2)...)
		}
		height := max(float64(len(name))*step(body)+float64(len(identifier))*step(small), float64(len(gaps))*step(body))
		p.need(height + 1.6)
		base := p.y + body/typeset.Points
		p.ending(m.t.Number(int64(i+1)), small, at.number, base, grey)
		p.lines(identifier, small, at.photo, p.lines(name, body, at.photo, base, ink), grey)
		p.lines(gaps, body, words, base, ink)
		if worth, ok := c.Worth(); ok {
			p.amount(worth, body, at.cover, 33, base)
		}
		p.y += height + 1.4
		p.rule(at.photo, p.right(), p.y, faint)
		p.y += 1.6
	}
	p.columns = nil
	if !found {
		p.prose(m.t.T("pack.gaps.none"), body, p.room(), ink)
	}
}

// verify explains how to verify the pack, and lists what is missing from it.
func (m *maker) verify(p *paper) {
	p.need(80)
	if p.y > topEdge {
		p.y += 12
	}
	p.heading(m.t.T("pack.verify"))
	const number = 6.0
	for i, words := range []string{
		m.t.T("pack.verify.open", "address", m.Address), m.t.T("pack.verify.choose"), m.t.T("pack.verify.read"),
	} {
		lines := p.broken(words, body, p.room()*0.8-number, 0)
		base := p.y + body/typeset.Points
		p.line(m.t.Number(int64(i+1)), body, p.left(), base, grey)
		p.lines(lines, body, p.left()+number, base, ink)
		p.y += float64(len(lines))*step(body) + 1.6
	}
	p.y += 1
	p.prose(m.t.T("pack.verify.keep"), body, p.room()*0.8, grey)
	var lacking []string
	if n := m.made.Missing.Photos; n > 0 {
		lacking = append(lacking, m.t.N("pack.missing.photos", n))
	}
	if n := int64(p.Missing); n > 0 {
		lacking = append(lacking, m.t.N("pack.missing.letters", n))
	}
	if lacking != nil {
		p.y += 3
		p.prose(strings.Join(lacking, " "), body, p.room()*0.8, grey)
	}
}
