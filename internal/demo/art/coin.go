package art

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// coinFacts is what the title of a coin tells: "France, 5 francs, 1873".
type coinFacts struct {
	issuer, value, year string
	metal
	ancient bool
	design  *rand.Rand // the same for every year of a coin
}

var (
	silver = blend(hex(0x0E1012), hex(0x3A3F45), hex(0x7C8288), hex(0xB4B9BD), hex(0xE2E5E6), hex(0xFFFFFF))
	gold   = blend(hex(0x2E1D04), hex(0x76520F), hex(0xB88A24), hex(0xDDB74C), hex(0xF4DC8C), hex(0xFFFBE6))
	bronze = blend(hex(0x1C0E08), hex(0x4A2716), hex(0x80492B), hex(0xA96C43), hex(0xD29C72), hex(0xFFE9D3))
)

func coinOf(t thing) (f coinFacts) {
	parts := strings.Split(t.title, ", ")
	if n := len(parts); n > 2 {
		f.issuer, f.value, f.year = strings.Join(parts[:n-2], ", "), parts[n-2], parts[n-1]
	} else {
		f.issuer = t.title
	}
	if before, _, ok := strings.Cut(f.value, " ("); ok {
		f.value = before
	}
	year, err := strconv.Atoi(f.year)
	f.ancient = err == nil && year < 500
	switch {
	case t.has("20 francs", "20 mark", "sovereign", "gold", "ducat"):
		f.metal = metal{gold, 0.7}
	case t.has("penny", "cent", "bronze", "copper"):
		f.metal = metal{bronze, 0.45}
	default:
		f.metal = metal{silver, 0.7}
	}
	f.design = random(f.issuer+f.value, 0, 0)
	return f
}

// coin draws obverse, reverse, a detail of the obverse, and the coin in a holder.
func coin(c *canvas, t thing) {
	f := coinOf(t)
	g := on(t.Rand, felt, stone, linen)
	wear := texture{cloud(), 300, 300, 10 + t.IntN(34)}
	turn := t.Float64()*14 - 7
	seed := t.Uint64()
	lay := func(x, y, r float64, face func(*canvas, *relief, coinFacts, float64)) {
		c.in(moved(x, y).of(turned(turn)), func() { c.coin(f, seed, r, wear, face) })
	}
	c.frame = c.frame.of(scaled(640.0/720, 640.0/720)) // the places below are on a sheet of 720
	switch t.view {
	case 0:
		c.table(g)
		lay(360, 350, 288, (*canvas).obverse)
	case 1:
		c.table(g)
		lay(360, 350, 288, (*canvas).reverse)
	case 2:
		c.table(g)
		lay(250, 560, 560, (*canvas).obverse)
	default:
		c.table(on(t.Rand, wood, linen))
		c.coinHolder(f, t, lay)
	}
}

// coin strikes one side around the origin.
func (c *canvas) coin(f coinFacts, seed uint64, r float64, wear texture, face func(*canvas, *relief, coinFacts, float64)) {
	edge := circle(0, 0, r)
	if f.ancient {
		edge = flan(random("flan", seed, 0), r)
	}
	c.lift(edge, r*0.17)
	rim := edge.by(moved(r*0.008, r*0.03))
	c.fill(rim, c.across(-r, 2*r, f.ramp[120], f.ramp[60], f.ramp[25]))
	if !f.ancient { // the reeded side below
		for i := range 90 {
			p, q := polar(0, r*0.03, r*1.0, 90+2*float64(i)), polar(0, 0, r, 90+2*float64(i))
			c.fill(stroke(r*0.008, p, q), black.veil(0.3))
		}
	}
	relief := c.emboss(edge)
	if !f.ancient {
		c.raise(relief, ring(0, 0, r*0.995, r*0.93), r*0.022, r*0.014)
		var beads shape
		n := 90 + f.design.IntN(60)
		for i := range n {
			p := polar(0, 0, r*0.9, 360*float64(i)/float64(n))
			beads = append(beads, circle(p.x, p.y, r*1.75/float64(n))...)
		}
		c.raise(relief, beads, r*0.012, 1)
	}
	face(c, relief, f, r)
	c.cast(relief, f.metal, wear)
	c.tone(f, edge, seed, r)
}

// tone is what the air did to a coin: darker towards the rim, sometimes in
// colours, with a few scratches.
func (c *canvas) tone(f coinFacts, edge shape, seed uint64, r float64) {
	s := random("tone", seed, 0)
	c.within(edge, func() {
		strong := s.Float64() * 0.45
		tone := pick(s, [][2]ink{{hex(0x6B4A1E), hex(0x2A1A30)}, {hex(0x7A5A28), hex(0x3A2A1A)}, {hex(0x8A6A3A), hex(0x1E3A5A)}, {hex(0x4A4A48), hex(0x2A2A28)}})
		c.flood(c.radial(-r*0.15, -r*0.2, r*1.25, steps(stop{0, tone[0].veil(0)}, stop{0.55, tone[0].veil(strong * 0.5)}, stop{1, tone[1].veil(strong)})))
		for range 3 + s.IntN(9) {
			a := point{(s.Float64()*2 - 1) * r, (s.Float64()*2 - 1) * r}
			b := point{a.x + (s.Float64()-0.5)*r*0.3, a.y + (s.Float64()-0.5)*r*0.3}
			c.fill(stroke(r*0.004, a, b), pick(s, []ink{white.veil(0.35), black.veil(0.25)}))
		}
	})
}

// flan is the uneven edge of a coin struck by hand.
func flan(s *rand.Rand, r float64) (out shape) {
	a, b, d := s.Float64()*7, s.Float64()*7, s.Float64()*7
	for i := range 72 {
		t := float64(i) / 72 * 2 * math.Pi
		q := r * (0.95 + 0.03*math.Sin(2*t+a) + 0.02*math.Sin(3*t+b) + 0.012*math.Sin(7*t+d) + 0.006*math.Sin(19*t+a))
		p := polar(0, 0, q, t*180/math.Pi)
		if i == 0 {
			out.move(p.x, p.y)
		} else {
			out.line(p.x, p.y)
		}
	}
	return out
}

// coinHolder is a cardboard frame with a window, stapled, and written on by hand.
func (c *canvas) coinHolder(f coinFacts, t thing, lay func(x, y, r float64, face func(*canvas, *relief, coinFacts, float64))) {
	c.in(about(360, 360, -2.5, 1), func() {
		card := round(75, 75, 570, 570, 6)
		c.lift(card, 28)
		c.fill(card, c.linear(75, 75, 645, 645, blend(hex(0xFBFAF6), hex(0xEFECE4), hex(0xDAD5C9))))
		c.rough(card, texture{grain(), 256, 256, 5})
		c.fill(rect(75, 358, 570, 2), black.veil(0.06))
		c.fill(ring(360, 352, 214, 204), c.linear(220, 200, 500, 520, blend(hex(0xC9C4B8), hex(0xFFFFFF))))
	})
	c.within(circle(360, 352, 206), func() {
		c.fill(circle(360, 352, 206), c.down(140, 420, hex(0xCFCBC2), hex(0xE9E6DF)))
		c.shadow(ring(360, 352, 260, 204), 5, 9, 14, 0.6)
		lay(360, 352, 172, (*canvas).obverse)
		c.fill(rect(150, 140, 420, 420), c.linear(200, 160, 480, 520, steps(stop{0, white.veil(0.34)}, stop{0.36, white.veil(0.1)}, stop{0.37, white.veil(0)}, stop{1, white.veil(0.05)})))
	})
	c.in(about(360, 360, -2.5, 1), func() {
		pen := letters{font: regular, size: 27, wide: 1, lean: 0.24, align: 0}
		ink := hex(0x22304F).veil(0.85)
		issuer, lines := c.fit(pen, c.legible(f.issuer), 300, 30, 1)
		c.fill(c.block(issuer, lines, 96, 88, 1), ink)
		pen.align = 1
		c.fill(c.text(pen, c.legible(f.year), 626, 110), ink)
		pen.align = 0
		c.fill(c.text(pen, c.legible(f.value), 96, 628), ink)
		pen.align = 1
		c.fill(c.text(pen, map[*ramp]string{gold: "Au", silver: "Ag", bronze: "Cu"}[f.ramp], 626, 628), ink)
		for _, p := range []point{{128, 218}, {566, 218}, {128, 480}, {566, 480}} {
			staple := round(p.x, p.y, 26, 4, 2)
			c.shadow(staple, 1, 2, 4, 0.5)
			c.fill(staple, c.down(p.y, 4, hex(0xF2F2F2), hex(0x8A8A8A)))
		}
	})
}
