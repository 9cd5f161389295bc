package art

import "math/rand/v2"

// comicFigure is who the story is about.
func (c *canvas) comicFigure(f comicFacts, s *rand.Rand) {
	suit := costume{f.palette.main, f.palette.accent, f.palette.main.darker(0.25), pick(f.style, []ink{hex(0xF0C39B), hex(0xC98F63), hex(0x8A5A3A), hex(0xF4D3B4)}), motif(f.series, f.style)}
	if f.palette.main.light() > 0.6 {
		suit.cape = f.palette.deep.lighter(0.15)
	}
	place := func(x, y, size, turn float64, draw func()) {
		c.in(moved(x, y).of(turned(turn)).of(scaled(size, size)).of(moved(-100, -200)), draw)
	}
	switch s.IntN(8) {
	case 6:
		place(260, 430, 1.35, -6, func() { c.saucer(f.palette) })
	case 7:
		place(260, 490, 1.6, 0, func() { c.kraken(f.palette) })
	case 0:
		place(260, 500, 1.5, s.Float64()*4-2, func() { c.hero(suit) })
	case 1:
		place(270, 450, 1.45, 62+s.Float64()*16, func() { c.flyer(suit) })
	case 2:
		place(250, 505, 1.55, 0, func() { c.detective(f.palette) })
	case 3:
		place(265, 480, 1.6, 0, func() { c.robot(f.palette) })
		place(120, 705, 0.42, 0, func() { c.hero(suit) })
	case 4:
		place(260, 440, 1.5, 24+s.Float64()*12, func() { c.rocket(f.palette) })
	default:
		place(260, 470, 1.7, 0, func() { c.phantom(f.palette) })
		place(120, 690, 0.5, 0, func() { c.hero(suit) })
	}
}

// costume is what a hero wears.
type costume struct {
	main, trim, cape, skin ink
	emblem                 shape
}

func mirrored(s shape) shape { return s.by(moved(200, 0).of(scaled(-1, 1))) }

// hero stands with fists on hips, on a sheet of 200×400.
func (c *canvas) hero(u costume) {
	const w = 2.4
	cape := curve("M 64 72 C 36 120 30 220 4 330 Q 40 306 62 338 Q 92 306 116 340 Q 146 306 196 328 C 172 220 164 120 136 72")
	c.inked(cape, c.across(0, 200, u.cape.darker(0.4), u.cape, u.cape.lighter(0.12), u.cape.darker(0.35)), w)
	for _, x := range []float64{40, 160} {
		c.fill(polygon(point{100 + (x-100)*0.6, 90}, point{x - 6, 318}, point{x + 10, 312}), black.veil(0.25))
	}
	leg := curve("M 80 168 L 101 172 C 100 210 94 244 90 264 C 92 290 88 306 82 336 L 58 338 C 60 306 58 284 66 258 C 66 230 70 200 80 168")
	boot := curve("M 61 286 Q 76 280 90 284 C 90 304 88 320 84 340 L 46 342 Q 44 334 58 328 C 60 314 60 300 61 286")
	for _, m := range []func(shape) shape{func(s shape) shape { return s }, mirrored} {
		c.inked(m(leg), u.main, w)
		c.inked(m(boot), u.trim, w)
		c.inked(m(curve("M 64 76 C 46 82 38 104 29 132 C 28 142 40 148 48 140 C 60 122 70 112 74 98")), u.main, w)
		c.inked(m(curve("M 30 132 C 40 154 56 166 74 176 C 84 178 88 166 82 160 C 66 152 56 142 50 132")), u.trim, w)
	}
	torso := curve("M 60 82 C 70 68 86 68 100 68 C 114 68 130 68 140 82 C 146 102 134 132 121 172 L 79 172 C 66 132 54 102 60 82")
	c.inked(torso, u.main, w)
	c.within(torso, func() {
		c.fill(polygon(point{112, 60}, point{150, 70}, point{140, 130}, point{122, 180}, point{106, 180}, point{124, 120}), black.veil(0.3))
	})
	c.inked(curve("M 79 164 L 121 164 L 125 188 Q 112 188 100 200 Q 88 188 75 188"), u.trim, w)
	c.inked(rect(78, 160, 44, 9), u.trim.darker(0.3), w)
	c.inked(star(100, 108, 24, 24, 12, 0), u.trim, 1.6)
	c.fill(u.emblem.at(100, 108, 0.36), u.cape.darker(0.3))
	c.inked(rect(91, 54, 18, 18), u.skin.darker(0.15), w)
	c.inked(curve("M 82 36 C 82 16 118 16 118 36 C 118 52 112 64 100 66 C 88 64 82 52 82 36"), u.skin, w)
	c.fill(curve("M 81 38 C 78 12 90 8 104 8 C 120 8 122 24 119 38 C 116 28 110 24 100 26 C 90 26 84 28 81 38"), hex(0x1A1418))
	c.fill(curve("M 82 36 L 118 36 L 116 45 L 104 45 L 100 41 L 96 45 L 84 45"), u.trim.darker(0.45))
	c.fill(both(ellipse(91, 40.5, 4, 2), ellipse(109, 40.5, 4, 2)), white)
	c.fill(stroke(1.6, point{95, 57}, point{100, 58}, point{106, 56}), hex(0x5A2018))
}

// flyer has one fist ahead, drawn upwards to be turned.
func (c *canvas) flyer(u costume) {
	const w = 2.4
	c.inked(curve("M 76 120 C 50 180 30 260 44 390 Q 70 350 92 372 Q 116 344 140 384 C 156 280 150 180 124 120"), c.across(40, 110, u.cape.darker(0.45), u.cape, u.cape.darker(0.3)), w)
	c.inked(curve("M 84 204 L 102 206 C 104 250 98 300 92 356 L 74 352 C 72 300 76 250 84 204"), u.main, w)
	c.inked(curve("M 98 206 L 118 202 C 128 250 122 276 112 322 L 96 316 C 102 270 98 240 98 206"), u.main, w)
	c.inked(curve("M 74 310 Q 84 304 95 310 L 92 362 Q 84 380 76 360"), u.trim, w)
	c.inked(curve("M 97 286 Q 108 284 117 292 L 110 330 Q 102 344 94 324"), u.trim, w)
	c.inked(curve("M 128 116 C 150 134 152 160 138 186 C 130 192 122 186 124 178 C 130 160 126 146 116 134"), u.main, w)
	torso := curve("M 70 118 C 80 104 120 104 132 118 C 134 150 126 180 119 210 L 83 210 C 74 180 66 150 70 118")
	c.inked(torso, u.main, w)
	c.within(torso, func() {
		c.fill(polygon(point{112, 100}, point{140, 110}, point{120, 215}, point{104, 215}), black.veil(0.3))
	})
	c.inked(curve("M 82 202 L 120 202 L 122 222 Q 110 224 101 232 Q 92 224 80 222"), u.trim, w)
	c.inked(star(100, 144, 20, 20, 12, 0), u.trim, 1.6)
	c.fill(u.emblem.at(100, 144, 0.3), u.cape.darker(0.3))
	c.inked(curve("M 86 116 C 74 100 62 60 66 18 L 86 16 C 84 56 92 84 104 106"), u.main, w)
	c.inked(curve("M 64 22 C 60 4 72 -4 80 -2 C 92 0 92 14 88 24"), u.trim, w)
	c.inked(curve("M 94 92 C 94 74 126 72 128 92 C 128 108 120 118 110 118 C 100 116 94 106 94 92"), u.skin, w)
	c.fill(curve("M 94 94 C 90 68 102 64 114 64 C 128 64 132 80 128 92 C 124 82 116 80 110 82 C 102 82 96 84 94 94"), hex(0x1A1418))
	c.fill(curve("M 95 92 L 128 90 L 125 99 L 98 100"), u.trim.darker(0.45))
	c.fill(both(ellipse(104, 95.5, 3.4, 1.8), ellipse(118, 94.5, 3.4, 1.8)), white)
}
