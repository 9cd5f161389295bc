package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// housed is an account with a house, and cameras in it.
func housed(t *testing.T, s *site) (p *apitest.Person, home, study, shelf string) {
	t.Helper()
	p = s.Owner(t)
	home = p.Make(t, "/api/locations", apitest.M{"name": "Home", "emoji": "🏠"})
	study = p.Make(t, "/api/locations", apitest.M{"name": "Study", "emoji": "🚪", "parent_id": home})
	shelf = p.Make(t, "/api/locations", apitest.M{"name": "Shelf behind the left sliding door of the cabinet", "parent_id": study})
	p.Make(t, "/api/locations", apitest.M{"name": "Bank", "emoji": "🏢"})
	cameras := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "emoji": "📷"})
	for _, name := range []string{"Leica M3", "Nikon F", "Rolleiflex 2.8F", "Canon 7", "Minolta CLE", "Olympus Pen", "Contax II", "Pentax LX"} {
		item := p.Make(t, "/api/collections/"+cameras+"/items", apitest.M{"name": name})
		p.Make(t, "/api/items/"+item+"/copies", apitest.M{"location_id": study})
	}
	return p, home, study, shelf
}

// press sends keys to what has the focus.
func (b *tab) press(keys ...string) {
	b.t.Helper()
	for _, key := range keys {
		b.do(chromedp.KeyEvent(key))
	}
}

const arrowUp, arrowDown, arrowLeft, arrowRight, enter, space, tabKey = "\u0304", "\u0301", "\u0302", "\u0303", "\r", " ", "\t"

// on is the text of what has the focus.
func (b *tab) on() string {
	b.t.Helper()
	return evaluate[string](b, `(document.activeElement.querySelector(".tn") ?? document.activeElement).textContent.trim()`)
}

// The tree of places is walked, opened, closed and rearranged with the keyboard alone.
func TestPlacesByKeyboard(t *testing.T) {
	s := newSite(t)
	p, home, study, _ := housed(t, s)
	b := s.signedIn(t, p)
	b.visit("/locations/" + study)
	evaluate[bool](b, `document.querySelector("[role=treeitem][tabindex='0']").focus() ?? true`)
	wants(t, "the place one is at", b.on(), "Study")
	b.press(arrowLeft, arrowUp)
	wants(t, "above the closed study", b.on(), "Home")
	b.press(arrowLeft, arrowDown)
	if open := evaluate[string](b, `document.querySelector("#place-`+home+`").ariaExpanded`); open != "false" {
		t.Errorf("the house is open: %s", open)
	}
	b.press(arrowUp)
	wants(t, "the first place", b.on(), "Bank")
	b.press(arrowDown, arrowRight, arrowRight)
	wants(t, "in the house", b.on(), "Study")
	b.press("m")
	b.do(chromedp.WaitVisible(`dialog[open] [name=to]`))
	wants(t, "the field to begin with", b.focused(), "q")
	b.check("locations-move")
	b.press("B", "a", "n")
	b.do(chromedp.WaitNotPresent(`dialog [name=to][value="` + home + `"]`))
	b.press(tabKey, tabKey, space)
	b.goes(http.StatusOK, "/locations/"+study, chromedp.KeyEvent(enter))
	b.shows("Bank", "Study", "8 copies here")
	if parent := evaluate[string](b, `document.querySelector(".here .crumbs").innerText`); parent != "Locations\n›\nBank" {
		t.Errorf("the study is in %q", parent)
	}
}

// Many copies are chosen and moved at once, and one sees how far it is.
func TestCopiesAreMovedTogether(t *testing.T) {
	s := newSite(t)
	p, _, study, shelf := housed(t, s)
	b := s.signedIn(t, p)
	b.visit("/locations/" + study)
	evaluate[int](b, `[...document.querySelectorAll("[name=copy]")].map(box => box.click()).length`)
	b.shows("8 selected")
	b.check("locations-chosen")
	b.do(chromedp.Click(".chosen .pri"), chromedp.WaitVisible(`dialog [name=to][value="`+shelf+`"]`), chromedp.Click(`dialog [name=to][value="`+shelf+`"]`))
	b.goes(http.StatusOK, "/locations/"+shelf+"?moved=8", chromedp.Click(`dialog .df .pri`))
	b.shows("8 copies here", "Leica M3", "Pentax LX")
	b.do(chromedp.Click(`a[href$="/fill"]`), chromedp.WaitVisible(`dialog [type=search]`))
	b.press("n", "i", "k")
	b.do(chromedp.WaitVisible(`dialog [name=copy]`))
	b.check("locations-fill")
}

// Without scripts places are a list of links, and forms do all the rest.
func TestPlacesWithoutScripts(t *testing.T) {
	s := newSite(t)
	p, _, study, shelf := housed(t, s)
	b := s.open(t, false)
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	b.visit("/locations")
	b.check("locations-plain")
	b.send(`a[href="/locations/`+study+`"]`, http.StatusOK, "/locations/"+study)
	b.do(chromedp.Click(`[name=copy]`))
	id := evaluate[string](b, `document.querySelector("[name=copy]").value`)
	b.send(`.chosen .pri`, http.StatusOK, "/locations/move-copies?copy="+id)
	b.do(chromedp.Click(`[name=to][value="` + shelf + `"]`))
	b.send(`.df .pri`, http.StatusOK, "/locations/"+shelf+"?moved=1")
	b.shows("One copy moved.")
	b.visit("/locations/" + shelf + "/edit")
	b.shows("One copy stays, but has no location any more.")
}
