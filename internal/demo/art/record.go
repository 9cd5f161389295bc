package art

import (
	"math/rand/v2"
	"strings"
)

// recordFacts is what the title of a record tells: "Alma Falk Trio: Moons".
type recordFacts struct {
	artist, album string
	palette
	design
	layout int
	disc   ink
}

func recordOf(c *canvas, t thing) (f recordFacts) {
	artist, album, ok := strings.Cut(t.title, ": ")
	if !ok {
		artist, album = "", t.title
	}
	f.artist, f.album = c.legible(artist), c.legible(album)
	f.palette, f.design, f.layout = pick(t.Rand, palettes), pick(t.Rand, designs), pick(t.Rand, []int{0, 0, 1, 1, 2, 2, 3})
	f.disc = hex(0x141416)
	if t.IntN(12) == 0 { // coloured vinyl
		f.disc = f.palette.first.darker(0.25)
	}
	return f
}

const sleeve = 460.0 // side of the sheet that a sleeve is drawn on

// record draws the sleeve with the disc, its back, a label, and the record on a
// turntable.
func record(c *canvas, t thing) {
	f := recordOf(c, t)
	g := on(t.Rand, wood, felt, stone, linen)
	paper := pick(t.Rand, studios)
	turn := t.Float64()*3 - 1.5
	seed := t.Uint64()
	s := random("sleeve", seed, 0)
	theme := f.album + " " + f.artist
	standing := t.IntN(2) == 0
	switch t.view {
	case 0:
		if standing {
			c.studio(paper, 520)
			turn = 0
		} else {
			c.table(g)
		}
		if standing { // it touches the floor
			c.glow(ellipse(300, 550, 250, 12), 16, black.veil(0.55))
		}
		c.in(moved(58, 88).of(about(sleeve/2, sleeve/2, turn, 1)), func() {
			c.lift(circle(sleeve*0.76, sleeve/2, sleeve*0.47), 26)
			c.disc(f, sleeve*0.76, sleeve/2, sleeve*0.475, t)
			c.sleeve(func() { c.sleeveFront(f, theme, s) })
		})
	case 1:
		c.table(g)
		c.in(moved(70, 70).of(about(sleeve/2, sleeve/2, turn, 1)).of(scaled(500/sleeve, 500/sleeve)), func() {
			c.sleeve(func() { c.sleeveBack(f, theme, s) })
		})
	case 2:
		c.table(g)
		c.disc(f, 300, 350, 520, t)
	default:
		c.turntable(f, t)
	}
}

// sleeve is a square of board with its shadow and its wear.
func (c *canvas) sleeve(draw func()) {
	sheet := round(0, 0, sleeve, sleeve, 2)
	c.lift(sheet, 27)
	c.within(sheet, func() {
		draw()
		c.fill(ring(sleeve*0.5, sleeve*0.5, sleeve*0.478, sleeve*0.47), white.veil(0.05+c.Float64()*0.1)) // the disc shows through
		c.fill(ring(sleeve*0.5, sleeve*0.5, sleeve*0.486, sleeve*0.478), black.veil(0.06))
		c.fill(frame(0, 0, sleeve, sleeve, 2), white.veil(0.25))
		for _, p := range []point{{0, 0}, {sleeve, 0}, {sleeve, sleeve}, {0, sleeve}} {
			c.glow(circle(p.x, p.y, 3+c.Float64()*7), 5, hex(0xEDE6D6).veil(0.8))
		}
		for range c.IntN(5) { // rubbed edges
			y := c.Float64() * sleeve
			c.glow(ellipse(sleeve, y, 2.5, 14+c.Float64()*30), 3, hex(0xEFE9DA).veil(0.6))
		}
		c.finish(0, 0, sleeve, sleeve, 6, 26, 6, 14, -2, -16, -30)
	})
}

// sleeveFront is the picture and the names.
func (c *canvas) sleeveFront(f recordFacts, title string, s *rand.Rand) {
	p := f.palette
	const w = sleeve
	switch f.layout {
	case 0: // picture, with names over it
		f.design(c, s, title, p, w, w)
		c.names(f, 24, 22, w-48, 92, 0, true)
	case 1: // names above a framed picture
		c.flood(p.ground)
		c.in(moved(24, 118), func() {
			c.within(rect(0, 0, w-48, w-142), func() { f.design(c, s, title, p, w-48, w-142) })
		})
		c.names(f, 24, 20, w-48, 84, 0, false)
	case 2: // a coloured band at the foot
		c.within(rect(0, 0, w, w*0.76), func() { f.design(c, s, title, p, w, w*0.9) })
		c.fill(rect(0, w*0.76, w, w*0.24), p.ground)
		c.fill(rect(0, w*0.76, w, 3), p.accent)
		c.names(f, 22, w*0.785, w-44, w*0.19, 0, false)
	default: // letters are the picture
		c.flood(p.ground)
		upper := strings.ToUpper(f.album)
		if upper == "" {
			f.design(c, s, title, p, w, w)
			return
		}
		l, lines := c.fit(letters{font: bold, size: 190, wide: 0.72, space: -0.02}, upper, w-44, w-110, 0.84)
		for i, line := range lines {
			c.fill(c.text(l, line, 22, 24+l.size*(0.74+0.84*float64(i))), []ink{p.ground.on(p.letters, p.first), p.accent, p.ground.on(p.first, p.second)}[i%3])
		}
		if y := 40 + l.size*0.84*float64(len(lines)); y < w-200 { // room for a picture
			c.in(moved(22, y), func() {
				c.within(rect(0, 0, w-44, w-88-y), func() { f.design(c, s, title, p, w-44, w-88-y) })
			})
		}
		c.fill(rect(22, w-70, w-44, 3), p.ground.on(p.letters, p.second))
		small := letters{font: bold, size: 30, wide: 0.95, space: 0.03}
		small, lines = c.fit(small, f.artist, w-120, 36, 1)
		c.fill(c.block(small, lines, 22, w-54, 1), p.ground.on(p.letters, p.second))
		c.fill(motif(title, s).at(w-48, w-36, 0.46), p.accent)
	}
}

// names sets artist and album into a box; on a picture they get a shade.
func (c *canvas) names(f recordFacts, x, y, w, h, align float64, shaded bool) {
	ink := f.palette.ground.on(f.palette.letters, f.palette.second)
	second := f.palette.ground.readable(f.palette.accent, f.palette.first, ink)
	if shaded {
		c.glow(rect(x-60, y-80, w+120, h+96), 34, f.palette.ground.veil(0.82))
	}
	top, lower := f.artist, f.album
	if top == "" {
		top, lower = lower, ""
	}
	if top == "" {
		c.fill(rect(x, y+h/2, w, 2), ink)
		return
	}
	first, lines := c.fit(letters{font: bold, size: h * 0.56, wide: 0.84, align: align}, top, w, h*0.56, 1)
	c.fill(c.block(first, lines, x, y, 1), ink)
	used := first.size * float64(len(lines))
	l, lines := c.fit(letters{font: regular, lean: 0.2, size: h * 0.36, wide: 0.95, align: align}, lower, w, h-used, 1.05)
	c.fill(c.block(l, lines, x, y+used+h*0.06, 1.05), second)
}
