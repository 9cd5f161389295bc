package ui

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"vitrine/internal/catalog"
)

// Chart is a value over time, drawn by the server.
type Chart struct {
	Code   string // of the currency
	Points []ChartPoint
	Yearly bool

	Insured []*big.Int // on the same days; nil if nothing was insured, or a rate is missing
	Paid    []*big.Int // the same of what was paid
}

// ChartPoint is the value of a day. It is nil if a rate is missing.
type ChartPoint struct {
	Day    time.Time
	Amount *big.Int
}

// NewChart draws the points of a series. If they cannot be converted but all have one currency, it
// draws them in that.
func NewChart(code string, points []catalog.ValuePoint, yearly bool) Chart {
	c := Chart{Code: code, Yearly: yearly}
	var other string
	mixed, missing := false, false
	for _, p := range points {
		missing = missing || p.Value.Amount == nil
		for _, part := range p.Value.Parts {
			mixed = mixed || other != "" && other != part.CurrencyCode
			other = part.CurrencyCode
		}
	}
	if missing && !mixed {
		c.Code = other
	}
	for _, p := range points {
		amount := p.Value.Amount
		if c.Code != code {
			amount, _ = Single(p.Value, c.Code)
		}
		c.Points = append(c.Points, ChartPoint{p.Date, amount})
	}
	return c
}

// Covered adds the insured sums on the same days, if there are any.
func (c Chart) Covered(points []catalog.ValuePoint) Chart {
	c.Insured = c.beside(points)
	return c
}

// Bought adds what was paid until the same days, if anything was.
func (c Chart) Bought(points []catalog.ValuePoint) Chart {
	c.Paid = c.beside(points)
	return c
}

func (c Chart) beside(points []catalog.ValuePoint) []*big.Int {
	amounts, some := make([]*big.Int, len(points)), false
	for i, p := range points {
		amount, code := p.Value.Amount, c.Code
		if c.Code != p.Value.CurrencyCode {
			amount, code = Single(p.Value, c.Code)
		}
		if amount == nil || code != c.Code {
			return nil
		}
		amounts[i], some = amount, some || amount.Sign() > 0
	}
	if !some {
		return nil
	}
	return amounts
}

// Single is a sum in its only currency, converted or not. An empty sum is zero in any currency.
func Single(m catalog.Money, of string) (amount *big.Int, code string) {
	switch {
	case len(m.Parts) == 0:
		return new(big.Int), of
	case len(m.Parts) == 1:
		return m.Parts[0].Amount, m.Parts[0].CurrencyCode
	}
	return m.Amount, m.CurrencyCode
}

// Drawn reports whether there is a line: two days with a value, one of them above zero.
func (c Chart) Drawn() bool {
	known, most := 0, 0.0
	for _, p := range c.Points {
		if p.Amount != nil {
			known++
			most = max(most, number64(p.Amount))
		}
	}
	return known > 1 && most > 0
}

// Moves reports whether the line is not level.
func (c Chart) Moves() bool {
	return c.Drawn() && slices.ContainsFunc(c.Points, func(p ChartPoint) bool {
		return p.Amount != nil && c.Points[0].Amount != nil && p.Amount.Cmp(c.Points[0].Amount) != 0
	})
}

// The plot is drawn in units that stretch with the page.
const plotWide, plotHigh = 1000.0, 220.0

// axis is the lowest and highest line and their distance, in round numbers. It need not begin at zero;
// its labels say so.
func (c Chart) axis() (low, high, step float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, p := range c.Points {
		if p.Amount != nil {
			low, high = min(low, number64(p.Amount)), max(high, number64(p.Amount))
		}
	}
	for _, amount := range slices.Concat(c.Insured, c.Paid) {
		low, high = min(low, number64(amount)), max(high, number64(amount))
	}
	if high-low < high/20 { // a level line is drawn in the middle
		low, high = low-high/20, high+high/20
	}
	step = nice((high - low) / 4)
	return max(0, math.Floor(low/step)*step), math.Ceil(high/step) * step, step
}

// nice is the next larger round number.
func nice(n float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(n)))
	for _, m := range []float64{1, 2, 2.5, 5} {
		if m*unit >= n {
			return m * unit
		}
	}
	return 10 * unit
}

// ticks are the labels of the axis, from the top.
func (c Chart) ticks(f Frame) (labels []string) {
	low, high, step := c.axis()
	for at := high; at >= low-step/2; at -= step {
		amount, _ := big.NewFloat(math.Round(at)).Int(nil)
		labels = append(labels, f.Money(amount, c.Code, catalog.MinorUnits(c.Code)))
	}
	return labels
}

// gridlines are the heights of the ticks.
func (c Chart) gridlines() (heights []string) {
	low, high, step := c.axis()
	for at := high; at >= low-step/2; at -= step {
		heights = append(heights, coordinate(plotHigh*(high-at)/(high-low)))
	}
	return heights
}

// spot is a point in the plot.
type spot struct {
	x, y float64
	say  string
}

// Spots are the points that have a value.
func (c Chart) Spots(f Frame) (all []spot) {
	low, high, _ := c.axis()
	for i, p := range c.Points {
		if p.Amount == nil {
			continue
		}
		y := plotHigh * (high - number64(p.Amount)) / (high - low)
		all = append(all, spot{c.across(i), y, c.say(f, i)})
	}
	return all
}

// across is the horizontal position of a point.
func (c Chart) across(i int) float64 { return plotWide * float64(i) / float64(len(c.Points)-1) }

func (c Chart) say(f Frame, i int) string {
	when, amount := c.label(f, c.Points[i]), c.money(f, c.Points[i].Amount)
	said := f.T("chart.say", "when", when, "amount", amount)
	if c.Insured != nil {
		said = f.T("chart.say.insured", "when", when, "amount", amount, "insured", c.money(f, c.Insured[i]))
	}
	if c.Paid != nil {
		said += " · " + f.T("copy.cost") + " " + c.money(f, c.Paid[i])
	}
	return said
}

func (c Chart) money(f Frame, n *big.Int) string {
	return f.Money(n, c.Code, catalog.MinorUnits(c.Code))
}

// steps is the line of insured sums, or of what was paid: each holds until the next.
func (c Chart) steps(amounts []*big.Int) string {
	low, high, _ := c.axis()
	var b strings.Builder
	for i, amount := range amounts {
		y := plotHigh * (high - number64(amount)) / (high - low)
		if i == 0 {
			fmt.Fprintf(&b, "M%.1f %.1f", c.across(i), y)
		} else {
			fmt.Fprintf(&b, "H%.1fV%.1f", c.across(i), y)
		}
	}
	return b.String()
}

// label names the month or year of a point.
func (c Chart) label(f Frame, p ChartPoint) string {
	if c.Yearly {
		return p.Day.Format("2006")
	}
	return f.Month(p.Day)
}

// marks are a few points with labels below the plot, including the first and the last.
func (c Chart) marks() (points []ChartPoint) {
	n := min(4, len(c.Points))
	for i := range n {
		points = append(points, c.Points[i*(len(c.Points)-1)/max(1, n-1)])
	}
	return points
}

// Curve is a smooth line through the spots that never overshoots: a monotone cubic.
func Curve(all []spot) string {
	n := len(all)
	slope, tangent := make([]float64, n-1), make([]float64, n)
	for i := range slope {
		slope[i] = (all[i+1].y - all[i].y) / (all[i+1].x - all[i].x)
	}
	tangent[0], tangent[n-1] = slope[0], slope[n-2]
	for i := 1; i < n-1; i++ {
		if slope[i-1]*slope[i] > 0 {
			tangent[i] = 2 / (1/slope[i-1] + 1/slope[i])
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "M%.1f %.1f", all[0].x, all[0].y)
	for i := range slope {
		k := (all[i+1].x - all[i].x) / 3
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", all[i].x+k, all[i].y+k*tangent[i], all[i+1].x-k, all[i+1].y-k*tangent[i+1], all[i+1].x, all[i+1].y)
	}
	return b.String()
}

// AreaPath is the area below the line.
func AreaPath(all []spot) string {
	return fmt.Sprintf("%sV%.0fH%.1fZ", Curve(all), plotHigh, all[0].x)
}

func coordinate(n float64) string { return fmt.Sprintf("%.1f", n) }

func number64(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

// Begun is the chart from the first value. What was first valued in between is no gain, so the line does not
// rise from zero.
func (c Chart) Begun() Chart {
	at := slices.IndexFunc(c.Points, func(p ChartPoint) bool { return p.Amount == nil || p.Amount.Sign() != 0 })
	if at > 0 {
		c.Points = c.Points[at:]
		c.Insured, c.Paid = c.Insured[min(at, len(c.Insured)):], c.Paid[min(at, len(c.Paid)):]
	}
	return c
}
