package art

import (
	"strings"
)

// watchFacts is what the name of a watch tells: "Corvaux Tideway 123.456". The
// model decides what kind of watch it is.
type watchFacts struct {
	brand, model, reference string
	style                   int
	metal                   *ramp
	dial, marks, hand       ink
	strap                   ink
	bracelet                bool
	hour, minute            float64
}

const (
	dress = iota
	diver
	traveller
	chronograph
	pilot
	field
)

var watchDials = []struct{ dial, marks, hand ink }{
	{hex(0x17181B), hex(0xF2EEE2), hex(0xE4572E)}, {hex(0x16294E), hex(0xF4F1E8), hex(0xE8B13A)}, {hex(0xF3EDDD), hex(0x2A2622), hex(0x9A2A22)}, {hex(0xE6E8E9), hex(0x23282C), hex(0x1F4E8A)},
	{hex(0x1E4038), hex(0xF1EFE4), hex(0xE0A83A)}, {hex(0xB79B78), hex(0x2E2218), hex(0x6B2A1C)}, {hex(0x5A1C26), hex(0xF4EBDD), hex(0xE8C46A)}, {hex(0xFBFAF7), hex(0x1C1C1E), hex(0xC03028)},
}

func watchOf(c *canvas, t thing) (f watchFacts) {
	words := strings.Fields(c.legible(t.title))
	switch n := len(words); {
	case n > 2:
		f.brand, f.model, f.reference = strings.Join(words[:n-2], " "), words[n-2], words[n-1]
	case n > 0:
		f.brand, f.model = words[0], strings.Join(words[1:], " ")
	}
	styles := []struct {
		style int
		words []string
	}{{diver, []string{"tideway", "diver"}}, {traveller, []string{"meridian", "gmt"}}, {chronograph, []string{"regatta", "circuit", "chronograph", "racing"}}, {pilot, []string{"aviator", "pilot"}},
		{field, []string{"trail", "field"}}, {dress, []string{"concord", "soirée", "dress"}}}
	f.style = t.IntN(6)
	for _, s := range styles {
		if t.has(s.words...) {
			f.style = s.style
			break
		}
	}
	d := pick(t.Rand, watchDials)
	for i, words := range [][]string{{"\nblack"}, {"\nblue"}, {"\ncream", "\nivory"}, {"silver"}, {"\ngreen"}, {"\nbrown", "champagne"}, {"\nred"}, {"\nwhite"}} {
		if t.has(words...) {
			d = watchDials[i]
		}
	}
	f.dial, f.marks, f.hand = d.dial, d.marks, d.hand
	f.metal = pick(t.Rand, []*ramp{silver, silver, silver, gold, bronze})
	switch {
	case t.has("\nsteel", "stainless", "platinum", "titanium", "white gold"):
		f.metal = silver
	case t.has("bronze", "rose gold"):
		f.metal = bronze
	case t.has("gold"):
		f.metal = gold
	}
	f.strap = pick(t.Rand, []ink{hex(0x6B4228), hex(0x1E1E20), hex(0x8A5A34), hex(0x3E4A32), hex(0x26344E), hex(0x4A2018)})
	f.bracelet = f.style != dress && t.IntN(2) == 0
	f.hour, f.minute = 10, 9+t.Float64()*2
	if t.IntN(3) == 0 {
		f.hour, f.minute = float64(t.IntN(12)), float64(t.IntN(60))
	}
	return f
}

// watch draws the front, the back, the dial, and the watch in its box.
func watch(c *canvas, t thing) {
	f := watchOf(c, t)
	paper := pick(t.Rand, studios)
	seed := t.Uint64()
	switch t.view {
	case 0:
		c.studio(paper, 900)
		c.in(moved(310, 400), func() { c.watchFront(f, 168) })
	case 1:
		c.studio(paper, 900)
		c.in(moved(310, 400), func() { c.watchBack(f, 168, random("engraving", seed, 0)) })
	case 2:
		c.studio(paper, 900)
		c.in(moved(250, 470).of(turned(-8)), func() { c.watchFront(f, 400) })
	default:
		c.table(on(t.Rand, wood, stone))
		c.watchBox(f, t)
	}
}

// watchFront is a whole watch around the origin; r is the radius of its case.
func (c *canvas) watchFront(f watchFacts, r float64) {
	c.straps(f, r)
	c.watchCase(f, r)
	c.bezel(f, r)
	c.dialFace(f, r*0.8)
	c.hands(f, r*0.8)
	c.crystal(r * 0.82)
}

// metalRing is polished metal that mirrors the room around a circle.
func (c *canvas) metalRing(m *ramp, degrees float64) paint {
	at := func(i int) ink { return m[i] }
	return c.sweep(0, 0, degrees, steps(stop{0, at(90)}, stop{0.1, at(235)}, stop{0.2, at(120)}, stop{0.34, at(60)}, stop{0.46, at(190)}, stop{0.56, at(250)}, stop{0.66, at(110)}, stop{0.8, at(50)}, stop{0.92, at(200)}, stop{1, at(90)}))
}

// straps are leather with stitches, or a bracelet of links.
func (c *canvas) straps(f watchFacts, r float64) {
	w := r * 0.56
	for _, end := range []float64{-1, 1} {
		c.in(scaled(1, end), func() {
			strap := polygon(point{-w, -r * 0.8}, point{-w * 0.86, -r * 2.6}, point{w * 0.86, -r * 2.6}, point{w, -r * 0.8})
			c.shadow(strap, r*0.06, r*0.05*end, r*0.14, 0.45)
			if f.bracelet {
				c.links(f, r, w)
				return
			}
			c.fill(strap, c.linear(-w, 0, w, 0, steps(stop{0, f.strap.darker(0.5)}, stop{0.15, f.strap}, stop{0.4, f.strap.lighter(0.22)}, stop{0.7, f.strap}, stop{1, f.strap.darker(0.55)})))
			c.rough(strap, texture{pebble(), 300, 300, 14})
			for _, x := range []float64{-w * 0.82, w * 0.82} {
				line := polygon(point{x, -r * 0.95}, point{x * 0.87, -r * 2.6})
				c.fill(dashes(line, r*0.085, r*0.05, r*0.013), hex(0xF0E2C4).veil(0.6))
			}
			c.fill(strap, c.linear(0, -r*2.6, 0, -r*0.8, steps(stop{0, black.veil(0.35)}, stop{0.5, black.veil(0)}, stop{0.9, black.veil(0.1)}, stop{1, black.veil(0.55)})))
		})
	}
}

// links are rows of a metal bracelet.
func (c *canvas) links(f watchFacts, r, w float64) {
	m := f.metal
	for i := range 13 {
		y := -r*0.9 - float64(i)*r*0.145
		k := 1 - 0.012*float64(i)
		for _, part := range [][2]float64{{-1, -0.36}, {-0.34, 0.34}, {0.36, 1}} {
			x0, x1 := part[0]*w*k, part[1]*w*k
			link := round(x0, y-r*0.135, x1-x0, r*0.135, r*0.03)
			c.fill(link, c.linear(0, y-r*0.135, 0, y, blend(m[235], m[170], m[120], m[60])))
			c.fill(link, c.linear(-w, 0, w, 0, steps(stop{0, black.veil(0.5)}, stop{0.25, white.veil(0.15)}, stop{0.6, black.veil(0)}, stop{1, black.veil(0.5)})))
		}
	}
}

// watchCase is the metal body with its lugs and crown.
func (c *canvas) watchCase(f watchFacts, r float64) {
	m := f.metal
	lug := curve("M 0.3 -0.8 C 0.36 -1.0 0.44 -1.16 0.52 -1.26 Q 0.66 -1.28 0.68 -1.16 C 0.74 -0.96 0.8 -0.8 0.88 -0.6 L 0.5 -0.5")
	c.shadow(circle(0, 0, r*1.02), r*0.09, r*0.14, r*0.2, 0.5)
	for _, s := range []point{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		one := lug.by(scaled(r*s.x, r*s.y))
		c.fill(one, c.linear(r*0.3*s.x, 0, r*0.88*s.x, 0, blend(m[220], m[150], m[70])))
		c.fill(one.outline(r*0.012), m[40].veil(0.5))
	}
	crown := round(r*0.98, -r*0.11, r*0.16, r*0.22, r*0.03)
	c.fill(crown, c.linear(0, -r*0.11, 0, r*0.11, blend(m[90], m[245], m[150], m[50])))
	var teeth shape
	for i := range 9 {
		teeth = append(teeth, rect(r*0.99, -r*0.1+r*0.023*float64(i), r*0.14, r*0.008)...)
	}
	c.fill(teeth, black.veil(0.35))
	if f.style == chronograph {
		for _, a := range []float64{58, 122} {
			p := polar(0, 0, r*1.02, a)
			button := round(-r*0.06, -r*0.1, r*0.12, r*0.13, r*0.02).by(moved(p.x, p.y).of(turned(a)))
			c.fill(button, c.linear(p.x-r*0.05, p.y-r*0.06, p.x+r*0.05, p.y+r*0.06, blend(m[240], m[150], m[60])))
		}
	}
	c.fill(circle(0, 0, r), c.metalRing(m, 20))
	c.fill(ring(0, 0, r, r*0.985), m[245].veil(0.7))
	c.fill(circle(0, 0, r*0.93), c.metalRing(m, 110))
}
