package art

import (
	"math"
	"strconv"
	"strings"
)

// bezel is the ring around the crystal.
func (c *canvas) bezel(f watchFacts, r float64) {
	m := f.metal
	if f.style != diver && f.style != traveller {
		c.fill(circle(0, 0, r*0.85), hex(0x0C0C0E))
		return
	}
	var teeth shape
	for i := range 90 {
		p := polar(0, 0, r*0.985, 4*float64(i))
		teeth = append(teeth, dot(p, r*0.016)...)
	}
	c.fill(teeth, m[40].veil(0.75))
	insert := pick(random("bezel "+f.model, uint64(f.dial.r), 0), []ink{hex(0x111214), hex(0x12264A), hex(0x1A3A30), f.dial.darker(0.3)})
	c.fill(circle(0, 0, r*0.95), c.radial(-r*0.3, -r*0.4, r*1.6, blend(insert.lighter(0.25), insert, insert.darker(0.4))))
	if f.style == traveller {
		c.fill(wedge(0, 0, r*0.95, r*0.8, 90, 270), c.radial(-r*0.3, -r*0.4, r*1.6, blend(hex(0xC0403A), hex(0x8A1E1E))))
	}
	l := letters{font: bold, size: r * 0.1, wide: 0.9}
	light := hex(0xF3EFE4)
	for i := range 12 {
		a := 30 * float64(i)
		text := strconv.Itoa(i * 5)
		if f.style == traveller {
			text = strconv.Itoa(i * 2)
		}
		switch {
		case i == 0:
			p := polar(0, 0, r*0.875, 0)
			c.fill(polygon(point{p.x - r*0.05, p.y - r*0.04}, point{p.x + r*0.05, p.y - r*0.04}, point{p.x, p.y + r*0.05}), light)
		case i%2 == 0:
			c.fill(c.around(l, text, 0, 0, r*0.84, a), light)
		default:
			c.fill(stroke(r*0.02, polar(0, 0, r*0.9, a), polar(0, 0, r*0.85, a)), light)
		}
	}
	c.fill(ring(0, 0, r*0.82, r*0.79), c.metalRing(m, 200))
	c.fill(circle(0, 0, r*0.8), hex(0x0C0C0E))
}

// dialFace is the dial with its markers and its words; r is its radius.
func (c *canvas) dialFace(f watchFacts, r float64) {
	c.fill(circle(0, 0, r), c.radial(-r*0.2, -r*0.3, r*1.4, blend(f.dial.lighter(0.14), f.dial, f.dial.darker(0.45))))
	sun := steps(stop{0, white.veil(0.1)}, stop{0.12, white.veil(0.02)}, stop{0.25, black.veil(0.12)}, stop{0.38, white.veil(0.03)}, stop{0.5, white.veil(0.13)}, stop{0.62, white.veil(0.02)}, stop{0.75, black.veil(0.12)}, stop{0.88, white.veil(0.03)}, stop{1, white.veil(0.1)})
	c.fill(circle(0, 0, r), c.sweep(0, 0, 130, sun))
	c.rough(circle(0, 0, r), texture{grain(), 256, 256, 3})
	var track shape
	for i := range 60 {
		long := 0.945
		if i%5 == 0 {
			long = 0.92
		}
		track = append(track, stroke(r*0.011, polar(0, 0, r*0.975, 6*float64(i)), polar(0, 0, r*long, 6*float64(i)))...)
	}
	c.fill(track, f.marks.veil(0.9))
	c.markers(f, r)
	if f.style == chronograph {
		c.counters(f, r)
	}
	c.words(f, r)
	if f.style != pilot && f.style != chronograph { // date
		box := round(r*0.62, -r*0.075, r*0.19, r*0.15, r*0.015)
		c.fill(box.outline(r*0.02), f.metal[190])
		c.fill(box, hex(0xF7F5EF))
		day := strconv.Itoa(1 + (len(f.reference)*7+int(f.minute))%28)
		c.fill(c.text(letters{font: bold, size: r * 0.12, wide: 0.9, align: 0.5}, day, r*0.715, r*0.043), hex(0x1A1A1C))
	}
}

// markers are batons, dots or numerals at the hours.
func (c *canvas) markers(f watchFacts, r float64) {
	lume := f.marks
	if f.marks.light() > 0.5 && (f.style == diver || f.style == pilot || f.style == field) {
		lume = mix(f.marks, hex(0xE8DFA8), 0.4)
	}
	l := letters{font: bold, size: r * 0.2, wide: 0.9, align: 0.5}
	for i := range 12 {
		a := 30 * float64(i)
		if i == 3 && f.style != pilot && f.style != chronograph {
			continue
		}
		switch f.style {
		case diver:
			p := polar(0, 0, r*0.78, a)
			one := circle(p.x, p.y, r*0.062)
			if i%3 == 0 {
				one = rect(-r*0.045, -r*0.1, r*0.09, r*0.2).by(moved(p.x, p.y).of(turned(a)))
			}
			c.fill(one.outline(r*0.03), f.metal[200])
			c.fill(one, lume)
		case pilot, field:
			p := polar(0, 0, r*0.74, a)
			text := strconv.Itoa((i+11)%12 + 1)
			if i == 0 && f.style == pilot {
				c.fill(polygon(point{-r * 0.09, -r * 0.86}, point{r * 0.09, -r * 0.86}, point{0, -r * 0.7}), lume)
				continue
			}
			c.fill(c.text(l, text, p.x, p.y+r*0.07), lume)
		default:
			from, to := polar(0, 0, r*0.88, a), polar(0, 0, r*0.7, a)
			if f.style == chronograph && i%3 == 0 && i != 0 {
				continue
			}
			baton := stroke(r*0.045, from, to)
			if i == 0 {
				side := polar(0, 0, r*0.04, 90)
				baton = both(stroke(r*0.04, point{from.x - side.x, from.y}, point{to.x - side.x, to.y}), stroke(r*0.04, point{from.x + side.x, from.y}, point{to.x + side.x, to.y}))
			}
			c.fill(baton.by(moved(r*0.012, r*0.018)), black.veil(0.4))
			c.fill(baton, c.linear(-r, -r, r, r, blend(f.metal[250], f.metal[170], f.metal[230])))
		}
	}
}

// counters are the small dials of a chronograph.
func (c *canvas) counters(f watchFacts, r float64) {
	for i, a := range []float64{90, 180, 270} {
		p := polar(0, 0, r*0.46, a)
		size := r * 0.25
		c.fill(circle(p.x, p.y, size), f.dial.darker(0.35))
		if f.dial.light() > 0.6 {
			c.fill(circle(p.x, p.y, size), f.marks.veil(0.85))
		}
		light := hex(0xF3EFE4)
		var ticks shape
		for k := range 12 {
			ticks = append(ticks, stroke(r*0.009, polar(p.x, p.y, size*0.95, 30*float64(k)), polar(p.x, p.y, size*0.8, 30*float64(k)))...)
		}
		c.fill(ticks, light.veil(0.85))
		c.fill(ring(p.x, p.y, size, size*0.97), f.metal[150].veil(0.7))
		c.fill(stroke(r*0.018, p, polar(p.x, p.y, size*0.7, float64(i*140)+f.minute*7)), light)
		c.fill(circle(p.x, p.y, r*0.025), light)
	}
}

// words are the brand and what the watch can do.
func (c *canvas) words(f watchFacts, r float64) {
	mark := motif(f.brand, random("brand "+f.brand, 0, 0))
	c.fill(mark.at(0, -r*0.52, r*0.0013), f.marks)
	l, lines := c.fit(letters{font: regular, size: r * 0.105, wide: 1, space: 0.1, align: 0.5, serif: f.style == dress}, strings.ToUpper(f.brand), r*0.74, r*0.12, 1)
	c.fill(c.block(l, lines, 0, -r*0.42, 1), f.marks)
	y := r * 0.4
	if f.style == chronograph {
		y = -r * 0.27
	}
	m, lines := c.fit(letters{font: regular, lean: 0.2, size: r * 0.09, wide: 1, align: 0.5}, f.model, r*0.6, r*0.1, 1)
	c.fill(c.block(m, lines, 0, y-r*0.06, 1), f.marks)
	small := letters{font: regular, size: r * 0.055, wide: 1, space: 0.1, align: 0.5}
	if f.style != chronograph {
		c.fill(c.text(small, [...]string{"", "DIVER", "GMT", "", "", ""}[f.style], 0, y+r*0.12), f.marks.veil(0.85))
	}
}

// hands show the time, each with its shadow on the dial.
func (c *canvas) hands(f watchFacts, r float64) {
	hour := (math.Mod(f.hour, 12) + f.minute/60) * 30
	minute := f.minute * 6
	m := f.metal
	hand := func(a, length, width float64, lit bool) {
		blade := polygon(point{-width * 0.5, r * 0.12}, point{-width, -length * 0.3}, point{-width * 0.35, -length}, point{width * 0.35, -length}, point{width, -length * 0.3}, point{width * 0.5, r * 0.12})
		if f.style == dress {
			blade = polygon(point{-width * 0.5, r * 0.1}, point{-width * 0.4, -length * 0.9}, point{0, -length}, point{width * 0.4, -length * 0.9}, point{width * 0.5, r * 0.1})
		}
		turn := turned(a)
		c.glow(blade.by(moved(r*0.025, r*0.04).of(turn)), r*0.04, black.veil(0.5))
		c.fill(blade.by(turn), m[210])
		c.fill(blade.by(turn.of(scaled(0.5, 1)).of(moved(width, 0))), m[120])
		if lit {
			c.fill(polygon(point{-width * 0.45, -length * 0.2}, point{-width * 0.6, -length * 0.35}, point{-width * 0.2, -length * 0.88}, point{width * 0.2, -length * 0.88}, point{width * 0.6, -length * 0.35}, point{width * 0.45, -length * 0.2}).by(turn), mix(hex(0xF4F0D8), hex(0xE2D690), 0.5))
		}
	}
	lit := f.style == diver || f.style == pilot || f.style == field || f.style == traveller
	if f.style == traveller {
		a := hour/2 + 100
		tip := polygon(point{0, -r * 0.92}, point{r * 0.06, -r * 0.8}, point{-r * 0.06, -r * 0.8})
		c.fill(both(rect(-r*0.01, -r*0.82, r*0.02, r*0.82), tip).by(turned(a)), f.hand)
	}
	hand(hour, r*0.54, r*0.055, lit)
	hand(minute, r*0.82, r*0.045, lit)
	second := turned(f.minute * 47)
	needle := both(rect(-r*0.009, -r*0.9, r*0.018, r*1.12), circle(0, r*0.16, r*0.035))
	c.glow(needle.by(moved(r*0.03, r*0.05).of(second)), r*0.03, black.veil(0.35))
	c.fill(needle.by(second), f.hand)
	c.fill(circle(0, 0, r*0.045), f.hand.darker(0.2))
	c.fill(circle(0, 0, r*0.022), m[220])
}

// crystal is the glass over the dial.
func (c *canvas) crystal(r float64) {
	c.within(circle(0, 0, r), func() {
		c.fill(ring(0, 0, r, r*0.96), c.linear(-r, -r, r, r, steps(stop{0, black.veil(0.7)}, stop{0.5, black.veil(0.3)}, stop{1, white.veil(0.35)})))
		c.fill(both(curve("M -1 -0.2 C -0.9 -0.7 -0.5 -1 0.1 -1 C 0.5 -1 0.3 -0.9 0 -0.7 C -0.4 -0.4 -0.7 0.1 -0.8 0.6 C -0.95 0.4 -1 0.1 -1 -0.2")).by(scaled(r, r)), c.linear(-r, -r, r*0.2, r*0.3, blend(white.veil(0.34), white.veil(0.02))))
		c.fill(wedge(0, 0, r*0.97, r*0.9, 110, 165), white.veil(0.12))
	})
}
