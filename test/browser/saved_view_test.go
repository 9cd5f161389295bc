package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
)

// A filtered list is saved, opened from the menu on another page, renamed and deleted.
func TestAViewIsSaved(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, _ := cabinet(t, p)
	b := s.open(t, true)
	b.enter(p, shelf+"?q=leica&sort=name")
	b.do(chromedp.Click(`.applied [data-dialog]`), chromedp.WaitVisible(`dialog [name=name]`))
	b.check("view-new")
	b.fill("name", "Leicas by name")
	b.goes(http.StatusOK, shelf+"?q=leica&sort=name&saved=1", chromedp.Click(`dialog .df .pri`))
	b.shows("The view is saved.")
	b.check("view-saved")
	b.visit("/locations")
	b.send(`.side a[href="`+shelf+`?q=leica&sort=name"]`, http.StatusOK, shelf+"?q=leica&sort=name")
	b.shows("Leica M3")
	b.send(`.side h2 a[href="/views"]`, http.StatusOK, "/views")
	b.check("views")
	b.send(`.docs .btn`, http.StatusOK, "/views/1/edit")
	b.check("view-edit")
	b.fill("name", "Leicas")
	b.do(chromedp.Click("[name=shared]"))
	b.send(".pri", http.StatusOK, "/views")
	b.shows("Leicas", "Shared")
	b.visit("/views/1/edit")
	b.do(chromedp.Click(`.danger [type=checkbox]`))
	b.send(".danger .dgr", http.StatusOK, "/views")
	b.shows("No views yet.")
	b.check("views-none")
}
