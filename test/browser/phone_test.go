package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
	"vitrine/internal/i18n"
)

// On a phone, Back closes what came up over the list, and asks first if something was typed. Search
// is in the bar.
func TestPhoneGoesBack(t *testing.T) {
	s := newSite(t)
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	b.look(looks[2])
	shelf := w.Fill("/collections/{collection}")
	b.visit("/collections")
	b.visit(shelf)
	const here = `location.pathname + location.hash === "`
	b.do(chromedp.Click(`#results a[data-item]`))
	b.becomes(`document.querySelector("#peek[open]") && location.hash`)
	evaluate[bool](b, `(history.back(), true)`)
	b.becomes(`!document.querySelector("#peek[open]") && ` + here + shelf + `"`)
	b.do(chromedp.Click(`#results a[data-item]`))
	b.becomes(`document.querySelector("#peek[open] [data-close]")`)
	b.do(chromedp.Click(`#peek [data-close]`))
	b.becomes(`!document.querySelector("#peek[open]") && ` + here + shelf + `"`)
	b.press("n")
	b.becomes(`document.querySelector("#drawer[open]") && location.hash`)
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "Nikon F"))
	evaluate[bool](b, `(history.back(), true)`)
	b.becomes(`document.querySelector("#drawer[open] [data-ask]:not([hidden])") && location.hash`)
	b.do(chromedp.Click(`#drawer [data-discard]`))
	b.becomes(`!document.querySelector("#drawer[open]") && ` + here + shelf + `"`)
	b.send(`.tabs a[href="/search"]`, http.StatusOK, "/search")
	wants(t, "the field to type in", b.focused(), "q")
}

// On a phone, + opens the drawer on every page and remembers the collection. Another one is chosen
// in the drawer, and the name goes along; Back closes it. Save is in reach, and a form on the page
// behind keeps its labels.
func TestPhoneAdds(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	other := p.Make(t, "/api/collections", apitest.M{"name": "Zithers", "visibility": "private", "currency": "EUR"})
	b := s.signedIn(t, p)
	b.look(looks[2])
	b.visit("/")
	b.do(chromedp.Click(".fab"))
	b.becomes(`document.querySelectorAll("#drawer[open] .rest-links a").length === 2`)
	b.checkIn("add-where", looks[2], looks[3])
	b.look(looks[2])
	b.do(chromedp.Click(`#drawer a[href="` + shelf + `/items/new"]`))
	b.becomes(`document.activeElement.matches("#drawer [name=name]")`)
	wants(t, "Save", evaluate[string](b, `(r => r.bottom <= innerHeight && r.top > 0 ? "in reach" : JSON.stringify(r))(document.querySelector("#drawer .dr-foot .pri").getBoundingClientRect())`), "in reach")
	b.checkIn("add-phone", looks[2], looks[3])
	b.look(looks[2])
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "Bass zither"))
	b.do(chromedp.Click(`#drawer .into`))
	b.do(chromedp.Click(`#drawer a[href^="/collections/` + other + `/items/new"]`))
	b.becomes(`document.querySelector("#drawer .into").textContent.includes("Zithers") && document.querySelector("#drawer [name=name]").value === "Bass zither"`)
	evaluate[bool](b, `(history.back(), true)`)
	b.becomes(`!document.querySelector("#drawer[open]") && location.pathname + location.hash === "/"`)
	b.visit("/items/" + items[0] + "/edit")
	b.do(chromedp.Click(".fab"))
	b.becomes(`document.activeElement.matches("#drawer [name=name]")`)
	wants(t, "the field of the label", evaluate[string](b, `document.querySelector("#drawer label[for$=name]").control === document.activeElement ? "its own" : "another"`), "its own")
	b.checkIn("add-over-form", looks[2])
	b.look(looks[2])
	b.do(chromedp.SendKeys(`#drawer [name=name]`, "Leica M4"))
	b.goes(http.StatusOK, "/items/4", chromedp.Click(`#drawer .dr-foot .btn:not(.pri)`))
	b.visit("/locations")
	b.do(chromedp.Click(".fab"))
	b.becomes(`document.querySelector("#drawer[open] .into")`)
	wants(t, "the collection", evaluate[string](b, `document.querySelector("#drawer .drf").getAttribute("action")`), shelf+"/items")
}

// On a phone, a first collection begins with a template, what has no place in the bar
// comes up from below, and a lost connection is told.
func TestPhone(t *testing.T) {
	s := newSite(t)
	b := s.open(t, true)
	b.visit("/register")
	b.fill("first_name", "Mara", "last_name", "Aalto", "email", apitest.Address(), "password", password)
	b.shows("Very good")
	b.do(chromedp.Click(`[data-reveal="password"]`))
	wants(t, "the password", evaluate[string](b, `document.querySelector("#password").type`), "text")
	b.fill("password_confirmation", password)
	b.send("form button.pri", http.StatusOK, "/")
	b.do(chromedp.Click(`label:has([value="camera"])`))
	b.send(".startbar button", http.StatusOK, "/collections/1")
	b.look(looks[2])
	b.do(chromedp.Click(".fab"))
	b.becomes(`document.querySelector("#drawer[open] .into")?.textContent.includes("Cameras")`)
	b.do(chromedp.Click("#drawer [method=dialog] button"))
	b.becomes(`!document.querySelector("#drawer[open]")`)
	b.do(chromedp.Click("[data-sheet]"))
	b.check("more")
	b.look(looks[2])
	b.send(`#more a[href="/collections"]`, http.StatusOK, "/collections")
	wants(t, "what is kept", evaluate[string](b, `navigator.serviceWorker.ready.then(() => caches.open("offline")).then((kept) => kept.keys()).then((all) => all.map((r) => new URL(r.url).pathname).join())`), "/offline")
}

// The actions of a copy fit a phone in every language, without scripts, too, and one piece is taken out.
func TestAPieceIsTakenOut(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	cellar := "/collections/" + p.Make(t, "/api/collections", apitest.M{"name": "Cellar", "emoji": "🍷", "visibility": "private"})
	p.Make(t, "/api"+cellar+"/items", apitest.M{"name": "Barbera 2019"})
	wine := "/items/" + p.Make(t, "/api"+cellar+"/items", apitest.M{"name": "Barolo 2016"})
	p.Make(t, "/api"+cellar+"/items", apitest.M{"name": "Brunello 2015"})
	held := p.Make(t, "/api"+wine+"/copies", apitest.M{"quantity": 6})
	for _, locale := range i18n.Locales {
		p.Send(t, "PATCH", "/api/me", apitest.M{"locale": locale}).Want(t, http.StatusOK)
		b := s.signedIn(t, p) // one tab for all stopped answering in loaded runs
		b.visit(wine)
		b.checkIn("copy-acts-"+locale, looks[2])
		b.look(looks[2])
		if cut := evaluate[string](b, `[...document.querySelectorAll(".deeds .btn")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText).join()`); cut != "" {
			t.Errorf("in %s %s is cut", locale, cut)
		}
		if !evaluate[bool](b, `(() => { const edit = document.querySelector(".topbar [data-key=e]"), text = document.createRange(); text.selectNodeContents(edit);
			const at = text.getBoundingClientRect(), box = edit.getBoundingClientRect(); return at.left > box.left + 6 && at.right < box.right - 6 && at.height < 32; })()`) {
			t.Errorf("in %s the button that edits is too small for its text", locale)
		}
		b.visit("/copies/" + held + "/gone")
		b.checkIn("gone-"+locale, looks[2])
	}
	p.Send(t, "PATCH", "/api/me", apitest.M{"locale": "en"}).Want(t, http.StatusOK)
	b := s.signedIn(t, p)
	b.visit(wine)
	b.check("copy-acts")
	b.do(chromedp.Click(`.deeds a[href*="/gone"]`), chromedp.WaitVisible(`dialog [name=how]`))
	b.check("gone")
	b.do(chromedp.Click(`dialog .df .pri`))
	b.becomes(`document.readyState === "complete" && document.querySelector(".toast [data-undo]")`)
	b.shows("×5", "Drunk")
	b.checkIn("gone-done", looks[2], looks[3])
	plain := s.open(t, false)
	plain.enter(p, wine)
	plain.look(looks[2])
	plain.send(`.deeds [action$="/gone"] button`, http.StatusOK, wine)
	plain.shows("×4", "Undo")
}
