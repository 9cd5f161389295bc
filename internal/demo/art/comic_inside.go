package art

import "math/rand/v2"

// comicBack is an advertisement, as every back cover has one.
func (c *canvas) comicBack(f comicFacts, s *rand.Rand) {
	p := f.palette
	c.flood(pick(s, []ink{hex(0xF7E8B6), hex(0xF4D9C4), hex(0xDDE9E4), p.accent.lighter(0.5)}))
	c.fill(rect(0, 0, coverW, 190), p.main)
	c.fill(rect(0, 0, coverW, 190), c.halftone(0, 60, 0, 260, 9, p.main.darker(0.5).veil(0.7)))
	head := pick(s, []string{"BUILD YOUR OWN TELESCOPE!", "AMAZE YOUR FRIENDS!", "LEARN TO DRAW AT HOME!", "100 TOY ASTRONAUTS!", "SEE THE STARS TONIGHT!"})
	l, lines := c.fit(letters{font: bold, size: 76, wide: 0.8, align: 0.5}, head, 470, 150, 0.95)
	c.letter3d(c.block(l, lines, coverW/2, 96-float64(len(lines))*l.size*0.46, 0.95), hex(0xFFF3B0), p.accent, 7)
	c.inked(round(30, 220, 220, 270, 8), white, 3)
	c.within(round(30, 220, 220, 270, 8), func() {
		c.fill(rays(140, 360, 300, 12, 0), p.sky.veil(0.35))
		c.fill(motif(head+f.series, s).at(140, 355, 1.7), p.deep)
	})
	small := letters{font: regular, size: 15, wide: 0.95}
	text := "Yes! You too can own this wonder of our age. Sturdy, easy to put together, and guaranteed to last. No tools needed. Thousands of happy owners all over the country wrote to tell us so. Send no money now: fill in the coupon, and it will come to your door. Supplies are limited, so write today!"
	for i, line := range c.wrap(small, text, 226) {
		c.fill(c.text(small, line, 272, 238+19*float64(i)), hex(0x221C22))
	}
	small.font, small.size = bold, 34
	c.fill(c.text(small, pick(s, []string{"ONLY $1.98", "JUST $2.50", "ONLY 98¢", "FREE TRIAL"}), 272, 540), p.main)
	for i := range 3 {
		x := 30 + float64(i)*158
		c.inked(round(x, 560, 144, 90, 6), []ink{p.sky, p.accent, p.main.lighter(0.3)}[i], 2.4)
		c.fill(motifs[s.IntN(len(motifs))].draw().at(x+72, 605, 0.66), hex(0x221C22).veil(0.85))
	}
	dashes := both()
	for x := 30.0; x < 490; x += 16 {
		dashes = append(dashes, both(rect(x, 668, 9, 2.2), rect(x, 778, 9, 2.2))...)
	}
	c.fill(dashes, hex(0x221C22))
	tiny := letters{font: bold, size: 13, wide: 0.95}
	for i, label := range []string{"NAME", "ADDRESS", "CITY"} {
		y := 700 + 28*float64(i)
		c.fill(c.text(tiny, label, 40, y), hex(0x221C22))
		c.fill(rect(118, y, 356, 1.4), hex(0x221C22))
	}
}

// comicPage is a page of panels.
func (c *canvas) comicPage(f comicFacts, s *rand.Rand) {
	c.flood(c.across(0, coverW, hex(0xE9DFC4), hex(0xF5EEDC), hex(0xF1E8D2)))
	rows := pick(s, [][]float64{{0.36, 0.3, 0.34}, {0.28, 0.44, 0.28}, {0.5, 0.25, 0.25}})
	y := 26.0
	n := 0
	for _, share := range rows {
		h := share * 748
		cuts := pick(s, [][]float64{{1}, {0.5, 0.5}, {0.38, 0.62}, {0.62, 0.38}, {0.34, 0.3, 0.36}})
		if share > 0.4 {
			cuts = []float64{1}
		}
		x := 24.0
		for _, cut := range cuts {
			w := cut * 472
			c.panel(f, s, x, y, w-8, h-8, n)
			x += w
			n++
		}
		y += h
	}
}

// panel is one picture of a page, with a caption or a balloon.
func (c *canvas) panel(f comicFacts, s *rand.Rand, x, y, w, h float64, n int) {
	box := rect(x, y, w, h)
	p := f.palette
	if n%2 == 1 {
		p.sky, p.accent, p.main = p.accent, p.main, p.sky
	}
	c.within(box, func() {
		k := max(w/coverW, h/520)
		c.in(moved(x+w/2-coverW/2*k, y+h/2-500*k).of(scaled(k, k)), func() {
			c.comicScene(p, s)
			c.comicFigure(f, s)
		})
	})
	c.fill(box.outline(3), hex(0x15121A))
	lines := []string{"LATER …", "MEANWHILE, AT THE HARBOUR …", "AND SO IT BEGINS.", "NIGHT FALLS.", "BUT HE IS NOT ALONE."}
	spoken := []string{"Who goes there?", "It cannot be!", "Run!", "We meet again.", "There is no time!", "Look out!"}
	l := letters{font: bold, size: 13, wide: 0.92, align: 0.5}
	if s.IntN(2) == 0 {
		l, text := c.fit(l, pick(s, lines), w*0.6, 40, 1.15)
		c.inked(rect(x+6, y+6, w*0.6+12, float64(len(text))*15+10), hex(0xFBE58A), 2)
		c.fill(c.block(l, text, x+12+w*0.3, y+12, 1.15), hex(0x15121A))
		return
	}
	cx, cy, rx := x+w*0.68, y+34, min(w*0.3, 76.0)
	balloon := both(ellipse(cx, cy, rx, 26), polygon(point{cx - 12, cy + 20}, point{cx + 6, cy + 22}, point{cx - 22, cy + 48}))
	c.fill(balloon.outline(4), hex(0x15121A))
	c.fill(balloon, white)
	l, text := c.fit(l, pick(s, spoken), rx*1.6, 36, 1.1)
	c.fill(c.block(l, text, cx, cy-float64(len(text))*l.size*0.55, 1.1), hex(0x15121A))
}
