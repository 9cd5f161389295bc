package typeset

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

// QR is the code of an address.
func QR(address string) (barcode.Barcode, error) { return qr.Encode(address, qr.M, qr.Auto) }

// Code puts a code with modules of a size at a point.
func (d *Document) Code(code barcode.Barcode, x, y, wide, tall float64) {
	d.RawWriteStr(fmt.Sprintf("q 0 g %.5f 0 0 %.5f %.4f %.4f cm\n%sf Q", wide*Points, -tall*Points, x*Points, (d.size[1]-y)*Points, modules(code)))
}

// modules draws a code as PDF paths in units of its modules: as few rectangles as
// there are dark runs, so that thousands of them stay small.
func modules(code barcode.Barcode) string {
	var path strings.Builder
	size := code.Bounds()
	for y := range size.Dy() {
		for x := 0; x < size.Dx(); x++ {
			from := x
			for x < size.Dx() && dark(code.At(x, y)) {
				x++
			}
			if x > from {
				fmt.Fprintf(&path, "%d %d %d 1 re\n", from, y, x-from)
			}
		}
	}
	return path.String()
}

func dark(c color.Color) bool {
	grey, _, _, _ := c.RGBA()
	return grey < 0x8000
}
