package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// slow lets the board of the first page wait until the test says so, or fail, and notes
// what moves meanwhile.
const slow = `{
	const real = fetch;
	window.fetch = (address, how) => !String(address).endsWith("/board") ? real(address, how)
		: sessionStorage.broken ? Promise.resolve(new Response("", {status: 503})) : new Promise(go => window.arrive = () => go(real(address, how)));
	window.moved = 0;
	new PerformanceObserver(list => list.getEntries().forEach(e => moved += e.value)).observe({type: "layout-shift", buffered: true});
}`

// The first page is there before its board, which comes without moving anything, or
// says that it does not come. Without scripts, a link leads to the same.
func TestTheBoardComesLater(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := p.Send(t, "POST", "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"}).Want(t, http.StatusCreated).ID(t)
	changed := func(name string) {
		p.Send(t, "POST", "/api/collections/"+shelf+"/items", apitest.M{"name": name}).Want(t, http.StatusCreated)
	}
	changed("Leica M3")
	b := s.signedIn(t, p)
	_, err := chromedp.Call(b.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: slow})
	b.must(err)
	for _, l := range looks[1:3] {
		changed("Rolleiflex at " + l.name)
		b.look(l)
		b.visit("/")
		b.becomes(`window.arrive`)
		b.shows("Recently added", "Rolleiflex at "+l.name, "Adding up the values…")
		b.check("board-to-come")
		changed("Hasselblad at " + l.name) // at night, looking at it in the other way has brought the board
		b.look(l)
		b.visit("/")
		b.becomes(`window.arrive`)
		evaluate[bool](b, painted)
		evaluate[bool](b, `(moved = 0, arrive(), true)`)
		b.becomes(`document.querySelector("#board:not([aria-busy])")`)
		b.shows("Nothing needs attention.", "A chart appears once two months have a value.")
		evaluate[bool](b, painted)
		if moved := evaluate[float64](b, `moved`); moved > 0 {
			t.Errorf("%s: the board moves the page by %v", l.name, moved)
		}
	}
	changed("Nikon F")
	evaluate[bool](b, `(sessionStorage.broken = "yes") !== ""`)
	b.visit("/")
	b.becomes(`!document.querySelector("[data-failed]").hidden`)
	b.shows("The values could not be added up.", "Nikon F", "Cameras")
	b.check("board-failed")
	plain := s.open(t, false)
	plain.visit("/sign-in")
	plain.fill("email", p.Email, "password", apitest.Password)
	plain.send("form button.pri", http.StatusOK, "/")
	plain.shows("Nikon F")
	plain.check("board-without-scripts")
	plain.send(`#board noscript a[href="/value"]`, http.StatusOK, "/value")
}
