package art

import (
	"math/rand/v2"
	"strings"
)

// bookBack is the other cover: a few words and a bar code, or plain cloth.
func (c *canvas) bookBack(f bookFacts, s *rand.Rand) {
	const w, h = boardW, boardH
	if f.binding == clothbound || f.binding == leather {
		c.flood(f.cloth)
		c.roughAll(texture{grain(), 256, 60, 16})
		c.roughAll(texture{grain(), 60, 256, 16})
		c.stamped(both(frame(28, 26, w-72, h-52, 3), f.motif.at(w/2-8, h/2, 0.9)), f.gilt)
		return
	}
	p := f.palette
	ground := p.ground
	c.flood(ground)
	ink := ground.on(p.letters, p.second)
	c.fill(rect(0, 0, w, 26), p.accent)
	c.fill(f.motif.at(w/2, 96, 0.9), ground.readable(p.first, p.accent, ink))
	l := letters{font: regular, lean: 0.2, size: 25, wide: 1}
	quote := pick(s, []string{"“I read it in one night, and then again.”", "“Nobody else could have written this.”", "“Strange, exact, and very funny.”", "“A book to give to a friend, and to ask back.”"})
	y := 190.0
	for _, line := range c.wrap(l, quote, w-88) {
		c.fill(c.text(l, line, 44, y), ground.readable(p.first, ink))
		y += 33
	}
	l = letters{font: regular, size: 16.5, wide: 0.97}
	text := "Late one evening a letter arrives that should have been delivered thirty years ago. Whoever wrote it knew what would happen to the house, the harbour and the people in it. What begins as a search for the sender becomes a journey through a town that has agreed to forget. Quietly told and hard to put down, this is a story about what we keep and what keeps us."
	y += 12
	for _, line := range c.wrap(l, text, w-88) {
		c.fill(c.text(l, line, 44, y), ink)
		y += 23
	}
	c.barcode(w-150, h-104, 112, 68)
	c.fill(rect(44, h-62, 90, 2), p.accent)
}

// titlePage is an open book.
func (c *canvas) titlePage(f bookFacts, s *rand.Rand) {
	c.in(about(320, 420, -1.5, 1), func() {
		c.lift(rect(-190, 86, 800, 668), 36)
		c.fill(round(-200, 80, 822, 680, 6), f.cloth)
		for i := range 5 {
			k := float64(i)
			c.fill(rect(-196, 92+k, 810-k*3, 656), mix(hex(0xBFB08E), hex(0xF3EAD6), k/4))
		}
		page := rect(118, 92, 482, 656)
		c.fill(page, c.linear(118, 0, 600, 0, steps(stop{0, hex(0xB9AA8C)}, stop{0.08, hex(0xE4D9C0)}, stop{0.22, hex(0xF6EFDF)}, stop{0.8, hex(0xF3EBD8)}, stop{1, hex(0xE6DBC2)})))
		c.fill(rect(-200, 92, 318, 656), c.linear(-60, 0, 118, 0, steps(stop{0, hex(0xEFE6D2)}, stop{0.7, hex(0xDDD0B4)}, stop{1, hex(0x9C8D70)})))
		ink := hex(0x2A2420).veil(0.92)
		l := letters{font: regular, size: 50, wide: 0.95, align: 0.5, serif: true, space: 0.04}
		l, lines := c.fit(l, strings.ToUpper(f.title), 380, 190, 1.18)
		c.fill(c.block(l, lines, 366, 178, 1.18), ink)
		y := 200 + float64(len(lines))*l.size*1.18
		by, lines := c.fit(letters{font: regular, lean: 0.2, size: 24, wide: 1, align: 0.5}, f.author, 380, 28, 1)
		c.fill(c.block(by, lines, 366, 136, 1), ink)
		c.fill(both(rect(316, y, 100, 1.6), star(366, y+1, 7, 3, 4, 0)), ink)
		c.fill(f.motif.at(366, 500, 1.25), f.palette.second.darker(0.1).veil(0.8))
		c.fill(frame(150, 124, 432, 592, 1.2), ink.veil(0.35))
		c.fill(c.text(letters{font: regular, lean: 0.2, size: 17, wide: 1, align: 0.5}, pick(s, []string{"with a frontispiece", "with an afterword", "with plates", "with notes"}), 366, 636), ink)
		for range 14 { // foxing
			p := point{150 + s.Float64()*440, 100 + s.Float64()*640}
			c.glow(circle(p.x, p.y, 1+s.Float64()*3), 3, hex(0xA8743A).veil(0.3))
		}
		c.rough(rect(-200, 92, 800, 656), texture{grain(), 256, 256, 5})
	})
}

var neighbours = []string{"Harbour Lights", "A Field Guide", "The Quiet Year", "Collected Essays", "Night Ferry", "Of Maps", "The Orchard", "Letters, II", "Winter Walks",
	"On Glass", "Salt", "Two Rivers", "The Ice House", "Poems", "A Life in Trains", "Small Gods of the Road", "Atlas"}

// shelf stands the book between others.
func (c *canvas) shelf(f bookFacts, s *rand.Rand) {
	board := grounds[s.IntN(3)]
	w, h := c.w, c.h
	c.flood(c.down(0, h, board.paint[0].darker(0.7), board.paint[0].darker(0.35)))
	x, first := -20.0, s.IntN(len(neighbours))
	for n := 0; x < w; n++ {
		one := f
		if n != 4 {
			o := thing{Rand: random("neighbour", s.Uint64(), uint64(n))}
			one = bookOf(c, o)
			one.author = ""
			one.title = neighbours[(n+first)%len(neighbours)]
		}
		wide := one.thick * 1.25
		tall := 560 + s.Float64()*120
		drop := 0.0
		if n == 4 {
			tall, drop, wide = 664, 10, one.thick*1.35
		}
		c.in(moved(x, 742-tall+drop).of(scaled(wide/one.thick, tall/boardH)), func() {
			c.within(round(0, 0, one.thick, boardH, 3), func() {
				c.bookSpine(one)
				c.flood(c.across(0, one.thick, black.veil(0.55), white.veil(0.1), white.veil(0.2), black.veil(0.1), black.veil(0.5)))
				if n != 4 {
					c.flood(c.down(0, boardH, black.veil(0.12), black.veil(0.3)))
				}
			})
		})
		x += wide + 1
	}
	c.fill(rect(0, 0, w, 120), c.down(0, 120, black.veil(0.75), black.veil(0)))
	c.fill(rect(0, 742, w, h-742), c.down(742, h-742, board.paint[2], board.paint[1], board.paint[0]))
	c.rough(rect(0, 742, w, h-742), texture{cloud(), 60, 900, 26})
	c.fill(rect(0, 742, w, 22), c.down(742, 22, black.veil(0.6), black.veil(0)))
	c.fill(rect(0, 770, w, 2), white.veil(0.18))
}
