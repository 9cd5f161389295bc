package art

import (
	"math/rand/v2"
	"strings"
)

// bookFacts are the looks of one book. The author is named if a line begins with
// "By ".
type bookFacts struct {
	title, theme, author string
	palette
	design
	binding int
	cloth   ink
	gilt    *ramp
	thick   float64
	motif   shape
}

const (
	jacket = iota // a printed dust jacket
	paperback
	clothbound
	leather
)

const boardW, boardH = 400.0, 600.0 // a cover is drawn on a sheet of this size

var cloths = []ink{hex(0x1F3A34), hex(0x5A1C24), hex(0x1E2B4A), hex(0x3E2A1E), hex(0x7A2E1C), hex(0x2B4A5A), hex(0x4A3A5A), hex(0x6B5A2E), hex(0x26282B), hex(0x8A3A3A), hex(0x2F5A4A), hex(0xB08A4A)}

func bookOf(c *canvas, t thing) (f bookFacts) {
	f.title, f.theme = c.legible(t.title), t.title
	f.palette, f.design = pick(t.Rand, palettes), pick(t.Rand, designs)
	f.binding = pick(t.Rand, []int{jacket, jacket, jacket, paperback, paperback, clothbound, clothbound, leather})
	switch {
	case t.has("\npaperback", "\nmass-market"):
		f.binding = paperback
	case t.has("\ncloth"):
		f.binding = clothbound
	case t.has(" leather"):
		f.binding = leather
	case t.has("\nhardcover") && f.binding == paperback:
		f.binding = jacket
	}
	for _, line := range t.more {
		if author, ok := strings.CutPrefix(line, "By "); ok {
			f.author = c.legible(author)
		}
	}
	f.cloth, f.gilt = pick(t.Rand, cloths), gold
	if t.IntN(4) == 0 {
		f.gilt = silver
	}
	f.thick = 34 + t.Float64()*34
	f.motif = motif(t.title, t.Rand)
	return f
}

// book draws the front, the back, the title page, and the book on its shelf.
func book(c *canvas, t thing) {
	f := bookOf(c, t)
	g := on(t.Rand, wood, felt, stone, linen)
	paper := pick(t.Rand, studios)
	lying := t.IntN(3) == 0
	turn := t.Float64()*8 - 4
	s := random("book", t.Uint64(), 0)
	switch {
	case t.view == 0 && lying:
		c.table(g)
		c.in(moved(104, 86).of(about(boardW/2, boardH/2, turn, 1.08)), func() { c.volume(f, func() { c.bookFront(f, s) }) })
	case t.view == 0:
		c.studio(paper, 690)
		c.standing(f, s)
	case t.view == 1:
		c.table(g)
		c.in(moved(104, 86).of(about(boardW/2, boardH/2, -turn, 1.08)), func() { c.volume(f, func() { c.bookBack(f, s) }) })
	case t.view == 2:
		c.table(g)
		c.titlePage(f, s)
	default:
		c.shelf(f, s)
	}
}

// volume is a book lying on a table, with the edge of its pages below.
func (c *canvas) volume(f bookFacts, draw func()) {
	board := round(0, 0, boardW, boardH, 4)
	c.lift(board, 42)
	c.fill(board.by(moved(8, 8)), f.cloth.darker(0.5))
	c.fill(rect(2, 6, boardW+3, boardH-2), hex(0xE7DDC6))
	for i := range 3 {
		c.fill(rect(boardW+float64(i)*1.5, 4, 0.7, boardH-2), hex(0x8A7A5A).veil(0.5))
		c.fill(rect(4, boardH+float64(i)*1.5, boardW, 0.7), hex(0x8A7A5A).veil(0.5))
	}
	c.within(board, func() {
		draw()
		c.boardLight(f)
	})
}

// standing is a book upright, turned so that its spine shows.
func (c *canvas) standing(f bookFacts, s *rand.Rand) {
	k := f.thick / 52
	x := 176.0
	front := onto(boardW, boardH, point{x, 92}, point{x + 358, 128}, point{x + 358, 716}, point{x, 772})
	spine := onto(f.thick, boardH, point{x - 58*k, 122}, point{x, 92}, point{x, 772}, point{x - 58*k, 724})
	floor := polygon(point{x - 58*k, 724}, point{x, 772}, point{x + 358, 716}, point{x + 470, 738}, point{x + 300, 800}, point{x + 10, 800})
	c.glow(floor, 30, black.veil(0.42))
	c.glow(polygon(point{x - 58*k, 722}, point{x, 771}, point{x + 358, 715}, point{x + 358, 723}, point{x, 780}, point{x - 58*k, 730}), 8, black.veil(0.6))
	c.in(front, func() {
		c.within(rect(0, 0, boardW, boardH), func() {
			c.bookFront(f, s)
			c.boardLight(f)
		})
	})
	c.in(spine, func() {
		c.within(rect(0, 0, f.thick, boardH), func() { c.bookSpine(f) })
		c.fill(rect(0, 0, f.thick, boardH), c.across(0, f.thick, black.veil(0.5), black.veil(0.2), white.veil(0.12), black.veil(0.1)))
	})
	c.fill(stroke(1.6, point{x, 92}, point{x, 772}), white.veil(0.22))
}

// boardLight is the joint, the light and the wear of a cover.
func (c *canvas) boardLight(f bookFacts) {
	if f.binding != paperback {
		c.fill(rect(0, 0, 34, boardH), c.linear(0, 0, 34, 0, steps(stop{0, white.veil(0.1)}, stop{0.4, black.veil(0.1)}, stop{0.6, black.veil(0.32)}, stop{0.75, white.veil(0.14)}, stop{1, white.veil(0)})))
	} else {
		c.fill(rect(0, 0, 20, boardH), c.linear(0, 0, 20, 0, steps(stop{0, white.veil(0.25)}, stop{0.5, black.veil(0.12)}, stop{1, black.veil(0)})))
	}
	for _, p := range []point{{boardW, 0}, {boardW, boardH}, {0, 0}, {0, boardH}} {
		c.glow(circle(p.x, p.y, 2+c.Float64()*6), 5, hex(0xE8DCC4).veil(0.6))
	}
	c.finish(0, 0, boardW, boardH, 6, 28, 6, 9, -3, -18, -32)
}

// bookFront is the cover with the title.
func (c *canvas) bookFront(f bookFacts, s *rand.Rand) {
	switch f.binding {
	case clothbound, leather:
		c.gilded(f, s)
	case paperback:
		c.bandedCover(f, s)
	default:
		c.jacketCover(f, s)
	}
}

// jacketCover is a picture with the title set into it, in one of several ways.
func (c *canvas) jacketCover(f bookFacts, s *rand.Rand) {
	const w, h = boardW, boardH
	p := f.palette
	l := letters{font: bold, size: 62, wide: 0.92, align: 0.5, serif: s.IntN(2) == 0}
	switch s.IntN(3) {
	case 0: // a label on the picture
		f.design(c, s, f.theme, p, w, h)
		box := rect(48, 78, w-96, 168)
		paper := p.ground.on(hex(0xF6F0E2), hex(0xF6F0E2))
		c.shadow(box, 2, 4, 8, 0.3)
		c.fill(box, paper)
		c.fill(frame(56, 86, w-112, 152, 1.5), p.second)
		c.heading(f, l, w/2, 98, w-136, 128, paper.readable(p.second, hex(0x26221E)))
		c.byline(f, w/2, h-70, 0.5, p.ground, true)
	case 1: // the upper half is plain
		c.flood(p.ground)
		c.in(moved(0, h*0.4), func() { c.within(rect(0, 0, w, h*0.6), func() { f.design(c, s, f.theme, p, w, h*0.6) }) })
		c.fill(rect(0, h*0.4-3, w, 6), p.accent)
		l.align, l.size = 0, 76
		c.heading(f, l, 36, 50, w-66, h*0.4-104, p.ground.on(p.letters, p.second))
		c.byline(f, 36, h*0.4-48, 0, p.ground, false)
	default: // over the whole picture
		f.design(c, s, f.theme, p, w, h)
		c.glow(rect(-40, -60, w+80, 250), 50, p.ground.veil(0.85))
		l.size = 72
		c.heading(f, l, w/2, 44, w-64, 170, p.ground.on(p.letters, p.second))
		c.byline(f, w/2, h-70, 0.5, p.ground, true)
	}
}

// byline is the author, on a patch of the ground colour where there is a
// picture below.
func (c *canvas) byline(f bookFacts, x, y, align float64, ground ink, patch bool) {
	if f.author == "" {
		return
	}
	l, lines := c.fit(letters{font: regular, size: 26, wide: 1, space: 0.08, align: align}, strings.ToUpper(f.author), boardW-90, 30, 1)
	if patch {
		c.glow(rect(-30, y-14, boardW+60, 120), 26, ground.veil(0.85))
	}
	c.fill(c.block(l, lines, x, y, 1), ground.on(f.palette.letters, f.palette.second))
}

// heading is the title in a box, or a rule with an ornament if it cannot be
// written.
func (c *canvas) heading(f bookFacts, l letters, x, y, w, h float64, colour ink) {
	title := f.title
	if l.serif {
		title = strings.ToUpper(title)
		l.font, l.space = regular, 0.03
	}
	if title == "" {
		c.fill(f.motif.at(x+(0.5-l.align)*w, y+h/2, h*0.008), colour)
		return
	}
	l, lines := c.fit(l, title, w, h, 1.08)
	c.fill(c.block(l, lines, x, y+(h-float64(len(lines))*l.size*1.08)/2, 1.08), colour)
}
