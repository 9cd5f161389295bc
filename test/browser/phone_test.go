package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// On a phone, a first collection begins with a template, what has no place in the bar
// comes up from below, and a lost connection is told.
func TestPhone(t *testing.T) {
	s := newSite(t)
	b := s.open(t, true)
	b.visit("/register")
	b.fill("first_name", "Mara", "last_name", "Aalto", "email", apitest.Address(), "password", password)
	b.shows("Very good")
	b.do(chromedp.Click(`[data-reveal="password"]`))
	wants(t, "the password", evaluate[string](b, `document.querySelector("#password").type`), "text")
	b.fill("password_confirmation", password)
	b.send("form button.pri", http.StatusOK, "/")
	b.do(chromedp.Click(`label:has([value="camera"])`))
	b.send(".startbar button", http.StatusOK, "/collections/1")
	b.look(looks[2])
	b.send(".fab", http.StatusOK, "/collections/1/items/new")
	b.do(chromedp.Click("[data-sheet]"))
	b.check("more")
	b.look(looks[2])
	b.send(`#more a[href="/collections"]`, http.StatusOK, "/collections")
	wants(t, "what is kept", evaluate[string](b, `navigator.serviceWorker.ready.then(() => caches.open("offline")).then((kept) => kept.keys()).then((all) => all.map((r) => new URL(r.url).pathname).join())`), "/offline")
}
