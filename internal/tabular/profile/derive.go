package profile

import (
	"slices"
	"strings"

	"vitrine/internal/tabular/own"
)

// Deriver fills the derived cells of rows.
type Deriver struct {
	Names   []string
	Targets []Target
	Hidden  []bool // by column of the file: it is not imported itself
	from    [][]int
	make    []func([]string) string
	cells   []string
	texts   []string
}

// Deriver returns a deriver for these headers; nil if nothing is derived.
func (p *Profile) Deriver(headers []string) *Deriver {
	d := &Deriver{Hidden: make([]bool, len(headers))}
	find := func(name string) int {
		return slices.IndexFunc(headers, func(h string) bool { return Fold(h) == Fold(name) })
	}
	for _, rule := range p.Derived {
		from := make([]int, len(rule.From))
		any := false
		for i, name := range rule.From {
			from[i] = find(name)
			any = any || from[i] >= 0
		}
		if !any {
			continue
		}
		d.Names, d.Targets = append(d.Names, rule.Name), append(d.Targets, rule.To)
		d.from, d.make = append(d.from, from), append(d.make, rule.Make)
		for _, name := range rule.Hide {
			if i := find(name); i >= 0 {
				d.Hidden[i] = true
			}
		}
	}
	if len(d.Names) == 0 {
		return nil
	}
	return d
}

// Texts are the derived cells of a row, valid until the next. cell reads a cell of the file, from 0.
func (d *Deriver) Texts(cell func(int) string) []string {
	d.texts = d.texts[:0]
	for i, from := range d.from {
		d.cells = d.cells[:0]
		for _, n := range from {
			text := ""
			if n >= 0 {
				text = strings.TrimSpace(cell(n))
			}
			d.cells = append(d.cells, text)
		}
		d.texts = append(d.texts, d.make[i](d.cells))
	}
	return d.texts
}

// firstFilled is the first cell that is not empty.
func firstFilled(cells []string) string {
	for _, c := range cells {
		if c != "" {
			return c
		}
	}
	return ""
}

// joined lists the distinct cells that are not empty.
func joined(cells []string) string {
	var parts []string
	for _, c := range cells {
		if c != "" && !slices.Contains(parts, c) {
			parts = append(parts, c)
		}
	}
	return strings.Join(parts, own.ListSeparator)
}

// isbn is the best of several: 13 digits first, then 10.
func isbn(cells []string) string {
	best := ""
	for _, c := range cells {
		for _, one := range strings.FieldsFunc(c, func(r rune) bool { return strings.ContainsRune("[];, \"=", r) }) {
			digits := strings.ReplaceAll(one, "-", "")
			if len(digits) == 13 {
				return one
			}
			if best == "" {
				best = one
			}
		}
	}
	return best
}
