package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// sees gives a browser that reads no codes a detector that sees one, and a camera.
const sees = `(() => {
	const canvas = document.createElement("canvas");
	const brush = canvas.getContext("2d");
	navigator.mediaDevices.getUserMedia = async () => {
		setInterval(() => brush.fillRect(Math.random() * 99, 0, 9, 9), 50);
		return canvas.captureStream();
	};
	window.BarcodeDetector = class { async detect() { return [{ rawValue: "CODE" }]; } };
})();`

// The camera ticks what it sees, and the page stays as it is but for that.
func TestCheckAShelfWithTheCamera(t *testing.T) {
	s := newSite(t)
	p, study := shelved(t, s)
	b := s.signedIn(t, p)
	b.visit("/locations/" + study + "/check")
	if !evaluate[bool](b, `"BarcodeDetector" in window || document.querySelector("#camera").hidden`) {
		t.Error("a camera is offered that reads no codes")
	}
	id := apitest.Scalar[string](t, s.Harness, `select id::text from copies where identifier = 'CAM-Leica'`)
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: strings.Replace(sees, "CODE", s.URL+"/copies/"+id, 1)})
	b.must(err)
	b.visit("/locations/" + study + "/check")
	b.do(chromedp.Click(`[data-on]`), chromedp.WaitVisible(`#camera video`), chromedp.WaitVisible(`//p[@id="said"][contains(., "Leica M3")]`))
	b.shows("1 of 3 found", "Stop the camera")
	b.check("check-camera")
	b.do(chromedp.Click(`[data-off]`), chromedp.WaitNotVisible(`#camera video`))
	evaluate[bool](b, `(navigator.mediaDevices.getUserMedia = async () => { throw new Error("refused"); }, true)`)
	b.do(chromedp.Click(`[data-on]`), chromedp.WaitVisible(`#camera [role=alert]`))
}
