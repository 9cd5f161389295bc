package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// inSight tells whether an element is in the window as it opened.
func inSight(b *tab, selector string) bool {
	return evaluate[bool](b, `(() => {
		const box = [...document.querySelectorAll("`+selector+`")].map(e => e.getBoundingClientRect()).find(r => r.width > 0)
		return !!box && box.top >= 0 && box.bottom <= innerHeight
	})()`)
}

// Somebody new sees four templates in a row at a desk and two on a phone, and how to import
// and to look around without scrolling. The button says what it does.
func TestStart(t *testing.T) {
	s := newSite(t)
	for locale, in := range map[string][]look{"en": looks, "de_DE": looks[2:3], "ja_JP": looks[2:3]} {
		p := s.Owner(t)
		apitest.Exec(t, s.Harness, `update users set locale = '`+locale+`' where email = '`+p.Email+`'`)
		b := s.signedIn(t, p)
		for _, l := range in {
			b.look(l)
			b.visit("/")
			want := int64(4)
			if l.width < 500 {
				want = 2
			}
			if n := evaluate[int64](b, `new Set([...document.querySelectorAll(".t12 li")].map(e => e.getBoundingClientRect().left)).size`); n != want {
				t.Errorf("%s has %d columns", l.name, n)
			}
			for _, way := range []string{`.way [href='/imports']`, `form[action='/sample'] button`, `.startbar button`} {
				if !inSight(b, way) {
					t.Errorf("%s is out of sight in %s at %s", way, locale, l.name)
				}
			}
			b.checkIn("start-"+locale, l)
			b.look(l)
			if locale == "en" {
				b.shows("Start empty")
				b.do(chromedp.Click(`[value="coin"]`), chromedp.Click(`[value="wine"]`))
				b.shows("Start with your choice")
				b.checkIn("start-chosen", l)
			}
		}
	}
}

// A second collection of a template is three clicks away, also without scripts.
func TestSecondCollection(t *testing.T) {
	s := newSite(t)
	for i, scripts := range []bool{true, false} {
		p := s.Owner(t)
		p.Make(t, "/api/collections", apitest.M{"name": "Shelf", "visibility": "private"})
		b := s.open(t, scripts)
		b.visit("/sign-in")
		b.fill("email", p.Email, "password", apitest.Password)
		b.send("form button.pri", http.StatusOK, "/")
		b.send(".side .mini", http.StatusOK, "/collections/new")
		if scripts {
			b.checkIn("collection-new", looks...)
		}
		b.do(chromedp.Click(`[value="wine"]`))
		b.send(".startbar button", http.StatusOK, fmt.Sprintf("/collections/%d", 2*i+2))
		b.shows("Wine")
		b.visit("/collections/new")
		b.send(".startbar button", http.StatusOK, "/collections/new/empty")
	}
}
