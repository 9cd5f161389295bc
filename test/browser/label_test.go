package browser

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Labels of chosen copies are asked for from their list, in a few choices.
func TestLabelsOfChosenCopies(t *testing.T) {
	s := newSite(t)
	p, study := shelved(t, s)
	b := s.signedIn(t, p)
	b.visit("/locations/" + study)
	evaluate[int](b, `[...document.querySelectorAll("[name=copy]")].slice(1).map(box => box.click()).length`)
	b.do(chromedp.Click(`.chosen [formaction="/labels"]`), chromedp.WaitVisible(`form[action="/labels.pdf"]`))
	b.shows("Labels", "2 labels", "First free label")
	b.check("labels-chosen")
	b.visit("/labels?location=" + study)
	b.shows("3 labels")
	b.check("labels-location")
}
