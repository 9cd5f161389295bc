package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// The life of a copy, step by step in dialogs: bought, valued, lent, returned, sold.
// The chart of the first page follows, and is read by keys.
func TestTheLifeOfACopy(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := p.Send(t, "POST", "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "currency": "EUR"}).Want(t, http.StatusCreated).ID(t)
	item := p.Send(t, "POST", "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica M3"}).Want(t, http.StatusCreated).ID(t)
	held := "/copies/" + p.Send(t, "POST", "/api/items/"+item+"/copies", apitest.M{"status": "ordered"}).Want(t, http.StatusCreated).ID(t)
	b := s.signedIn(t, p)
	b.becomes(`document.querySelector("#board").innerText.includes("A chart appears once two months have a value.")`)
	b.visit(held)
	act := func(name string, fields ...string) {
		t.Helper()
		b.do(chromedp.Click(`.acts a[href*="` + name + `"]`))
		b.becomes(`document.querySelector("dialog[open] .sheet-in")`)
		for i := 0; i < len(fields); i += 2 {
			evaluate[bool](b, `(document.querySelector("dialog [name=`+fields[i]+`]").value = "`+fields[i+1]+`") !== ""`)
		}
		b.goes(http.StatusOK, held, chromedp.Click(`dialog .df .pri`))
	}
	act("/transactions/new", "amount", "1150", "occurred_at", "2025-03-01")
	b.shows("Owned", "€1,150")
	act("/valuations/new", "amount", "1300", "valued_at", "2026-01-15")
	act("/valuations/new", "amount", "1480")
	b.shows("€1,480", "+€330")
	act("/loans/new", "party", "Kunsthalle Tampere")
	b.shows("Lent out", "Loan: Kunsthalle Tampere")
	b.look(looks[2])
	b.visit(held + "/documents")
	b.becomes(`(at => at.right <= innerWidth && at.left >= 0)(document.querySelector(".ctabs [aria-current]").getBoundingClientRect())`)
	b.look(looks[0])
	b.visit("/loans")
	b.shows("Lent to Kunsthalle Tampere")
	b.visit("/")
	b.becomes(`document.querySelector("#board .big").innerText === "€1,480"`)
	b.do(chromedp.Focus(`[data-chart]`))
	b.press(arrowRight)
	b.becomes(`document.querySelector(".said").textContent.includes("€1,480")`)
	for range 12 {
		b.press(arrowLeft)
	}
	b.becomes(`document.querySelectorAll(".hit.on").length === 1 && !document.querySelector(".said").textContent.includes("€1,480")`)
	b.check("value-chart")
	b.visit(held)
	act("/return")
	b.shows("Owned", "Loan ended: Kunsthalle Tampere")
	act("type=sale", "amount", "1500")
	b.shows("Sold", "€1,500", "+€350")
	b.visit("/")
	b.becomes(`document.querySelector("#board:not([aria-busy]) .big")?.textContent.includes("1,480") === false`)
}
