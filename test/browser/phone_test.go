package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// On a phone, Back closes what came up over the list, and asks first if something was typed. Search
// is in the bar.
func TestPhoneGoesBack(t *testing.T) {
	s := newSite(t)
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	b.look(looks[2])
	shelf := w.Fill("/collections/{collection}")
	b.visit("/collections")
	b.visit(shelf)
	const here = `location.pathname + location.hash === "`
	b.do(chromedp.Click(`#results a[data-item]`))
	b.becomes(`document.querySelector("#peek[open]") && location.hash`)
	evaluate[bool](b, `(history.back(), true)`)
	b.becomes(`!document.querySelector("#peek[open]") && ` + here + shelf + `"`)
	b.do(chromedp.Click(`#results a[data-item]`))
	b.becomes(`document.querySelector("#peek[open] [data-close]")`)
	b.do(chromedp.Click(`#peek [data-close]`))
	b.becomes(`!document.querySelector("#peek[open]") && ` + here + shelf + `"`)
	b.press("n")
	b.becomes(`document.querySelector("#drawer[open]") && location.hash`)
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "Nikon F"))
	evaluate[bool](b, `(history.back(), true)`)
	b.becomes(`document.querySelector("#drawer[open] [data-ask]:not([hidden])") && location.hash`)
	b.do(chromedp.Click(`#drawer [data-discard]`))
	b.becomes(`!document.querySelector("#drawer[open]") && ` + here + shelf + `"`)
	b.send(`.tabs a[href="/search"]`, http.StatusOK, "/search")
	wants(t, "the field to type in", b.focused(), "q")
}

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
