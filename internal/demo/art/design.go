package art

import (
	"math"
	"math/rand/v2"
)

// palette is the colours of a printed cover: ground, two main colours, an
// accent, and a paper or an ink for letters.
type palette struct{ ground, first, second, accent, letters ink }

var palettes = []palette{
	{hex(0xF2E8D5), hex(0xC8553D), hex(0x2D3047), hex(0xE0A458), hex(0x1F2233)}, {hex(0x14213D), hex(0xFCA311), hex(0xE5E5E5), hex(0xC44536), hex(0xF7F3E8)},
	{hex(0x283618), hex(0xDDA15E), hex(0xBC6C25), hex(0xFEFAE0), hex(0xFEFAE0)}, {hex(0xF4F1DE), hex(0x3D405B), hex(0x81B29A), hex(0xE07A5F), hex(0x2A2C40)},
	{hex(0x0B132B), hex(0x3A506B), hex(0x5BC0BE), hex(0xF2D492), hex(0xF2F4F0)}, {hex(0xEADFCB), hex(0x7D1D3F), hex(0x512D38), hex(0xB27092), hex(0x33141F)},
	{hex(0xE63946), hex(0xF1FAEE), hex(0x1D3557), hex(0xFFD166), hex(0xFFF8EC)}, {hex(0x1B4332), hex(0x95D5B2), hex(0x40916C), hex(0xF4A259), hex(0xF3F7EF)},
	{hex(0xFFB703), hex(0x023047), hex(0xFB8500), hex(0x8ECAE6), hex(0x0A2230)}, {hex(0x231942), hex(0x9F86C0), hex(0xE0B1CB), hex(0xF2C14E), hex(0xF6EEF7)},
	{hex(0xD8E2DC), hex(0x9D8189), hex(0x6B705C), hex(0xF4ACB7), hex(0x2F2A2C)}, {hex(0x1C1C1E), hex(0xE8E4DA), hex(0x8A8578), hex(0xD64933), hex(0xF1EDE3)},
	{hex(0x2A6F77), hex(0xF3E9DC), hex(0xE27D60), hex(0xE8A87C), hex(0xFDF6EA)}, {hex(0xF7F4EA), hex(0x1B6CA8), hex(0x0A2F51), hex(0xEE6C4D), hex(0x0A2038)},
	{hex(0x8D5B4C), hex(0xF0D9B5), hex(0x43291F), hex(0xDA9F5C), hex(0xFBF0DD)}, {hex(0x3B1F2B), hex(0xDB5461), hex(0xF8D49D), hex(0x6D9DC5), hex(0xFBEFE2)},
}

// design fills a sheet with a printed picture on the theme of a title.
type design func(c *canvas, r *rand.Rand, title string, p palette, w, h float64)

var designs = []design{sunset, ridges, tiles, emblem, marbled, silhouette, nightfall, stripes, bands, repeated}

// sunset is a disc in stripes over a horizon.
func sunset(c *canvas, r *rand.Rand, title string, p palette, w, h float64) {
	c.flood(c.down(0, h, p.ground, mix(p.ground, p.first, 0.5), p.first))
	size, y := w*(0.24+r.Float64()*0.1), h*0.52
	sun := circle(w/2, y, size)
	c.fill(sun, c.down(y-size, 2*size, p.accent.lighter(0.3), p.accent))
	c.within(sun, func() {
		for i := range 6 {
			c.fill(rect(w/2-size, y+size*(0.05+0.16*float64(i)), 2*size, size*(0.02+0.018*float64(i))), mix(p.ground, p.first, 0.62))
		}
	})
	for i := range 3 {
		t := float64(i) / 2
		c.fill(c.hills(r, w, h*(0.76+0.08*t), h*0.05, h, r.IntN(2) == 0), mix(p.second, p.second.darker(0.6), t))
	}
	c.fill(motif(title, r).at(w*(0.28+r.Float64()*0.44), h*0.745, w*0.0016), p.second.darker(0.7))
}

// ridges are lines that rise like mountains behind each other.
func ridges(c *canvas, r *rand.Rand, _ string, p palette, w, h float64) {
	c.flood(p.ground)
	n := 34
	peak := 0.3 + r.Float64()*0.4
	for i := range n {
		y := h * (0.26 + 0.56*float64(i)/float64(n))
		a, b := r.Float64()*7, r.Float64()*7
		points := make([]point, 61)
		for k := range points {
			t := float64(k) / 60
			bell := math.Exp(-(t - peak) * (t - peak) * 26)
			points[k] = point{w * (0.14 + 0.72*t), y - h*0.16*bell*math.Abs(math.Sin(t*17+a)*0.6+math.Sin(t*31+b)*0.4) - h*0.006*math.Sin(t*40+a)}
		}
		under := append(append([]point{}, points...), point{w * 0.86, y + h*0.02}, point{w * 0.14, y + h*0.02})
		c.fill(polygon(under...), p.ground)
		c.fill(stroke(w*0.0045, points...), mix(p.letters, p.accent, float64(i)/float64(n)))
	}
}

// tiles are quarter circles and squares on a grid.
func tiles(c *canvas, r *rand.Rand, _ string, p palette, w, h float64) {
	n := 3 + r.IntN(3)
	size := w / float64(n)
	colours := []ink{p.ground, p.first, p.second, p.accent, p.letters}
	for y := range int(h/size) + 1 {
		for x := range n {
			px, py := float64(x)*size, float64(y)*size
			back := r.IntN(len(colours))
			front := (back + 1 + r.IntN(len(colours)-1)) % len(colours)
			c.within(rect(px, py, size+0.5, size+0.5), func() {
				c.fill(rect(px, py, size+1, size+1), colours[back])
				switch r.IntN(5) {
				case 0, 1:
					corner := pick(r, []point{{0, 0}, {1, 0}, {1, 1}, {0, 1}})
					c.fill(circle(px+corner.x*size, py+corner.y*size, size), colours[front])
					if r.IntN(2) == 0 {
						c.fill(circle(px+corner.x*size, py+corner.y*size, size*0.5), colours[back])
					}
				case 2:
					c.fill(circle(px+size/2, py+size/2, size*0.36), colours[front])
				case 3:
					c.fill(polygon(point{px, py}, point{px + size, py + size}, point{px, py + size}), colours[front])
				}
			})
		}
	}
}

// emblem is one large motif on rays or rings.
func emblem(c *canvas, r *rand.Rand, title string, p palette, w, h float64) {
	c.flood(c.radial(w/2, h*0.5, w*0.9, blend(p.ground.lighter(0.12), p.ground)))
	y := h * 0.54
	switch r.IntN(3) {
	case 0:
		c.fill(rays(w/2, y, w*1.2, 16+2*r.IntN(8), r.Float64()*10), p.first.veil(0.5))
		c.fill(circle(w/2, y, w*0.3), p.ground)
	case 1:
		for i := range 7 {
			c.fill(ring(w/2, y, w*(0.2+0.09*float64(i)), w*(0.2+0.09*float64(i)-0.03)), mix(p.first, p.ground, float64(i)/8))
		}
	default:
		c.fill(circle(w/2, y, w*0.36), c.down(y-w*0.36, w*0.72, p.first, p.second))
	}
	m := motif(title, r)
	c.fill(m.at(w/2+w*0.008, y+w*0.01, w*0.0045), black.veil(0.25))
	c.fill(m.at(w/2, y, w*0.0045), p.ground.on(p.letters, p.accent))
}

// marbled is ink on water: noise turned into colours.
func marbled(c *canvas, r *rand.Rand, _ string, p palette, w, h float64) {
	colours := steps(stop{0, p.second.darker(0.2)}, stop{0.3, p.second}, stop{0.42, p.first}, stop{0.5, p.accent}, stop{0.58, p.ground}, stop{0.75, p.first.lighter(0.2)}, stop{1, p.ground})
	ox, oy, noise := r.IntN(512), r.IntN(512), cloud()
	fold := 1 + r.IntN(2)
	c.flood(pattern(func(x, y int, out []ink) {
		for k := range out {
			u := int(noise.at((x+k)>>1+ox, y>>1+oy))
			v := int(noise.at((x+k)>>2+u>>1+oy, y>>2-u>>1+ox))
			out[k] = colours[uint8((v*2+u)*fold/2)]
		}
	}))
}

// silhouette is a head in profile, in two colours that do not quite meet.
func silhouette(c *canvas, r *rand.Rand, title string, p palette, w, h float64) {
	c.flood(p.ground)
	side := 1.0
	if r.IntN(2) == 0 {
		side = -1
	}
	k := w * 0.0042
	head := profile.by(moved(w/2, h*0.6).of(scaled(side*k, k)).of(moved(-98, -124)))
	c.fill(head.by(moved(-w*0.03, -w*0.012)), p.first.veil(0.85))
	c.fill(head.by(moved(w*0.03, w*0.012)), p.accent.veil(0.8))
	c.within(head, func() {
		c.flood(p.second)
		c.flood(c.halftone(w/2-side*w*0.2, h*0.4, w/2+side*w*0.4, h*0.7, w*0.014, p.ground.veil(0.9)))
		c.fill(motif(title, r).at(w/2-side*w*0.06, h*0.48, w*0.0022), p.accent)
	})
}
