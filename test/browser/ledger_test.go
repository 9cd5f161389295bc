package browser

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// The table of a collection is a ledger: sorted by value, with sums at its foot. All of it is chosen, also
// what is on the next page, and changed; one undo takes it back. A set names the numbers it lacks.
func TestTheTableIsALedger(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	box := p.Make(t, "/api/locations", apitest.M{"name": "Box 3"})
	set := p.Make(t, "/api/sets", apitest.M{"collection_id": idOf(shelf), "name": "Lenses", "target_count": 60})
	for n := range 52 {
		items = append(items, p.Make(t, "/api"+shelf+"/items", apitest.M{"name": fmt.Sprintf("Lens #%d", n+1)}))
	}
	for n, item := range items {
		bought := p.Make(t, "/api/items/"+item+"/copies", apitest.M{"estimated_value": 1000 * (n + 1)})
		if n < 3 {
			p.Make(t, "/api/copies/"+bought+"/transactions", apitest.M{"type": "purchase", "occurred_at": "2024-01-02", "amount": 1500})
		}
	}
	b := s.open(t, true)
	b.enter(p, shelf+"?view=table")
	b.do(chromedp.Click("#sort-by-value"))
	b.settled(`document.querySelector("[aria-sort=descending]")?.textContent.includes("Value") && document.querySelector("#rows a").textContent === "Lens #52"`)
	b.do(chromedp.WaitVisible(".sums dl"))
	b.shows("55 items · 55 copies", "of 55 copies", "of 3 copies")
	b.check("ledger")
	if at := evaluate[int64](b, `Math.round(innerHeight - document.querySelector(".sums").getBoundingClientRect().bottom)`); at < 0 || at > 80 {
		t.Errorf("the sums end %d px above the edge of the window", at)
	}
	b.do(chromedp.Click("[name=every]"))
	b.settled(`document.querySelector("#live").textContent === "55 selected"`)
	b.check("ledger-chosen")
	b.do(chromedp.Click(`.chosen .pri`), chromedp.WaitVisible(`dialog [name=location_id]`))
	b.shows("Change 55 items")
	b.check("ledger-change")
	evaluate[bool](b, `(() => { const place = document.querySelector("dialog [name=location_id]"), set = document.querySelector("dialog [name=set_id]"); place.value = "`+box+`"; set.value = "`+set+`"; return true; })()`)
	list := url.Values{"changed": {"55"}, "sort": {"-value"}, "view": {"table"}}
	b.goes(http.StatusOK, shelf+"?"+list.Encode(), chromedp.Click(`dialog .df .pri`))
	b.shows("55 items changed.", "Box 3", "Undo")
	list.Del("changed")
	list.Set("undone", "110")
	b.goes(http.StatusOK, shelf+"?"+list.Encode(), chromedp.Click(`[data-undo]`))
	b.shows("110 changes undone.")
	b.do(chromedp.Focus("#open-" + items[54]))
	b.press("x")
	b.shows("1 selected")
	b.press("\x1b")

	b.visit("/sets/" + set)
	b.do(chromedp.Click(`[href$="/fill"]`), chromedp.WaitVisible(`dialog [type=search]`))
	b.do(chromedp.SendKeys(`dialog [type=search]`, "lens"))
	b.settled(`!document.querySelector("dialog .mvl").textContent.includes("Leica") && document.querySelectorAll("dialog [name=item]").length === 48`)
	b.check("set-fill")
	evaluate[bool](b, `(() => { for (const box of [...document.querySelectorAll("dialog [name=item]")].slice(0, 3)) box.click(); return true; })()`)
	b.goes(http.StatusOK, "/sets/"+set+"?added=3", chromedp.Click(`dialog .df .pri`))
	b.shows("3 items added.", "Missing numbers 57")
	b.check("set-numbers")

	b.visit(shelf + "?view=table")
	b.checkIn("ledger-phone", looks[2])
	b.do(chromedp.Click("[name=every]"))
	b.checkIn("ledger-phone-chosen", looks[2])
	b.visit("/sets/" + set)
	b.checkIn("set-numbers-phone", looks[2])
}

// idOf is the id at the end of a path.
func idOf(path string) string { return path[len("/collections/"):] }
