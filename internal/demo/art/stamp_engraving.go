package art

import (
	"math"
	"strings"
)

// hatch is a tone made of fine lines, from thin at the start of a way to thick
// at its end.
func (c *canvas) hatch(x0, y0, x1, y1, pitch, degrees float64, colour ink) paint {
	a, b := c.frame.at(point{x0, y0}), c.frame.at(point{x1, y1})
	dx, dy := b.x-a.x, b.y-a.y
	n := 1 / max(1e-9, dx*dx+dy*dy)
	gx, gy := float32(dx*n), float32(dy*n)
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	per := 1 / max(2.2, pitch*c.frame.scale(point{x0, y0}))
	sx, sy := float32(sin*per), float32(cos*per)
	sharp := float32(255 / per)
	return pattern(func(x, y int, out []ink) {
		v := float32(x)*sx + float32(y)*sy + 4000
		t := (float32(x)-float32(a.x))*gx + (float32(y)-float32(a.y))*gy
		for k := range out {
			f := v - float32(int32(v)) - 0.5
			thick := 0.12 + 0.62*min(1, max(0, t))
			out[k] = colour
			out[k].a = clamp(128 + (thick/2-max(f, -f))*sharp)
			v, t = v+sx, t+gx
		}
	})
}

// engraving is the print of a stamp: a frame, a picture, issuer and value, all
// in one colour.
func (c *canvas) engraving(f stampFacts, w, h float64) {
	s := random("engraving "+f.issuer+f.year+f.set, 0, 0)
	dark, paper := f.colour, hex(0xFAF5E9)
	if s.IntN(4) == 0 { // tinted paper
		paper = mix(paper, f.colour, 0.14)
	}
	c.fill(rect(0, 0, w, h), paper)
	band := h * 0.15
	c.fill(rect(0, 0, w, h), c.hatch(0, 0, w*0.1, 0, 2.6, 90, dark.veil(0.55)))
	c.fill(frame(0, 0, w, h, 5), dark)
	c.fill(frame(8, 8, w-16, h-16, 1.4), paper)
	// The picture.
	px, py, pw, ph := 18.0, band+10, w-36, h-2*band-20
	window := rect(px, py, pw, ph)
	oval := s.IntN(2) == 0 && h > w
	if oval {
		window = ellipse(w/2, h/2, pw/2, ph/2)
	}
	c.fill(window.outline(7), dark)
	c.fill(window, paper)
	c.within(window, func() {
		c.in(moved(px, py), func() { c.vignette(f, pw, ph, s.IntN(4)) })
	})
	c.fill(window.outline(1.6), paper)
	if oval {
		for _, p := range []point{{24, band + 16}, {w - 24, band + 16}, {24, h - band - 16}, {w - 24, h - band - 16}} {
			c.fill(star(p.x, p.y, 12, 5, 8, 0), dark)
			c.fill(circle(p.x, p.y, 3), paper)
		}
	}
	// The tablets.
	top, foot := rect(12, 12, w-24, band-8), rect(12, h-band-4, w-24, band-8)
	c.fill(both(top, foot), dark)
	c.fill(both(frame(15, 15, w-30, band-14, 1), frame(15, h-band-1, w-30, band-14, 1)), paper)
	l := letters{font: bold, size: band * 0.54, wide: 0.95, align: 0.5, space: 0.08, serif: true}
	name, lines := c.fit(l, strings.ToUpper(c.legible(f.issuer)), w-52, band*0.56, 1)
	c.fill(c.block(name, lines, w/2, 10+band/2-float64(len(lines))*name.size*0.46, 1), paper)
	value := strings.ToUpper(c.legible(f.value))
	number, unit, _ := strings.Cut(value, " ")
	l.size = band * 0.62
	c.fill(c.text(l, number, 12+band*0.62, h-band/2+l.size*0.2), paper)
	c.fill(c.text(l, number, w-12-band*0.62, h-band/2+l.size*0.2), paper)
	l.size = band * 0.4
	c.fill(c.text(l, unit, w/2, h-band/2+l.size*0.2), paper)
}

// vignette is the picture itself: a head, a coat of arms, a view, or an emblem
// with the value.
func (c *canvas) vignette(f stampFacts, w, h float64, kind int) {
	s := random("vignette "+f.issuer+f.year+f.set, 0, 0)
	dark := f.colour
	has := strings.ToLower(f.set)
	switch {
	case strings.Contains(has, "arms"):
		kind = 1
	case strings.Contains(has, "centenary"):
		kind = 2
	case called(f.set) != nil: // it is shown, on a shield or in rays
		kind = 3 - kind%2*2
	default:
		kind = kind % 2 * 2
	}
	c.fill(rect(0, 0, w, h), c.hatch(w*0.5, h*0.1, w*0.5, h*1.2, 2.8, 0, dark))
	k := min(w/180, h/210)
	switch kind {
	case 0:
		c.in(moved(w/2, h/2+6).of(scaled(k*0.86, k*0.86)).of(moved(-98, -130)), func() {
			c.fill(profile.outline(5), hex(0xFAF5E9))
			c.fill(profile, hex(0xFAF5E9))
			c.within(profile, func() {
				c.fill(rect(0, 0, 200, 260), c.hatch(190, 40, 10, 200, 3, 24, dark))
				c.fill(rect(0, 0, 200, 260), c.hatch(140, 80, 20, 230, 3, -40, dark.veil(0.8)))
				c.fill(hair, c.hatch(120, 30, 40, 180, 3.4, 60, dark))
				c.fill(hair.outline(2), dark)
			})
			c.fill(both(stroke(2.6, point{132, 88}, point{141, 84}, point{150, 87}), curve("M 137 97 Q 144 91 151 97 Q 144 101 137 97"), stroke(2, point{157, 146}, point{149, 147})), dark)
			c.fill(profile.outline(1.6), dark)
		})
	case 1:
		shield := curve("M -52 -34 Q -26 -26 0 -38 Q 26 -26 52 -34 C 56 20 46 54 0 84 C -46 54 -56 20 -52 -34")
		c.in(moved(w/2, h/2+2).of(scaled(k, k)), func() {
			c.fill(shield.outline(9), hex(0xFAF5E9))
			c.fill(shield, hex(0xFAF5E9))
			c.fill(shield.outline(4), dark)
			c.within(shield, func() {
				c.fill(rect(-60, -50, 60, 70), c.hatch(0, 0, 1, 0, 3, 90, dark))
				c.fill(rect(0, 20, 60, 70), c.hatch(0, 0, 1, 0, 3, 90, dark))
				c.fill(motif(f.set+" "+f.issuer, s).at(0, 16, 0.72).outline(7), hex(0xFAF5E9))
				c.fill(motif(f.set+" "+f.issuer, random("vignette "+f.issuer+f.year+f.set, 0, 0)).at(0, 16, 0.72), dark)
			})
			c.fill(crown().at(0, -66, 0.62).outline(8), hex(0xFAF5E9))
			c.fill(crown().at(0, -66, 0.62), dark)
		})
	case 2:
		c.fill(rect(0, 0, w, h), hex(0xFAF5E9))
		c.fill(rect(0, 0, w, h), c.hatch(0, h*0.6, 0, -h*0.3, 2.8, 0, dark))
		c.fill(circle(w*0.7, h*0.3, h*0.12), hex(0xFAF5E9))
		far := c.hills(s, w, h*0.6, h*0.12, h, true)
		c.fill(far, hex(0xFAF5E9))
		c.fill(far, c.hatch(0, h*0.3, 0, h*1.2, 3, 55, dark))
		c.fill(far.outline(1.4), dark)
		near := c.hills(s, w, h*0.8, h*0.05, h, false)
		c.fill(near, mix(dark, hex(0xFAF5E9), 0.12))
		c.fill(near, c.hatch(0, h*1.2, 0, h*0.6, 3.4, -50, hex(0xFAF5E9)))
		m := pick(s, []func() shape{castle, lighthouse, ship, house, tree, bridge})()
		size := h * 0.005
		c.fill(m.at(w*0.36, h*0.6, size).outline(4), hex(0xFAF5E9))
		c.fill(m.at(w*0.36, h*0.6, size), dark)
	default:
		c.fill(rays(w/2, h/2, w, 24, 0), hex(0xFAF5E9).veil(0.85))
		c.fill(circle(w/2, h/2, min(w, h)*0.36), hex(0xFAF5E9))
		c.fill(ring(w/2, h/2, min(w, h)*0.345, min(w, h)*0.33), dark)
		number, _, _ := strings.Cut(f.value, " ")
		if strings.Contains(has, "numeral") && number != "" {
			c.fill(c.text(letters{font: bold, size: min(w, h) * 0.4, wide: 0.9, align: 0.5, serif: true}, number, w/2, h/2+min(w, h)*0.14), dark)
			return
		}
		c.fill(motif(f.set, s).at(w/2, h/2, min(w, h)*0.0052), dark)
	}
}
