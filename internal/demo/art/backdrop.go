package art

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
)

// studios are the light, the middle and the shade of a paper backdrop.
var studios = [][3]ink{
	{hex(0xE9DFD2), hex(0xC9B79F), hex(0x8F7A60)}, {hex(0xD5DED6), hex(0xA9BBAE), hex(0x5E7566)}, {hex(0xF0D9C4), hex(0xDDA983), hex(0x9B6240)},
	{hex(0xD6DCE4), hex(0xA8B5C4), hex(0x586A80)}, {hex(0xE7DCD8), hex(0xC6A79F), hex(0x84615A)}, {hex(0xDCE6E6), hex(0xA6C3C4), hex(0x4F7779)},
	{hex(0x4A5256), hex(0x262C2F), hex(0x0E1213)}, {hex(0xE8E2CE), hex(0xCDBF8D), hex(0x86753F)}, {hex(0xE2DFE9), hex(0xB9B1CB), hex(0x6A6083)},
	{hex(0xEDEBE7), hex(0xCBC6BC), hex(0x8A8478)}, {hex(0xF3D6D0), hex(0xE0A094), hex(0xA05648)}, {hex(0xCBD9E8), hex(0x8FAECB), hex(0x3F6488)},
}

// studio is a sweep of paper, lit from the upper left. The floor begins softly
// at that height; below the picture there is none.
func (c *canvas) studio(p [3]ink, floor float64) {
	w, h := float64(c.Rect.Dx()), float64(c.Rect.Dy())
	floor *= c.scale
	light := steps(stop{0, p[0].lighter(0.12)}, stop{0.3, p[0]}, stop{0.62, p[1]}, stop{1, p[2]})
	x, y, per := float32(w*0.36), float32(h*0.28), float32(255/(math.Hypot(w, h)*0.82))
	noise := grain()
	for py := range c.Rect.Dy() {
		near := float32(0) // the floor catches the light again
		if t := (float64(py) - floor + 24) / (h - floor + 24); t > 0 && floor < h {
			near = soft(float32(min(1, t*2.2))) * float32(46*(1-t*0.6))
		}
		dy := (float32(py) - y) * 1.05
		row, speck := c.Pix[c.PixOffset(0, py):], noise[py&511<<9:][:512]
		for px := range c.Rect.Dx() {
			dx := float32(px) - x
			d := float32(math.Sqrt(float64(dx*dx+dy*dy)))*per - near
			v := light[clamp(d+float32(speck[px&511])*0.03-3.8)]
			row[4*px], row[4*px+1], row[4*px+2], row[4*px+3] = v.r, v.g, v.b, 255
		}
	}
}

// ground is a table seen from above.
type ground struct {
	kind  int
	paint [3]ink // dark, middle, light
}

const (
	wood = iota
	felt
	stone
	linen
)

var grounds = []ground{
	{wood, [3]ink{hex(0x4A2E1C), hex(0x7A4F30), hex(0xA37245)}}, {wood, [3]ink{hex(0x8A6A48), hex(0xB8946A), hex(0xD6B78C)}},
	{wood, [3]ink{hex(0x24191A), hex(0x3D2B28), hex(0x5A4138)}}, {wood, [3]ink{hex(0xB5A48C), hex(0xD2C3AA), hex(0xE6DAC5)}},
	{felt, [3]ink{hex(0x1B3A34), hex(0x24493F), hex(0x2F5A4E)}}, {felt, [3]ink{hex(0x1F2A44), hex(0x2A3757), hex(0x38486B)}},
	{felt, [3]ink{hex(0x4A1F28), hex(0x5E2A34), hex(0x733843)}}, {felt, [3]ink{hex(0x26282B), hex(0x33363A), hex(0x43474C)}},
	{stone, [3]ink{hex(0x3A3F44), hex(0x52585E), hex(0x6D747A)}}, {stone, [3]ink{hex(0xBFBBB4), hex(0xD8D5CF), hex(0xEBE9E4)}},
	{stone, [3]ink{hex(0x9AA5A8), hex(0xB4BEC0), hex(0xCDD5D6)}}, {linen, [3]ink{hex(0xB9AC98), hex(0xD3C8B6), hex(0xE6DDCE)}},
	{linen, [3]ink{hex(0x8E9AA3), hex(0xA9B4BB), hex(0xC2CBD0)}}, {linen, [3]ink{hex(0xC9C5BD), hex(0xDEDBD4), hex(0xEFEDE8)}},
}

// on draws one of the grounds of those kinds.
func on(r *rand.Rand, kinds ...int) ground {
	for {
		if g := pick(r, grounds); slices.Contains(kinds, g.kind) {
			return g
		}
	}
}

func pick[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// table is a surface seen from above, lit from the upper left.
func (c *canvas) table(g ground) {
	w, h := c.Rect.Dx(), c.Rect.Dy()
	var colours [256]uint32
	for i, v := range blend(g.paint[0], g.paint[1], g.paint[2]) {
		colours[i] = v.lighter(0.04).word()
	}
	away := make([]int, max(w, h)) // from the lamp
	for i := range away {
		away[i] = i * i * 4096 / (w * w)
	}
	tones := make([]int, w)
	fill := g.surface(c)
	for y := range h {
		fill(y, tones)
		row := c.Pix[c.PixOffset(0, y):]
		down := away[y] * 4 / 5
		for x, v := range tones {
			d := down + away[x]
			i := colours[min(255, max(0, v+20-d>>7))]
			dim := uint32(256 - d>>6)
			i = (i&0xFF00FF*dim>>8)&0xFF00FF | (i>>8&0xFF*dim)&0xFF00 | 0xFF000000
			binary.LittleEndian.PutUint32(row[4*x:], i)
		}
	}
}

// surface computes rows of tones from 0 to 255.
func (g ground) surface(c *canvas) func(y int, out []int) {
	ox, oy := c.IntN(512), c.IntN(512)
	soft, fine := cloud(), grain()
	line := func(t *tile, y int) *[512]uint8 { return (*[512]uint8)(t[y&511<<9:]) }
	switch g.kind {
	case wood: // planks from top to bottom, with slow rings
		plank, start := 150+c.IntN(80), c.IntN(150)
		var shifts [16]int
		for i := range shifts {
			shifts[i] = c.IntN(512)
		}
		return func(y int, out []int) {
			near := line(fine, y>>4)
			if y&1 == 1 {
				return // two rows are alike
			}
			for x := range out {
				n, in := (x+start)/plank, (x+start)%plank
				shift := shifts[n&15]
				ring := int(soft.at((x+shift)>>1+shift, y>>4+shift))
				v := (int(soft.at(x*3+ring/3+shift, y>>3+oy))*115+ring*141+(int(near[x*2&511])-128)*41)>>8 + shift&63 - 32
				if in < 3 {
					v -= (3 - in) * 42
				}
				out[x] = v
			}
		}
	case felt:
		return func(y int, out []int) {
			far, near := line(soft, y+oy), line(fine, y+oy)
			for x := range out {
				k := (x + ox) & 511
				out[x] = 110 + ((int(far[k])-128)*56+(int(near[k])-128)*205)>>8
			}
		}
	case stone:
		return func(y int, out []int) {
			wide, far, near := line(soft, y>>1+oy), line(soft, y+ox), line(fine, y+oy)
			for x := range out {
				out[x] = (int(wide[(x>>1+ox)&511])*154 + int(far[(x+oy)&511])*90 + (int(near[(x+ox)&511])-128)*56) >> 8
			}
		}
	default: // linen: threads across each other
		return func(y int, out []int) {
			weft, far := line(fine, y>>3+oy), line(soft, y+oy)
			warp := line(fine, y+ox)
			for x := range out {
				out[x] = 128 + ((int(weft[(x+ox)&511])-128)*128+(int(warp[(x>>3+oy)&511])-128)*128+(int(far[(x+ox)&511])-128)*51)>>8 - 9*((x^y)&1)
			}
		}
	}
}
