package pack

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/typeset"
)

// perFile is how many copies a file of sheets has.
const perFile = 100

// photoPixels are the pixels of a photo on a sheet, by its size.
var photoPixels = map[string]int{"thumb": 320, "medium": 720}

// sheets writes a page or more for each copy.
func (m *maker) sheets(ctx context.Context) error {
	var p *paper
	var a *album
	n := 0
	for c, err := range m.Whole {
		if err != nil {
			return err
		}
		if n%perFile == 0 {
			if err := m.printSheets(p, n); err != nil {
				return err
			}
			p = m.paper()
			p.figures(m.codesOf(c))
			a = p.album(photoPixels[m.Photos], func(ctx context.Context, photo catalog.PackPhoto) ([]byte, error) {
				return m.Photo(ctx, photo, m.Photos)
			}, &m.made.Missing.Photos)
		}
		n++
		if err := m.sheet(ctx, a, n, c); err != nil {
			return err
		}
		if err := m.step(ctx); err != nil {
			return err
		}
	}
	return m.printSheets(p, n)
}

// printSheets adds the file that ends with the n-th copy.
func (m *maker) printSheets(p *paper, n int) error {
	if p == nil {
		return nil
	}
	return m.print(fmt.Sprintf("sheets/%03d.pdf", (n+perFile-1)/perFile), p, false)
}

// codesOf are the currencies of a copy.
func (m *maker) codesOf(c catalog.PackCopy) (codes []string) {
	for _, v := range c.Valuations {
		codes = append(codes, v.CurrencyCode)
	}
	for _, policy := range c.Policies {
		codes = append(codes, policy.CurrencyCode)
	}
	return codes
}

// sheet writes everything about a copy that an insurer may know.
func (m *maker) sheet(ctx context.Context, a *album, number int, c catalog.PackCopy) error {
	p := a.paper
	p.turn()
	p.figures(m.codesOf(c))
	p.bookmark(m.t.Number(int64(number))+"  "+c.Name, 0)
	p.y = p.lines(p.broken(c.Collection, body, p.room()-24, 2), body, p.left(), p.y+body/typeset.Points, grey)
	p.ending(m.t.T("pack.row", "n", m.t.Number(int64(number))), body, p.right(), topEdge+body/typeset.Points, grey)
	p.y = p.lines(p.broken(c.Name, heading, p.room(), 0), heading, p.left(), p.y+heading/typeset.Points, ink) - step(heading) + 4
	if len(c.Photos) > 0 {
		if err := a.band(ctx, c.Photos[:min(len(c.Photos), catalog.PackPhotos)], 44); err != nil {
			return err
		}
		p.y += 5
	}
	m.facts(p, m.particulars(c))
	if c.Description != nil && strings.TrimSpace(*c.Description) != "" {
		m.part(p, m.t.T("column.description"))
		for paragraph := range strings.SplitSeq(strings.ReplaceAll(*c.Description, "\r", "\n"), "\n") {
			p.prose(paragraph, body, p.room(), ink)
			p.y += 1
		}
	}
	if fields := m.fields(c); len(fields) > 0 {
		m.part(p, m.t.T("pack.fields"))
		m.facts(p, fields)
	}
	if c.Purchase != nil {
		m.part(p, m.t.T("pack.purchase"))
		m.facts(p, m.purchase(*c.Purchase))
	}
	if len(c.Valuations) > 0 {
		m.part(p, m.t.T("valuation.title"))
		for _, v := range c.Valuations {
			m.entryLine(p, sum(v.CurrencyCode, v.Amount), m.valuationWords(v))
		}
	}
	if covering := m.covering(c); len(covering) > 0 {
		m.part(p, m.t.T("insurance.title"))
		for _, policy := range covering {
			m.entryLine(p, policy.Sum(), m.policyDetails(policy))
		}
	}
	if len(c.Documents) > 0 {
		m.part(p, m.t.T("documents.title"))
		for i, d := range c.Documents {
			m.documentLines(p, number, i+1, d)
		}
	}
	return p.Error()
}

// part begins a part of a sheet, on the same page as its first line.
func (m *maker) part(p *paper, name string) {
	p.need(step(group) + 6 + 3*step(body))
	p.y += 4
	p.line(name, group, p.left(), p.y+group/typeset.Points, ink)
	p.y += step(group) + 0.8
	p.rule(p.left(), p.right(), p.y, faint)
	p.y += 2
}

func (m *maker) fact(name string, text *string) []fact {
	if text == nil || *text == "" {
		return nil
	}
	return []fact{{name: name, text: []string{*text}}}
}

// particulars are the main facts about a copy.
func (m *maker) particulars(c catalog.PackCopy) (all []fact) {
	all = append(all, m.fact(m.t.T("column.identifier"), c.Identifier)...)
	all = append(all, m.fact(m.t.T("column.category"), joined(c.CategoryPath))...)
	all = append(all, m.fact(m.t.T("column.condition"), c.Condition)...)
	all = append(all, fact{name: m.t.T("column.quantity"), text: []string{m.t.Number(c.Quantity)}})
	if m.Places {
		all = append(all, m.fact(m.t.T("column.location"), joined(c.Place))...)
	}
	if worth, ok := c.Worth(); ok {
		all = append(all, fact{name: m.t.T("value.title"), text: []string{m.written(worth)}})
	}
	return all
}

func joined(path []string) *string {
	if len(path) == 0 {
		return nil
	}
	return new(strings.Join(path, " › "))
}

// fields are the values of the custom fields of the copy's item.
func (m *maker) fields(c catalog.PackCopy) (all []fact) {
	var values map[string]json.RawMessage
	if c.CollectionTypeID == nil || json.Unmarshal(c.CustomFields, &values) != nil {
		return nil
	}
	for _, f := range m.Head.Fields {
		raw, ok := values[strconv.FormatInt(f.ID, 10)]
		if !ok || f.CollectionTypeID != *c.CollectionTypeID || string(raw) == "null" {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = string(raw)
		}
		all = append(all, fact{name: f.Name, text: strings.Split(m.inLocale(f.FieldType, text), "\n")})
	}
	return all
}

// inLocale formats a value for the language.
func (m *maker) inLocale(kind, text string) string {
	switch kind {
	case catalog.Boolean:
		if text == "true" {
			return m.t.T("yes")
		}
		return m.t.T("no")
	case catalog.Rating:
		return text + " / 5"
	case catalog.Date:
		if day, err := time.Parse(time.DateOnly, text); err == nil {
			return m.t.Date(day)
		}
	}
	return text
}

func (m *maker) purchase(p catalog.PackPurchase) (all []fact) {
	all = append(all, fact{name: m.t.T("column.purchase_date"), text: []string{m.t.Date(p.OccurredAt)}})
	all = append(all, m.fact(m.t.T("column.purchase_from"), p.Counterparty)...)
	if p.Total != nil {
		all = append(all, fact{name: m.t.T("column.purchase_price"), text: []string{m.written(sum(p.CurrencyCode, *p.Total))}})
	}
	return append(all, m.fact(m.t.T("column.purchase_reference"), p.ReferenceNumber)...)
}
