package art

import (
	"math"
	"slices"
)

// detective walks out of the light, in coat and hat.
func (c *canvas) detective(p comicPalette) {
	dark, coat := hex(0x12101A), mix(p.deep, hex(0x8A7A5A), 0.45)
	c.fill(polygon(point{60, 340}, point{140, 340}, point{260, 470}, point{120, 470}), black.veil(0.45))
	c.inked(curve("M 78 230 L 98 230 L 96 336 L 66 340 Q 66 332 82 328"), dark, 2)
	c.inked(curve("M 102 230 L 124 230 L 122 326 Q 138 330 138 340 L 106 338"), dark, 2)
	body := curve("M 62 92 C 76 78 124 78 140 92 C 152 140 150 200 156 262 Q 128 278 100 270 Q 70 278 44 262 C 50 200 48 140 62 92")
	c.inked(body, c.across(50, 100, coat.lighter(0.25), coat, coat.darker(0.5)), 2.6)
	c.within(body, func() {
		c.fill(polygon(point{106, 80}, point{170, 80}, point{170, 290}, point{112, 290}), black.veil(0.5))
		c.fill(stroke(2, point{100, 110}, point{100, 280}), dark)
		c.fill(rect(40, 170, 120, 13), coat.darker(0.55))
		c.fill(frame(90, 167, 20, 19, 3), p.accent)
	})
	c.inked(curve("M 62 94 C 44 120 40 160 48 204 L 66 204 C 66 170 70 140 78 116"), coat, 2.4)
	c.inked(curve("M 138 94 C 156 120 162 160 152 204 L 136 204 C 136 170 130 140 122 116"), coat.darker(0.5), 2.4)
	c.inked(polygon(point{74, 84}, point{100, 120}, point{90, 74}), coat.lighter(0.2), 2)
	c.inked(polygon(point{126, 84}, point{100, 120}, point{110, 74}), coat.darker(0.3), 2)
	c.inked(curve("M 84 44 L 116 44 C 118 62 112 80 100 82 C 88 80 82 62 84 44"), hex(0xE6B98F), 2)
	c.fill(curve("M 100 44 L 117 44 C 118 62 112 80 100 82"), black.veil(0.55))
	c.inked(curve("M 60 46 Q 100 32 140 46 Q 130 54 100 52 Q 70 54 60 46"), dark.lighter(0.12), 2.2)
	c.inked(curve("M 76 42 C 76 14 92 16 100 20 C 108 16 124 14 124 42 Q 100 34 76 42"), dark.lighter(0.16), 2.2)
	c.fill(curve("M 76 42 Q 100 33 124 42 L 124 36 Q 100 27 76 36"), p.main)
	c.fill(curve("M 70 50 Q 100 46 130 50 L 128 57 Q 100 52 72 57"), black.veil(0.7))
}

// robot is larger than a house.
func (c *canvas) robot(p comicPalette) {
	steel := mix(p.sky, hex(0xB9C2C8), 0.55)
	plate := func(s shape) {
		c.inked(s, c.linear(40, 0, 170, 60, blend(steel.lighter(0.35), steel, steel.darker(0.5))), 2.4)
	}
	for _, m := range []func(shape) shape{func(s shape) shape { return s }, mirrored} {
		plate(m(round(64, 236, 28, 66, 5)))
		plate(m(polygon(point{60, 296}, point{94, 296}, point{98, 366}, point{48, 366})))
		plate(m(round(24, 106, 30, 70, 8)))
		plate(m(polygon(point{20, 176}, point{56, 176}, point{50, 240}, point{16, 240})))
		c.inked(m(both(circle(20, 250, 7), circle(34, 254, 7), circle(47, 249, 7))), steel.darker(0.3), 2)
		c.inked(m(circle(42, 104, 19)), p.main, 2.4)
	}
	plate(polygon(point{50, 92}, point{150, 92}, point{138, 236}, point{62, 236}))
	c.inked(round(72, 116, 56, 44, 6), hex(0x17151E), 2.2)
	for i := range 3 {
		c.fill(circle(86+14*float64(i), 130, 4.5), []ink{p.accent, p.main, p.trim}[i])
	}
	c.fill(stroke(2.4, point{78, 150}, point{88, 142}, point{96, 152}, point{106, 140}, point{114, 151}, point{122, 146}), p.accent)
	for i := range 4 {
		c.fill(rect(76, 178+12*float64(i), 48, 4), black.veil(0.35))
	}
	plate(rect(86, 80, 28, 14))
	plate(round(64, 22, 72, 60, 12))
	c.inked(round(72, 40, 56, 18, 8), hex(0x17151E), 2)
	c.glow(both(circle(86, 49, 8), circle(114, 49, 8)), 12, p.main.lighter(0.3).veil(0.9))
	c.fill(both(circle(86, 49, 6), circle(114, 49, 6)), p.accent.lighter(0.4))
	for i := range 5 {
		c.fill(rect(82+8*float64(i), 66, 4, 10), black.veil(0.55))
	}
	c.inked(rect(98, 2, 4, 20), steel, 1.6)
	c.inked(circle(100, 0, 6), p.main, 2)
}

// rocket rises on a flame.
func (c *canvas) rocket(p comicPalette) {
	c.glow(curve("M 76 300 C 60 360 84 420 100 470 C 116 420 140 360 124 300"), 24, p.accent.veil(0.8))
	c.inked(curve("M 72 300 C 50 350 84 380 100 450 C 116 380 150 350 128 300"), p.main, 2.4)
	c.fill(curve("M 84 300 C 74 340 92 360 100 410 C 108 360 126 340 116 300"), p.accent)
	c.fill(curve("M 92 300 C 88 324 96 340 100 366 C 104 340 112 324 108 300"), white)
	for _, m := range []func(shape) shape{func(s shape) shape { return s }, mirrored} {
		c.inked(m(curve("M 66 214 C 40 240 28 280 26 330 C 44 306 58 300 76 298")), p.main, 2.6)
	}
	hull := curve("M 100 -10 C 144 40 156 130 144 220 L 128 304 L 72 304 L 56 220 C 44 130 56 40 100 -10")
	c.inked(hull, c.across(50, 100, p.trim.darker(0.1), white, p.trim, p.trim.darker(0.55)), 2.8)
	c.within(hull, func() {
		c.fill(rect(40, -20, 120, 72), p.main)
		c.fill(rect(40, 224, 120, 18), p.main)
		c.fill(rect(118, -20, 60, 340), black.veil(0.22))
	})
	c.inked(circle(100, 104, 26), p.accent, 2.4)
	c.inked(circle(100, 104, 18), c.radial(92, 96, 30, blend(p.sky.lighter(0.7), p.sky, p.deep)), 2)
	c.inked(circle(100, 170, 14), p.accent, 2.2)
	c.inked(circle(100, 170, 9), p.deep, 1.8)
	c.inked(curve("M 96 210 L 104 210 L 106 316 L 94 316"), p.main.darker(0.2), 2.2)
}

// saucer hovers, and its beam takes somebody away.
func (c *canvas) saucer(p comicPalette) {
	c.fill(polygon(point{64, 150}, point{136, 150}, point{210, 420}, point{-10, 420}), c.down(150, 270, p.accent.lighter(0.5).veil(0.85), p.accent.veil(0.15)))
	c.fill(curve("M 92 280 C 84 300 88 320 84 340 L 92 342 L 99 318 L 108 340 L 116 336 C 110 318 112 300 106 280 L 122 262 L 118 258 L 102 268 L 80 252 L 76 257"), hex(0x15121A))
	c.fill(circle(100, 264, 8), hex(0x15121A))
	c.inked(curve("M 58 92 C 60 40 140 40 142 92"), c.linear(60, 50, 140, 95, blend(p.sky.lighter(0.8), p.sky, p.deep)), 2.6)
	c.fill(curve("M 70 84 C 74 60 86 54 96 52 C 84 60 78 70 78 86"), white.veil(0.7))
	hull := curve("M -40 112 C -10 80 210 80 240 112 C 210 156 -10 156 -40 112")
	c.inked(hull, c.down(86, 66, mix(p.sky, white, 0.6), mix(p.sky, hex(0x9AA4AA), 0.5), p.deep), 2.8)
	c.fill(curve("M -40 112 C 0 128 200 128 240 112 C 210 156 -10 156 -40 112"), black.veil(0.35))
	for i := range 7 {
		x := -8 + 36*float64(i)
		c.glow(circle(x, 122-(x-100)*(x-100)/1400, 8), 8, p.accent.veil(0.8))
		c.inked(circle(x, 122-(x-100)*(x-100)/1400, 6.5), []ink{p.accent, p.main}[i%2], 1.8)
	}
}

// kraken has more arms than the boat has time.
func (c *canvas) kraken(p comicPalette) {
	skin := mix(p.main, p.deep, 0.35)
	for i, arm := range [][]point{{{-30, 420}, {0, 250}, {-50, 150}, {10, 60}, {60, 70}, {44, 104}}, {{230, 420}, {190, 260}, {262, 150}, {200, 50}, {140, 64}, {158, 100}}, {{60, 420}, {84, 330}, {40, 270}, {70, 200}, {110, 206}, {98, 228}}, {{150, 420}, {140, 350}, {176, 300}, {150, 236}, {120, 250}, {130, 264}}} {
		tentacle := tapered(arm, 34-float64(i)*4)
		c.inked(tentacle, skin.lighter(float64(i)*0.08), 2.8)
		for _, q := range arm[1 : len(arm)-1] {
			c.inked(circle(q.x+5, q.y+6, 5), p.accent.lighter(0.4), 1.5)
		}
	}
	c.inked(curve("M 40 330 L 166 330 C 160 356 150 366 138 366 L 70 366 C 54 364 44 350 40 330"), hex(0x6A3F22), 2.6)
	c.inked(polygon(point{100, 330}, point{100, 236}, point{148, 318}), p.trim, 2.4)
	c.fill(c.hills(random("surf", 1, 0), 420, 380, 9, 470, false).by(moved(-110, 0)), p.sky.lighter(0.35))
}

// tapered is a curved arm that becomes thin at its end.
func tapered(through []point, width float64) (out shape) {
	n := 10 * (len(through) - 1)
	at := func(i int) point { // a smooth curve through the points
		k, t := i/10, float64(i%10)/10
		p := func(j int) point { return through[min(len(through)-1, max(0, j))] }
		a, b, c, d := p(k-1), p(k), p(k+1), p(k+2)
		f := func(a, b, c, d float64) float64 {
			return b + 0.5*t*(c-a+t*(2*a-5*b+4*c-d+t*(3*(b-c)+d-a)))
		}
		return point{f(a.x, b.x, c.x, d.x), f(a.y, b.y, c.y, d.y)}
	}
	left, right := make([]point, 0, n), make([]point, 0, n)
	for i := range n {
		p, q := at(i), at(min(i+1, n))
		length := max(1e-6, math.Hypot(q.x-p.x, q.y-p.y))
		h := width * (1 - 0.86*float64(i)/float64(n))
		nx, ny := -(q.y-p.y)/length*h, (q.x-p.x)/length*h
		left, right = append(left, point{p.x + nx, p.y + ny}), append(right, point{p.x - nx, p.y - ny})
	}
	slices.Reverse(right)
	return polygon(append(left, right...)...)
}

// phantom is a hood with eyes, and hands that reach.
func (c *canvas) phantom(p comicPalette) {
	cloak := mix(p.deep, black, 0.35)
	c.inked(curve("M 100 0 C 150 6 166 60 168 110 C 196 150 206 260 214 400 L -14 400 C -6 260 4 150 32 110 C 34 60 50 6 100 0"), c.across(0, 200, cloak.lighter(0.22), cloak, cloak.darker(0.5)), 3)
	c.fill(curve("M 100 26 C 134 30 146 64 144 104 C 142 140 122 166 100 168 C 78 166 58 140 56 104 C 54 64 66 30 100 26"), hex(0x07060B))
	c.glow(both(ellipse(80, 92, 14, 7), ellipse(120, 92, 14, 7)), 16, p.main.lighter(0.2).veil(0.9))
	c.fill(both(curve("M 64 86 Q 82 84 92 98 Q 74 104 64 86"), curve("M 136 86 Q 118 84 108 98 Q 126 104 136 86")), p.accent.lighter(0.5))
	for i := range 5 {
		x := 24 + 38*float64(i)
		c.fill(polygon(point{100 + (x-100)*0.5, 190}, point{x - 8, 400}, point{x + 10, 400}), black.veil(0.3))
	}
	finger := curve("M -6 0 C -8 -20 -10 -40 -2 -62 L 4 -60 C 4 -40 6 -20 8 0")
	for _, m := range []func(shape) shape{func(s shape) shape { return s }, mirrored} {
		for i := range 4 {
			c.inked(m(finger.by(moved(30+11*float64(i), 236).of(turned(-28+16*float64(i))))), mix(p.sky, white, 0.55), 2)
		}
		c.inked(m(curve("M 20 230 C 30 218 66 218 74 234 C 74 262 60 276 48 282 C 32 276 20 258 20 230")), mix(p.sky, white, 0.5), 2.2)
		c.inked(m(curve("M 18 272 C 32 262 64 262 78 274 C 86 310 84 360 92 402 L -16 402 C -6 350 4 306 18 272")), cloak.lighter(0.1), 2.6)
	}
}
