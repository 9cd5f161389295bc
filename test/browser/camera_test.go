package browser

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/boombuler/barcode/qr"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// seen is a camera before which the code of a label lies.
const seen = `(() => {
	const rows = ROWS;
	const canvas = document.createElement("canvas");
	canvas.width = canvas.height = 480;
	const brush = canvas.getContext("2d");
	const side = Math.floor(400 / rows.length);
	navigator.mediaDevices.getUserMedia = async () => {
		setInterval(() => {
			brush.fillStyle = "white";
			brush.fillRect(0, 0, 480, 480);
			brush.fillStyle = "black";
			rows.forEach((row, y) => [...row].forEach((dark, x) => dark === "1" && brush.fillRect(40 + x * side, 40 + y * side, side, side)));
		}, 50);
		return canvas.captureStream();
	};
	delete window.BarcodeDetector;
})();`

// rows are the squares of a QR code: 1 is dark.
func rows(t *testing.T, text string) (squares []string) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		t.Fatal(err)
	}
	for y := range code.Bounds().Dy() {
		var row strings.Builder
		for x := range code.Bounds().Dx() {
			if dark, _, _, _ := code.At(x, y).RGBA(); dark == 0 {
				row.WriteByte('1')
			} else {
				row.WriteByte('0')
			}
		}
		squares = append(squares, row.String())
	}
	return squares
}

// The camera ticks what it sees, also where the browser reads no codes itself, and the
// page stays as it is but for that.
func TestCheckAShelfWithTheCamera(t *testing.T) {
	s := newSite(t)
	p, study := shelved(t, s)
	b := s.signedIn(t, p)
	id := apitest.Scalar[string](t, s.Harness, `select id::text from copies where identifier = 'CAM-Leica'`)
	squares, err := json.Marshal(rows(t, s.URL+"/copies/"+id))
	b.must(err)
	_, err = chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: strings.Replace(seen, "ROWS", string(squares), 1)})
	b.must(err)
	b.visit("/locations/" + study + "/check")
	b.do(chromedp.Click(`[data-on]`), chromedp.WaitVisible(`#camera video`), chromedp.WaitVisible(`//p[@id="said"][contains(., "Leica M3")]`))
	b.shows("1 of 3 found", "Stop the camera")
	b.check("check-camera")
	b.do(chromedp.Click(`[data-off]`), chromedp.WaitNotVisible(`#camera video`))
	evaluate[bool](b, `(navigator.mediaDevices.getUserMedia = async () => { throw new Error("refused"); }, true)`)
	b.do(chromedp.Click(`[data-on]`), chromedp.WaitVisible(`#camera [role=alert]`))
}
