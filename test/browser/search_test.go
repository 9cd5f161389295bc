package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"vitrine/internal/apitest"
)

// With the keyboard alone, somebody finds an item from anywhere, and comes back to
// where they were.
func TestPaletteByKeyboard(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica M3"})
	p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica M6"})
	b := s.open(t, true)
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form .pri", http.StatusOK, "/")
	evaluate[bool](b, `(document.querySelector(".me").focus(), true)`)
	b.do(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)))
	b.do(chromedp.WaitVisible(`#palette [role=option]`))
	b.do(chromedp.KeyEvent("leica"))
	b.do(chromedp.WaitVisible(`#palette-hits[data-said="2 hits"]`))
	b.check("palette")
	if said := evaluate[string](b, `document.querySelector("#palette-live").textContent`); said != "2 hits" {
		t.Errorf("the palette says %q", said)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	if got := evaluate[bool](b, `document.activeElement.matches(".me") && !document.querySelector("#palette").open`); !got {
		t.Error("the focus is not where it was")
	}
	b.do(chromedp.KeyEvent("k", chromedp.KeyModifiers(2)), chromedp.KeyEvent("leica"))
	b.do(chromedp.WaitVisible(`#palette-hits[data-said="2 hits"] [aria-selected=true]`))
	b.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowUp))
	b.goes(http.StatusOK, "/items/"+item, chromedp.KeyEvent(kb.Enter))

	b.do(chromedp.KeyEvent("?", chromedp.KeyModifiers(8)))
	b.do(chromedp.WaitVisible(`#help`))
	b.check("help")
	b.do(chromedp.KeyEvent(kb.Escape), chromedp.KeyEvent("g"))
	b.goes(http.StatusOK, "/insurance", chromedp.KeyEvent("i"))

	b.visit("/search?q=leica")
	b.shows("Leica M3", "2 hits")
	b.check("search")
}
