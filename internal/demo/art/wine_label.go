package art

import "strings"

// frontLabel names house, place and vintage, in the style of the house.
func (c *canvas) frontLabel(f wineFacts, w, h float64) {
	s := random("label "+f.house, 0, 0)
	paper := pick(s, []ink{hex(0xF6F0E0), hex(0xFBF8F0), hex(0xEFE4C8), hex(0xF3ECDD), hex(0x1C1C1F), hex(0xF1E9D6)})
	pen := paper.on(hex(0x241E1A), hex(0xE9D9A6))
	accent := pick(s, []ink{hex(0x7A1424), hex(0x8A6A1E), hex(0x1E3A2E), hex(0x1E2E52)})
	if paper.light() < 0.4 {
		accent = hex(0xC9A24A)
	}
	arch := 0.0
	if s.IntN(4) == 0 {
		arch = 16
	}
	label := c.labelPaper(w, h, paper, arch)
	width := w * 1.5
	put := func(l letters, text string, y, room float64, colour paint) {
		l, lines := c.fit(l, text, width, room, 1.08)
		c.fill(wrapped(c.block(l, lines, 0, y+(room-float64(len(lines))*l.size*1.08)/2, 1.08), w), colour)
	}
	emblem := motif(f.house, s)
	c.within(label, func() {
		switch s.IntN(4) {
		case 0: // an engraved house
			c.fill(wrapped(both(frame(-w*0.86, 8, w*1.72, h-16, 1.2), frame(-w*0.83, 11, w*1.66, h-22, 0.6)), w), accent)
			c.view(f, w, 16, h*0.34, pen)
			put(letters{font: regular, size: 25, wide: 0.95, align: 0.5, serif: true, space: 0.03}, strings.ToUpper(f.house), h*0.43, h*0.24, pen)
			c.fill(wrapped(both(rect(-22, h*0.68, 44, 0.8), star(0, h*0.68, 4, 1.6, 4, 0)), w), accent)
			put(letters{font: regular, lean: 0.2, size: 17, wide: 1, align: 0.5}, f.place, h*0.7, h*0.12, pen)
			put(letters{font: bold, size: 19, wide: 1, align: 0.5, space: 0.12, serif: true}, f.vintage, h*0.82, h*0.1, accent)
		case 1: // large vintage
			put(letters{font: bold, size: 54, wide: 0.8, align: 0.5, space: 0.02}, f.vintage, h*0.06, h*0.28, accent)
			c.fill(wrapped(rect(-w*0.75, h*0.37, w*1.5, 1.6), w), pen)
			put(letters{font: bold, size: 25, wide: 0.92, align: 0.5}, f.house, h*0.4, h*0.32, pen)
			put(letters{font: regular, size: 14, wide: 1, align: 0.5, space: 0.16}, strings.ToUpper(f.place), h*0.74, h*0.16, pen)
		case 2: // a block of colour with an emblem
			c.fill(wrapped(polygonGrid(-w, -20, 2*w, h*0.5, 0), w), accent)
			c.fill(wrapped(emblem.at(0, h*0.2, min(w, h)*0.0042), w), paper.on(hex(0xF6F0E0), hex(0xF6F0E0)))
			put(letters{font: bold, size: 22, wide: 0.92, align: 0.5}, f.house, h*0.5, h*0.26, pen)
			put(letters{font: regular, lean: 0.2, size: 15, wide: 1, align: 0.5}, f.place, h*0.75, h*0.11, pen)
			put(letters{font: regular, size: 14, wide: 1, align: 0.5, space: 0.2}, f.vintage, h*0.86, h*0.09, pen)
		default: // a seal and quiet letters
			c.fill(wrapped(both(ring(0, h*0.24, h*0.16, h*0.152), ring(0, h*0.24, h*0.138, h*0.134), emblem.at(0, h*0.24, h*0.0022)), w), accent)
			put(letters{font: regular, size: 24, wide: 0.95, align: 0.5, serif: true, space: 0.05}, strings.ToUpper(f.house), h*0.44, h*0.26, pen)
			put(letters{font: regular, size: 14, wide: 1, align: 0.5, space: 0.1}, f.place, h*0.71, h*0.12, pen)
			put(letters{font: regular, lean: 0.2, size: 17, wide: 1, align: 0.5}, f.vintage, h*0.83, h*0.12, accent)
		}
	})
	c.labelLight(label, w)
}

// view is a small engraving of an estate among its vines.
func (c *canvas) view(f wineFacts, w, y, h float64, pen ink) {
	s := random("estate "+f.house, 0, 0)
	c.in(moved(-w*0.6, y), func() {
		ww := w * 1.2
		hill := c.hills(s, ww, h*0.66, h*0.12, h, false)
		c.within(rect(0, 0, ww, h), func() {
			c.fill(hill, c.hatch(0, h*0.2, 0, h*1.4, 1.5, 20, pen))
			building := pick(s, []func() shape{castle, house, lighthouse, castle})()
			for _, x := range []float64{0.18, 0.27, 0.74, 0.84} {
				c.fill(tree().at(ww*x, h*0.56, h*0.0042), pen)
			}
			size := h * 0.0086
			c.fill(building.at(ww/2, h*0.46, size).outline(3), hex(0xF6F0E0))
			c.fill(building.at(ww/2, h*0.46, size), pen)
			for i := range 5 { // rows of vines
				row := make([]point, 9)
				for k := range row {
					row[k] = point{ww * float64(k) / 8, h * (0.8 + 0.05*float64(i))}
				}
				c.fill(stroke(0.7, row...), pen)
			}
		})
	})
}

// backLabel is small print.
func (c *canvas) backLabel(f wineFacts, w, h float64) {
	s := random("label "+f.house, 0, 0)
	paper := pick(s, []ink{hex(0xF6F0E0), hex(0xFBF8F0), hex(0xEFE4C8), hex(0xF3ECDD), hex(0x1C1C1F), hex(0xF1E9D6)})
	pen := paper.on(hex(0x241E1A), hex(0xE9D9A6))
	h *= 0.8
	label := c.labelPaper(w*0.92, h, paper, 0)
	width := w * 1.34
	l, lines := c.fit(letters{font: bold, size: 17, wide: 0.95, align: 0.5}, f.house, width, 38, 1.1)
	c.fill(wrapped(c.block(l, lines, 0, 14, 1.1), w), pen)
	y := 22 + float64(len(lines))*l.size*1.1
	c.fill(wrapped(rect(-w*0.3, y, w*0.6, 0.8), w), pen)
	small := letters{font: regular, size: 8.6, wide: 0.98, align: 0.5}
	text := pick(s, []string{"Grown on steep slopes above the river, picked by hand and pressed the same day. Rested in old oak for two winters. Best with friends, and given time.",
		"The vines were planted by our grandparents in stony ground, and they give little. What they give we leave alone. Store lying down, open an hour before.",
		"Three parcels, one cellar, no hurry. Fermented with its own yeasts and bottled without filtering, so a little deposit is a good sign."})
	for _, line := range c.wrap(small, text, width*0.92) {
		y += 12.4
		c.fill(wrapped(c.text(small, line, 0, y), w), pen)
	}
	foot := letters{font: bold, size: 9, wide: 1, align: 0.5}
	c.fill(wrapped(c.text(foot, "0.75 l   ·   "+f.place+" "+f.vintage, 0, h-42), w), pen)
	c.in(moved(0, h-36), func() { c.barcode(-26, 0, 52, 27) })
	c.labelLight(label, w)
}

// wineCase is a wooden box with bottles lying in it.
func (c *canvas) wineCase(f wineFacts, t thing) {
	w, h := c.w, c.h
	c.table(pick(t.Rand, []ground{grounds[7], grounds[8], grounds[2], grounds[4]}))
	box := round(44, 30, w-88, h-60, 4)
	c.shadow(box, 10, 18, 34, 0.6)
	pine := [3]ink{hex(0xA9854F), hex(0xCFAE78), hex(0xE6CD9E)}
	c.fill(box, c.linear(0, 0, w, h, blend(pine[2], pine[1], pine[0])))
	c.rough(box, texture{cloud(), 900, 40, 30})
	inner := rect(66, 52, w-132, h-104)
	c.fill(inner, hex(0x3A2A18))
	c.within(inner, func() {
		for range 260 { // wood wool
			x, y := 40+c.Float64()*(w-80), 30+c.Float64()*(h-60)
			bend := c.Float64()*80 - 40
			var curl shape
			curl.move(x, y)
			curl.cube(x+bend, y+c.Float64()*30, x+30, y-bend, x+c.Float64()*90-20, y+c.Float64()*70-35)
			c.fill(lockOf(curl, 2), mix(hex(0xE2C894), hex(0x7A5A30), c.Float64()))
		}
		const n = 2
		step := (w - 132) / n
		k := min(0.98, (step-8)/(2*f.wide))
		for i := range n {
			x := 66 + step*(float64(i)+0.5)
			s := f.glassShape()
			m := moved(x, h/2-350*k).of(scaled(k, k))
			if i%2 == 1 {
				m = moved(x, h/2+350*k).of(scaled(k, -k))
			}
			c.in(m, func() { c.shadow(s, 6, 4, 14, 0.6) })
			c.in(m, func() { c.lying(f, i%2 == 1) })
		}
		c.shadow(frame(30, 16, w-60, h-32, 36), 5, 9, 16, 0.55)
	})
	l, lines := c.fit(letters{font: bold, size: 18, wide: 1, align: 0.5, space: 0.14}, strings.ToUpper(f.house), w-150, 20, 1)
	c.fill(c.block(l, lines, w/2, h-50, 1), hex(0x3A2010).veil(0.75))
}

// lying is a bottle without a floor below it; its label is right side up.
func (c *canvas) lying(f wineFacts, flipped bool) {
	s, w, g := f.glassShape(), f.wide, f.glass
	c.fill(s, c.linear(-w, 0, w, 0, steps(stop{0, g[2]}, stop{0.1, g[1]}, stop{0.34, g[1].lighter(0.1)}, stop{0.62, mix(g[1], g[2], 0.7)}, stop{1, g[2].darker(0.2)})))
	c.within(s, func() {
		c.fill(rect(-60, -10, 120, f.foil+100), c.linear(-26, 0, 26, 0, steps(stop{0, f.capsule.darker(0.65)}, stop{0.3, f.capsule.lighter(0.4)}, stop{0.6, f.capsule}, stop{1, f.capsule.darker(0.75)})))
		c.fill(rect(-w, f.foil, 2*w, 700), c.linear(-w, 0, w, 0, steps(stop{0, g[2]}, stop{0.1, g[1]}, stop{0.34, g[1].lighter(0.1)}, stop{0.62, mix(g[1], g[2], 0.7)}, stop{1, g[2].darker(0.2)})))
	})
	m := moved(0, f.label[0])
	if flipped {
		m = moved(0, f.label[0]+f.label[1]).of(scaled(1, -1))
	}
	c.in(m, func() { c.frontLabel(f, f.wide, f.label[1]) })
	c.within(s, func() {
		c.fill(bent(f, -0.7, 0.1), white.veil(0.4))
		c.fill(bent(f, 0.84, 0.05), white.veil(0.15))
	})
}
