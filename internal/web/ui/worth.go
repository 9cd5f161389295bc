package ui

import (
	"slices"
)

// Begun is the chart from the day before the first value on.
func (c Chart) Begun() Chart {
	at := slices.IndexFunc(c.Points, func(p ChartPoint) bool { return p.Amount == nil || p.Amount.Sign() != 0 })
	if at > 1 {
		c.Points = c.Points[at-1:]
		if c.Insured != nil {
			c.Insured = c.Insured[at-1:]
		}
	}
	return c
}
