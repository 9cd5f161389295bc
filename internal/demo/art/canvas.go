package art

import (
	"encoding/binary"
	"image"
	"image/draw"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// canvas is a picture being drawn.
type canvas struct {
	*rand.Rand
	*image.RGBA
	frame  matrix // what is drawn is moved by it
	inside *stencil
	raster [2]vector.Rasterizer // for small and for large shapes, which it computes in different ways
	steps  shape
	glyphs sfnt.Buffer
	spare  []uint8
	line   []ink
	film   image.YCbCr
	w, h   float64 // size of the sheet that is drawn on
	scale  float64 // size of the picture against its sheet
}

// How large pictures are against their sheet.
const (
	full  = 0.8  // as small as things still look good, because thousands are drawn
	small = 0.55 // for somebody who waits
)

// stencil says how much of each pixel is covered.
type stencil struct {
	image.Rectangle
	pix []uint8 // rows of the rectangle
}

func (s *stencil) row(y int) []uint8 {
	return s.pix[(y-s.Min.Y)*s.Dx():][:s.Dx()]
}

// canvases are kept for the next picture, because what they hold is large.
// Nothing of an old picture is seen: every new one begins with a backdrop.
var canvases = sync.Pool{New: func() any { return &canvas{RGBA: new(image.RGBA)} }}

func newCanvas(w, h, scale float64, r *rand.Rand) *canvas {
	c := canvases.Get().(*canvas)
	c.Rand, c.w, c.h, c.scale = r, w, h, scale
	c.Rect = image.Rect(0, 0, int(w*scale), int(h*scale))
	c.Stride = 4 * c.Rect.Dx()
	c.Pix = slices.Grow(c.Pix[:0], c.Stride*c.Rect.Dy())[:c.Stride*c.Rect.Dy()]
	c.line = slices.Grow(c.line[:0], c.Rect.Dx())[:c.Rect.Dx()]
	c.frame, c.inside = scaled(scale, scale), nil
	return c
}

// in draws within a frame of its own.
func (c *canvas) in(m matrix, draw func()) {
	before := c.frame
	c.frame = before.of(m)
	draw()
	c.frame = before
}

// within draws only inside a shape.
func (c *canvas) within(s shape, draw func()) {
	before := c.inside
	own := c.cover(s)
	c.spare = nil // it is the stencil now
	c.inside = &own
	if !own.Empty() {
		draw()
	}
	c.inside = before
	if cap(own.pix) > cap(c.spare) {
		c.spare = own.pix // to be used again
	}
}

// cover finds the pixels of a shape. The answer is valid until the next call.
func (c *canvas) cover(s shape) stencil {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	c.steps = c.steps[:0]
	for _, one := range s {
		for k := range max(1, one.degree) {
			p := c.frame.at(one.p[k])
			low.x, low.y, high.x, high.y = min(low.x, p.x), min(low.y, p.y), max(high.x, p.x), max(high.y, p.y)
			one.p[k] = p
		}
		c.steps = append(c.steps, one)
	}
	limit := c.Rect
	if c.inside != nil {
		limit = c.inside.Rectangle
	}
	clip := func(v float64) int { return int(min(1e5, max(-1e5, v))) }
	b := image.Rect(clip(math.Floor(low.x)), clip(math.Floor(low.y)), clip(math.Ceil(high.x)), clip(math.Ceil(high.y))).Intersect(limit)
	if len(s) == 0 || b.Empty() {
		return stencil{}
	}
	raster := c.trace(c.steps, b)
	if n := b.Dx() * b.Dy(); cap(c.spare) < n {
		c.spare = make([]uint8, max(n, 1<<14))
	}
	out := stencil{b, c.spare[:b.Dx()*b.Dy()]}
	raster.Draw(&image.Alpha{Pix: out.pix, Stride: b.Dx(), Rect: image.Rect(0, 0, b.Dx(), b.Dy())}, image.Rect(0, 0, b.Dx(), b.Dy()), image.Opaque, image.Point{})
	if c.inside != nil {
		for y := b.Min.Y; y < b.Max.Y; y++ {
			outer := c.inside.row(y)[b.Min.X-c.inside.Min.X:]
			for x, v := range out.row(y) {
				if v != 0 {
					out.pix[(y-b.Min.Y)*b.Dx()+x] = uint8(uint32(v) * uint32(outer[x]) / 255)
				}
			}
		}
	}
	return out
}

// trace hands a shape to a rasterizer.
func (c *canvas) trace(s shape, b image.Rectangle) *vector.Rasterizer {
	r := &c.raster[0]
	if max(b.Dx(), b.Dy()) > 512 {
		r = &c.raster[1]
	}
	r.Reset(b.Dx(), b.Dy())
	r.DrawOp = draw.Src
	dx, dy := float64(b.Min.X), float64(b.Min.Y)
	for i := range s {
		one := &s[i]
		var n [6]float32
		for k := range max(1, one.degree) {
			n[2*k], n[2*k+1] = float32(one.p[k].x-dx), float32(one.p[k].y-dy)
		}
		switch one.degree {
		case 0:
			r.ClosePath()
			r.MoveTo(n[0], n[1])
		case 1:
			r.LineTo(n[0], n[1])
		case 2:
			r.QuadTo(n[0], n[1], n[2], n[3])
		case 3:
			r.CubeTo(n[0], n[1], n[2], n[3], n[4], n[5])
		}
	}
	r.ClosePath()
	return r
}

// fill paints a shape.
func (c *canvas) fill(s shape, p paint) { c.apply(c.cover(s), p) }

// stack paints a shape several times, each time further to the lower right.
func (c *canvas) stack(s shape, times int, by float64, p paint) {
	cover := c.cover(s)
	by *= c.frame.scale(point{})
	for k := times - 1; k >= 0; k-- {
		d := int(by*float64(k) + 0.5)
		at := cover.Add(image.Pt(d, d)).Intersect(c.Rect)
		part := stencil{at, make([]uint8, at.Dx()*at.Dy())}
		for y := at.Min.Y; y < at.Max.Y; y++ {
			copy(part.row(y), cover.row(y - d)[at.Min.X-d-cover.Min.X:])
		}
		c.apply(part, p)
	}
}

// apply paints what a stencil covers.
func (c *canvas) apply(s stencil, p paint) {
	flat, plain := p.(ink)
	for y := s.Min.Y; y < s.Max.Y; y++ {
		cover := s.row(y)
		from, to := 0, len(cover)
		for from < to && cover[from] == 0 {
			from++
		}
		for to > from && cover[to-1] == 0 {
			to--
		}
		if from == to {
			continue
		}
		at := c.PixOffset(s.Min.X+from, y)
		under := c.Pix[at : at+4*(to-from)]
		if plain {
			flat.spread(under, cover[from:to])
			continue
		}
		line := c.line[:to-from]
		p.row(s.Min.X+from, y, line)
		for k, v := range cover[from:to] {
			if v != 0 {
				line[k].over(under[4*k:4*k+4], uint32(v))
			}
		}
	}
}

// spread lays one colour on a row of pixels.
func (i ink) spread(under []uint8, cover []uint8) {
	own := i
	own.a = 255
	solid, opacity := own.word(), uint32(i.a)
	for k, v := range cover {
		if v == 0 {
			continue
		}
		a := opacity * uint32(v)
		p := under[4*k : 4*k+4]
		if a == 255*255 {
			binary.LittleEndian.PutUint32(p, solid)
			continue
		}
		binary.LittleEndian.PutUint32(p, between(binary.LittleEndian.Uint32(p), solid, (a+128)>>8+a>>15))
	}
}

// over lays a colour on a pixel that is covered by 0 to 255.
func (i ink) over(pixel []uint8, cover uint32) {
	a := uint32(i.a) * cover // to 65025
	word := uint32(i.r) | uint32(i.g)<<8 | uint32(i.b)<<16
	if a != 255*255 {
		word = between(binary.LittleEndian.Uint32(pixel), word, (a+128)>>8+a>>15)
	}
	binary.LittleEndian.PutUint32(pixel, word|0xFF000000)
}

// word is a colour as four bytes of a picture.
func (i ink) word() uint32 { return uint32(i.r) | uint32(i.g)<<8 | uint32(i.b)<<16 | uint32(i.a)<<24 }

// between mixes two pixels, with a from 0 to 256 of the second. It computes red
// and blue at once.
func between(p, q, a uint32) uint32 {
	rb := ((p&0xFF00FF)*(256-a) + (q&0xFF00FF)*a + 0x800080) >> 8 & 0xFF00FF
	g := ((p>>8&0xFF)*(256-a) + (q>>8&0xFF)*a + 0x80) & 0xFF00
	return rb | g | 0xFF000000
}

// flood paints all that may be painted: the shape that is drawn within, or the
// whole picture. It is much cheaper than to fill a rectangle.
func (c *canvas) flood(p paint) {
	if c.inside != nil {
		c.apply(*c.inside, p)
		return
	}
	full := make([]uint8, c.Rect.Dx())
	for i := range full {
		full[i] = 255
	}
	for y := range c.Rect.Dy() {
		row := c.Rect
		row.Min.Y, row.Max.Y = y, y+1
		c.apply(stencil{row, full}, p)
	}
}
