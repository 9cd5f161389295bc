package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// connected is whether the browser has a connection.
func (b *tab) connected(is bool) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, network.OverrideNetworkState, network.OverrideNetworkStateParams{Offline: !is, DownloadThroughput: -1, UploadThroughput: -1})
	b.must(err)
}

// reaches is whether requests arrive, of which the browser is not told.
func (b *tab) reaches(is bool) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Offline: !is, DownloadThroughput: -1, UploadThroughput: -1}}})
	b.must(err)
}

// A dialog keeps what was typed: with all its mistakes, and while there is no connection. What is
// sent twice takes effect once.
func TestADialogKeepsWhatWasTyped(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	_, items := cabinet(t, p)
	held := "/copies/" + p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{})
	b := s.open(t, true)
	b.enter(p, held)
	b.do(chromedp.Click(`.deeds a[href*="/valuations/new"]`), chromedp.WaitVisible(`dialog [name=amount]`))
	evaluate[string](b, `document.querySelector("dialog #valued_at").required = false, document.querySelector("dialog #valued_at").value = ""`) // as a browser that checks nothing
	b.fill("amount", "much")
	b.do(chromedp.Click(`dialog .df .pri`), chromedp.WaitVisible(`dialog #amount[aria-invalid=true]`))
	wants(t, "the page", evaluate[string](b, `location.pathname`), held)
	wants(t, "what is wrong", evaluate[string](b, `[...document.querySelectorAll("dialog [aria-invalid=true]")].map((e) => e.name).join(" ")`), "amount", "valued_at")
	wants(t, "the amount", evaluate[string](b, `document.querySelector("dialog #amount").value + " " + document.activeElement.id`), "much amount")
	b.check("dialog-wrong")
	b.fill("amount", "€1,850")
	evaluate[bool](b, `document.querySelector("dialog #valued_at").value = new Date().toISOString().slice(0, 10), true`)
	b.connected(false)
	b.do(chromedp.Click(`dialog .df .pri`), chromedp.WaitVisible(`dialog .unsent`))
	b.shows("You are not connected.")
	b.connected(true)
	b.shows("You are connected again.")
	b.goes(http.StatusOK, held, chromedp.Click(`dialog .df .pri`))
	b.shows("€1,850")
}

// A form that leaves the page stays while the service cannot be reached, also over a network that the
// browser takes for a connection. Choosing many keeps to its dialog, too.
func TestAPageKeepsWhatCannotBeSent(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.open(t, true)
	b.enter(p, "/items/"+items[0]+"/edit")
	b.fill("name", "Kept in the tunnel")
	b.reaches(false)
	b.do(chromedp.Click(`main .ends .pri`), chromedp.WaitVisible(`main .unsent button`))
	wants(t, "the name", evaluate[string](b, `document.querySelector("#name").value + " " + document.querySelector("#name").form.ariaBusy`), "Kept in the tunnel null")
	b.check("unsent")
	b.reaches(true)
	b.goes(http.StatusOK, "/items/"+items[0], chromedp.Click(`main .unsent button`))
	b.shows("Kept in the tunnel")

	b.visit("/items/" + items[0] + "/edit")
	b.do(chromedp.Click(`#delete a`), chromedp.WaitVisible(`dialog .lost`))
	wants(t, "the last button", evaluate[string](b, `[...document.querySelectorAll("dialog .df .btn")].map((e) => e.className).join(" ")`), "btn btn dgr")
	b.check("delete-one")
	b.goes(http.StatusOK, shelf+"?deleted=1", chromedp.Click(`dialog .df .dgr`))
	b.shows("Undo")
}
