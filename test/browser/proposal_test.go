package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// A viewer says what an item should say; the owner takes a part of it, refuses the rest, and finds where
// to undo it. With scripts, and without.
func TestASuggestionIsTaken(t *testing.T) {
	s := newSite(t)
	for _, scripts := range []bool{true, false} {
		p := s.Owner(t)
		collection := p.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
		item := p.Make(t, "/api/collections/"+collection+"/items", apitest.M{"name": "Doctor Candle 12"})
		viewer := s.open(t, scripts)
		viewer.enter(p.Join(t, identity.Viewer), "/items/"+item)
		viewer.send(`a[href="/items/`+item+`/suggest"]`, http.StatusOK, "/items/"+item+"/suggest")
		viewer.checkIn("suggest", looks[0], looks[3])
		viewer.fill("to0", "Doctor Candle #12", "to1", "Drawn by my father", "message", "It says so on page 2")
		viewer.send(`main form .pri`, http.StatusOK, "/proposals")
		viewer.shows("Doctor Candle #12", "It says so on page 2")

		b := s.open(t, scripts)
		b.enter(p, "/")
		b.send(`.side a[href="/proposals"]`, http.StatusOK, "/proposals")
		b.shows("Doctor Candle 12", "somebody typed this", "Drawn by my father", "2 changes")
		b.checkIn("proposals", looks[0], looks[3])
		b.send(`.sug [name=rest]`, http.StatusOK, "/proposals")
		b.shows("Nothing waits.")
		b.visit("/items/" + item)
		b.shows("Doctor Candle 12", "Drawn by my father")
		b.visit("/proposals?state=accepted")
		b.do(chromedp.Click(`.sug summary`), chromedp.WaitVisible(`.sug a[href^="/imports/"]`))
		b.shows("Taken by", "Drawn by my father")
		b.checkIn("proposals-taken", looks[0], looks[3])
		b.do(chromedp.Click(`.sug a[href^="/imports/"]`), chromedp.WaitVisible(`a[href$="/revert"]`))
	}
}
