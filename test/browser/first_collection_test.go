package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// Somebody new has a collection of twenty items with photos in one go: in the drawer
// at a desk, on a page on a phone.
func TestFirstCollectionInOneGo(t *testing.T) {
	s := newSite(t)
	for i, l := range []look{looks[0], looks[2]} {
		b := s.open(t, true)
		b.look(l)
		b.visit("/register")
		b.fill("first_name", "Mara", "last_name", "Aalto", "email", apitest.Address(), "password", password, "password_confirmation", password)
		b.send("form button.pri", http.StatusOK, "/")
		shelf := fmt.Sprintf("/collections/%d", i+1)
		b.do(chromedp.Click(`[value="camera"]`))
		b.send(".startbar button", http.StatusOK, shelf)
		const form = "#drawer "
		if l.width > 1000 {
			b.press("n")
		} else {
			b.do(chromedp.Click(".fab"))
		}
		b.becomes(`document.querySelector("#drawer[open] [name=name]")`)
		for n, photo := range pictures(t, 20) {
			name := fmt.Sprintf("Camera %d", n+1)
			b.do(chromedp.SetUploadFiles(form+`.shoot:not(.cam) input`, []string{photo}), chromedp.SendKeys(form+`[name=name]`, name), chromedp.Click(form+`[data-next]`))
			b.becomes(`document.readyState === "complete" && document.querySelector("` + form + `.saved b")?.textContent === "` + name + `" && document.querySelector("` + form + `[name=name]").value === ""`)
		}
		b.visit(shelf)
		b.settled(`document.querySelectorAll(".card .ph img").length === 20`)
		b.shows("20 items", "Camera 20")
		b.visit("/")
		b.settled(`document.querySelectorAll(".recent .ph img").length === 12`)
		b.picture("first-collection-" + l.name)
	}
}
