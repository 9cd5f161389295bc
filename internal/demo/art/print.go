package art

import (
	"math"
	"math/rand/v2"
)

// halftone is a screen of dots as cheap printing has them: tiny at the start of
// a line and touching each other at its end.
func (c *canvas) halftone(x0, y0, x1, y1, pitch float64, colour ink) paint {
	a, b := c.frame.at(point{x0, y0}), c.frame.at(point{x1, y1})
	dx, dy := b.x-a.x, b.y-a.y
	n := 1 / max(1e-9, dx*dx+dy*dy)
	step := float32(0.7071 / (pitch * c.frame.scale(point{x0, y0})))
	gx, gy := float32(dx*n), float32(dy*n)
	return pattern(func(x, y int, out []ink) {
		u, v := float32(x+y)*step+1000, float32(y-x)*step+1000
		t := (float32(x)-float32(a.x))*gx + (float32(y)-float32(a.y))*gy
		for k := range out {
			fu, fv := u-float32(int32(u))-0.5, v-float32(int32(v))-0.5
			r := 0.62 * min(1, max(0, t))
			d := r*r - fu*fu - fv*fv
			out[k] = colour
			out[k].a = uint8(uint32(clamp(127+d*900)) * uint32(colour.a) / 255)
			u, v, t = u+step, v-step, t+gx
		}
	})
}

// rays are wedges around a point.
func rays(x, y, radius float64, n int, turn float64) (s shape) {
	for i := range n {
		a := turn + 360*float64(i)/float64(n)
		p, q := polar(x, y, radius, a), polar(x, y, radius, a+180/float64(n))
		s = append(s, polygon(point{x, y}, p, q)...)
	}
	return s
}

// inked fills a shape and draws around it, as comics do.
func (c *canvas) inked(s shape, p paint, width float64) {
	c.fill(s, p)
	c.fill(s.outline(width), hex(0x15121A))
}

// hills is a range from left to right, down to the bottom: the higher the
// roughness, the more it looks like mountains.
func (c *canvas) hills(r *rand.Rand, w, y, height, bottom float64, rough bool) (s shape) {
	a, b, d := r.Float64()*7, r.Float64()*7, r.Float64()*7
	at := func(x float64) float64 {
		t := x / w * 2 * math.Pi
		if rough {
			saw := func(v float64) float64 { return math.Abs(math.Mod(v+100, 2)-1)*2 - 1 }
			return y - height*(0.55*saw(t*0.6+a)+0.3*saw(t*1.7+b)+0.15*saw(t*4.1+d))
		}
		return y - height*(0.6*math.Sin(t*0.8+a)+0.3*math.Sin(t*1.9+b)+0.1*math.Sin(t*4+d))
	}
	s.move(-5, bottom)
	for i := range 61 {
		x := -5 + (w+10)*float64(i)/60
		s.line(x, at(x))
	}
	s.line(w+5, bottom)
	return s
}

// barcode is a box of bars with a number.
func (c *canvas) barcode(x, y, w, h float64) {
	c.fill(rect(x, y, w, h), hex(0xFBFAF5))
	r := random("bars", uint64(x*y), 0)
	var bars shape
	for at := x + w*0.06; at < x+w*0.92; {
		width := w / 60 * float64(1+r.IntN(3))
		bars = append(bars, rect(at, y+h*0.08, width, h*0.68)...)
		at += width + w/60*float64(1+r.IntN(3))
	}
	c.fill(bars, hex(0x1A1A1A))
	c.fill(c.text(letters{font: regular, size: h * 0.17, wide: 1, space: 0.18, align: 0.5}, "0 71486 02912", x+w/2, y+h*0.94), hex(0x1A1A1A))
}
