package browser

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// hands are the ways in which a journey is made: at a desk, on a phone, and without scripts.
var hands = []struct {
	look    look
	scripts bool
}{{looks[0], true}, {looks[2], true}, {looks[0], false}}

// A policy over a collection is made by a form, and the gap leads to what is not covered.
func TestAPolicyClosesTheGap(t *testing.T) {
	s := newSite(t)
	for _, n := range []int{0, 2} { // on a phone a click at what lies under the bar would hit the bar
		hand := hands[n]
		p := s.Owner(t)
		shelf, items := cabinet(t, p)
		p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{"estimated_value": 240000})
		stray := p.Make(t, "/api/collections", apitest.M{"name": "Stamps", "visibility": "private"})
		stamp := p.Make(t, "/api/collections/"+stray+"/items", apitest.M{"name": "Penny Black"})
		p.Make(t, "/api/items/"+stamp+"/copies", apitest.M{"estimated_value": 5000})
		b := s.open(t, hand.scripts)
		b.enter(p, "/insurance")
		b.look(hand.look)
		b.visit("/policies/new")
		b.fill("name", "Household", "provider", "Axa", "insured_value", "$2,400")
		b.do(chromedp.Click(`[name="collection-` + idOf(shelf) + `"]`))
		b.do(chromedp.Click(`main form .pri`), chromedp.WaitVisible(`main a[href$="/edit"]`))
		b.visit("/insurance")
		b.shows("Household", "$50")
		b.send(`main a[href="/insurance?gap=uninsured"]`, http.StatusOK, "/insurance?gap=uninsured")
		b.shows("Penny Black")
	}
}

// What made the value of today is told in parts that add up, and of each collection.
func TestTheMarketIsToldApart(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	_, items := cabinet(t, p)
	day := func(months int) string { return time.Now().UTC().AddDate(0, -months, 0).Format(time.DateOnly) }
	for n, item := range items {
		of := "/api/copies/" + p.Make(t, "/api/items/"+item+"/copies", apitest.M{"acquired_at": day(30)})
		for _, months := range []int{20, 2} {
			p.Make(t, of+"/valuations", apitest.M{"type": "user_estimate", "amount": 10000*(n+1) + 500*(20-months), "valued_at": day(months)})
		}
	}
	b := s.open(t, true)
	for _, hand := range hands[:2] {
		b.look(looks[0])
		if hand.look == looks[0] {
			b.enter(p, "/value")
		} else {
			b.visit("/value")
		}
		b.look(hand.look)
		b.shows("What changed", "By the market", "+$270", "by the market since")
		b.checkIn("value-changed", hand.look)
		b.look(hand.look)
		b.visit("/")
		b.do(chromedp.WaitVisible("#board .delta"))
		b.shows("+$270 by the market in the last 12 months")
	}
}

// The currency of the account is changed for all collections by one form.
func TestTheCurrencyIsChangedEverywhere(t *testing.T) {
	s := newSite(t)
	for _, hand := range hands {
		p := s.Owner(t)
		shelf, items := cabinet(t, p)
		p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{})
		b := s.open(t, hand.scripts)
		b.enter(p, "/settings/account")
		b.look(hand.look)
		evaluate[bool](b, `(document.querySelector("[name=currency_code]").value = "EUR", document.querySelector("[name=collections_too]").checked = true)`)
		b.goes(http.StatusOK, "/settings/account?saved", chromedp.Click(`form:has([name=currency_code]) button`))
		b.visit(shelf + "/edit")
		wants(t, "the currency of the collection", evaluate[string](b, `document.querySelector("[name=currency]").value`), "EUR")
	}
}

// What has no photo gets a drawn card, and what was sold is told in the past, without a label.
func TestCardsAreDrawnAndSoldThingsArePast(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	sold := p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{})
	p.Make(t, "/api/copies/"+sold+"/transactions", apitest.M{"type": "sale", "amount": 25000, "occurred_at": "2026-01-05"})
	for _, hand := range hands {
		b := s.open(t, hand.scripts)
		b.enter(p, shelf)
		b.look(hand.look)
		if n := evaluate[int64](b, `[...document.querySelectorAll("#results .card")].filter((c) => !c.querySelector("img") && c.querySelector(".drawn")).length`); n != 3 {
			t.Errorf("%d of 3 cards without a photo are drawn", n)
		}
		b.visit("/items/" + items[0])
		b.shows("Sold")
		b.visit("/labels?item=" + items[0])
		b.shows("There is nothing to label here.")
	}
}

// On a phone the photo stands beside the name: the copies begin in the first window.
func TestCopiesAreInSightOnAPhone(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	_, items := cabinet(t, p)
	p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{"estimated_value": 240000})
	b := s.open(t, true)
	b.enter(p, "/items/"+items[0])
	b.look(looks[2])
	if at := evaluate[int64](b, `Math.round(document.querySelector("#copies").getBoundingClientRect().top)`); at > 400 {
		t.Errorf("the copies begin at %d px of 844", at)
	}
	photo, name := evaluate[int64](b, `Math.round(document.querySelector(".gal .main").getBoundingClientRect().right)`), evaluate[int64](b, `(words => (words.selectNodeContents(document.querySelector(".sum h1")), Math.round(words.getClientRects()[0].left)))(document.createRange())`)
	if name < photo {
		t.Errorf("the name begins at %d px, left of the end of the photo at %d px", name, photo)
	}
	b.checkIn("item-phone", looks[2])
}

// With many collections the menu scrolls by itself: nothing covers its links.
func TestTheMenuIsNeverCovered(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	for n := range 8 {
		p.Make(t, "/api/collections", apitest.M{"name": fmt.Sprintf("Shelf %d", n), "visibility": "private"})
	}
	b := s.open(t, true)
	b.enter(p, "/")
	for _, height := range []int64{900, 700, 1100} {
		b.checkIn("menu", look{fmt.Sprintf("1280x%d", height), 1280, height, "light"})
		b.look(look{"", 1280, height, "light"})
		if covered := evaluate[string](b, `(() => { const end = document.querySelector(".me").getBoundingClientRect(), all = document.querySelector(".side .ways"); all.scrollTop = all.scrollHeight; const last = [...all.querySelectorAll("a")].at(-1).getBoundingClientRect(); return last.bottom > end.top || end.bottom > innerHeight ? last.bottom + " " + end.top + " " + end.bottom : "" })()`); covered != "" {
			t.Errorf("at %d px the last link is covered: %s", height, covered)
		}
	}
}
