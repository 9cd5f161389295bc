package picture

import (
	"image"
	"testing"
)

// BenchmarkScaled scales 12 megapixels down to each size.
func BenchmarkScaled(b *testing.B) {
	m := image.NewYCbCr(image.Rect(0, 0, 4032, 3024), image.YCbCrSubsampleRatio420)
	for _, size := range []Size{Thumb, Medium, Large} {
		b.Run(size.Name, func(b *testing.B) {
			w, h := fit(4032, 3024, size.Edge)
			for b.Loop() {
				scaled(m, m.Rect, w, h)
			}
		})
	}
}
