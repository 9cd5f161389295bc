package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// A collector shows a collection: by its address, and by a link to a friend. Both look at
// it without an account, on a desk and on a phone, and the friend finds nothing once the
// link is revoked.
func TestSomebodyLooksAtACollection(t *testing.T) {
	s, w := newWorld(t)
	w.Send(t, "PATCH", "/api/account", apitest.M{"public_sharing": false}).Want(t, http.StatusOK)
	w.Send(t, "PATCH", w.Fill("/api/collections/{collection}"), apitest.M{"description": "All that we found in the attic.", "visibility": "private"}).Want(t, http.StatusOK)
	w.Send(t, "PATCH", w.Fill("/api/items/{item}"), apitest.M{"name": "Tintin au Tibet", "description": "First print."}).Want(t, http.StatusOK)
	w.Send(t, "PATCH", w.Fill("/api/copies/{copy}"), apitest.M{"status": "owned"}).Want(t, http.StatusOK)
	shelf, item := w.Fill("/collections/{collection}"), w.Fill("/items/{item}")
	mara := s.signedIn(t, w.Person)
	mara.visit(shelf)
	mara.do(chromedp.Click(".more-btn"), chromedp.WaitVisible("#object-menu"))
	mara.send(`#object-menu a[href$="/share"]`, http.StatusOK, shelf+"/share")
	mara.shows("until an owner allows it")
	mara.check("sharing-off")
	mara.send(`.note a`, http.StatusOK, "/settings/account")
	mara.do(chromedp.Click(`[name=public_sharing]`))
	mara.send(`form[action="/settings/account"] .pri`, http.StatusOK, "/settings/account?saved")

	mara.visit(shelf + "/share")
	mara.do(chromedp.Click(`[name=visibility][value=public]`))
	mara.send(`form[action$="/share"] button`, http.StatusOK, shelf+"/share?saved")
	address := evaluate[string](mara, `new URL(document.querySelector("#public").textContent).pathname`)
	mara.fill("name", "For Jo")
	mara.do(chromedp.Click(`[name=shows_values]`))
	mara.send(`form[action$="/links"] .pri`, http.StatusOK, shelf+"/share/links")
	link := evaluate[string](mara, `new URL(document.querySelector("#link").textContent).pathname`)
	mara.check("sharing-new")

	for _, scripts := range []bool{true, false} {
		for _, under := range []string{address, link} {
			jo := s.open(t, scripts)
			jo.visit(under)
			jo.shows("All that we found in the attic.", "Tintin au Tibet")
			jo.fill("q", "tibet")
			jo.send(".sift button", http.StatusOK, under+"?q=tibet")
			jo.shows("1 item")
			jo.check("showcase" + strings.ReplaceAll(under[:2], "/", "-"))
			jo.look(looks[3])
			jo.send(".card a", http.StatusOK, under+item)
			jo.shows("First print.")
			if evaluate[bool](jo, `[...document.images].some(i => !i.complete || i.naturalWidth === 0)`) {
				t.Errorf("%s: a photo is not shown", under)
			}
			jo.check("showcase" + strings.ReplaceAll(under[:2], "/", "-") + "-item")
			jo.send(".back", http.StatusOK, under)
		}
	}

	mara.visit(shelf + "/share")
	revoke := evaluate[string](mara, `[...document.querySelectorAll(".line")].find(l => l.textContent.includes("Values")).querySelector("a.dgr").getAttribute("href")`)
	mara.send(`a[href="`+revoke+`"]`, http.StatusOK, revoke)
	mara.check("sharing-revoke")
	mara.send(`main .dgr`, http.StatusOK, shelf+"/share?saved")
	jo := s.open(t, true)
	jo.goes(http.StatusNotFound, link, navigate(jo, link))
	jo.shows("There is nothing here.")
	jo.check("showcase-gone")
	jo.visit(address)
}
