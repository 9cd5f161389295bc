package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// stamps is a collection of so many items.
func stamps(t *testing.T, s *site, p *apitest.Person, n string) string {
	t.Helper()
	id := p.Make(t, "/api/collections", apitest.M{"name": "Stamps", "visibility": "private"})
	apitest.Exec(t, s.Harness, `insert into items (account_id, collection_id, name, sort_name, search)
		select account_id, id, 'Stamp ' || n, 'stamp ' || n, '' from collections, generate_series(1, `+n+`) n where id = `+id)
	return "/collections/" + id
}

// Whoever deletes a large collection by mistake has it back with one click.
func TestDeletingACollectionIsUndone(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := stamps(t, s, p, "500")
	b := s.open(t, true)
	b.enter(p, shelf)
	b.shows("500 items")
	b.visit(shelf + "/edit")
	b.do(chromedp.Click(`.danger [type=checkbox]`))
	b.send(".danger .dgr", http.StatusOK, "/collections")
	b.shows("Moved to the trash.")
	b.check("undo")
	b.send("[data-undo]", http.StatusOK, shelf)
	b.shows("Stamps", "500 items")
}

// Three chosen items are deleted and come back together, to the list they were in, with
// scripts and without.
func TestDeletingChosenItemsIsUndone(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := stamps(t, s, p, "5")
	for _, scripts := range []bool{true, false} {
		b := s.open(t, scripts)
		b.enter(p, shelf+"?sort=name&view=table")
		b.do(chromedp.Click(`[data-choosing]`)) // without a pointer, boxes lie on photos only then
		for n := range 3 {
			b.do(chromedp.Click(`tbody tr:nth-of-type(` + string(rune('1'+n)) + `) [name=item]`))
		}
		if scripts {
			b.do(chromedp.Click(".chosen .dgr"), chromedp.WaitVisible(`dialog .lost`))
			b.goes(http.StatusOK, shelf+"?deleted=3&sort=name&view=table", chromedp.Click(`dialog .df .dgr`))
		} else {
			b.do(chromedp.Click(".chosen .dgr"), chromedp.WaitVisible(`.df .dgr`))
			b.send(".df .dgr", http.StatusOK, shelf+"?deleted=3&sort=name&view=table")
		}
		b.shows("3 items deleted.", "Moved to the trash.", "Stamp 4")
		b.send("[data-undo]", http.StatusOK, shelf+"?restored=3&sort=name&view=table")
		b.shows("3 items restored.", "Stamp 1", "Stamp 2", "Stamp 3")
	}
}

// More than a hundred go in parts, with a progress, and come back all the same.
func TestDeletingInPartsIsUndone(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := stamps(t, s, p, "230")
	b := s.open(t, true)
	b.enter(p, shelf)
	evaluate[bool](b, `(() => { const box = document.querySelector("[name=item]"); const form = box.form;
		for (let id = Number(box.value); id > Number(box.value) - 230; id--) if (!form.querySelector("[name=item][value='" + id + "']")) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "item", value: id }));
		form.querySelectorAll("[name=item][type=checkbox]").forEach((b) => (b.checked = true)); return true; })()`)
	b.do(chromedp.Click(".chosen .dgr"), chromedp.WaitVisible(`dialog .lost`))
	b.shows("Delete 230 items?")
	b.goes(http.StatusOK, shelf+"?deleted=230", chromedp.Click(`dialog .df .dgr`))
	b.send("[data-undo]", http.StatusOK, shelf+"?restored=230")
	b.shows("230 items restored.")
}

// On a flea market, with a phone in one hand: whether one owns it already is known after
// three taps from any page.
func TestADuplicateIsFoundInThreeTaps(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica M3"})
	p.Make(t, "/api/items/"+item+"/copies", apitest.M{"identifier": "M3-0042"})
	b := s.open(t, true)
	b.enter(p, "/locations")
	b.look(looks[2])
	taps := 0
	tap := func(what string) chromedp.Action[chromedp.Void] {
		taps++
		return chromedp.Click(what)
	}
	b.do(tap(".find-s"), chromedp.WaitVisible(`#palette-q`))
	b.do(chromedp.KeyEvent("leica m3"), chromedp.WaitVisible(`#pal-item-`+item))
	b.shows("Leica M3", "Cameras")
	b.goes(http.StatusOK, "/items/"+item, tap(`#pal-item-`+item))
	b.shows("M3-0042", "Owned")
	if taps > 3 {
		t.Errorf("it takes %d taps", taps)
	}
}
