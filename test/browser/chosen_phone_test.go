package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
	"vitrine/internal/i18n"
)

// On a phone, what can be done with chosen items leaves room for the items, in every language.
func TestChosenItemsStayInSight(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.signedIn(t, p)
	b.look(looks[2])
	for _, locale := range i18n.Locales {
		p.Send(t, "PATCH", "/api/me", apitest.M{"locale": locale}).Want(t, http.StatusOK)
		b.visit(shelf + "?view=table")
		evaluate[bool](b, `(document.querySelector("[name=item][value='`+items[0]+`']").click(), true)`)
		b.do(chromedp.WaitVisible(".chosen .pri"))
		if tall := evaluate[int64](b, `Math.round(document.querySelector(".chosen").getBoundingClientRect().height)`); tall > 240 {
			t.Errorf("in %s the bar is %d px tall", locale, tall)
		}
		if cut := evaluate[string](b, `[...document.querySelectorAll(".chosen .btn")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText).join()`); cut != "" {
			t.Errorf("in %s %s is cut", locale, cut)
		}
	}
}
