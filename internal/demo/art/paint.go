package art

import "math"

// ink is a colour with its opacity, not multiplied.
type ink struct{ r, g, b, a uint8 }

// hex is an opaque colour written as 0xRRGGBB.
func hex(v uint32) ink { return ink{uint8(v >> 16), uint8(v >> 8), uint8(v), 255} }

var (
	black = hex(0x000000)
	white = hex(0xFFFFFF)
)

// veil is the colour at an opacity from 0 to 1.
func (i ink) veil(opacity float64) ink {
	i.a = uint8(255*min(1, max(0, opacity)) + 0.5)
	return i
}

func mix(a, b ink, t float64) ink {
	t = min(1, max(0, t))
	m := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	return ink{m(a.r, b.r), m(a.g, b.g), m(a.b, b.b), m(a.a, b.a)}
}

func (i ink) darker(by float64) ink  { return mix(i, black.veil(float64(i.a)/255), by) }
func (i ink) lighter(by float64) ink { return mix(i, white.veil(float64(i.a)/255), by) }

// light is how bright a colour looks, from 0 to 1.
func (i ink) light() float64 {
	return (0.299*float64(i.r) + 0.587*float64(i.g) + 0.114*float64(i.b)) / 255
}

// on is a or b, whichever is easier to read on i.
func (i ink) on(a, b ink) ink {
	if math.Abs(i.light()-a.light()) >= math.Abs(i.light()-b.light()) {
		return a
	}
	return b
}

// readable is the first colour that stands out from i, or the last.
func (i ink) readable(all ...ink) ink {
	for _, one := range all {
		if math.Abs(i.light()-one.light()) > 0.3 {
			return one
		}
	}
	return all[len(all)-1]
}

// paint fills rows of a picture.
type paint interface {
	row(x, y int, out []ink)
}

func (i ink) row(_, _ int, out []ink) {
	for k := range out {
		out[k] = i
	}
}

// stop is a colour at a place from 0 to 1 of a gradient.
type stop struct {
	at float64
	ink
}

type ramp [256]ink

// blend spreads colours evenly.
func blend(colours ...ink) *ramp {
	stops := make([]stop, len(colours))
	for i, c := range colours {
		stops[i] = stop{float64(i) / float64(max(1, len(colours)-1)), c}
	}
	return steps(stops...)
}

func steps(stops ...stop) *ramp {
	var r ramp
	at := 0
	for i := range r {
		t := float64(i) / 255
		for at < len(stops)-2 && t > stops[at+1].at {
			at++
		}
		a, b := stops[at], stops[min(at+1, len(stops)-1)]
		r[i] = mix(a.ink, b.ink, (t-a.at)/max(1e-9, b.at-a.at))
	}
	return &r
}

// linear changes from one point to another.
type linear struct {
	*ramp
	x, y, dx, dy float32 // 255 at the end
}

func (l linear) row(x, y int, out []ink) {
	t := (float32(x)-l.x)*l.dx + (float32(y)-l.y)*l.dy
	for k := range out {
		out[k] = l.ramp[clamp(t)]
		t += l.dx
	}
}

func clamp(t float32) uint8 {
	if t <= 0 {
		return 0
	}
	if t >= 255 {
		return 255
	}
	return uint8(t)
}

// radial changes from a centre outwards.
type radial struct {
	*ramp
	x, y, per float32
}

func (r radial) row(x, y int, out []ink) {
	dx, dy := float32(x)-r.x, float32(y)-r.y
	for k := range out {
		d := float32(math.Sqrt(float64(dx*dx + dy*dy)))
		out[k] = r.ramp[clamp(d*r.per)]
		dx++
	}
}

// sweep changes around a centre, clockwise from the right.
type sweep struct {
	*ramp
	x, y, from float32
}

func (s sweep) row(x, y int, out []ink) {
	dx, dy := float32(x)-s.x, float32(y)-s.y
	for k := range out {
		out[k] = s.ramp[uint8(int32(angle(dy, dx)+s.from))]
		dx++
	}
}

// angle is roughly the direction of a vector: 256 is a full turn.
func angle(y, x float32) float32 {
	ax, ay := max(x, -x), max(y, -y)
	lo, hi := min(ax, ay), max(ax, ay)
	if hi == 0 {
		return 0
	}
	t := lo / hi
	a := t * (43.1 - 11.1*t) // within a quarter of a 256th of a turn
	if ay > ax {
		a = 64 - a
	}
	if x < 0 {
		a = 128 - a
	}
	if y < 0 {
		a = 256 - a
	}
	return a
}

// pattern is computed pixel by pixel.
type pattern func(x, y int, out []ink)

func (p pattern) row(x, y int, out []ink) { p(x, y, out) }

func (c *canvas) linear(x0, y0, x1, y1 float64, r *ramp) paint {
	a, b := c.frame.at(point{x0, y0}), c.frame.at(point{x1, y1})
	dx, dy := b.x-a.x, b.y-a.y
	n := 255 / max(1e-9, dx*dx+dy*dy)
	return linear{r, float32(a.x), float32(a.y), float32(dx * n), float32(dy * n)}
}

// down and across are gradients over a length from a place.
func (c *canvas) down(y, h float64, colours ...ink) paint {
	return c.linear(0, y, 0, y+h, blend(colours...))
}
func (c *canvas) across(x, w float64, colours ...ink) paint {
	return c.linear(x, 0, x+w, 0, blend(colours...))
}

func (c *canvas) radial(x, y, radius float64, r *ramp) paint {
	p := c.frame.at(point{x, y})
	return radial{r, float32(p.x), float32(p.y), float32(255 / max(1e-9, radius*c.frame.scale(point{x, y})))}
}

func (c *canvas) sweep(x, y, degrees float64, r *ramp) paint {
	p := c.frame.at(point{x, y})
	return sweep{r, float32(p.x), float32(p.y), float32(degrees / 360 * 256)}
}
