package picture

import (
	"image"
	"image/draw"
)

// Pictures are scaled down by averaging the area that each new pixel covers. One row
// of sums is all the memory that takes, at any ratio, and pictures in YCbCr, which is
// what cameras write, are never converted.

// fit returns the size of a picture whose longest edge is at most edge.
func fit(w, h, edge int) (int, int) {
	longest := max(w, h)
	if longest <= edge {
		return w, h
	}
	return max(1, (w*edge+longest/2)/longest), max(1, (h*edge+longest/2)/longest)
}

// scaled is a picture at a smaller size. Canvas is the size of the whole picture,
// which the first frame of an animation need not fill; the rest is transparent.
func scaled(m image.Image, canvas image.Rectangle, w, h int) image.Image {
	if full, ok := m.(*image.YCbCr); ok && full.Rect == canvas {
		return scaledYCbCr(full, w, h)
	}
	small := image.NewRGBA(image.Rect(0, 0, w, h))
	average(small.Pix, small.Stride, w, h, canvas.Dx(), canvas.Dy(), 4, rowsRGBA(m, canvas))
	return small
}

// rowsRGBA returns a function that returns one row of a picture. Colours are
// multiplied by alpha, so that what cannot be seen does not tint its neighbours.
func rowsRGBA(m image.Image, canvas image.Rectangle) func(y int) []byte {
	if full, ok := m.(*image.RGBA); ok && full.Rect == canvas {
		return func(y int) []byte { return full.Pix[y*full.Stride:][:4*canvas.Dx()] }
	}
	row := image.NewRGBA(image.Rect(0, 0, canvas.Dx(), 1))
	if full, ok := m.(*image.Paletted); ok && full.Rect == canvas {
		return rowsPaletted(full, row.Pix)
	}
	return func(y int) []byte {
		clear(row.Pix)
		draw.Draw(row, row.Rect, m, image.Pt(canvas.Min.X, canvas.Min.Y+y), draw.Src)
		return row.Pix
	}
}

func rowsPaletted(m *image.Paletted, row []byte) func(y int) []byte {
	var colours [256][4]byte
	for i, c := range m.Palette[:min(256, len(m.Palette))] {
		r, g, b, a := c.RGBA()
		colours[i] = [4]byte{byte(r >> 8), byte(g >> 8), byte(b >> 8), byte(a >> 8)}
	}
	return func(y int) []byte {
		for x, i := range m.Pix[y*m.Stride:][:m.Rect.Dx()] {
			*(*[4]byte)(row[4*x:]) = colours[i]
		}
		return row
	}
}

func scaledYCbCr(m *image.YCbCr, w, h int) *image.YCbCr {
	small := image.NewYCbCr(image.Rect(0, 0, w, h), m.SubsampleRatio)
	plane(small.Y, small.YStride, w, h, m.Y[m.YOffset(m.Rect.Min.X, m.Rect.Min.Y):], m.YStride, m.Rect.Dx(), m.Rect.Dy())
	toW, toH := chroma(m.SubsampleRatio, w, h)
	fromW, fromH := chroma(m.SubsampleRatio, m.Rect.Dx(), m.Rect.Dy())
	at := m.COffset(m.Rect.Min.X, m.Rect.Min.Y)
	plane(small.Cb, small.CStride, toW, toH, m.Cb[at:], m.CStride, fromW, fromH)
	plane(small.Cr, small.CStride, toW, toH, m.Cr[at:], m.CStride, fromW, fromH)
	return small
}

// chroma is the size of the colour planes of a picture.
func chroma(ratio image.YCbCrSubsampleRatio, w, h int) (int, int) {
	switch ratio {
	case image.YCbCrSubsampleRatio422:
		return (w + 1) / 2, h
	case image.YCbCrSubsampleRatio420:
		return (w + 1) / 2, (h + 1) / 2
	case image.YCbCrSubsampleRatio440:
		return w, (h + 1) / 2
	case image.YCbCrSubsampleRatio411:
		return (w + 3) / 4, h
	case image.YCbCrSubsampleRatio410:
		return (w + 3) / 4, (h + 1) / 2
	}
	return w, h
}

func plane(to []byte, toStride, toW, toH int, from []byte, fromStride, fromW, fromH int) {
	average(to, toStride, toW, toH, fromW, fromH, 1, func(y int) []byte { return from[y*fromStride:][:fromW] })
}

const one = 256 // the weight of a sample that is covered wholly

// span is the range of samples that a new sample covers, the first and last in part.
type span struct {
	first, last           int
	width, before, behind uint64
}

// spans divides from samples among to new ones.
func spans(from, to int) []span {
	all := make([]span, to)
	for i := range all {
		begin, end := i*from*one/to, (i+1)*from*one/to
		first, last := begin/one, (end-1)/one
		all[i] = span{first, last, uint64(end - begin), uint64(begin - first*one), uint64((last+1)*one - end)}
	}
	return all
}

// average fills to with averages of the rows that next returns, w samples wide and h
// high, at most maxEdge. Rows are added up first, since that is one multiplication
// for each sample.
func average(to []byte, stride, toW, toH, w, h, channels int, next func(y int) []byte) {
	sums := make([]uint32, w*channels)
	columns := spans(w, toW)
	row, at := next(0), 0
	for out, s := range spans(h, toH) {
		clear(sums)
		for y := s.first; y <= s.last; y++ {
			if y != at {
				row, at = next(y), y
			}
			weight := uint32(one)
			if y == s.first {
				weight -= uint32(s.before)
			}
			if y == s.last {
				weight -= uint32(s.behind)
			}
			addRow(sums, row, weight)
		}
		squeeze(to[out*stride:][:toW*channels], sums, columns, channels, s.width)
	}
}

func addRow(sums []uint32, row []byte, weight uint32) {
	sums = sums[:len(row)]
	for i, v := range row {
		sums[i] += uint32(v) * weight
	}
}

// squeeze averages sums of rows, which have the weight height, to their new width.
func squeeze(to []byte, sums []uint32, columns []span, channels int, height uint64) {
	for c := range channels {
		for i, s := range columns {
			sum := uint64(0)
			for x := s.first; x <= s.last; x++ {
				sum += uint64(sums[x*channels+c])
			}
			sum = sum*one - uint64(sums[s.first*channels+c])*s.before - uint64(sums[s.last*channels+c])*s.behind
			area := s.width * height
			to[i*channels+c] = uint8((sum + area/2) / area)
		}
	}
}
