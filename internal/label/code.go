package label

import (
	"strings"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
)

// The codes of a label.
const (
	QR      = "qr"      // of the address; phones open it
	Code128 = "code128" // of the identifier; every scanner reads it
)

// finest is the narrowest bar that office printers and simple scanners manage, in
// millimetres.
const finest = 0.19

// quiet are the modules that stay white on each side of a bar code.
const quiet = 10

// bars is the code of an identifier, if it has one that can be read at a width.
func bars(identifier string, width float64) (barcode.Barcode, float64, bool) {
	if identifier == "" || strings.ContainsFunc(identifier, func(r rune) bool { return r < ' ' || r > '~' }) {
		return nil, 0, false
	}
	code, err := code128.Encode(identifier)
	if err != nil {
		return nil, 0, false
	}
	module := min(width/float64(code.Bounds().Dx()+2*quiet), 0.5)
	return code, module, module >= finest
}
