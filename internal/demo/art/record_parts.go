package art

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// disc is a record with its label, seen from above.
func (c *canvas) disc(f recordFacts, x, y, r float64, t thing) {
	c.fill(circle(x, y, r), c.grooves(f.disc, x, y, r))
	c.fill(ring(x, y, r, r*0.992), white.veil(0.18))
	c.label(f, x, y, r*0.33, t)
}

// grooves paint rings that mirror the lamp in four beams.
func (c *canvas) grooves(base ink, x, y, r float64) paint {
	p, size := c.frame.at(point{x, y}), r*c.frame.scale(point{x, y})
	var sheen [256]float32
	for i := range sheen {
		a := float64(i) / 256 * 2 * math.Pi
		sheen[i] = float32(math.Pow(math.Abs(math.Cos(a-0.8)), 22)*74 + math.Pow(math.Abs(math.Cos(a+0.55)), 40)*30)
	}
	rings := make([]float32, int(size)+3)
	noise := grain()
	for i := range rings {
		at := float64(i) / size
		rings[i] = 0.8 + float32(int(noise[i&511])-128)/300
		for _, gap := range []float64{0.36, 0.52, 0.66, 0.79, 0.9} { // between the songs
			if math.Abs(at-gap) < 0.004 {
				rings[i] = 1.7
			}
		}
		if at > 0.965 || at < 0.37 {
			rings[i] = 0.5
		}
	}
	return pattern(func(px, py int, out []ink) {
		dx, dy := float32(px)-float32(p.x), float32(py)-float32(p.y)
		for k := range out {
			d := int(math.Sqrt(float64(dx*dx + dy*dy)))
			v := int32((6 + sheen[uint8(angle(dy, dx))]) * rings[min(d, len(rings)-1)])
			out[k] = ink{uint8(min(255, int32(base.r)+v)), uint8(min(255, int32(base.g)+v)), uint8(min(255, int32(base.b)+v)), 255}
			dx++
		}
	})
}

// label is the paper in the middle of a disc.
func (c *canvas) label(f recordFacts, x, y, r float64, t thing) {
	s := random("label", uint64(f.layout), 0)
	p := f.palette
	ground := p.first
	if s.IntN(2) == 0 {
		ground = p.ground
	}
	ink := ground.on(hex(0x1A1818), hex(0xF6F1E6))
	c.fill(circle(x, y, r), ground)
	switch s.IntN(3) {
	case 0:
		c.within(circle(x, y, r), func() { c.fill(rect(x-r, y-r, 2*r, r*0.72), p.second) })
	case 1:
		c.fill(ring(x, y, r, r*0.88), p.accent)
	default:
		c.fill(ring(x, y, r*0.95, r*0.935), ink.veil(0.6))
	}
	c.fill(motif(f.album, s).at(x, y-r*0.56, r*0.0052), p.accent.on(ink, p.accent))
	l := letters{font: bold, size: r * 0.135, wide: 0.9, align: 0.5}
	l, lines := c.fit(l, f.album, r*1.25, r*0.3, 1.05)
	c.fill(c.block(l, lines, x, y+r*0.24, 1.05), ink)
	small := letters{font: regular, size: r * 0.1, wide: 0.95, align: 0.5}
	small, artist := c.fit(small, f.artist, r*1.1, r*0.12, 1)
	c.fill(c.block(small, artist, x, y+r*0.27+l.size*1.05*float64(len(lines)), 1), ink)
	tiny := letters{font: regular, size: r * 0.075, wide: 1, align: 0.5}
	c.fill(c.text(tiny, "SIDE", x-r*0.62, y+r*0.03), ink)
	c.fill(c.text(tiny, "A", x+r*0.62, y+r*0.03), ink)
	tiny.size, tiny.space = r*0.055, 0.08
	c.fill(c.around(tiny, "ALL RIGHTS OF THE PRODUCER AND OF THE OWNER OF THE RECORDED WORK RESERVED", x, y, -r*0.92, 180), ink.veil(0.85))
	c.rough(circle(x, y, r), texture{grain(), 256, 256, 6})
	c.fill(circle(x, y, r), c.linear(x-r, y-r, x+r, y+r, steps(stop{0, white.veil(0.2)}, stop{0.5, white.veil(0)}, stop{1, black.veil(0.22)})))
	c.fill(ring(x, y, r*0.4, r*0.392), black.veil(0.16))
	c.fill(circle(x, y, r*0.075), hex(0x0C0C0D))
	c.fill(circle(x+r*0.012, y+r*0.012, r*0.055), hex(0x3A3632))
}

var songWords = strings.Fields("Harbour Blue Morning Late Velvet Street Paper Rain Lantern Winter Stairs Slow River Copper Sky Return Window Seven Hills Last Train Ember Salt Garden Quiet North Wire Sunday Echo")

// sleeveBack lists the songs.
func (c *canvas) sleeveBack(f recordFacts, title string, s *rand.Rand) {
	const w = sleeve
	p := f.palette
	ground := mix(p.ground, hex(0xF3EEE2), 0.82)
	if s.IntN(3) == 0 {
		ground = p.ground
	}
	ink := ground.on(hex(0x1E1B1A), hex(0xF4EFE4))
	c.flood(ground)
	c.within(rect(w-150, 26, 124, 124), func() {
		c.in(moved(w-150, 26), func() { f.design(c, s, title, p, 124, 124) })
	})
	l, lines := c.fit(letters{font: bold, size: 38, wide: 0.86}, f.artist, w-200, 60, 1)
	c.fill(c.block(l, lines, 26, 28, 1), ink)
	used := 34 + l.size*float64(len(lines))
	l, lines = c.fit(letters{font: regular, lean: 0.2, size: 27, wide: 1}, f.album, w-200, 56, 1.05)
	c.fill(c.block(l, lines, 26, used, 1.05), ground.readable(p.first, p.second, ink))
	c.fill(rect(26, 168, w-52, 2), ink)
	song := letters{font: regular, size: 14.5, wide: 0.97}
	for side := range 2 {
		x := 26 + float64(side)*(w/2-10)
		c.fill(c.text(letters{font: bold, size: 14, wide: 1, space: 0.1}, "SIDE "+string(rune('A'+side)), x, 196), ground.readable(p.first, ink))
		for i := range 5 + s.IntN(2) {
			name := songWords[s.IntN(len(songWords))] + " " + songWords[s.IntN(len(songWords))]
			y := 222 + 22*float64(i)
			c.fill(c.text(song, fmt.Sprintf("%d  %s", i+1, name), x, y), ink)
			right := song
			right.align = 1
			c.fill(c.text(right, fmt.Sprintf("%d:%02d", 2+s.IntN(5), s.IntN(60)), x+w/2-56, y), ink.veil(0.8))
		}
	}
	c.fill(rect(26, 362, w-52, 1), ink.veil(0.5))
	note := letters{font: regular, size: 10.5, wide: 1}
	text := "Recorded over three nights with everybody in one room. What you hear is what was played: no second takes were used, and the tape was never stopped. The musicians ask you to listen in the dark."
	for i, line := range c.wrap(note, text, w-180) {
		c.fill(c.text(note, line, 26, 384+14*float64(i)), ink.veil(0.9))
	}
	c.barcode(w-122, w-78, 96, 52)
}

// turntable is where a record belongs.
func (c *canvas) turntable(f recordFacts, t thing) {
	plinth := pick(t.Rand, []ground{grounds[0], grounds[2], grounds[7], grounds[8], grounds[1]})
	c.table(plinth)
	x, y, r := 290.0, 345.0, 262.0
	c.lift(circle(x, y, r+14), 26)
	c.fill(circle(x, y, r+14), c.sweep(x, y, 40, blend(hex(0x8C9094), hex(0xE6E8EA), hex(0x74787C), hex(0xD5D8DA), hex(0x64686C), hex(0xF2F3F4), hex(0x8C9094))))
	var dots shape
	for i := range 120 {
		p := polar(x, y, r+9, 3*float64(i))
		dots = append(dots, dot(p, 2)...)
	}
	c.fill(dots, black.veil(0.5))
	c.disc(f, x, y, r, t)
	c.fill(circle(x, y, 5), c.radial(x-2, y-2, 8, blend(white, hex(0x8A8A8A), hex(0x4A4A4A))))
	// The arm: base, tube, head.
	bx, by := 582.0, 118.0
	c.shadow(circle(bx, by, 50), 6, 9, 14, 0.55)
	c.fill(circle(bx, by, 50), c.linear(bx-50, by-50, bx+50, by+50, blend(hex(0x5A5D60), hex(0x2A2C2E), hex(0x131415))))
	c.fill(circle(bx, by, 34), c.sweep(bx, by, 0, blend(hex(0xC9CCCE), hex(0x6E7275), hex(0xF0F1F2), hex(0x7C8083), hex(0xC9CCCE))))
	elbow, tip := point{566, 440}, point{468, 516}
	arm := stroke(11, point{bx, by - 60}, point{bx, by}, elbow, tip)
	c.shadow(arm, 12, 16, 12, 0.5)
	c.fill(arm, c.linear(bx-6, by, bx+6, by+2, blend(hex(0x8E9295), hex(0xFBFCFC), hex(0x7A7E81))))
	c.fill(round(bx-19, by-92, 38, 44, 6), c.across(bx-19, 38, hex(0x3A3C3E), hex(0x9A9DA0), hex(0x2A2C2E)))
	shell := round(-17, -8, 34, 66, 6).by(moved(tip.x, tip.y).of(turned(52)))
	c.shadow(shell, 8, 12, 8, 0.5)
	c.fill(shell, c.linear(tip.x-20, tip.y, tip.x+20, tip.y+30, blend(hex(0x5A5C5E), hex(0x232425), hex(0x111212))))
	c.fill(round(-9, 30, 18, 16, 2).by(moved(tip.x, tip.y).of(turned(52))), f.palette.accent)
	for i := range 2 { // knobs
		kx, ky := 560+44*float64(i), 610.0
		c.shadow(circle(kx, ky, 17), 3, 5, 7, 0.5)
		c.fill(circle(kx, ky, 17), c.sweep(kx, ky, 60, blend(hex(0xC9CCCE), hex(0x77797B), hex(0xEDEEEF), hex(0x808385), hex(0xC9CCCE))))
	}
}
