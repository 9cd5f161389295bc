package art

import "strings"

// cameraFacts are the looks of a camera; its name begins with its maker.
type cameraFacts struct {
	name, maker                      string
	kind                             int
	skin, bright, metal, shade, mark ink
}

const (
	rangefinder = iota
	compact
	reflex
	twinLens
	folding
	boxCamera
	instant
)

// cameraSkins are leather, and metal in the light, in the middle and in the
// shade, and a coloured mark.
var cameraSkins = [][5]ink{
	{hex(0x2A2725), hex(0xF3F1EC), hex(0xC9C5BC), hex(0x8F8B82), hex(0xC23B2C)}, {hex(0x26282A), hex(0xE8E8E4), hex(0xB9B9B4), hex(0x7E7E7A), hex(0xD8D3C7)},
	{hex(0x7A4C2E), hex(0xEFEAE0), hex(0xC7BFAF), hex(0x938A78), hex(0xE8A33B)}, {hex(0x1E1C1B), hex(0xDDD8CC), hex(0xAFA999), hex(0x7A7467), hex(0xC9A34A)},
	{hex(0x31413E), hex(0xF1F0EB), hex(0xC5C3BB), hex(0x8B8980), hex(0x5B8F86)}, {hex(0x1A1B1C), hex(0x5A5C5E), hex(0x3A3C3E), hex(0x1A1B1C), hex(0xC9A34A)},
	{hex(0x4A2A2A), hex(0xE9E4DA), hex(0xBDB6A8), hex(0x857E70), hex(0xD9C9A0)}, {hex(0x2B2B30), hex(0x4A4C50), hex(0x2E3033), hex(0x141517), hex(0xE4E4E0)},
}

func cameraOf(c *canvas, t thing) (f cameraFacts) {
	f.name = c.legible(t.title)
	f.maker = strings.ToUpper(f.name)
	if words := strings.Fields(f.name); len(words) > 2 {
		f.maker = strings.ToUpper(strings.Join(words[:len(words)-2], " "))
	}
	f.kind = pick(t.Rand, []int{rangefinder, compact, reflex, reflex, twinLens, folding, boxCamera, instant})
	switch {
	case t.has("rangefinder"):
		f.kind = rangefinder
	case t.has("viewfinder", "point and shoot"):
		f.kind = compact
	case t.has("tlr", "twin lens"):
		f.kind = twinLens
	case t.has("slr"):
		f.kind = reflex
	case t.has("folding"):
		f.kind = folding
	case t.has("\nbox"):
		f.kind = boxCamera
	case t.has("instant"):
		f.kind = instant
	}
	s := pick(t.Rand, cameraSkins)
	f.skin, f.bright, f.metal, f.shade, f.mark = s[0], s[1], s[2], s[3], s[4]
	return f
}

// camera draws the front, the top or back, the lens, and the camera in its case.
func camera(c *canvas, t thing) {
	f := cameraOf(c, t)
	paper := pick(t.Rand, studios)
	switch t.view {
	case 0:
		c.studio(paper, 400)
		c.in(about(360, 330, 0, 1.16).of(moved(60, 10)), func() { c.cameraFront(f) })
	case 1:
		c.studio(paper, 420)
		c.in(about(360, 330, 0, 1.16).of(moved(60, 10)), func() { c.cameraBack(f) })
	case 2:
		c.studio(paper, 900)
		c.in(moved(360, 300).of(scaled(2.3, 2.3)).of(moved(-300, -314)), func() { c.cameraFront(f) })
	default:
		c.table(on(t.Rand, wood, linen))
		c.cameraCase(f, t)
	}
}

// cameraFront draws on a sheet of 600×600, standing at about 420.
func (c *canvas) cameraFront(f cameraFacts) {
	switch f.kind {
	case rangefinder:
		c.rangefinder(f)
	case compact:
		c.compact(f)
	case reflex:
		c.reflex(f)
	case twinLens:
		c.in(about(300, 330, 0, 0.98), func() { c.twinLens(f) })
	case folding:
		c.folding(f)
	case boxCamera:
		c.boxCamera(f)
	default:
		c.instant(f)
	}
}

// floorShadow is below a camera.
func (c *canvas) floorShadow(x, y, r float64) {
	c.glow(ellipse(x+10, y+10, r, 24), 30, black.veil(0.42))
	c.glow(ellipse(x, y, r*0.95, 7), 8, black.veil(0.6))
}

// metalDown and metalAcross are brushed metal, lit from above or from the left.
func (c *canvas) metalDown(f cameraFacts, y, h float64) paint {
	return c.linear(0, y, 0, y+h, steps(stop{0, f.bright.lighter(0.3)}, stop{0.1, f.bright}, stop{0.45, f.metal}, stop{0.52, f.shade}, stop{1, f.metal}))
}
func (c *canvas) metalAcross(f cameraFacts, x, w float64) paint {
	return c.linear(x, 0, x+w, 0, steps(stop{0, f.shade}, stop{0.25, f.bright.lighter(0.2)}, stop{0.5, f.metal}, stop{0.75, f.bright}, stop{1, f.shade.darker(0.3)}))
}

// leatherette fills a shape with grained leather.
func (c *canvas) leatherette(s shape, f cameraFacts, y, h float64) {
	c.fill(s, c.down(y, h, f.skin.lighter(0.12), f.skin, f.skin.darker(0.35)))
	c.rough(s, texture{pebble(), 300, 300, 17})
	c.rough(s, texture{grain(), 256, 256, 10})
}

// knob is a milled wheel seen from its side.
func (c *canvas) knob(f cameraFacts, x, y, w, h float64) {
	c.shadow(round(x, y, w, h, 4), 2, 3, 5, 0.35)
	c.fill(round(x, y, w, h, 4), c.metalAcross(f, x, w))
	var mills shape
	for k := x + 3; k < x+w-3; k += 4.2 {
		mills = append(mills, rect(k, y+3, 1.5, h-4)...)
	}
	c.fill(mills, black.veil(0.28))
	c.fill(round(x, y, w, 3, 1.5), white.veil(0.55))
}

// window is a glass pane in a metal frame.
func (c *canvas) window(f cameraFacts, x, y, w, h float64) {
	c.fill(round(x-4, y-4, w+8, h+8, 5), c.linear(x, y-4, x, y+h+4, blend(f.shade.darker(0.3), f.metal, f.bright)))
	glass := round(x, y, w, h, 3)
	c.fill(glass, c.linear(x, y, x+w, y+h, blend(hex(0x9DBAD6), hex(0x37507A), hex(0x0C1222), hex(0x22304C))))
	c.within(glass, func() {
		c.fill(polygon(point{x, y}, point{x + w*0.6, y}, point{x + w*0.3, y + h}, point{x, y + h}), white.veil(0.2))
	})
}

// lens is rings around glass that mirrors the room.
func (c *canvas) lens(f cameraFacts, x, y, r float64) {
	c.shadow(circle(x, y, r), r*0.05, r*0.14, r*0.22, 0.5)
	chrome := steps(stop{0, f.shade}, stop{0.12, f.bright.lighter(0.3)}, stop{0.25, f.metal}, stop{0.38, f.shade.darker(0.2)}, stop{0.52, f.bright}, stop{0.66, f.metal}, stop{0.8, f.shade.darker(0.3)}, stop{0.92, f.bright}, stop{1, f.shade})
	c.fill(circle(x, y, r), c.sweep(x, y, 30, chrome))
	c.fill(circle(x, y, r*0.94), c.radial(x-r*0.3, y-r*0.4, r*1.5, blend(hex(0x6A6C70), hex(0x242527), hex(0x0B0B0C))))
	var marks shape
	for i := range 60 {
		p, q := polar(x, y, r*0.9, 6*float64(i)), polar(x, y, r*0.84, 6*float64(i))
		if i%5 == 0 {
			q = polar(x, y, r*0.8, 6*float64(i))
		}
		marks = append(marks, stroke(max(0.8, r*0.012), p, q)...)
	}
	c.fill(marks, white.veil(0.5))
	c.fill(circle(x, y, r*0.74), c.sweep(x, y, 80, chrome))
	c.fill(circle(x, y, r*0.69), hex(0x0A0B0D))
	l := letters{font: regular, size: r * 0.085, wide: 1, space: 0.12}
	c.fill(c.around(l, f.maker, x, y, r*0.595, 0), white.veil(0.8))
	c.fill(c.around(l, "·  ·  ·", x, y, -r*0.655, 180), white.veil(0.7))
	c.fill(circle(x, y, r*0.56), c.radial(x, y, r*0.56, blend(hex(0x1A1B20), hex(0x0D0E11), hex(0x2E3036))))
	c.fill(circle(x, y, r*0.5), c.radial(x-r*0.16, y-r*0.2, r*0.62, blend(hex(0x8FB3D6), hex(0x4A68A0), hex(0x1C2748), hex(0x070A14))))
	c.within(circle(x, y, r*0.5), func() {
		c.fill(circle(x, y, r*0.3), c.radial(x, y, r*0.3, steps(stop{0, hex(0x04060C).veil(0.9)}, stop{0.8, hex(0x0B1020).veil(0.7)}, stop{1, hex(0x5A4A8A).veil(0.5)})))
		c.fill(circle(x, y, r*0.5), c.linear(x-r*0.4, y-r*0.5, x+r*0.2, y+r*0.3, steps(stop{0, white.veil(0.5)}, stop{0.35, hex(0xB48BE0).veil(0.18)}, stop{0.7, black.veil(0)}, stop{1, black.veil(0)})))
		c.fill(ellipse(0, 0, r*0.15, r*0.075).by(moved(x-r*0.2, y-r*0.24).of(turned(-34))), white.veil(0.75))
		c.glow(circle(x+r*0.17, y+r*0.2, r*0.07), r*0.06, hex(0xC49BF0).veil(0.7))
		c.glow(circle(x+r*0.05, y+r*0.3, r*0.04), r*0.05, hex(0x7FE6C2).veil(0.7))
		c.fill(ring(x, y, r*0.5, r*0.47), hex(0x9AB0D0).veil(0.25))
	})
}

// nameplate engraves the maker.
func (c *canvas) nameplate(f cameraFacts, x, y, w, size float64) {
	l, lines := c.fit(letters{font: bold, size: size, wide: 0.95, space: 0.06, align: 0.5, lean: 0.1}, f.maker, w, size*1.2, 1)
	name := c.block(l, lines, x, y, 1)
	c.fill(name.by(moved(0.6, 0.9)), white.veil(0.35))
	c.fill(name, f.bright.on(hex(0x1A1A1C), hex(0xEDEBE4)).veil(0.85))
}
