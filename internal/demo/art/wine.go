package art

import (
	"math/rand/v2"
	"regexp"
	"slices"
)

// wineFacts is what the title of a wine tells: "Domaine Falk Cuvée Ida, Barolo
// 2012".
type wineFacts struct {
	house, place, vintage string
	bottle
	capsule ink
	style   *rand.Rand // of the house
	palette
}

// bottle is a shape and its glass. The outline is the right half, from the lip
// down, on a sheet where the middle is 0 and the foot is at 700.
type bottle struct {
	outline string
	glass   [3]ink // light, middle, dark
	label   [2]float64
	wide    float64
	foil    float64 // where the capsule ends
}

// Glass and what shows through it: of sweet, of white, of red and of rosé wine.
var (
	goldenGlass = [3]ink{hex(0xF3EFC8), hex(0xD9C66A), hex(0x8A7428)}
	greenGlass  = [3]ink{hex(0x9AA66A), hex(0x66743A), hex(0x272E16)}
	darkGlass   = [3]ink{hex(0x4E6647), hex(0x1E2E1E), hex(0x080D09)}
	pinkGlass   = [3]ink{hex(0xF9DCD0), hex(0xE8A898), hex(0xB06A5A)}
)

// The bottles of the regions.
var (
	bordeaux  = bottle{"M 0 0 L 25 0 L 25 22 L 22 24 L 22 150 C 22 190 36 206 62 222 C 84 236 90 252 90 284 L 90 676 Q 90 700 68 700 L 0 700", darkGlass, [2]float64{360, 250}, 90, 118}
	burgundy  = bottle{"M 0 0 L 25 0 L 25 22 L 22 24 L 22 120 C 24 190 46 230 74 270 C 92 298 100 320 100 360 L 100 674 Q 100 700 76 700 L 0 700", darkGlass, [2]float64{410, 220}, 100, 112}
	flute     = bottle{"M 0 0 L 24 0 L 24 20 L 21 22 L 21 110 C 24 200 60 260 74 330 C 78 350 80 370 80 400 L 80 678 Q 80 700 62 700 L 0 700", greenGlass, [2]float64{430, 210}, 80, 120}
	champagne = bottle{"M 0 0 L 27 0 L 29 30 L 26 36 L 26 120 C 30 190 52 232 82 276 C 100 304 106 330 106 366 L 106 672 Q 106 700 82 700 L 0 700", darkGlass, [2]float64{410, 200}, 106, 196}
	flagon    = bottle{"M 0 90 L 24 90 L 24 110 L 21 112 L 21 190 C 22 250 60 270 100 320 C 140 372 150 430 142 500 C 136 560 130 620 112 672 Q 104 700 80 700 L 0 700", greenGlass, [2]float64{430, 180}, 142, 190}
	port      = bottle{"M 0 30 L 27 30 L 27 52 L 23 54 L 23 100 C 34 120 34 150 24 176 C 22 200 36 216 62 230 C 88 244 94 258 94 290 L 94 676 Q 94 700 72 700 L 0 700", darkGlass, [2]float64{370, 230}, 94, 120}
)

var wineTitle = regexp.MustCompile(`^(.*), (.*?) (\d{4})$`)

func wineOf(c *canvas, t thing) (f wineFacts) {
	f.house = t.title
	if m := wineTitle.FindStringSubmatch(t.title); m != nil {
		f.house, f.place, f.vintage = m[1], m[2], m[3]
	}
	f.style = random("house "+f.house, 0, 0)
	f.house, f.place = c.legible(f.house), c.legible(f.place)
	f.palette = pick(f.style, palettes)
	f.capsule = pick(f.style, []ink{hex(0x6A1220), hex(0x1A1A1C), hex(0xB8923A), hex(0x23402E), hex(0x1E2E52), hex(0x8A1C1C), hex(0xC9C4B8)})
	f.bottle = pick(f.style, []bottle{bordeaux, bordeaux, burgundy})
	switch {
	case t.has("champagne", "sparkling", "crémant"):
		f.bottle, f.capsule = champagne, pick(f.style, []ink{hex(0xC9A24A), hex(0xD9D4C8), hex(0x8A1C2A)})
	case t.has("mosel", "wachau", "alsace", "riesling"):
		f.bottle = flute
	case t.has("franken"):
		f.bottle = flagon
	case t.has("porto", "fortified"):
		f.bottle = port
	case t.has("sauternes", "dessert"):
		f.bottle.outline, f.glass = bordeaux.outline, goldenGlass
	case t.has("meursault", "vouvray", "rías baixas", "white"):
		f.bottle, f.glass = burgundy, greenGlass
	case t.has("nuits", "barolo", "côte-rôtie", "burgundy"):
		f.bottle = burgundy
	case t.has("rosé"):
		f.glass = pinkGlass
	}
	return f
}

// glassShape is the whole outline of a bottle.
func (b bottle) glassShape() shape {
	right := curve(b.outline)
	var left []point
	for _, p := range right.lines()[0] {
		left = append(left, point{-p.x, p.y})
	}
	slices.Reverse(left)
	for _, p := range left {
		right.line(p.x, p.y)
	}
	return right
}

// wine draws the bottle, its back, its label, and a case.
func wine(c *canvas, t thing) {
	f := wineOf(c, t)
	paper := pick(t.Rand, studios)
	switch t.view {
	case 0:
		c.studio(paper, 690)
		c.in(moved(280, 62), func() { c.bottle(f, c.frontLabel) })
	case 1:
		c.studio(paper, 690)
		c.in(moved(280, 62), func() { c.bottle(f, c.backLabel) })
	case 2:
		c.studio(paper, 900)
		c.in(moved(280, -f.label[0]*2.4+160).of(scaled(2.4, 2.4)), func() { c.bottle(f, c.frontLabel) })
	default:
		c.wineCase(f, t)
	}
}

// bottle is glass with its capsule and its label, standing at 0, 700.
func (c *canvas) bottle(f wineFacts, label func(f wineFacts, w, h float64)) {
	s, w := f.glassShape(), f.wide
	c.glow(ellipse(34, 702, w*1.25, 16), 24, black.veil(0.5))
	c.glow(ellipse(4, 700, w*0.98, 7), 6, black.veil(0.7))
	c.glow(polygon(point{0, 690}, point{w, 690}, point{w * 2.6, 726}, point{w * 1.4, 738}), 22, mix(f.glass[1], black, 0.3).veil(0.35)) // light through the glass
	g := f.glass
	c.fill(s, c.linear(-w, 0, w, 0, steps(stop{0, g[2]}, stop{0.07, g[1]}, stop{0.16, g[1].lighter(0.12)}, stop{0.34, g[1]}, stop{0.62, mix(g[1], g[2], 0.7)}, stop{0.86, g[2]}, stop{0.95, g[1]}, stop{1, g[2].darker(0.2)})))
	c.within(s, func() {
		c.fill(rect(-w, 640, 2*w, 60), c.down(640, 60, black.veil(0), black.veil(0.5)))
		c.fill(ellipse(0, 700, w*0.8, 16), g[1].veil(0.5))
		neck := rect(-60, -10, 120, f.foil+10)
		c.fill(neck, c.linear(-26, 0, 26, 0, steps(stop{0, f.capsule.darker(0.65)}, stop{0.2, f.capsule.lighter(0.1)}, stop{0.3, f.capsule.lighter(0.5)}, stop{0.4, f.capsule}, stop{0.75, f.capsule.darker(0.4)}, stop{1, f.capsule.darker(0.75)})))
		if f.foil > 150 && f.outline == champagne.outline { // crumpled foil
			c.rough(neck, texture{cloud(), 900, 700, 44})
		}
		c.fill(both(rect(-60, f.foil-12, 120, 1.4), rect(-60, f.foil-8, 120, 1.4)), hex(0xE8CF8A).veil(0.7))
		c.fill(rect(-60, 22, 120, 2.4), black.veil(0.35))
		c.fill(rect(-60, f.foil, 120, 2.5), black.veil(0.4))
	})
	c.in(moved(0, f.label[0]), func() { label(f, f.wide, f.label[1]) })
	c.within(s, func() { // soft boxes beside the camera
		c.fill(bent(f, -0.74, 0.1), white.veil(0.5))
		c.fill(bent(f, -0.56, 0.035), white.veil(0.22))
		c.fill(bent(f, 0.84, 0.05), white.veil(0.2))
		c.glow(rect(-w*0.45, 250, w*0.2, 430), 18, white.veil(0.1))
	})
}

// bent is a reflection that follows the side of the bottle, at a part of its
// width.
func bent(f wineFacts, at, thick float64) shape {
	var left, right []point
	for _, p := range curve(f.outline).lines()[0] {
		if p.x > 0 && p.y > 6 && p.y < 680 {
			left = append(left, point{p.x * (at - thick/2), p.y})
			right = append([]point{{p.x * (at + thick/2), p.y}}, right...)
		}
	}
	return polygon(append(left, right...)...)
}

// wrapped bends a flat label around the bottle, seen from a little above.
func wrapped(s shape, w float64) shape {
	return s.bent(func(p point) point {
		t := p.x / w
		return point{p.x, p.y + 9*(1-t*t) - 9}
	})
}

// labelPaper is the label itself, with the shading of a cylinder.
func (c *canvas) labelPaper(w, h float64, paper ink, cut float64) shape {
	s := wrapped(polygonGrid(-w*0.93, 0, w*1.86, h, cut), w)
	c.shadow(s, 0, 1, 2, 0.5)
	c.fill(s, paper)
	c.rough(s, texture{grain(), 256, 256, 6})
	return s
}

// polygonGrid is a rectangle with many points along top and foot, so that it
// can be bent; the top may be arched.
func polygonGrid(x, y, w, h, arch float64) shape {
	var points []point
	for i := range 25 {
		t := float64(i) / 24
		points = append(points, point{x + w*t, y - arch*(1-(2*t-1)*(2*t-1))})
	}
	for i := range 25 {
		points = append(points, point{x + w*(1-float64(i)/24), y + h})
	}
	return polygon(points...)
}

// labelLight darkens the sides of a label as they turn away.
func (c *canvas) labelLight(s shape, w float64) {
	c.fill(s, c.linear(-w, 0, w, 0, steps(stop{0, black.veil(0.6)}, stop{0.12, black.veil(0.2)}, stop{0.3, white.veil(0.1)}, stop{0.5, black.veil(0)}, stop{0.8, black.veil(0.22)}, stop{1, black.veil(0.62)})))
}
