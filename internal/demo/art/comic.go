package art

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// comicFacts is what the title of a comic tells: "Captain Anchor #12".
type comicFacts struct {
	series, number string
	style          *rand.Rand // of the series
	age            int
	palette        comicPalette
}

// Ages of comics differ in layout and price.
const (
	golden = iota
	silverAge
	bronzeAge
	modern
)

type comicPalette struct{ deep, sky, main, accent, trim ink }

var comicPalettes = []comicPalette{
	{hex(0x12204A), hex(0x2F6FB7), hex(0xD9252A), hex(0xF9D423), hex(0xF4F1E4)}, {hex(0x3A0F3C), hex(0xB8336A), hex(0xF2B632), hex(0x2EC4B6), hex(0xFDF3E1)},
	{hex(0x0E3B36), hex(0x1F9E89), hex(0xF26419), hex(0xF6E27F), hex(0xFBF6E4)}, {hex(0x5A1410), hex(0xE4572E), hex(0x1D4E89), hex(0xFFD23F), hex(0xFFF6E0)},
	{hex(0x1B1B3A), hex(0x6A4C93), hex(0x8AC926), hex(0xFFCA3A), hex(0xF6F2E6)}, {hex(0x0B2B40), hex(0x56A3C9), hex(0xE8C547), hex(0xD1495B), hex(0xFAF4E3)},
	{hex(0x2A1A0E), hex(0xD98E32), hex(0x7A1E1E), hex(0xF4E3B2), hex(0xFFF8E7)}, {hex(0x14281D), hex(0x5B8E5A), hex(0xC1272D), hex(0xF0D35B), hex(0xF7F3DF)},
	{hex(0x191923), hex(0x3F88C5), hex(0xE94F37), hex(0xF6F740), hex(0xF6F7EB)}, {hex(0x33121C), hex(0xE07A9A), hex(0x3D348B), hex(0xF7B801), hex(0xFFF5EC)},
}

func comicOf(t thing) (f comicFacts) {
	series, number, ok := strings.Cut(t.title, "#")
	f.series = strings.TrimSpace(series)
	if ok {
		f.number = strings.TrimSpace(number)
	}
	f.style = random("comic series "+f.series, 0, 0)
	f.age = f.style.IntN(4)
	if n, err := strconv.Atoi(f.number); err == nil && n > 150 {
		f.age = max(f.age, bronzeAge)
	}
	for age, words := range [][]string{{"\ngolden"}, {"\nsilver"}, {"\nbronze", "\ncopper"}, {"\nmodern"}} {
		if t.has(words...) {
			f.age = age
		}
	}
	f.palette = pick(t.Rand, comicPalettes)
	return f
}

// A cover is drawn on a sheet of this size.
const coverW, coverH = 520.0, 800.0

// comic draws cover, back, a page, and the comic in its slab.
func comic(c *canvas, t thing) {
	f := comicOf(t)
	g := on(t.Rand, wood, felt, stone, linen)
	turn := t.Float64()*5 - 2.5
	place := moved(60, 40).of(about(coverW/2, coverH/2, turn, 1))
	seed := t.Uint64()
	switch t.view {
	case 0:
		c.table(g)
		c.in(place, func() { c.booklet(func() { c.comicCover(f, random("cover", seed, 0)) }, true) })
	case 1:
		c.table(g)
		c.in(place, func() { c.booklet(func() { c.comicBack(f, random("back", seed, 0)) }, false) })
	case 2:
		c.table(g)
		c.in(place, func() { c.booklet(func() { c.comicPage(f, random("page", seed, 0)) }, false) })
	default:
		c.studio(pick(t.Rand, studios), 700)
		c.comicSlab(f, t, random("cover", seed, 0))
	}
}

// booklet is a stapled sheet with its shadow and what handling left on it.
func (c *canvas) booklet(draw func(), spineLeft bool) {
	sheet := round(0, 0, coverW, coverH, 3)
	c.lift(sheet, 29)
	c.fill(both(rect(2, coverH-2, coverW, 4.5), rect(coverW-2, 2, 4.5, coverH)), hex(0xD8CDB4)) // pages below
	c.within(sheet, func() {
		draw()
		c.wear(spineLeft)
	})
}

// wear is a spine with staples and creases, soft corners and a sheen.
func (c *canvas) wear(left bool) {
	side, dir := 0.0, 1.0
	if !left {
		side, dir = coverW, -1
	}
	c.fill(rect(min(side, side+dir*26), 0, 26, coverH), c.linear(side, 0, side+dir*26, 0, steps(stop{0, black.veil(0.3)}, stop{0.25, white.veil(0.16)}, stop{0.6, black.veil(0.08)}, stop{1, black.veil(0)})))
	for _, y := range []float64{180, 600} {
		staple := round(side-3, y, 7, 30, 2)
		c.fill(staple, c.down(y, 30, hex(0xE2E2DE), hex(0x7E7E7A)))
	}
	for range 4 + c.IntN(9) { // creases along the spine
		y, n := c.Float64()*coverH, 6+c.Float64()*22
		c.fill(stroke(1.1, point{side, y}, point{side + dir*n, y + c.Float64()*6 - 3}), hex(0xF8F4EA).veil(0.55))
	}
	for _, p := range []point{{0, 0}, {coverW, 0}, {coverW, coverH}, {0, coverH}} { // blunted corners
		r := 3 + c.Float64()*9
		c.glow(circle(p.x, p.y, r), 4, hex(0xEFE6D2).veil(0.75))
	}
	c.finish(0, 0, coverW, coverH, 7, 22, 5, 10, -2, -14, -24)
}

// gradeOf finds a line with a grade, such as "9.4 NM".
var gradeOf = regexp.MustCompile(`\n\d?\d\.\d`)

// comicSlab is a clear case with a label above the comic.
func (c *canvas) comicSlab(f comicFacts, t thing, s *rand.Rand) {
	slab := round(96, 40, 448, 780, 18)
	c.lift(slab, 38)
	c.fill(slab, c.linear(96, 40, 544, 820, blend(hex(0xF4F6F7), hex(0xCBD2D6), hex(0xE9EDEF), hex(0xB3BBC0))))
	c.fill(round(106, 50, 428, 760, 12), c.linear(106, 50, 534, 810, blend(hex(0xDDE3E6), hex(0xF7F9FA), hex(0xD0D7DB))))
	label := round(118, 62, 404, 104, 5)
	tone := pick(t.Rand, []ink{hex(0x1D5C8F), hex(0x7A1F2B), hex(0x1F6B4A), hex(0x4A3B7A)})
	c.shadow(label, 1, 2, 4, 0.35)
	c.fill(label, c.down(62, 104, hex(0xFDFDFB), hex(0xEDEBE4)))
	c.fill(rect(118, 62, 404, 17), tone)
	c.fill(c.text(letters{font: bold, size: 11, wide: 1, space: 0.3, align: 0.5}, "CERTIFIED COLLECTIBLE GRADE", 320, 75), white.veil(0.95))
	if grade := gradeOf.FindString(t.facts); grade != "" {
		c.fill(c.text(letters{font: bold, size: 52, wide: 0.84}, grade[1:], 130, 140), hex(0x1C1C1E))
	} else {
		c.fill(both(ring(172, 122, 36, 33), motif(f.series, f.style).at(172, 122, 0.5)), tone)
	}
	c.fill(rect(228, 88, 1.5, 68), tone.veil(0.5))
	l, lines := c.fit(letters{font: bold, size: 23, wide: 0.92}, c.legible(f.series), 212, 52, 1.1)
	c.fill(c.block(l, lines, 240, 88, 1.1), hex(0x1C1C1E))
	if f.number != "" {
		c.fill(c.text(letters{font: bold, size: 24, wide: 0.9, align: 1}, "#"+c.legible(f.number), 510, 112), hex(0x1C1C1E))
	}
	c.fill(c.text(letters{font: regular, size: 11, wide: 1}, "OFF-WHITE TO WHITE PAGES", 240, 154), hex(0x4A4A4C))
	well := rect(118, 178, 404, 622)
	c.fill(well, hex(0x9EA8AD))
	c.in(moved(120, 180).of(scaled(400/coverW, 618/coverH)), func() {
		c.within(rect(0, 0, coverW, coverH), func() { c.comicCover(f, s) })
	})
	c.within(slab, func() { // reflections on the plastic
		c.fill(frame(116, 176, 408, 626, 3), white.veil(0.5))
		c.fill(polygon(point{96, 40}, point{330, 40}, point{96, 520}), white.veil(0.13))
		c.fill(polygon(point{380, 40}, point{420, 40}, point{96, 700}, point{96, 620}), white.veil(0.1))
		c.fill(round(96, 40, 448, 780, 18).outline(3), white.veil(0.55))
	})
}
