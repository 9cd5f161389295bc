package browser

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// cabinet is a collection with a type of all kinds of fields, and some items.
func cabinet(t *testing.T, p *apitest.Person) (shelf string, items []string) {
	t.Helper()
	kind := p.Make(t, "/api/collection-types", apitest.M{"name": "Camera"})
	shelf = "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Film cameras", "emoji": "📷", "visibility": "private", "collection_type_ids": []string{kind}})
	ids := map[string]string{}
	for _, f := range []apitest.M{{"name": "Maker", "field_type": "text"}, {"name": "Year", "field_type": "number"}, {"name": "Style", "field_type": "select", "options": []string{"Rangefinder", "SLR"}}, {"name": "Mine", "field_type": "rating"}} {
		ids[f["name"].(string)] = p.Make(t, "/api/collection-types/"+kind+"/custom-fields", f)
	}
	for _, c := range []struct {
		name, maker, style string
		year               int
	}{{"Leica M3 double stroke", "Leica", "Rangefinder", 1955}, {"Nikon F Photomic FTn", "Nikon", "SLR", 1968}, {"Canon 7 with a name that is much longer than any card is wide, and then some", "Canon", "Rangefinder", 1961}} {
		items = append(items, p.Make(t, "/api"+shelf+"/items", apitest.M{"name": c.name, "collection_type_id": kind, "custom_fields": apitest.M{ids["Maker"]: c.maker, ids["Year"]: c.year, ids["Style"]: c.style, ids["Mine"]: 4}}))
	}
	return shelf, items
}

// enter signs in and shows a page.
func (b *tab) enter(p *apitest.Person, path string) {
	b.t.Helper()
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form .pri", http.StatusOK, "/")
	b.visit(path)
}

// settled waits until an expression is true.
func (b *tab) settled(what string) {
	b.t.Helper()
	if !evaluate[bool](b, `new Promise(done => { let n = 0; const ask = () => (`+what+`) ? done(true) : ++n > 1500 ? done(false) : setTimeout(ask, 30); ask(); })`) {
		b.late(context.DeadlineExceeded)
		b.t.Fatalf("never: %s", what)
	}
}

// A collection is looked through by keyboard: cards, an item beside them, the table,
// its order, a filter.
func TestACollectionIsLookedThrough(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.open(t, true)
	b.enter(p, shelf)
	b.do(chromedp.Focus("#open-"+items[2]), chromedp.KeyEvent("\r"))
	b.settled(`document.querySelector("#peek").open && document.querySelector("#peek h2")`)
	b.shows("Canon 7", "You do not own this yet.")
	wants(t, "the focus beside a peek", b.focused(), "open-"+items[2])
	b.do(chromedp.KeyEvent("l"))
	b.settled(`document.querySelector("#peek h2")?.textContent.includes("Nikon")`)
	b.check("shelf-peek")
	b.do(chromedp.KeyEvent("\x1b"))
	wants(t, "the focus after a peek", b.focused(), "open-"+items[1])
	b.goes(http.StatusOK, shelf+"?view=table", chromedp.KeyEvent("v"))
	b.check("shelf-table")
	b.do(chromedp.Click(`.tb thead th:nth-child(4) a`))
	b.settled(`document.querySelector("[aria-sort=ascending]")?.textContent.includes("Year")`)
	b.settled(`document.querySelector("#live").textContent === "3 items"`)
	if first := evaluate[string](b, `document.querySelector("#rows a").textContent`); first != "Leica M3 double stroke" {
		t.Errorf("by year, %q is first", first)
	}
	b.do(chromedp.Click(`#choose-filters`))
	b.settled(`document.querySelector("#filters").matches(":popover-open")`)
	b.check("shelf-filters")
	evaluate[bool](b, `(() => { const s = document.querySelector("#filters select[name^=custom_fields]"); s.value = "SLR"; s.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	b.settled(`document.querySelectorAll("#rows tr").length === 1 && document.querySelector("#live").textContent === "1 item"`)
	if query := evaluate[string](b, `[...new URLSearchParams(location.search)].filter(([, value]) => !value).join()`); query != "" {
		t.Errorf("the address has empty parameters: %s", query)
	}
	b.do(chromedp.KeyEvent("\x1b"))
	b.check("shelf-filtered")
}

// On a phone, an item comes from below and keeps the focus; without scripts a card is
// a link.
func TestACollectionOnAPhone(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.open(t, true)
	b.enter(p, shelf)
	b.look(looks[2])
	b.do(chromedp.Click("#open-" + items[0]))
	b.settled(`document.querySelector("#peek").matches(":modal") && document.querySelector("#peek h2")`)
	b.picture("shelf-sheet-390-light")
	b.do(chromedp.KeyEvent("\x1b"))
	b.settled(`!document.querySelector("#peek").open`)
	wants(t, "the focus after a sheet", b.focused(), "open-"+items[0])
	plain := s.open(t, false)
	plain.enter(p, shelf)
	plain.send("#open-"+items[0], http.StatusOK, "/items/"+items[0])
}
