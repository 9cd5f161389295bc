package art

import (
	"math"
	"math/rand/v2"
)

// nightfall is a moon over hills, with stars and trees.
func nightfall(c *canvas, r *rand.Rand, title string, p palette, w, h float64) {
	sky := mix(p.second, hex(0x0A1020), 0.6)
	c.flood(c.down(0, h*0.8, sky, mix(sky, p.first, 0.55), mix(p.first, p.accent, 0.5)))
	for range 70 {
		y := r.Float64() * r.Float64()
		c.fill(dot(point{r.Float64() * w, y * h * 0.7}, w*(0.001+0.0016*r.Float64())), white.veil(0.4+0.6*r.Float64()))
	}
	x, y, size := w*(0.25+0.5*r.Float64()), h*(0.3+0.1*r.Float64()), w*0.1
	c.glow(circle(x, y, size*1.5), size*1.2, p.accent.veil(0.5))
	c.fill(circle(x, y, size), p.letters.lighter(0.5))
	for i := range 4 {
		t := float64(i) / 3
		tone := mix(mix(p.first, sky, 0.5), sky.darker(0.7), t)
		c.fill(c.hills(r, w, h*(0.62+0.1*t), h*(0.07-0.03*t), h, i < 2), tone)
		if i == 2 {
			c.fill(motif(title, r).at(w*(0.3+0.4*r.Float64()), h*0.65, w*0.0016), tone)
		}
	}
	var trees shape
	for range 9 {
		tx, size := r.Float64()*w, h*(0.06+0.08*r.Float64())
		for k := range 3 {
			f := float64(k)
			trees = append(trees, polygon(point{tx, h*0.98 - size*(1.4-0.3*f)}, point{tx + size*(0.16+0.08*f), h*0.98 - size*(0.8-0.3*f)}, point{tx - size*(0.16+0.08*f), h*0.98 - size*(0.8-0.3*f)})...)
		}
	}
	c.fill(trees, sky.darker(0.85))
	c.fill(rect(0, h*0.955, w, h*0.05), sky.darker(0.85))
}

// stripes are bars that turn a corner.
func stripes(c *canvas, r *rand.Rand, _ string, p palette, w, h float64) {
	c.flood(p.ground)
	colours := []ink{p.second, p.first, p.accent, mix(p.accent, p.ground, 0.5)}
	x, width := w*(0.2+0.3*r.Float64()), w*0.07
	middle := h * (0.5 + 0.15*r.Float64())
	kind := r.IntN(3)
	for i, colour := range colours {
		at := float64(i) * width
		switch kind {
		case 0: // down and out to the right
			big := w*0.5 - at
			c.fill(rect(x+at, 0, width+0.5, middle), colour)
			c.fill(wedge(x+w*0.5, middle, big, big-width-0.5, 180, 270), colour)
			c.fill(rect(x+w*0.5-1, middle+big-width, w, width+0.5), colour)
		case 1: // arches
			c.fill(wedge(w/2, h*0.72, w*0.44-at, w*0.44-at-width*0.8, -90, 90), colour)
			for _, side := range []float64{-1, 1} {
				c.fill(rect(w/2+side*(w*0.44-at-width*0.4)-width*0.4, h*0.72-1, width*0.8, h), colour)
			}
		default: // slanted
			c.fill(polygon(point{-w * 0.2, h*0.9 + at*1.5}, point{w * 1.2, h*0.2 + at*1.5}, point{w * 1.2, h*0.2 + at*1.5 + width*1.2}, point{-w * 0.2, h*0.9 + at*1.5 + width*1.2}), colour)
		}
	}
	c.fill(circle(w*0.74, h*0.36, w*0.11), p.accent)
}

// bands are wavy colours, as of the seventies.
func bands(c *canvas, r *rand.Rand, title string, p palette, w, h float64) {
	colours := []ink{p.ground, p.accent, p.first, p.second}
	a, b := r.Float64()*7, 1+r.Float64()*1.6
	for i := range 13 {
		y := h * (float64(i)/11 - 0.12)
		var s shape
		s.move(-5, h+5)
		for k := range 41 {
			t := float64(k) / 40
			s.line(-5+(w+10)*t, y+h*0.09*math.Sin(t*6.3*b*0.6+a)+h*0.04*math.Sin(t*11+a*2))
		}
		s.line(w+5, h+5)
		c.fill(s, colours[i%len(colours)])
	}
	c.fill(circle(w/2, h*0.55, w*0.25), p.letters)
	c.fill(motif(title, r).at(w/2, h*0.55, w*0.0034), p.letters.on(p.second, p.ground))
}

// repeated sets a small motif in rows, like wallpaper.
func repeated(c *canvas, r *rand.Rand, title string, p palette, w, h float64) {
	c.flood(p.ground)
	m := motif(title, r)
	n := 5 + r.IntN(3)
	size := w / float64(n)
	var odd, even shape
	for y := range int(h/size) + 2 {
		for x := range n + 1 {
			one := m.at((float64(x)+0.5*float64(y%2))*size, (float64(y)+0.2)*size, size*0.0072)
			if (x+y)%2 == 0 {
				even = append(even, one...)
			} else {
				odd = append(odd, one...)
			}
		}
	}
	c.fill(even, mix(p.first, p.ground, 0.15))
	c.fill(odd, mix(p.accent, p.ground, 0.25))
}
