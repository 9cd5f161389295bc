package art

import (
	"math/rand/v2"
	"strings"
)

// bandedCover is a paperback of a series: coloured bands and an emblem.
func (c *canvas) bandedCover(f bookFacts, s *rand.Rand) {
	const w, h = boardW, boardH
	p := f.palette
	paper := hex(0xF5EEDD)
	c.flood(paper)
	tone := p.first
	if tone.light() > 0.75 {
		tone = p.accent
	}
	switch s.IntN(3) {
	case 0: // three bands
		c.fill(rect(0, 0, w, h*0.27), tone)
		c.fill(rect(0, h*0.73, w, h*0.27), tone)
		c.fill(both(rect(24, h*0.3, w-48, 2), rect(24, h*0.7, w-48, 2)), hex(0x26221E))
		c.heading(f, letters{font: bold, size: 54, wide: 0.92, align: 0.5}, w/2, h*0.32, w-60, h*0.28, hex(0x26221E))
		c.fill(c.text(letters{font: regular, size: 22, wide: 1, align: 0.5}, f.author, w/2, h*0.655), hex(0x26221E))
		c.fill(f.motif.at(w/2, h*0.86, 0.9), tone.readable(paper, hex(0x26221E)))
		c.fill(ellipse(w/2, h*0.14, 96, 34), paper)
		c.fill(c.text(letters{font: bold, size: 22, wide: 1, space: 0.16, align: 0.5, serif: true}, "LIBRARY", w/2, h*0.14+8), tone.darker(0.3))
	case 1: // a pattern with a roundel
		repeated(c, s, f.theme, p, w, h)
		c.fill(circle(w/2, h*0.44, 158), paper)
		c.fill(ring(w/2, h*0.44, 150, 146), tone)
		c.heading(f, letters{font: bold, size: 46, wide: 0.92, align: 0.5}, w/2, h*0.44-92, 232, 150, hex(0x26221E))
		c.fill(c.text(letters{font: regular, size: 19, wide: 1, align: 0.5}, f.author, w/2, h*0.44+92), hex(0x26221E))
	default: // a column beside the picture
		c.fill(rect(0, 0, w*0.3, h), tone)
		c.in(moved(w*0.3, 0), func() { c.within(rect(0, 0, w*0.7, h), func() { f.design(c, s, f.theme, p, w*0.7, h) }) })
		ink := tone.readable(paper, hex(0x26221E))
		title := f.title
		l := letters{font: bold, size: 64, wide: 0.9}
		l, lines := c.fit(l, title, h-150, w*0.26, 1.02)
		c.in(moved(w*0.15-float64(len(lines))*l.size*0.5, h-36).of(turned(-90)), func() { c.fill(c.block(l, lines, 0, 0, 1.02), ink) })
		c.fill(f.motif.at(w*0.15, 62, 0.7), ink)
	}
}

// gilded is a cover of cloth or leather with stamped metal.
func (c *canvas) gilded(f bookFacts, s *rand.Rand) {
	const w, h = boardW, boardH
	c.flood(f.cloth)
	if f.binding == leather {
		c.roughAll(texture{cloud(), 700, 700, 22})
		c.roughAll(texture{pebble(), 256, 256, 14})
	} else {
		c.roughAll(texture{grain(), 256, 60, 16})
		c.roughAll(texture{grain(), 60, 256, 16})
	}
	var stamp shape
	layout := s.IntN(4)
	if f.binding == leather && layout == 3 {
		layout = 0
	}
	switch layout {
	case 0: // double frame, corners, medallion
		stamp = both(frame(44, 26, w-72, h-52, 4), frame(54, 36, w-92, h-72, 1.6), ring(w/2+8, h*0.64, 92, 87), ring(w/2+8, h*0.64, 82, 80), f.motif.at(w/2+8, h*0.64, 1.25))
		for _, p := range []point{{78, 60}, {w - 62, 60}, {w - 62, h - 60}, {78, h - 60}} {
			stamp = both(stamp, star(p.x, p.y, 19, 6, 8, 0), ring(p.x, p.y, 5, 3))
		}
	case 1: // a border of leaves
		stamp = both(frame(44, 26, w-72, h-52, 2))
		for i := range 13 {
			x := 66 + float64(i)*(w-116)/12
			stamp = both(stamp, leafPair(x, 50), leafPair(x, h-50))
		}
		for i := range 17 {
			y := 84 + float64(i)*(h-168)/16
			stamp = both(stamp, leafPair(64, y), leafPair(w-48, y))
		}
		stamp = both(stamp, f.motif.at(w/2+8, h*0.64, 1.5))
	case 2: // rays
		stamp = both(frame(44, 26, w-72, h-52, 5), f.motif.at(w/2+8, h*0.68, 1.2))
		for i := range 28 {
			a := 360 / 28 * float64(i)
			p, q := polar(w/2+8, h*0.68, 88, a), polar(w/2+8, h*0.68, 108+float64(i%2)*18, a)
			stamp = both(stamp, stroke(2.6, p, q))
		}
	default: // plain, with a device
		stamp = both(rect(70, 70, w-124, 3), rect(70, 282, w-124, 3), f.motif.at(w/2+8, h*0.8, 0.8))
	}
	l := letters{font: regular, size: 50, wide: 0.95, align: 0.5, serif: true, space: 0.04}
	l, lines := c.fit(l, strings.ToUpper(f.title), w-140, 150, 1.15)
	stamp = both(stamp, c.block(l, lines, w/2+8, 160-float64(len(lines))*l.size*0.575, 1.15))
	by, lines := c.fit(letters{font: regular, size: 19, wide: 1, align: 0.5, space: 0.1}, strings.ToUpper(f.author), w-150, 22, 1)
	stamp = both(stamp, c.block(by, lines, w/2+8, 246, 1))
	c.stamped(stamp, f.gilt)
}

// leafPair is two leaves that touch.
func leafPair(x, y float64) shape {
	leaf := curve("M 0 0 Q 4 -9 12 -9 Q 10 0 0 0")
	return both(leaf.at(x, y, 1), leaf.by(moved(x, y).of(turned(180))), circle(x, y, 1.6))
}

// stamped presses metal foil into a cover: a dark edge above, a light one
// below, and foil that shines in patches.
func (c *canvas) stamped(s shape, foil *ramp) {
	c.fill(s.by(moved(-0.8, -1)), black.veil(0.45))
	c.fill(s.by(moved(0.8, 1)), white.veil(0.25))
	ox, noise := c.IntN(512), cloud()
	c.fill(s, pattern(func(x, y int, out []ink) {
		for k := range out {
			v := int(noise.at((x+k)>>1+ox, y>>1)) + int(noise.at((x+k)*3, y*3+ox))/3
			out[k] = foil[within(min(250, 70+v*3/4-(x+k+y)/14))]
			if v < 70 { // rubbed off
				out[k].a = 120
			}
		}
	}))
}

// bookSpine is the title from top to bottom, or across if the book is thick.
func (c *canvas) bookSpine(f bookFacts) {
	w, h := f.thick, boardH
	ground := f.palette.ground
	printed := f.binding == jacket || f.binding == paperback
	if !printed {
		ground = f.cloth
	} else if f.binding == paperback {
		if ground = f.palette.first; ground.light() > 0.75 {
			ground = f.palette.accent
		}
	}
	c.flood(ground)
	if !printed {
		c.roughAll(texture{grain(), 256, 80, 14})
	}
	l, lines := c.fit(letters{font: bold, size: w * 0.62, wide: 0.9}, f.title, h*0.66, w*0.7, 1)
	var title shape
	if len(lines) > 0 {
		title = c.block(l, lines, 0, 0, 1).by(moved(w*0.5+float64(len(lines))*l.size*0.48, h*0.12).of(turned(90)))
	}
	device := f.motif.at(w/2, h*0.9, w*0.0062)
	if words := strings.Fields(f.author); len(words) > 0 { // the family name across
		by, lines := c.fit(letters{font: bold, size: w * 0.3, wide: 0.9, align: 0.5}, words[len(words)-1], w*0.86, w*0.4, 1)
		title = both(title, c.block(by, lines, w/2, h*0.075, 1))
	}
	if printed {
		colour := ground.readable(f.palette.letters, hex(0xF6F0E2), hex(0x26221E))
		c.fill(both(title, device), colour)
		c.fill(both(rect(0, h*0.045, w, 5), rect(0, h*0.82, w, 5)), f.palette.accent)
		return
	}
	stamp := both(title, device)
	for _, y := range []float64{0.03, 0.05, 0.81, 0.83, 0.96} {
		stamp = both(stamp, rect(0, h*y, w, 3))
	}
	if f.binding == leather { // bands over the cords
		for _, y := range []float64{0.09, 0.79} {
			c.fill(rect(0, h*y, w, 12), c.down(h*y, 12, ground.lighter(0.3), ground, ground.darker(0.6)))
		}
	}
	c.stamped(stamp, f.gilt)
}
