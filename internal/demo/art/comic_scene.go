package art

import "math/rand/v2"

// comicScene is what happens behind the figure.
func (c *canvas) comicScene(p comicPalette, s *rand.Rand) {
	switch s.IntN(6) {
	case 0: // a city at night
		c.flood(c.down(0, coverH, p.deep, p.sky, p.sky.lighter(0.3)))
		x := 120 + s.Float64()*280
		c.fill(circle(x, 310, 150), p.accent.lighter(0.5))
		c.fill(circle(x, 310, 150), c.halftone(x-150, 310, x+210, 310, 9, p.accent.veil(0.8)))
		c.skyline(s, 520, 150, mix(p.deep, p.sky, 0.45), ink{})
		c.skyline(s, 640, 170, p.deep.darker(0.4), p.accent)
	case 1: // a burst
		c.flood(c.radial(260, 420, 560, blend(p.accent.lighter(0.6), p.sky, p.deep)))
		c.fill(rays(260, 420, 900, 14+s.IntN(10), s.Float64()*20), p.accent.veil(0.55))
		c.flood(c.halftone(260, 250, 260, 880, 10, p.main.veil(0.75)))
	case 2: // space
		c.flood(c.linear(0, 0, coverW, coverH, blend(p.deep.darker(0.6), p.deep, mix(p.deep, p.sky, 0.6))))
		for range 130 {
			c.fill(dot(point{s.Float64() * coverW, s.Float64() * coverH}, 0.6+s.Float64()*1.6), white.veil(0.5+s.Float64()*0.5))
		}
		x, y, r := 90+s.Float64()*330, 330+s.Float64()*120, 100+s.Float64()*70
		c.inked(circle(x, y, r), c.radial(x-r*0.4, y-r*0.4, r*1.6, blend(p.sky.lighter(0.4), p.sky, p.deep)), 3)
		c.within(circle(x, y, r), func() {
			c.fill(rect(x-r, y-r, 2*r, 2*r), c.halftone(x-r*0.2, y, x+r*1.3, y+r*0.6, 8, black.veil(0.65)))
			for i := range 3 {
				c.fill(ellipse(x-r*0.4+float64(i)*r*0.35, y-r*0.3+float64(i*i)*r*0.22, r*0.16, r*0.12), p.deep.veil(0.3))
			}
		})
		c.fill(c.hills(s, coverW, 700, 24, coverH, true), p.main.darker(0.3))
		c.fill(c.hills(s, coverW, 740, 18, coverH, true), p.main.darker(0.6))
	case 3: // the sea
		c.flood(c.down(0, 560, p.main, p.accent, p.accent.lighter(0.5)))
		c.fill(circle(260, 500, 130), p.trim)
		c.fill(rect(0, 520, coverW, 300), c.down(520, 280, p.sky, p.deep))
		for i := range 9 {
			y := 524 + float64(i*i)*3.6
			c.fill(c.hills(s, coverW, y+8, 4+float64(i)*1.2, y+18+float64(i)*3, false), mix(p.sky.lighter(0.35), p.deep, float64(i)/9).veil(0.8))
		}
	case 4: // mountains
		c.flood(c.down(0, coverH, p.sky, p.accent.lighter(0.3), p.accent))
		c.flood(c.halftone(0, 460, 0, -60, 10, p.deep.veil(0.8)))
		for i := range 4 {
			t := float64(i) / 3
			c.fill(c.hills(s, coverW, 470+90*t, 80-50*t, coverH, i < 3), mix(mix(p.sky, p.accent, 0.4), p.deep.darker(0.4), 0.25+0.75*t))
		}
	default: // speed
		c.flood(c.linear(0, coverH, coverW, 0, blend(p.main, p.main.lighter(0.25), p.accent)))
		var lines shape
		for range 46 {
			a := s.Float64() * 360
			from, to := polar(260, 440, 200+s.Float64()*120, a), polar(260, 440, 900, a)
			n := polar(0, 0, 3+s.Float64()*8, a+90)
			lines = append(lines, polygon(from, point{to.x - n.x, to.y - n.y}, point{to.x + n.x, to.y + n.y})...)
		}
		c.fill(lines, p.trim.veil(0.7))
		c.flood(c.halftone(0, 500, 0, 900, 10, p.deep.veil(0.85)))
	}
}

// skyline is a row of houses, with lit windows if they have a colour.
func (c *canvas) skyline(s *rand.Rand, y, height float64, wall, lit ink) {
	var houses, windows shape
	for x := -10.0; x < coverW; {
		w, h := 34+s.Float64()*50, height*(0.3+s.Float64())
		houses = append(houses, rect(x, y-h, w+1, coverH-y+h)...)
		if s.IntN(3) == 0 {
			houses = append(houses, rect(x+w/2-2, y-h-30, 4, 30)...)
		}
		for wy := y - h + 10; lit.a > 0 && wy < coverH; wy += 15 {
			for wx := x + 7; wx < x+w-8; wx += 11 {
				if s.IntN(4) == 0 {
					windows = append(windows, rect(wx, wy, 5, 8)...)
				}
			}
		}
		x += w
	}
	c.fill(houses, wall)
	if lit.a > 0 {
		c.fill(windows, lit.veil(0.9))
	}
}
