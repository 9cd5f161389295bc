package art

import (
	"bytes"
	"image"
	"image/jpeg"
	"slices"
)

// develop makes a picture in the colours of a JPEG of what was drawn: brightness for each
// pixel, colour for four. Both the JPEG and its thumbnail are made of that, which is less
// than half the bytes.
func (c *canvas) develop() *image.YCbCr {
	w, h := c.Rect.Dx(), c.Rect.Dy()
	f := &c.film
	f.Rect, f.SubsampleRatio, f.YStride, f.CStride = c.Rect, image.YCbCrSubsampleRatio420, w, (w+1)/2
	f.Y = sized(f.Y, w*h)
	f.Cb, f.Cr = sized(f.Cb, f.CStride*((h+1)/2)), sized(f.Cr, f.CStride*((h+1)/2))
	for y := 0; y < h; y += 2 {
		c.developRows(y, min(y+1, h-1), f)
	}
	return f
}

// developRows develops two rows. At an odd edge the last row or column counts twice.
func (c *canvas) developRows(y0, y1 int, f *image.YCbCr) {
	w := c.Rect.Dx()
	upper, lower := c.Pix[y0*c.Stride:][:4*w], c.Pix[y1*c.Stride:][:4*w]
	bright, below := f.Y[y0*w:][:w], f.Y[y1*w:][:w]
	cb, cr := f.Cb[y0/2*f.CStride:][:f.CStride], f.Cr[y0/2*f.CStride:][:f.CStride]
	for x := 0; x < w; x += 2 {
		next := min(x+1, w-1)
		var red, green, blue int32
		for _, p := range [4][]uint8{upper[4*x : 4*x+3], upper[4*next : 4*next+3], lower[4*x : 4*x+3], lower[4*next : 4*next+3]} {
			red, green, blue = red+int32(p[0]), green+int32(p[1]), blue+int32(p[2])
		}
		bright[x], bright[next] = brightness(upper[4*x:]), brightness(upper[4*next:])
		below[x], below[next] = brightness(lower[4*x:]), brightness(lower[4*next:])
		// as in image/color, of the sum of four
		cb[x/2] = uint8(min(255, (-11056*red-21712*green+32768*blue+4*257<<15)>>18))
		cr[x/2] = uint8(min(255, (32768*red-27440*green-5328*blue+4*257<<15)>>18))
	}
}

// brightness is that of a pixel, as in image/color.
func brightness(p []uint8) uint8 {
	return uint8((19595*int32(p[0]) + 38470*int32(p[1]) + 7471*int32(p[2]) + 1<<15) >> 16)
}

func sized(b []uint8, n int) []uint8 { return slices.Grow(b[:0], n)[:n] }

func encoded(m *image.YCbCr) []byte {
	var out bytes.Buffer
	out.Grow(1 << 17)
	if err := jpeg.Encode(&out, m, &jpeg.Options{Quality: 85}); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}
