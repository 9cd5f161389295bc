package art

import (
	"math/rand/v2"
	"regexp"
	"strings"
)

// stampFacts is what the title of a stamp tells: "Denmark 1923, Arms, 10 øre
// Carmine".
type stampFacts struct {
	issuer, year, set, value string
	colour                   ink
	design                   *rand.Rand // of the whole set
	w, h                     float64
	used                     bool
}

var stampColours = map[string]ink{
	"black": hex(0x26262A), "blue": hex(0x24508F), "brown": hex(0x6B4326), "carmine": hex(0xA81D3A), "chestnut": hex(0x8A3F22), "claret": hex(0x6E1B35), "green": hex(0x2B6B45),
	"grey": hex(0x5F656B), "lilac": hex(0x8A6AA0), "olive": hex(0x6B6B2A), "orange": hex(0xCF6A1C), "red": hex(0xB8271F), "ultramarine": hex(0x1F3C9C), "vermilion": hex(0xD03A20), "violet": hex(0x553080),
}

var stampTitle = regexp.MustCompile(`^(.*?) (\d{4}), (.*), (\S+ \S+) (\S+)$`)

func stampOf(t thing) (f stampFacts) {
	f.issuer, f.colour = t.title, stampColours["ultramarine"]
	if m := stampTitle.FindStringSubmatch(t.title); m != nil {
		f.issuer, f.year, f.set, f.value = m[1], m[2], m[3], m[4]
		if c, ok := stampColours[strings.ToLower(m[5])]; ok {
			f.colour = c
		}
	}
	f.design = random(f.issuer+f.year+f.set, 0, 0)
	f.w, f.h = 250, 300
	if f.design.IntN(3) == 0 {
		f.w, f.h = 330, 240
	}
	f.used = t.IntN(3) == 0
	if strings.Contains(t.facts, "\n") {
		f.used = t.has("\nused", "cancelled", "on cover")
	}
	return f
}

// stamp draws front, back, a look through the loupe, and the album page.
func stamp(c *canvas, t thing) {
	f := stampOf(t)
	seed := t.Uint64()
	turn := t.Float64()*6 - 3
	card := pick(t.Rand, []ink{hex(0x17181B), hex(0x1B1D22), hex(0x20242B), hex(0x2A1F1D)})
	middle := func(k float64) matrix {
		return moved(300, 350).of(turned(turn)).of(scaled(k, k)).of(moved(-f.w/2, -f.h/2))
	}
	switch t.view {
	case 0:
		c.stockCard(card)
		c.in(middle(1.5), func() { c.stampFront(f, seed) })
	case 1:
		c.stockCard(card)
		c.in(middle(1.5), func() { c.stampBack(f, t) })
	case 2:
		c.stockCard(card)
		c.in(middle(1.25), func() { c.stampFront(f, seed) })
		c.loupe(330, 300, 210, func() { c.in(moved(40, 70).of(middle(2.6)), func() { c.stampFront(f, seed) }) })
	default:
		c.albumPage(f, t, seed)
	}
}

// stockCard is black board under a sheet of film.
func (c *canvas) stockCard(board ink) {
	w, h := c.w, c.h
	c.flood(c.linear(0, 0, w, h, blend(board.lighter(0.2), board.lighter(0.06), board.darker(0.4))))
	c.roughAll(texture{grain(), 256, 256, 7})
	c.fill(rect(0, h*0.87, w, 3), white.veil(0.14))
	c.fill(rect(0, h*0.87+3, w, h), white.veil(0.045))
}

// perforated is a rectangle with teeth.
func perforated(w, h float64) (s shape) {
	nx, ny := int(w/14.5), int(h/14.5)
	bite := func(from, to point, n int) {
		for i := range n {
			at := func(t float64) point {
				t = (float64(i) + t) / float64(n)
				return point{from.x + (to.x-from.x)*t, from.y + (to.y-from.y)*t}
			}
			a, b := at(0.2), at(0.8)
			dx, dy := (b.x-a.x)*0.78, (b.y-a.y)*0.78
			s.line(a.x, a.y)
			s.cube(a.x-dy, a.y+dx, b.x-dy, b.y+dx, b.x, b.y)
		}
		s.line(to.x, to.y)
	}
	s.move(0, 0)
	bite(point{0, 0}, point{w, 0}, nx)
	bite(point{w, 0}, point{w, h}, ny)
	bite(point{w, h}, point{0, h}, nx)
	bite(point{0, h}, point{0, 0}, ny)
	return s
}

// stampFront is paper with the printed picture, and a cancel if it was used.
func (c *canvas) stampFront(f stampFacts, seed uint64) {
	paper := perforated(f.w, f.h)
	s := random("stamp", seed, 0)
	c.lift(paper, 9)
	tone := mix(hex(0xFBF8F0), hex(0xE9DCC0), s.Float64())
	c.fill(paper, c.linear(0, 0, f.w, f.h, blend(tone.lighter(0.3), tone, tone.darker(0.07))))
	dx, dy := s.Float64()*5-2.5, s.Float64()*5-2.5 // never quite centred
	c.within(paper, func() {
		c.in(moved(17+dx, 17+dy), func() { c.engraving(f, f.w-34, f.h-34) })
		if f.used {
			c.cancel(f, s)
		}
		c.roughAll(texture{cloud(), 500, 500, 5})
		c.finish(0, 0, f.w, f.h, 6, 14, 0, -16)
	})
	c.fill(paper.outline(0.8), black.veil(0.12))
}

// cancel is a round postmark with waves.
func (c *canvas) cancel(f stampFacts, s *rand.Rand) {
	x, y := f.w*(0.1+0.8*s.Float64()), f.h*(0.2+0.7*s.Float64())
	mark := hex(0x1A1A22).veil(0.62)
	c.in(moved(x, y).of(turned(s.Float64()*50-25)), func() {
		c.fill(both(ring(0, 0, 70, 66.5), ring(0, 0, 44, 42)), mark)
		l := letters{font: bold, size: 17, wide: 0.9, space: 0.1}
		c.fill(c.around(l, strings.ToUpper(c.legible(f.issuer)), 0, 0, 49, 0), mark)
		c.fill(c.around(l, "POST", 0, 0, -62, 180), mark)
		l.align, l.size = 0.5, 24
		c.fill(c.text(l, f.year, 0, 9), mark)
		for i := range 6 {
			var wave []point
			for k := range 40 {
				px := 72 + float64(k)*5
				wave = append(wave, point{px, -46 + 18*float64(i) + 5*float64((k/4)%2)})
			}
			c.fill(stroke(2.6, wave...), mark)
		}
	})
}

// stampBack is gum, a hinge and the shade of a watermark.
func (c *canvas) stampBack(f stampFacts, t thing) {
	paper := perforated(f.w, f.h)
	c.lift(paper, 9)
	c.fill(paper, c.linear(0, 0, f.w, f.h, blend(hex(0xF9F4E6), hex(0xEFE6CE), hex(0xE2D4B2))))
	c.within(paper, func() {
		c.in(moved(f.w-17, 17).of(scaled(-1, 1)), func() { // the print shines through
			c.fill(frame(0, 0, f.w-34, f.h-34, 10), f.colour.veil(0.09))
			c.fill(ellipse(f.w/2-17, f.h*0.42, f.w*0.24, f.h*0.26), f.colour.veil(0.07))
		})
		mark := motif("crown", t.Rand)
		for y := range 3 {
			for x := range 3 {
				c.fill(mark.at(f.w*(0.2+0.32*float64(x)+0.1*float64(y%2)), f.h*(0.2+0.3*float64(y)), 0.42), white.veil(0.5))
			}
		}
		c.roughAll(texture{cloud(), 700, 300, 8})
		if t.IntN(2) == 0 { // hinge
			hinge := polygon(point{f.w * 0.3, f.h * 0.16}, point{f.w * 0.72, f.h * 0.14}, point{f.w * 0.7, f.h * 0.42}, point{f.w * 0.33, f.h * 0.4})
			c.shadow(hinge, 1, 2, 3, 0.2)
			c.fill(hinge, hex(0xF2E9CF).veil(0.9))
			c.fill(stroke(1, point{f.w * 0.31, f.h * 0.26}, point{f.w * 0.71, f.h * 0.25}), black.veil(0.15))
		}
		c.fill(c.text(letters{font: regular, size: 13, wide: 1, lean: 0.24}, f.value, f.w*0.62, f.h*0.9), hex(0x4A4A52).veil(0.5))
		c.flood(c.linear(0, 0, f.w, f.h, steps(stop{0, white.veil(0.3)}, stop{0.4, white.veil(0)}, stop{0.55, white.veil(0.18)}, stop{0.7, white.veil(0)}, stop{1, black.veil(0.12)})))
	})
}
