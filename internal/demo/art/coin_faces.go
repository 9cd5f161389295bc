package art

import (
	"math/rand/v2"
	"strings"
	"unicode"
)

// A head in profile looking to the right, on a sheet of 200×240, with the hair
// that covers it.
var (
	profile = curve(`M 147 64 C 150 74 154 80 153 88 C 152 94 155 100 158 106 C 163 114 171 120 171 125 C 171 130 163 129 159 131 C 158 134 164 138 164 142
		C 164 145 158 145 157 146 C 160 148 163 151 161 155 C 159 158 154 159 155 163 C 158 168 160 176 155 181 C 149 188 134 186 123 182
		C 117 190 116 204 128 220 C 112 236 66 240 34 226 C 52 210 60 190 56 172 C 40 152 26 128 30 92 C 34 50 66 22 102 22 C 126 22 143 42 147 64`)
	hair = curve(`M 147 64 C 138 62 130 70 126 82 C 122 92 112 92 108 100 C 104 112 110 122 102 130 C 94 138 84 134 80 146 C 76 158 66 164 56 172
		C 40 152 26 128 30 92 C 34 50 66 22 102 22 C 126 22 143 42 147 64`)
	bun = curve(`M 38 118 C 20 114 8 128 12 144 C 16 160 36 164 46 154 C 54 146 52 124 38 118`)
)

// obverse is the side with the head.
func (c *canvas) obverse(r *relief, f coinFacts, size float64) {
	s := random(f.issuer+f.value, 1, 0)
	k := size / 148
	flip := 1.0
	if s.IntN(2) == 0 {
		flip = -1
	}
	c.in(scaled(k*flip, k).of(moved(-98, -124)), func() { c.head(r, s, k) })
	legend := strings.ToUpper(c.legible(f.issuer))
	if f.ancient {
		legend = pick(s, []string{"IMP CAES NERVA TRAIAN AVG GERM", "HADRIANVS AVG COS III P P", "ANTONINVS AVG PIVS P P TR P"})
	}
	c.legend(r, legend, size)
}

// head raises a portrait, in the units of its sheet.
func (c *canvas) head(r *relief, s *rand.Rand, k float64) {
	c.swell(r, profile, 15*k, 34*k)
	c.swell(r, hair, 6*k, 12*k)
	c.within(hair, func() { // locks from the crown to the brow, the ear and the nape
		for i := range 17 {
			t := float64(i) / 16
			a := polar(74, 64, 118, 62+150*t)
			bend := polar(80, 40+30*t, 50, 20+120*t)
			var lock shape
			lock.move(66-10*t, 44+20*t)
			lock.cube(bend.x, bend.y, a.x-24*(1-t), a.y-34*(1-t), a.x, a.y)
			c.raise(r, lockOf(lock, 3.2), 2.6*k, 1.5*k)
		}
		for i := range 8 {
			t := float64(i) / 7
			var lock shape
			lock.move(70-8*t, 40+16*t)
			lock.cube(56-8*t, 36+20*t, 30, 60+20*t, 26+8*t, 110+30*t)
			c.raise(r, lockOf(lock, 3), 2.2*k, 1.5*k)
		}
	})
	c.raise(r, circle(94, 116, 9), 2.5*k, 2*k)
	c.raise(r, circle(95, 116, 5), -3*k, 2*k)
	c.raise(r, stroke(3, point{132, 87}, point{141, 83}, point{151, 86}), 2.2*k, 1.6*k)
	c.raise(r, curve("M 136 97 Q 143 90 151 97 Q 143 102 136 97"), 2*k, k)
	c.raise(r, stroke(2.2, point{157, 146}, point{149, 147}), -2*k, k)
	c.raise(r, stroke(2.2, point{158, 131}, point{151, 126}, point{150, 120}), -1.6*k, 1.4*k)
	switch s.IntN(4) {
	case 0: // laurel
		for i := range 9 {
			t := float64(i) / 8
			leaf := curve("M 0 0 Q 9 -9 22 -3 Q 12 5 0 0").by(moved(52+84*t, 104-58*t-24*t*(1-t)).of(turned(-24 - 26*t)))
			c.raise(r, leaf, 4*k, 1.2*k)
			c.raise(r, leaf.by(about(52+84*t, 104-58*t, 40, 0.9)), 3.4*k, 1.2*k)
		}
	case 1: // diadem
		c.raise(r, stroke(8, point{36, 104}, point{70, 70}, point{112, 50}, point{146, 58}), 4*k, 1.5*k)
		for i := range 8 {
			t := float64(i) / 7
			c.raise(r, circle(44+96*t, 92-40*t-12*t*(1-t)*2, 4), 3*k, 1)
		}
	case 2: // crown
		crown := curve("M 50 62 L 44 18 L 66 40 L 78 6 L 96 34 L 116 6 L 122 38 L 146 22 L 144 56 Q 96 40 50 62")
		c.raise(r, crown, 6*k, 1.5*k)
		c.raise(r, stroke(5, point{50, 62}, point{72, 52}, point{98, 48}, point{122, 50}, point{144, 56}), 3*k, 1)
	default: // hair in a knot
		c.swell(r, bun, 9*k, 14*k)
		c.raise(r, stroke(5, point{34, 110}, point{62, 66}, point{104, 44}, point{142, 50}), 4*k, 1.2*k)
	}
}

// lockOf is an open curve with a thickness.
func lockOf(s shape, width float64) shape { return stroke(width, s.lines()[0]...) }

// legend raises letters along the rim.
func (c *canvas) legend(r *relief, text string, size float64) {
	if text == "" {
		return
	}
	l := letters{font: bold, size: size * 0.125, wide: 0.92, space: 0.1, serif: true}
	for c.width(l, text) > size*0.79*4.6 && l.size > size*0.05 {
		l.size *= 0.93
	}
	radius := size*0.86 - l.size*0.72
	c.raise(r, c.around(l, text, 0, 0, radius, 0), size*0.02, size/190)
}

// reverse is the side with the value.
func (c *canvas) reverse(r *relief, f coinFacts, size float64) {
	s := random(f.issuer+f.value, 2, 0)
	k := size / 100
	number, unit, _ := strings.Cut(f.value, " ")
	if number == "" || !strings.ContainsFunc(number, unicode.IsDigit) && number != "½" {
		number, unit = "", f.value
	}
	unit, number = strings.ToUpper(c.legible(unit)), c.legible(number)
	edge := k * 0.5
	kind := s.IntN(3)
	if f.ancient {
		kind = 1
	}
	l := letters{font: bold, wide: 0.9, align: 0.5, serif: true}
	switch kind {
	case 0: // wreath
		c.wreath(r, k, 70, 5+s.IntN(6))
		l.size = 50 * k
		c.raise(r, c.text(l, number, 0, 4*k), 2.4*k, edge)
		l.size, l.space = 15*k, 0.08
		for c.width(l, unit) > 84*k {
			l.size *= 0.9
		}
		c.raise(r, c.text(l, unit, 0, 24*k), 2*k, edge)
		l.size = 14 * k
		c.raise(r, c.text(l, f.year, 0, 44*k), 2*k, edge)
		return
	case 1: // eagle
		c.in(scaled(k, k), func() { c.eagle(r, k) })
	default: // arms
		c.in(scaled(k, k), func() { c.arms(r, s, k) })
		l.size = 20 * k
		c.raise(r, c.text(l, number, -56*k, 8*k), 2*k, edge)
		c.raise(r, c.text(l, number, 56*k, 8*k), 2*k, edge)
	}
	legend := strings.TrimSpace(number + " " + unit)
	if f.ancient {
		legend = pick(s, []string{"P M TR P COS VI", "FELICITAS AVG", "SALVS AVG COS III"})
	}
	c.legend(r, legend, size)
	if !f.ancient {
		l.size, l.space = 13*k, 0.2
		c.raise(r, c.around(l, f.year, 0, 0, -84*k, 180), 1.8*k, edge)
	}
}

// wreath is two branches tied below.
func (c *canvas) wreath(r *relief, k, radius float64, leaves int) {
	edge := k * 0.6
	n := leaves + 8
	for side := -1.0; side <= 1; side += 2 {
		for i := range n {
			a := side * (172 - 150*float64(i)/float64(n-1))
			for _, tilt := range []float64{-28, 28} {
				p := polar(0, 0, (radius+tilt*0.12)*k, a)
				leaf := curve("M 0 0 Q 7 -6 15 0 Q 7 6 0 0").by(moved(p.x, p.y).of(turned(a - 90 - side*90 + 90 + side*tilt - 90 + 90*side)).of(scaled(k, k)))
				c.raise(r, leaf, 1.7*k, edge)
			}
			p := polar(0, 0, (radius-5)*k, a)
			if i%3 == 1 {
				c.raise(r, circle(p.x, p.y, 2*k), 1.6*k, edge)
			}
		}
	}
	bow := both(curve("M 0 66 Q -16 56 -20 70 Q -14 80 0 70"), curve("M 0 66 Q 16 56 20 70 Q 14 80 0 70"), circle(0, 68, 3.4), curve("M -2 70 L -14 84 L -8 84 L 2 72"), curve("M 2 70 L 14 84 L 8 84 L -2 72"))
	c.raise(r, bow.by(scaled(k, k)), 2*k, edge)
}
