package art

import (
	"math/rand/v2"
	"strings"
)

// watchBack is the other side: engraved steel, or a window on the movement.
func (c *canvas) watchBack(f watchFacts, r float64, s *rand.Rand) {
	c.straps(f, r)
	c.in(scaled(-1, 1), func() { c.watchCase(f, r) })
	m := f.metal
	c.fill(circle(0, 0, r*0.88), c.metalRing(m, 300))
	c.fill(ring(0, 0, r*0.88, r*0.87), black.veil(0.4))
	for i := range 6 { // notches for the key
		p := polar(0, 0, r*0.84, 60*float64(i)+15)
		c.fill(rect(-r*0.05, -r*0.03, r*0.1, r*0.06).by(moved(p.x, p.y).of(turned(60*float64(i)+15))), black.veil(0.55))
	}
	l := letters{font: regular, size: r * 0.085, wide: 1, space: 0.16}
	engraved := both(c.around(l, strings.ToUpper(f.brand+" "+f.model), 0, 0, r*0.72, 0), c.around(l, strings.TrimSpace("REF. "+f.reference), 0, 0, -r*0.785, 180))
	c.fill(engraved.by(moved(r*0.006, r*0.008)), white.veil(0.5))
	c.fill(engraved, black.veil(0.65))
	if f.style == diver || f.style == field {
		c.fill(circle(0, 0, r*0.62), c.sweep(0, 0, 70, blend(m[180], m[110], m[215], m[120], m[180])))
		relief := c.emboss(circle(0, 0, r*0.6))
		c.swell(relief, motif(f.model+" "+map[int]string{diver: "wave", field: "map"}[f.style], s).at(0, 0, r*0.0085), r*0.05, r*0.12)
		c.raise(relief, ring(0, 0, r*0.58, r*0.55), r*0.02, 2)
		c.cast(relief, metal{m, 0.5}, texture{grain(), 256, 256, 5})
		return
	}
	c.fill(circle(0, 0, r*0.64), hex(0x14151A))
	c.within(circle(0, 0, r*0.62), func() { c.movement(f, r*0.62, s) })
	c.crystal(r * 0.64)
}

// movement is plates, wheels and jewels.
func (c *canvas) movement(f watchFacts, r float64, s *rand.Rand) {
	plate := blend(hex(0x8A8D90), hex(0xC9CCCE), hex(0xEDEFF0))
	c.fill(circle(0, 0, r), c.linear(-r, -r, r, r, blend(plate[250], plate[120], plate[40])))
	var stripes shape // as Geneva polishes them
	for i := -12; i < 13; i += 2 {
		stripes = append(stripes, rect(float64(i)*r/9, -r*1.5, r/9, r*3).by(turned(35))...)
	}
	c.fill(stripes, white.veil(0.22))
	gear := func(x, y, size float64, teeth int, tone *ramp) {
		c.shadow(circle(x, y, size), size*0.06, size*0.1, size*0.2, 0.5)
		wheel := both(star(x, y, size, size*0.93, teeth, 0), hole(circle(x, y, size*0.78)))
		for i := range 5 {
			wheel = both(wheel, rect(-size*0.05, -size*0.8, size*0.1, size*0.8).by(moved(x, y).of(turned(72*float64(i)))))
		}
		c.fill(both(wheel, circle(x, y, size*0.2)), c.sweep(x, y, s.Float64()*360, blend(tone[120], tone[230], tone[100], tone[220], tone[120])))
		c.fill(circle(x, y, size*0.1), c.radial(x-size*0.03, y-size*0.03, size*0.16, blend(hex(0xFF9AB0), hex(0xB01040), hex(0x5A0820))))
	}
	gear(-r*0.4, r*0.34, r*0.34, 48, gold)
	gear(r*0.36, r*0.42, r*0.28, 40, gold)
	gear(r*0.05, -r*0.12, r*0.24, 36, bronze)
	c.shadow(circle(r*0.44, -r*0.32, r*0.34), r*0.02, r*0.04, r*0.07, 0.5)
	c.fill(ring(r*0.44, -r*0.32, r*0.34, r*0.29), c.sweep(r*0.44, -r*0.32, 40, blend(gold[120], gold[240], gold[110], gold[235], gold[120])))
	c.fill(rect(-r*0.32, -r*0.025, r*0.64, r*0.05).by(moved(r*0.44, -r*0.32).of(turned(s.Float64()*180))), gold[190])
	c.fill(circle(r*0.44, -r*0.32, r*0.05), hex(0xB01040))
	rotor := wedge(0, 0, r*0.98, r*0.2, -150, 10) // it winds the spring
	c.shadow(rotor, r*0.03, r*0.05, r*0.06, 0.55)
	c.fill(rotor, c.sweep(0, 0, 60, blend(f.metal[110], f.metal[240], f.metal[130], f.metal[220], f.metal[110])))
	c.fill(circle(0, 0, r*0.2), c.metalRing(f.metal, 0))
	l := letters{font: regular, size: r * 0.11, wide: 1, space: 0.12}
	c.fill(c.around(l, strings.ToUpper(f.brand), 0, 0, r*0.78, -70), black.veil(0.6))
	for range 5 { // screws
		p := polar(0, 0, r*(0.6+0.3*s.Float64()), 60+s.Float64()*120)
		c.fill(circle(p.x, p.y, r*0.045), c.radial(p.x, p.y, r*0.05, blend(hex(0x6A8AD0), hex(0x24407A))))
		c.fill(stroke(r*0.012, point{p.x - r*0.03, p.y - r*0.02}, point{p.x + r*0.03, p.y + r*0.02}), black.veil(0.6))
	}
}

// watchBox is a case with a cushion.
func (c *canvas) watchBox(f watchFacts, t thing) {
	w, h := c.w, c.h
	box := round(46, 60, w-92, h-110, 18)
	tone := pick(t.Rand, []ink{hex(0x3A1F16), hex(0x1C1E22), hex(0x20322C), hex(0x4A2E1C)})
	c.shadow(box, 12, 20, 38, 0.6)
	c.fill(box, c.linear(0, 0, w, h, blend(tone.lighter(0.3), tone, tone.darker(0.5))))
	c.rough(box, texture{cloud(), 700, 60, 14})
	c.fill(box.outline(2), white.veil(0.15))
	lining := pick(t.Rand, []ink{hex(0xE9E0CF), hex(0x2A2C30), hex(0x5A1C26), hex(0x1E2E4E)})
	inner := round(76, 90, w-152, h-170, 10)
	c.fill(inner, c.linear(0, 90, 0, h-80, blend(lining.darker(0.45), lining.darker(0.2), lining)))
	c.rough(inner, texture{grain(), 256, 256, 9})
	c.within(inner, func() { c.shadow(frame(36, 50, w-72, h-90, 40), 6, 12, 24, 0.6) })
	cushion := round(146, 150, w-292, h-290, 46)
	c.shadow(cushion, 4, 10, 22, 0.5)
	relief := c.emboss(cushion)
	c.swell(relief, round(154, 158, w-308, h-306, 60), 46, 60)
	c.cast(relief, metal{blend(lining.darker(0.6), lining.darker(0.15), lining, lining.lighter(0.3)), 0}, texture{grain(), 256, 256, 8})
	c.within(inner, func() {
		c.in(moved(w/2, h/2-14), func() { c.watchFront(f, 122) })
	})
	c.fill(rect(46, 60, w-92, 3), white.veil(0.2))
	plate := round(w/2-100, h-78, 200, 22, 4)
	c.fill(plate, c.across(w/2-100, 200, gold[120], gold[235], gold[150], gold[220], gold[110]))
	l, lines := c.fit(letters{font: regular, size: 14, wide: 1, space: 0.2, align: 0.5, serif: true}, strings.ToUpper(f.brand), 190, 16, 1)
	c.fill(c.block(l, lines, w/2, h-73, 1), hex(0x2A1C08).veil(0.85))
}
