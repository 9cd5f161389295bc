package art

import (
	"strconv"
	"strings"
)

// loupe shows something larger inside a lens.
func (c *canvas) loupe(x, y, r float64, inside func()) {
	handle := stroke(46, polar(x, y, r+20, 135), polar(x, y, r+300, 135))
	c.shadow(both(circle(x, y, r+16), handle), 16, 24, 22, 0.6)
	c.fill(handle, c.linear(x, y+60, x+60, y, blend(hex(0x140E0A), hex(0x5A3A22), hex(0x2A1A10))))
	c.fill(circle(x, y, r+17), c.sweep(x, y, 30, blend(hex(0x8A7A4A), hex(0xF6EBC0), hex(0x6E5A28), hex(0xE9D894), hex(0x5A4A20), hex(0xFFF8DC), hex(0x8A7A4A))))
	c.fill(circle(x, y, r+4), hex(0x1A1610))
	c.within(circle(x, y, r), func() {
		inside()
		c.fill(circle(x, y, r), c.radial(x, y, r, steps(stop{0, white.veil(0.05)}, stop{0.75, white.veil(0)}, stop{0.93, black.veil(0.22)}, stop{1, black.veil(0.5)})))
		c.fill(curveGlare(x, y, r), white.veil(0.2))
	})
}

// curveGlare is the window that a lens mirrors.
func curveGlare(x, y, r float64) shape {
	return curve("M -0.78 -0.3 C -0.7 -0.64 -0.36 -0.88 -0.02 -0.9 C -0.36 -0.74 -0.6 -0.52 -0.66 -0.2").at(x, y, r)
}

// albumPage holds the set: the stamp and its neighbours in their places.
func (c *canvas) albumPage(f stampFacts, t thing, seed uint64) {
	w, h := c.w, c.h
	c.flood(c.linear(0, 0, w, h, blend(hex(0xFBF7EC), hex(0xF2EBDA), hex(0xDCD2BC))))
	c.roughAll(texture{grain(), 256, 256, 5})
	c.fill(rect(0, 0, 44, h), c.across(0, 44, black.veil(0.4), black.veil(0.1), black.veil(0)))
	ink := hex(0x3A3632)
	c.fill(both(frame(64, 36, w-98, h-72, 2.4), frame(70, 42, w-110, h-84, 0.9)), ink.veil(0.7))
	l := letters{font: regular, size: 34, wide: 1, space: 0.1, align: 0.5, serif: true}
	l, lines := c.fit(l, strings.ToUpper(c.legible(f.issuer)), w-180, 40, 1)
	c.fill(c.block(l, lines, w/2+14, 62, 1), ink)
	sub := strings.TrimSpace(f.year + "  " + c.legible(f.set))
	s, lines := c.fit(letters{font: regular, lean: 0.2, size: 20, wide: 1, align: 0.5}, sub, w-180, 24, 1)
	c.fill(c.block(s, lines, w/2+14, 108, 1), ink)
	c.fill(rect(w/2-46, 142, 120, 1.2), ink.veil(0.6))
	cols, k := 3, 0.56
	if f.w > f.h {
		cols, k = 2, 0.68
	}
	number, unit, _ := strings.Cut(f.value, " ")
	values := []string{"5", "10", "15", "20", "25", "30", "50", "75", "100"}
	colours := []string{"green", "carmine", "ultramarine", "brown", "violet", "orange", "olive", "black", "claret"}
	stepX, stepY := f.w*k+22, f.h*k+22
	left := w/2 + 14 - (float64(cols)*stepX-22)/2
	rows := int((h - 230) / stepY)
	mine := t.IntN(cols * rows)
	for i := range cols * rows {
		x, y := left+float64(i%cols)*stepX, 168+float64(i/cols)*stepY
		mount := rect(x-6, y-6, f.w*k+12, f.h*k+12)
		one := f
		one.used = false
		if i != mine {
			one.value, one.colour = values[i%len(values)]+" "+unit, stampColours[colours[(i+t.IntN(3))%len(colours)]]
			if t.IntN(5) == 0 && i > 0 { // still missing
				c.fill(mount.outline(1.2), ink.veil(0.5))
				c.fill(c.text(letters{font: regular, size: 15, wide: 1, align: 0.5}, one.value, x+f.w*k/2, y+f.h*k/2), ink.veil(0.6))
				continue
			}
		} else {
			one.value = strings.TrimSpace(number + " " + unit)
			one.used = f.used
		}
		c.fill(mount, hex(0x191A1D))
		c.in(moved(x, y).of(scaled(k, k)), func() { c.stampFront(one, seed+uint64(i)) })
		c.fill(mount, c.linear(x, y, x+f.w*k, y+f.h*k, steps(stop{0, white.veil(0.2)}, stop{0.45, white.veil(0.02)}, stop{1, white.veil(0.06)})))
	}
	c.fill(c.text(letters{font: regular, size: 13, wide: 1, align: 0.5}, strconv.Itoa(12+t.IntN(90)), w/2+14, h-50), ink)
}
