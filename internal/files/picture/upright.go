package picture

import (
	"image"
	"image/draw"
)

// upright turns a picture by its EXIF orientation: 1 is upright, 2 to 4 are
// mirrored or upside down, 5 to 8 lie on their side.
func upright(m image.Image, orientation int) image.Image {
	if orientation < 2 || orientation > 8 {
		return m
	}
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	if sideways(orientation) {
		w, h = h, w
	}
	lying := image.NewRGBA(image.Rect(0, 0, m.Bounds().Dx(), m.Bounds().Dy()))
	draw.Draw(lying, lying.Rect, m, m.Bounds().Min, draw.Src)
	turned := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			fromX, fromY := source(orientation, x, y, w, h)
			copy(turned.Pix[turned.PixOffset(x, y):][:4], lying.Pix[lying.PixOffset(fromX, fromY):])
		}
	}
	return turned
}

// sideways reports whether an orientation swaps width and height.
func sideways(orientation int) bool { return orientation >= 5 && orientation <= 8 }

// source is where a pixel of the upright picture, w by h, is stored.
func source(orientation, x, y, w, h int) (int, int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, w - 1 - x
	case 7:
		return h - 1 - y, w - 1 - x
	case 8:
		return h - 1 - y, x
	}
	return x, y
}
