package browser

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/boombuler/barcode/ean"
	"github.com/boombuler/barcode/qr"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// seen is a camera before which the code of a label lies.
const seen = `(() => {
	const rows = ROWS;
	const tall = TALL;
	const canvas = document.createElement("canvas");
	canvas.width = canvas.height = 480;
	const brush = canvas.getContext("2d");
	const side = Math.floor(400 / rows[0].length);
	navigator.mediaDevices.getUserMedia = async () => {
		setInterval(() => {
			brush.fillStyle = "white";
			brush.fillRect(0, 0, 480, 480);
			brush.fillStyle = "black";
			rows.forEach((row, y) => [...row].forEach((dark, x) => dark === "1" && brush.fillRect(40 + x * side, 40 + y * side, side, tall || side)));
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

// holds lays a code before the camera. Bars are one row, so tall.
func (b *tab) holds(squares []string, tall int) {
	b.t.Helper()
	drawn, err := json.Marshal(squares)
	b.must(err)
	source := strings.NewReplacer("ROWS", string(drawn), "TALL", strconv.Itoa(tall)).Replace(seen)
	_, err = chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: source})
	b.must(err)
}

// bars are those of a thing's code.
func bars(t *testing.T, text string) []string {
	code, err := ean.Encode(text)
	if err != nil {
		t.Fatal(err)
	}
	var row strings.Builder
	for x := range code.Bounds().Dx() {
		if dark, _, _, _ := code.At(x, 0).RGBA(); dark == 0 {
			row.WriteByte('1')
		} else {
			row.WriteByte('0')
		}
	}
	return []string{row.String()}
}

// Whether one has a thing is two taps from home: search, and scan. The camera stays on for the next.
func TestDoIHaveItWithTheCamera(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	kind := p.Make(t, "/api/collection-types", apitest.M{"name": "Book"})
	field := p.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "ISBN", "field_type": "text"})
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Books", "visibility": "private", "collection_type_ids": []string{kind}})
	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "The Salt Atlas", "collection_type_id": kind, "custom_fields": apitest.M{field: "978-3-492-28157-7"}})
	p.Make(t, "/api/items/"+item+"/copies", apitest.M{"status": "owned", "quantity": 1})
	b := s.signedIn(t, p)
	b.holds(bars(t, "9783492281577"), 200)
	b.visit("/search")
	b.do(chromedp.Click(`[data-on]`), chromedp.WaitVisible(`//div[@id="hits"]//b[contains(., "You have it")]`))
	b.shows("The Salt Atlas", "9783492281577", "Stop the camera")
	b.check("have-camera")
	b.visit("/search?q=9783492281584")
	b.shows("Not in your catalogue")
	b.check("have-none")
}

// The camera ticks what it sees, also where the browser reads no codes itself, and the
// page stays as it is but for that.
func TestCheckAShelfWithTheCamera(t *testing.T) {
	s := newSite(t)
	p, study := shelved(t, s)
	b := s.signedIn(t, p)
	id := apitest.Scalar[string](t, s.Harness, `select id::text from copies where identifier = 'CAM-Leica'`)
	b.holds(rows(t, s.URL+"/copies/"+id), 0)
	b.visit("/locations/" + study + "/check")
	b.do(chromedp.Click(`[data-on]`), chromedp.WaitVisible(`#camera video`), chromedp.WaitVisible(`//p[@id="said"][contains(., "Leica M3")]`))
	b.shows("1 of 3 found", "Stop the camera")
	b.check("check-camera")
	b.do(chromedp.Click(`[data-off]`), chromedp.WaitNotVisible(`#camera video`))
	evaluate[bool](b, `(navigator.mediaDevices.getUserMedia = async () => { throw new Error("refused"); }, true)`)
	b.do(chromedp.Click(`[data-on]`), chromedp.WaitVisible(`#camera [role=alert]`))
}
