package art

import "math"

// cameraBack is the side that the photographer sees.
func (c *canvas) cameraBack(f cameraFacts) {
	if f.kind == twinLens || f.kind == boxCamera || f.kind == instant {
		c.hoodFromAbove(f)
		return
	}
	c.floorShadow(300, 424, 216)
	c.knob(f, 120, 168, 66, 28)
	c.knob(f, 404, 166, 60, 30)
	body := round(86, 190, 428, 232, 32)
	if f.kind == reflex {
		c.fill(curve("M 236 200 L 258 150 Q 262 142 272 142 L 328 142 Q 338 142 342 150 L 364 200"), c.metalDown(f, 142, 70))
	}
	c.fill(body, c.metalDown(f, 190, 232))
	c.within(body, func() {
		c.leatherette(rect(86, 252, 428, 130), f, 252, 130)
		c.fill(both(rect(86, 250, 428, 3), rect(86, 380, 428, 3)), black.veil(0.4))
		c.fill(rect(86, 190, 428, 240), c.linear(86, 0, 514, 0, steps(stop{0, black.veil(0.45)}, stop{0.1, black.veil(0)}, stop{0.24, white.veil(0.14)}, stop{0.9, black.veil(0.06)}, stop{1, black.veil(0.45)})))
	})
	door := round(150, 258, 300, 118, 10)
	c.fill(door.outline(2), black.veil(0.45))
	c.fill(door.by(moved(0, 2)).outline(1), white.veil(0.12))
	x := 150.0
	if f.kind == reflex {
		x = 276
	}
	c.fill(round(x-8, 162, 64, 42, 8), hex(0x121315))
	c.window(f, x+4, 172, 40, 24)
	c.nameplate(f, 386, 216, 130, 18)
	dial := circle(300, 316, 40)
	c.fill(dial, c.sweep(300, 316, 30, blend(f.shade, f.bright, f.metal, f.bright, f.shade)))
	c.fill(circle(300, 316, 33), hex(0x1A1B1D))
	l := letters{font: regular, size: 9, wide: 1, space: 0.5}
	c.fill(c.around(l, "25 50 100 200 400 800", 300, 316, 24, 0), white.veil(0.8))
	c.fill(polygon(point{296, 312}, point{304, 312}, point{300, 296}), f.mark)
	strap := both(ring(84, 226, 12, 8), ring(516, 226, 12, 8))
	c.fill(strap, c.metalDown(f, 214, 24))
}

// hoodFromAbove is the finder of a camera held at the waist.
func (c *canvas) hoodFromAbove(f cameraFacts) {
	body := round(150, 120, 300, 330, 20)
	c.shadow(body, 12, 20, 36, 0.55)
	c.leatherette(body, f, 120, 330)
	c.fill(body, c.linear(150, 120, 450, 450, steps(stop{0, white.veil(0.16)}, stop{0.5, black.veil(0)}, stop{1, black.veil(0.35)})))
	c.fill(round(170, 140, 260, 290, 10), c.metalDown(f, 140, 290))
	for i, p := range [][4]point{{{180, 150}, {420, 150}, {390, 190}, {210, 190}}, {{420, 150}, {420, 420}, {390, 380}, {390, 190}}, {{180, 420}, {420, 420}, {390, 380}, {210, 380}}, {{180, 150}, {180, 420}, {210, 380}, {210, 190}}} {
		c.fill(polygon(p[:]...), []ink{hex(0x2A2B2E), hex(0x17181A), hex(0x3A3B3E), hex(0x101112)}[i])
	}
	screen := rect(210, 190, 180, 190)
	c.fill(screen, c.down(190, 190, hex(0xBFD4E6), hex(0xE9EFEA), hex(0x9AA88A), hex(0x5E6E4E)))
	c.within(screen, func() { // what stands before the lens
		c.fill(c.hills(random("finder", uint64(len(f.name)), 0), 180, 300, 20, 390, true).by(moved(210, 0)), hex(0x54664A).veil(0.9))
		c.fill(tree().at(262, 300, 0.7), hex(0x2E3D28).veil(0.9))
		c.fill(house().at(338, 318, 0.5), hex(0x6A4A3A).veil(0.9))
		c.fill(screen, c.radial(300, 285, 150, steps(stop{0, white.veil(0.12)}, stop{0.6, black.veil(0)}, stop{1, black.veil(0.5)})))
	})
	for i := range 5 {
		k := float64(i+1) / 6
		c.fill(both(rect(210+180*k, 190, 0.8, 190), rect(210, 190+190*k, 180, 0.8)), black.veil(0.3))
	}
	for _, x := range []float64{128, 452} {
		c.knob(f, x, 230, 24, 56)
	}
	c.nameplate(cameraFacts{maker: f.maker, bright: f.skin}, 300, 432, 200, 15)
}

// cameraCase is a camera lying in its leather case.
func (c *canvas) cameraCase(f cameraFacts, t thing) {
	hide := pick(t.Rand, []ink{hex(0x6B3F22), hex(0x8A5530), hex(0x4A2A18), hex(0x3A2A22)})
	outer := round(64, 60, 592, 480, 70)
	c.shadow(outer, 14, 22, 40, 0.6)
	c.fill(outer, c.linear(64, 60, 656, 540, blend(hide.lighter(0.2), hide, hide.darker(0.4))))
	c.rough(outer, texture{pebble(), 200, 200, 14})
	c.fill(round(76, 72, 568, 456, 60).outline(2), black.veil(0.2))
	stitches := dashes(round(84, 80, 552, 440, 54), 13, 7, 2.2)
	c.fill(stitches, hex(0xE8D2A8).veil(0.75))
	inner := round(104, 100, 512, 400, 46)
	lining := pick(t.Rand, []ink{hex(0x5A1822), hex(0x2A2430), hex(0x3A3226), hex(0x1E3A2E)})
	c.fill(inner, c.linear(104, 100, 616, 500, blend(lining.darker(0.5), lining, lining.lighter(0.12))))
	c.rough(inner, texture{grain(), 256, 256, 14})
	c.within(inner, func() {
		c.shadow(frameRound(60, 56, 600, 488, 46), 6, 12, 24, 0.6)
		c.in(moved(360, 300).of(scaled(0.86, 0.86)).of(moved(-300, -306)), func() { c.cameraFront(f) })
	})
	for _, x := range []float64{56, 640} {
		c.fill(round(x, 270, 24, 60, 8), hide.darker(0.3))
		c.fill(circle(x+12, 300, 8), c.radial(x+9, 297, 12, blend(hex(0xF2E2B0), hex(0xB08A3A), hex(0x5A4210))))
	}
}

// dashes are stitches along an outline.
func dashes(s shape, every, length, width float64) (out shape) {
	outline := s.lines()[0]
	outline = append(outline, outline[0])
	along := 0.0 // since the last stitch began
	for i := 1; i < len(outline); i++ {
		p, q := outline[i-1], outline[i]
		far := math.Hypot(q.x-p.x, q.y-p.y)
		for at := every - along; at < far; at += every {
			a, b := at/far, min(1, (at+length)/far)
			out = append(out, stroke(width, point{p.x + (q.x-p.x)*a, p.y + (q.y-p.y)*a}, point{p.x + (q.x-p.x)*b, p.y + (q.y-p.y)*b})...)
		}
		along = math.Mod(along+far, every)
	}
	return out
}

// frameRound is a frame whose opening has round corners.
func frameRound(x, y, w, h, width float64) shape {
	return both(rect(x, y, w, h), hole(round(x+width, y+width, w-2*width, h-2*width, 40)))
}
