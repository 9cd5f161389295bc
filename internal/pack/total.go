package pack

import (
	"maps"
	"slices"

	"vitrine/internal/catalog"
	"vitrine/internal/typeset"
)

// covering are the insurance records of a copy that are active and match the policy or insurer of the
// order.
func (m *maker) covering(c catalog.PackCopy) []catalog.PackPolicy {
	return slices.DeleteFunc(c.Covering(m.Head.Day), func(p catalog.PackPolicy) bool {
		return m.Filter.Provider != "" && p.Provider != m.Filter.Provider ||
			m.Filter.PolicyNumber != "" && (p.PolicyNumber == nil || *p.PolicyNumber != m.Filter.PolicyNumber)
	})
}

// total is the value of some copies and the sum they are insured for.
type total struct {
	name           string
	copies         int64
	value, insured []catalog.Sum
}

func (t *total) add(m *maker, c catalog.PackCopy) {
	t.copies++
	if worth, ok := c.Worth(); ok {
		t.value = append(t.value, worth)
	}
	for _, p := range m.covering(c) {
		t.insured = append(t.insured, p.Sum())
	}
}

// totals are the totals of each collection, in the order of the schedule, and of all.
func (m *maker) totals() (each []total, all total) {
	var of int64
	for _, c := range m.Copies {
		if len(each) == 0 || c.CollectionID != of {
			each, of = append(each, total{name: c.Collection}), c.CollectionID
		}
		each[len(each)-1].add(m, c)
		all.add(m, c)
	}
	return each, all
}

// allSums are all amounts that the documents show.
func (m *maker) allSums() []catalog.Sum {
	_, all := m.totals()
	return append(all.value, all.insured...)
}

func (m *maker) money(sums []catalog.Sum) catalog.Money {
	return catalog.NewMoney(m.Head.CurrencyCode, m.Head.Rates, slices.Clone(sums)...)
}

// currencies are the currencies of a total, with value and insured sum in each.
func (m *maker) currencies(t total) (codes []string, value, insured map[string]catalog.Sum) {
	by := func(sums []catalog.Sum) map[string]catalog.Sum {
		found := map[string]catalog.Sum{}
		for _, part := range m.money(sums).Parts {
			found[part.CurrencyCode] = part.Sum
		}
		return found
	}
	value, insured = by(t.value), by(t.insured)
	codes = slices.Sorted(maps.Keys(value))
	for code := range insured {
		if _, known := value[code]; !known {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes, value, insured
}

// totalColumns are the right ends of the columns in the table of totals.
type totalColumns struct{ copies, value, insured, wide float64 }

func (p *paper) totalColumns() totalColumns {
	const wide = 42.0
	return totalColumns{p.right() - 2*wide - 6, p.right() - wide - 3, p.right(), wide}
}

// writeTotals shows the totals, by collection and currency.
func (m *maker) writeTotals(p *paper) {
	p.heading(m.t.T("pack.totals"))
	at := p.totalColumns()
	p.columns = func() {
		base := p.y + small/typeset.Points
		p.line(m.t.T("column.collection"), small, p.left(), base, grey)
		p.ending(m.t.T("copies.title"), small, at.copies, base, grey)
		p.ending(m.t.T("value.title"), small, at.value, base, grey)
		p.ending(m.t.T("insurance.value"), small, at.insured, base, grey)
		p.y += step(small) + 1
		p.rule(p.left(), p.right(), p.y, ink)
		p.y += 1.6
	}
	p.columns()
	each, all := m.totals()
	if len(each) > 1 {
		for _, t := range each {
			m.writeTotal(p, at, t, faint)
		}
		p.rule(p.left(), p.right(), p.y-1.6, ink)
	}
	all.name = m.t.T("pack.all")
	m.writeTotal(p, at, all, ink)
	p.columns = nil
	m.writeConverted(p, at, all)
}

// writeTotal is a row of the table, with a line for each currency.
func (m *maker) writeTotal(p *paper, at totalColumns, t total, under tone) {
	codes, value, insured := m.currencies(t)
	name := p.broken(t.name, body, at.copies-16-p.left(), 3)
	lines := max(len(name), len(codes), 1)
	p.need(float64(lines)*step(body) + 3.2)
	base := p.y + body/typeset.Points
	for i, line := range name {
		p.tone(ink)
		p.Line(line, body, p.left(), base+float64(i)*step(body))
	}
	p.ending(m.t.Number(t.copies), body, at.copies, base, ink)
	for i, code := range codes {
		if s, ok := value[code]; ok {
			p.amount(s, body, at.value, at.wide, base+float64(i)*step(body))
		}
		if s, ok := insured[code]; ok {
			p.amount(s, body, at.insured, at.wide, base+float64(i)*step(body))
		}
	}
	p.y += float64(lines)*step(body) + 1.6
	p.rule(p.left(), p.right(), p.y, under)
	p.y += 1.6
}

// writeConverted writes the sum in the account's currency if there are several, or why there is none.
func (m *maker) writeConverted(p *paper, at totalColumns, all total) {
	value, insured := m.money(all.value), m.money(all.insured)
	converted := func(money catalog.Money) bool {
		return len(money.Parts) > 1 || len(money.Parts) == 1 && money.Parts[0].CurrencyCode != m.Head.CurrencyCode
	}
	if !converted(value) && !converted(insured) {
		return
	}
	p.need(2 * step(body))
	base := p.y + body/typeset.Points
	for _, one := range []struct {
		catalog.Money
		x float64
	}{{value, at.value}, {insured, at.insured}} {
		if one.Complete() && len(one.Parts) > 0 {
			p.amount(catalog.Sum{CurrencyCode: m.Head.CurrencyCode, Amount: one.Amount}, body, one.x, at.wide, base)
		}
	}
	words := m.t.T("pack.norate", "currency", m.Head.CurrencyCode)
	if day := older(value, insured); value.Complete() && insured.Complete() && day != nil {
		words = m.t.T("pack.converted", "currency", m.Head.CurrencyCode, "day", m.t.Date(*day))
	}
	for _, line := range p.broken(words, body, at.copies-p.left(), 3) {
		p.tone(grey)
		p.Line(line, body, p.left(), base)
		base += step(body)
		p.y += step(body)
	}
}
