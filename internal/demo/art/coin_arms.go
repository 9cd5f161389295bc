package art

import "math/rand/v2"

// eagle raises a bird with spread wings, on a disc of radius 100.
func (c *canvas) eagle(r *relief, k float64) {
	body := curve("M 0 -44 C 10 -40 14 -26 13 -10 C 12 8 8 22 0 34 C -8 22 -12 8 -13 -10 C -14 -26 -10 -40 0 -44")
	c.swell(r, body, 5*k, 14*k)
	head := curve("M -2 -34 C -10 -42 -10 -54 0 -58 C 10 -60 16 -54 24 -50 C 18 -47 14 -48 12 -44 C 12 -38 8 -34 6 -32")
	c.swell(r, head, 4*k, 8*k)
	for side := -1.0; side <= 1; side += 2 {
		c.in(scaled(side, 1), func() {
			shoulder := curve("M 8 -30 C 22 -46 40 -50 52 -40 C 46 -28 28 -14 10 -8")
			c.swell(r, shoulder, 4*k, 10*k)
			for i := range 8 { // feathers
				t := float64(i) / 7
				f := curve("M -3.6 0 Q -5 22 0 40 Q 5 22 3.6 0").by(moved(52-42*t, -40+22*t*t+6*t).of(turned(-34 + 26*t)).of(scaled(1, 1.1-0.45*t)))
				c.raise(r, f, 2.6*k, 0.7*k)
			}
			for i := range 3 { // tail
				t := float64(i)
				f := curve("M -3 0 Q -6 16 -2 26 Q 4 18 3 0").by(moved(1+t*2, 26).of(turned(-8 - t*16)))
				c.raise(r, f, 2.4*k, 0.7*k)
			}
			c.raise(r, stroke(4, point{7, 24}, point{18, 34}, point{26, 33}), 2.4*k, 0.7*k)
			c.raise(r, stroke(2.4, point{26, 33}, point{32, 38}), 2*k, 1)
			c.raise(r, stroke(2.4, point{26, 33}, point{33, 31}), 2*k, 1)
		})
	}
	for i := range 5 {
		for j := range 3 - i%2 {
			c.raise(r, circle(float64(j*6)-6+float64(i%2)*3, -22+9*float64(i), 2), -1*k, 1)
		}
	}
}

// arms raises a crowned shield, on a disc of radius 100.
func (c *canvas) arms(r *relief, s *rand.Rand, k float64) {
	shield := curve("M -34 -26 Q -17 -20 0 -28 Q 17 -20 34 -26 C 36 10 30 36 0 54 C -30 36 -36 10 -34 -26")
	edge := k * 0.6
	c.raise(r, shield, 3*k, edge)
	c.raise(r, shield.by(about(0, 8, 0, 0.9)), -1.6*k, edge)
	switch s.IntN(4) {
	case 0:
		c.raise(r, rect(-7, -22, 14, 70), 2*k, edge)
		c.raise(r, rect(-30, -2, 60, 14), 2*k, edge)
	case 1:
		for i := range 4 {
			c.raise(r, rect(-26+float64(i)*15, -22, 7, 58), 1.8*k, edge)
		}
	case 2:
		for _, p := range []point{{-15, -8}, {15, -8}, {0, 24}} {
			c.raise(r, star(p.x, p.y, 10, 4.2, 5, 0), 2.4*k, edge)
		}
	default:
		c.in(about(0, 12, 0, 0.42), func() { c.eagle(r, k*0.5) })
	}
	crown := curve("M -24 -34 L -30 -58 L -14 -48 L 0 -64 L 14 -48 L 30 -58 L 24 -34 Q 0 -41 -24 -34")
	c.swell(r, crown, 4*k, 6*k)
	for _, p := range []point{{-30, -60}, {0, -66}, {30, -60}} {
		c.raise(r, circle(p.x, p.y, 3.4), 2.6*k, edge)
	}
	for side := -1.0; side <= 1; side += 2 { // branches
		for i := range 7 {
			a := side * (165 - 15*float64(i))
			p := polar(0, 4, 62, a)
			leaf := curve("M 0 0 Q 5 -5 13 0 Q 5 5 0 0").by(moved(p.x, p.y).of(turned(a + side*20 - 90*side)).of(scaled(side, 1)))
			c.raise(r, leaf, 1.8*k, edge)
		}
	}
}
