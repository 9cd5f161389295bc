package browser

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// Two items are tagged where they are shown, and the collection shows them by the tag.
func TestItemsAreFoundByATag(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.open(t, true)
	b.enter(p, "/items/"+items[0])
	b.do(chromedp.Click(".tg-new summary"))
	b.settled(`document.activeElement.id === "tag-name"`)
	b.fill("name", "Rare")
	b.do(chromedp.Click(".tg-add .btn"))
	b.settled(`document.querySelector(".tg a")?.textContent.includes("Rare")`)
	b.settled(`document.activeElement.id === "tag-name"`)
	b.check("item-tagged")
	b.visit("/items/" + items[1])
	b.do(chromedp.Click(".tg-new summary"))
	b.settled(`document.activeElement.id === "tag-name"`)
	b.press("r", "a")
	b.settled(`document.querySelector("#tag-names option")?.value === "Rare"`)
	b.press("r", "e", enter)
	b.settled(`document.querySelector(".tg a")?.textContent.includes("Rare")`)
	tag := strings.TrimPrefix(evaluate[string](b, `document.querySelector(".tg a").getAttribute("href")`), "/tags/")
	b.visit(shelf)
	b.do(chromedp.Click(`#choose-filters`))
	b.settled(`document.querySelector("#filters").matches(":popover-open")`)
	b.check("shelf-filters-tags")
	b.do(chromedp.Click(`#tag-` + tag + ` + span`))
	b.settled(`document.querySelectorAll("#items .card").length === 2 && document.querySelector("#live").textContent === "2 items"`)
	if at := evaluate[string](b, `location.search`); at != "?tag="+tag {
		t.Errorf("the address is %s", at)
	}
	b.do(chromedp.KeyEvent("\x1b"))
	b.send(".rem", http.StatusOK, shelf)
	b.visit("/tags/" + tag)
	b.shows("Leica M3", "Nikon F", "2 items")
	b.visit("/items/" + items[0])
	b.do(chromedp.Click(".tg button"))
	b.settled(`!document.querySelector(".tg")`)
}

// A set is completed by what was wanted: it is found in the list, got, and there.
func TestASetIsCompleted(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.open(t, true)
	b.enter(p, "/sets/new")
	b.fill("name", "Rangefinders of the fifties", "target_count", "2")
	const set, id, wanted = "/sets/1", "1", "/items/4"
	b.send("form .pri", http.StatusOK, set)
	b.shows("0 of 2", "2 parts are not catalogued yet.")
	p.Send(t, "PATCH", "/api/items/"+items[0], apitest.M{"set_id": id}).Want(t, http.StatusOK)
	p.Make(t, "/api/items/"+items[0]+"/copies", apitest.M{})
	b.visit(shelf + "/items/new?set=" + id + "&wanted=1")
	b.fill("name", "Contax II", "wanted_max_price", "450")
	b.check("item-new-wanted")
	b.send(".ends .pri", http.StatusOK, wanted)
	b.shows("Wanted · up to", "Rangefinders of the fifties")
	b.check("item-wanted")
	b.visit(set)
	b.shows("1 of 2", "Missing", "Contax II", "Owned", "Leica M3")
	b.check("set-half")
	b.visit("/wanted")
	b.check("wanted")
	b.send(`a[href="`+wanted+`/copies/new"]`, http.StatusOK, wanted+"/copies/new")
	b.send(".ends .pri", http.StatusOK, wanted)
	b.visit(set)
	b.shows("2 of 2", "Complete")
	b.visit("/wanted")
	b.shows("Nothing is wanted.")
}

// Without scripts, tags, filters and categories work by forms and links.
func TestSortingWithoutScripts(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	b := s.open(t, false)
	b.enter(p, "/items/"+items[0])
	b.do(chromedp.Click(".tg-new summary"), chromedp.SendKeys("#tag-name", "Rare"))
	b.send(".tg-add .btn", http.StatusOK, "/items/"+items[0])
	b.shows("Rare")
	b.visit(shelf + "/categories/new")
	b.fill("name", "Leica")
	b.send(".ends .pri", http.StatusOK, shelf+"/categories/1")
	b.shows("Leica", "0 items")
	b.check("categories-plain")
}
