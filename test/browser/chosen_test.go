package browser

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// Items are chosen by keyboard and by Shift, moved, tagged, and deleted.
func TestItemsAreChosen(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	lent := p.Make(t, "/api/collections", apitest.M{"name": "Lent", "visibility": "private"})
	for n := range 9 {
		p.Make(t, "/api"+shelf+"/items", apitest.M{"name": fmt.Sprintf("Lens %d", n)})
	}
	b := s.open(t, true)
	b.enter(p, shelf+"?sort=name")
	b.do(chromedp.Focus("#open-" + items[0]))
	b.press("x")
	b.settled(`document.querySelector("#live").textContent === "1 selected"`)
	b.shows("1 selected")
	b.check("shelf-chosen")
	b.press("\x1b")
	b.settled(`!document.querySelector("#results :checked")`)
	b.press("x")
	b.do(chromedp.Click(`.chosen button:not([formaction], [type=reset])`), chromedp.WaitVisible(`dialog [name=collection_id]`))
	b.check("shelf-move")
	b.do(chromedp.Click(`dialog [name=collection_id][value="` + lent + `"]`))
	b.goes(http.StatusOK, shelf+"?moved=1&sort=name&to="+lent, chromedp.Click(`dialog .df .pri`))
	b.shows("One item moved.")
	b.settled(`document.querySelector("#live").textContent.includes("One item moved.")`)

	b.visit(shelf + "?sort=name")
	b.do(chromedp.Focus("#open-" + items[1]))
	b.press("x")
	b.do(chromedp.Click(`.chosen [formaction$="/tags"]`), chromedp.WaitVisible(`dialog [name=name]`))
	b.check("shelf-tag")
	b.fill("name", "Rare")
	b.goes(http.StatusOK, shelf+"?sort=name&tagged=1", chromedp.Click(`dialog .df .pri`))
	b.shows("One item tagged.")
	b.do(chromedp.Focus("#open-" + items[1]))
	b.press("x")
	b.do(chromedp.Click(`.chosen [formaction$="/tags"]`), chromedp.WaitVisible(`dialog [name=tag_id]`))
	b.check("shelf-untag")
	b.goes(http.StatusOK, shelf+"?sort=name&untagged=1", chromedp.Click(`dialog [name=tag_id]`))
	b.shows("Tag removed from one item.")

	b.visit(shelf + "?sort=name&view=table")
	evaluate[bool](b, `(() => { const all = [...document.querySelectorAll("[name=item]")]; all[1].click(); all[9].dispatchEvent(new MouseEvent("click", {bubbles: true, shiftKey: true})); return true; })()`)
	b.shows("9 selected")
	b.check("shelf-chosen-table")
	b.do(chromedp.Click(".chosen .dgr"), chromedp.WaitVisible(`dialog .lost`))
	b.shows("Delete 9 items?", "9 items", "0 copies")
	b.goes(http.StatusOK, shelf+"?deleted=9&sort=name&view=table", chromedp.Click(`dialog .df .dgr`))
	b.shows("9 items deleted.", "2 items")

	b.visit("/items/" + items[2] + "?sort=name")
	b.goes(http.StatusOK, "/items/"+items[1]+"?sort=name", chromedp.KeyEvent("]"))
	b.goes(http.StatusOK, "/items/"+items[2]+"?sort=name", chromedp.KeyEvent("["))
	b.check("item-beside")
}

// Without scripts, boxes and buttons do the same, on a phone as well.
func TestItemsAreChosenWithoutScripts(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.open(t, false)
	b.enter(p, shelf)
	b.look(looks[2])
	b.do(chromedp.Click(`[data-choosing]`)) // without a pointer, boxes lie on photos only then
	b.do(chromedp.Click(`[name=item][value="` + items[0] + `"]`))
	b.picture("shelf-chosen-390-plain")
	b.send(".chosen .dgr", http.StatusOK, shelf+"/items/delete?list=&item="+items[0])
	b.shows("Delete one item?", "Leica M3")
	b.picture("shelf-delete-390-plain")
	b.send(".df .dgr", http.StatusOK, shelf+"?deleted=1")
	b.shows("One item deleted.")
}
