package art

import (
	"encoding/binary"
	"image"
	"math"
)

// shadow darkens what lies below a shape that is lifted: moved by dx and dy,
// and soft over the blur.
func (c *canvas) shadow(s shape, dx, dy, blur, opacity float64) {
	c.glow(s.by(moved(dx, dy)), blur, black.veil(opacity))
}

// lift casts the shadow of a sheet that is drawn next and hides the middle of it.
func (c *canvas) lift(s shape, height float64) {
	c.soft(s.by(moved(height*0.3, height*0.5)), height, black.veil(0.5), true)
	c.soft(s.by(moved(height*0.07, height*0.13)), height*0.24, black.veil(0.5), true)
}

// glow paints a shape with a soft edge. It works on a quarter of the size, as
// nobody sees the difference.
func (c *canvas) glow(s shape, blur float64, colour ink) { c.soft(s, blur, colour, false) }

func (c *canvas) soft(s shape, blur float64, colour ink, hidden bool) {
	s = s.by(c.frame)
	blur *= c.frame.scale(point{})
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, one := range s {
		p := one.end()
		low.x, low.y, high.x, high.y = min(low.x, p.x), min(low.y, p.y), max(high.x, p.x), max(high.y, p.y)
	}
	limit := c.Rect.Inset(-int(blur*2) - 8)
	b := image.Rect(int(low.x-blur*2)-8, int(low.y-blur*2)-8, int(high.x+blur*2)+8, int(high.y+blur*2)+8).Intersect(limit)
	b.Min.X, b.Min.Y = b.Min.X&^3, b.Min.Y&^3
	if b.Empty() {
		return
	}
	w, h := b.Dx()/4+2, b.Dy()/4+2
	small := s.by(scaled(0.25, 0.25).of(moved(-float64(b.Min.X), -float64(b.Min.Y))))
	raster := c.trace(small, image.Rect(0, 0, w, h))
	mask := &image.Alpha{Pix: make([]uint8, w*h), Stride: w, Rect: image.Rect(0, 0, w, h)}
	raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	z := make([]float32, w*h)
	for i, v := range mask.Pix {
		z[i] = float32(v)
	}
	soften(z, w, h, int(blur/4+0.5))
	for i, v := range z {
		mask.Pix[i] = uint8(v)
	}
	c.enlarge(mask, b, colour, hidden)
}

// enlarge paints with a mask of a quarter of the size. Where something hides the
// full shadow, that is left out.
func (c *canvas) enlarge(mask *image.Alpha, b image.Rectangle, colour ink, hidden bool) {
	inner := b.Intersect(c.Rect)
	if c.inside != nil {
		inner = b.Intersect(c.inside.Rectangle)
	}
	own := colour
	own.a = 255
	solid := own.word()
	for y := inner.Min.Y; y < inner.Max.Y; y++ {
		v := y - b.Min.Y
		top, bottom, fy := mask.Pix[v/4*mask.Stride:][:mask.Stride], mask.Pix[(v/4+1)*mask.Stride:][:mask.Stride], uint32(v&3)
		at := c.PixOffset(inner.Min.X, y)
		row := c.Pix[at : at+4*inner.Dx()]
		var clip []uint8
		if c.inside != nil {
			clip = c.inside.row(y)[inner.Min.X-c.inside.Min.X:][:inner.Dx()]
		}
		for from := inner.Min.X; from < inner.Max.X; { // cell by cell
			u := from - b.Min.X
			to := min(inner.Max.X, from+4-u&3)
			left := uint32(top[u/4])*(4-fy) + uint32(bottom[u/4])*fy
			right := uint32(top[u/4+1])*(4-fy) + uint32(bottom[u/4+1])*fy
			if left|right == 0 || hidden && left+right >= 2*4*254 {
				from = to
				continue
			}
			cover, step := left*(4-uint32(u&3))+right*uint32(u&3), right-left
			for ; from < to; from++ {
				k := from - inner.Min.X
				a := cover / 16 * uint32(colour.a)
				if clip != nil {
					a = a * uint32(clip[k]) / 255
				}
				p := row[4*k : 4*k+4]
				binary.LittleEndian.PutUint32(p, between(binary.LittleEndian.Uint32(p), solid, (a+128)>>8+a>>15))
				cover += step
			}
		}
	}
}
