package browser

import (
	"net/http"
	"slices"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/i18n"
	"vitrine/internal/testkind"
)

// clipped names texts that do not fit the box they are in. Names that users give
// may end in an ellipsis, and tabs scroll on a phone.
const clipped = `[...document.querySelectorAll("body *")].filter(e => {
	if (e.closest(".sr, .skip, svg, .emo, .me, .nm, .subn, .ctabs, thead") || !e.clientWidth) return false;
	const box = e.getBoundingClientRect(), text = document.createRange();
	return [...e.childNodes].filter(n => n.nodeType === Node.TEXT_NODE && n.textContent.trim()).some(n => {
		text.selectNodeContents(n);
		return [...text.getClientRects()].some(r => r.right > box.right + 1 || r.left < box.left - 1 || r.right > innerWidth);
	});
}).map(e => e.tagName + ": " + e.textContent.trim())`

// The texts of the pages fit a phone and a wide window in two languages, and a part of
// them a phone in each of the others. The pseudo-locale has all of them.
func TestTextsFit(t *testing.T) {
	testkind.Nightly(t, "TestEveryTextIsTranslated")
	s := newSite(t)
	p := s.Owner(t)
	shelf := p.Send(t, "POST", "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"}).Want(t, http.StatusCreated).ID(t)
	item := p.Send(t, "POST", "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica M3"}).Want(t, http.StatusCreated).ID(t)
	held := p.Send(t, "POST", "/api/items/"+item+"/copies", apitest.M{"status": "owned"}).Want(t, http.StatusCreated).ID(t)
	paper := p.Send(t, "POST", "/api/copies/"+held+"/documents", apitest.M{"document_type": "restoration_report", "name": "Report", "external_url": "https://example.org/"}).Want(t, http.StatusCreated).ID(t)
	place := p.Make(t, "/api/locations", apitest.M{"name": "Home"})
	p.Make(t, "/api/locations", apitest.M{"name": "Study", "parent_id": place})
	kind := p.Make(t, "/api/collection-types/import", apitest.M{"template": "wine"})
	b := s.open(t, true)
	for _, locale := range i18n.Locales {
		p.Send(t, "PATCH", "/api/me", apitest.M{"locale": locale}).Want(t, http.StatusOK)
		b.visit("/sign-in")
		evaluate[bool](b, `fetch("/language", {method: "POST", body: new URLSearchParams({language: "`+locale+`"})}).then(() => true)`)
		b.fits(locale, "/sign-in", "/register")
		b.visit("/sign-in")
		b.fill("email", p.Email, "password", apitest.Password)
		b.send("form .pri", http.StatusOK, "/")
		b.fits(locale, "/offline?language="+locale, "/more", "/share", "/", "/collections/"+shelf, "/collections/"+shelf+"/edit", "/collections/"+shelf+"/items/new", "/items/"+item, "/items/"+item+"/photos", "/items/"+item+"/copies/new", "/copies/"+held, "/copies/"+held+"/value", "/copies/"+held+"/loans/new", "/loans", "/value", "/attention", "/trash", "/documents/"+paper+"/edit", "/locations", "/locations/"+place, "/locations/"+place+"/move", "/locations/"+place+"/fill", "/locations/"+place+"/edit", "/types", "/types/new", "/types/"+kind, "/search?q=leica", "/insurance", "/log", "/imports", "/help", "/copies/"+held+"/insurance/new", "/settings/profile", "/settings/security", "/settings/security/password", "/settings/security/two-factor", "/settings/keys", "/settings/keys/new", "/settings/members", "/settings/account")
		b.send(`main [action="/sign-out"] button`, http.StatusOK, "/sign-in")
	}
}

// fits examines pages on a phone and in a wide window.
func (b *tab) fits(locale string, paths ...string) {
	b.t.Helper()
	language := slices.Index(i18n.Locales, locale)
	for i, path := range paths {
		most := locale == "de_DE"       // the longest words
		if !most && i%5 != language%5 { // the others share the pages
			continue
		}
		b.visit(path)
		if got := evaluate[string](b, `document.documentElement.lang`); got != i18n.For(locale).Lang() {
			b.t.Errorf("%s is in %s, want %s", path, got, locale)
		}
		narrow, wide := looks[2], looks[0]
		for _, l := range []look{narrow, wide} {
			if l == wide && !most {
				continue
			}
			b.look(l)
			if over := evaluate[int64](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
				b.t.Errorf("%s in %s at %s is %d px too wide: %s", path, locale, l.name, over, evaluate[string](b, widest))
			}
			for _, text := range evaluate[[]string](b, clipped) {
				b.t.Errorf("%s in %s at %s cuts %s", path, locale, l.name, text)
			}
		}
	}
}
