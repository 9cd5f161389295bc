package ui

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
)

// series are points of the first days of months, in euros; -1 is a missing rate.
func series(code string, amounts ...int64) (points []catalog.ValuePoint) {
	for i, n := range amounts {
		p := catalog.ValuePoint{Date: time.Date(2026, time.Month(i+1), 28, 0, 0, 0, 0, time.UTC), Value: catalog.NewMoney(code, nil)}
		if n != 0 {
			p.Value = catalog.NewMoney(code, nil, catalog.Sum{CurrencyCode: "EUR", Amount: big.NewInt(n)})
		}
		points = append(points, p)
	}
	return points
}

// A line stays in the plot, its axis is round, and its change is shown.
func TestCharts(t *testing.T) {
	f := Frame{Texts: i18n.For("en")}
	for name, amounts := range map[string][]int64{"rising": {17019000, 16940000, 18431000}, "level": {500, 500}, "from nothing": {0, 100, 99999}, "jump": {1, 1_000_000_000_000_000}} {
		c := NewChart("EUR", series("EUR", amounts...), false)
		if !c.Drawn() {
			t.Fatalf("%s is not drawn", name)
		}
		for _, s := range c.Spots(f) {
			if s.x < 0 || s.x > plotWide || s.y < -0.01 || s.y > plotHigh+0.01 || s.say == "" {
				t.Errorf("%s: %+v", name, s)
			}
		}
		if n := len(c.ticks(f)); n < 3 || n > 7 || n != len(c.gridlines()) {
			t.Errorf("%s has %d ticks: %q", name, n, c.ticks(f))
		}
		if strings.Contains(Curve(c.Spots(f))+AreaPath(c.Spots(f)), "NaN") {
			t.Errorf("%s: %s", name, Curve(c.Spots(f)))
		}
	}
	if !NewChart("EUR", series("EUR", 100, 100, 101), false).Moves() || NewChart("EUR", series("EUR", 100, 100), false).Moves() {
		t.Error("a level line moves, or another does not")
	}
}

// Empty series are not drawn, and unconverted ones are drawn in their own currency if they have one.
func TestChartsOfLittle(t *testing.T) {
	for _, amounts := range [][]int64{nil, {5}, {0, 0, 0}} {
		if NewChart("EUR", series("EUR", amounts...), false).Drawn() {
			t.Errorf("%v is drawn", amounts)
		}
	}
	if c := NewChart("USD", series("USD", 0, 100, 200), false); c.Code != "EUR" || !c.Drawn() {
		t.Errorf("%+v", c)
	}
	if c := NewChart("EUR", series("EUR", 0, 0, 0, 7, 8), false).Begun(); len(c.Points) != 2 {
		t.Errorf("%d points", len(c.Points))
	}
}
