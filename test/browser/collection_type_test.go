package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// typed is a type with two fields, one of which has a value.
func typed(t *testing.T, s *site) (p *apitest.Person, kind, maker, year string) {
	t.Helper()
	p = s.Owner(t)
	cameras := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "emoji": "📷"})
	kind = p.Make(t, "/api/collection-types", apitest.M{"name": "Camera"})
	p.Send(t, "PUT", "/api/collection-types/"+kind+"/collections", apitest.M{"collection_ids": []string{cameras}}).Want(t, http.StatusOK)
	maker = p.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "Maker", "field_type": "text"})
	year = p.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "Year", "field_type": "text"})
	p.Make(t, "/api/collections/"+cameras+"/items", apitest.M{"name": "Leica", "collection_type_id": kind, "custom_fields": apitest.M{year: "c. 1951"}})
	return p, kind, maker, year
}

// order are the names of the fields in the preview.
const order = `[...document.querySelectorAll("#preview label")].map(l => l.textContent).join(" ")`

// A type is edited with the keyboard alone: it is saved as one types, and the preview
// follows.
func TestTypeByKeyboard(t *testing.T) {
	s := newSite(t)
	p, kind, maker, year := typed(t, s)
	b := s.signedIn(t, p)
	b.visit("/types/" + kind)
	b.do(chromedp.Focus("#name-" + maker))
	b.press("s")
	b.do(chromedp.WaitVisible(`[data-saved]:not(:empty)`))
	wants(t, "the preview", evaluate[string](b, order), "Makers Year", "sMaker Year")
	b.do(chromedp.Focus("#f" + maker + "-down"))
	b.press(enter)
	b.do(chromedp.WaitVisible(`#f` + year + `-up[disabled]`))
	b.do(chromedp.Focus("#new-name-"))
	b.press("L", "e", "n", "s", enter)
	b.do(chromedp.WaitVisible(`#preview .f:nth-child(3)`))
	evaluate[bool](b, `(() => { const kind = document.querySelector("#field-`+year+` [name=kind]"); kind.value = "number"; return kind.dispatchEvent(new Event("change", {bubbles: true})); })()`)
	b.do(chromedp.WaitVisible(`#field-` + year + ` [role=alert]`))
	b.shows("One value is noted as “Text”.", "Change to Number")
	b.check("type-asked")
	b.press(enter)
	b.do(chromedp.WaitNotPresent(`[role=alert]`))
	if got := apitest.Scalar[string](t, s.Harness, `select string_agg(name || ' ' || field_type, ', ' order by position) from custom_fields`); got != "Year number, Makers text, Lens text" && got != "Year number, sMaker text, Lens text" {
		t.Errorf("the fields are %s", got)
	}
}

// Without scripts every row has its button.
func TestTypeWithoutScripts(t *testing.T) {
	s := newSite(t)
	p, kind, maker, year := typed(t, s)
	b := s.open(t, false)
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	b.visit("/types/" + kind)
	b.check("type-plain")
	b.do(chromedp.SendKeys("#name-"+maker, "2"))
	b.send("#field-"+maker+" .save", http.StatusOK, "/types/"+kind)
	b.send("#f"+maker+"-down", http.StatusOK, "/types/"+kind)
	wants(t, "the preview", evaluate[string](b, order), "Year Maker2", "Year 2Maker")
	b.send(`#field-`+year+` [formaction$="/delete"]`, http.StatusUnprocessableEntity, "/types/"+kind+"/fields/"+year+"/delete")
	b.shows("One value that was noted is lost.")
	b.visit("/types/new")
	b.send(`li:first-child form .btn`, http.StatusOK, "/types/"+apitest.Scalar[string](t, s.Harness, `select (max(id) + 1)::text from collection_types`))
	b.shows("Artwork")
}
