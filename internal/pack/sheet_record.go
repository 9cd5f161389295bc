package pack

import (
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/typeset"
)

// entryLine is a record with words on the left and an amount on the right.
func (m *maker) entryLine(p *paper, s catalog.Sum, words []string) {
	const amounts = 44.0
	var lines [][]typeset.Letter
	for i, w := range words {
		size := body
		if i > 0 {
			size = small
		}
		lines = append(lines, p.broken(w, size, p.room()-amounts-4, 4)...)
		if i == 0 && len(lines) == 0 {
			lines = append(lines, nil)
		}
	}
	first := len(p.broken(words[0], body, p.room()-amounts-4, 4))
	p.need(float64(first)*step(body) + float64(len(lines)-first)*step(small) + 1.8)
	base := p.y + body/typeset.Points
	p.amount(s, body, p.right(), amounts, base)
	base = p.lines(lines[:first], body, p.left(), base, ink)
	base = p.lines(lines[first:], small, p.left(), base, grey)
	p.y = base - body/typeset.Points + 1.8
}

// listed joins the parts that are not empty.
func listed(parts ...*string) string {
	var all []string
	for _, p := range parts {
		if p != nil && *p != "" {
			all = append(all, *p)
		}
	}
	return strings.Join(all, ", ")
}

func (m *maker) valuationWords(v catalog.PackValuation) []string {
	words := []string{m.t.T("valuation_type."+v.Type) + ", " + m.t.Date(v.ValuedAt)}
	if more := listed(v.Valuer, v.Method, v.ReferenceNumber); more != "" {
		words = append(words, more)
	}
	return words
}

func (m *maker) policyDetails(policy catalog.PackPolicy) []string {
	words := []string{listed(&policy.Provider, policy.PolicyNumber)}
	ends := m.t.T("insurance.open")
	if policy.EndsAt != nil {
		ends = m.t.Date(*policy.EndsAt)
	}
	if policy.StartsAt != nil {
		ends = m.t.Date(*policy.StartsAt) + " – " + ends
	} else if policy.EndsAt != nil {
		ends = m.t.T("insurance.until", "day", ends)
	}
	words = append(words, ends)
	if policy.CoverageType != nil && *policy.CoverageType != "" {
		words = append(words, *policy.CoverageType)
	}
	if policy.DeductibleAmount != nil {
		words = append(words, m.t.T("insurance.deductible")+" "+m.written(sum(policy.DeductibleCode, *policy.DeductibleAmount)))
	}
	if policy.Scheduled {
		words = append(words, m.t.T("insurance.scheduled"))
	}
	return words
}

// documentLines describe a paper: its kind, its path in the pack, and its hash.
func (m *maker) documentLines(p *paper, number, n int, d catalog.PackDocument) {
	words := m.t.T("document_type."+d.Type) + ": " + d.Name
	if d.IssuedAt != nil {
		words += ", " + m.t.Date(*d.IssuedAt)
	}
	if d.ReferenceNumber != nil {
		words += ", " + *d.ReferenceNumber
	}
	first := p.broken(words, body, p.room(), 4)
	var more [][]typeset.Letter
	if d.Content != nil {
		if m.Documents {
			more = append(more, p.broken(documentPath(number, n, *d.Content), small, p.room(), 1)...)
		}
		more = append(more, p.broken("SHA-256 "+hexOf(d.Content.SHA256), small, p.room(), 2)...)
	} else if d.ExternalURL != nil {
		more = append(more, p.broken(*d.ExternalURL, small, p.room(), 3)...)
	}
	p.need(float64(len(first))*step(body) + float64(len(more))*step(small) + 1.8)
	base := p.lines(first, body, p.left(), p.y+body/typeset.Points, ink)
	base = p.lines(more, small, p.left(), base, grey)
	p.y = base - body/typeset.Points + 1.8
}
