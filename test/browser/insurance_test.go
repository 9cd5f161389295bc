package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// uninsured is a collection of three stamps worth 100 each, two of them in a safe, and a set of dominoes
// elsewhere worth 50, which nothing insures.
func uninsured(t *testing.T, p *apitest.Person) (stamps, safe string) {
	t.Helper()
	stamps = p.Make(t, "/api/collections", apitest.M{"name": "Stamps", "visibility": "private"})
	safe = p.Make(t, "/api/locations", apitest.M{"name": "Safe"})
	for name, in := range map[string]any{"Penny Black": nil, "Basel Dove": safe, "Blue Mauritius": safe} {
		item := p.Make(t, "/api/collections/"+stamps+"/items", apitest.M{"name": name})
		p.Make(t, "/api/items/"+item+"/copies", apitest.M{"estimated_value": 10000, "location_id": in})
	}
	games := p.Make(t, "/api/collections", apitest.M{"name": "Games", "visibility": "private"})
	p.Make(t, "/api/items/"+p.Make(t, "/api/collections/"+games+"/items", apitest.M{"name": "Dominoes"})+"/copies", apitest.M{"estimated_value": 5000})
	return stamps, safe
}

// chooses ticks the copy of an item in the list of what is not insured.
func (b *tab) chooses(items ...string) {
	b.t.Helper()
	for _, item := range items {
		b.do(chromedp.Click(`[name=copy][aria-label="Select ` + item + `"]`))
	}
}

// The gap leads to what is not insured. Chosen copies get a new policy, what is in a place
// the next, and a collection the last. Each makes the gap smaller, until there is none.
func TestTheGapIsClosed(t *testing.T) {
	s := newSite(t)
	for _, scripts := range []bool{true, false} {
		p := s.Owner(t)
		stamps, safe := uninsured(t, p)
		b := s.open(t, scripts)
		b.enter(p, "/")
		b.send(`.side a[href="/insurance"]`, http.StatusOK, "/insurance")
		b.send(`.needs a[href*="gap=uninsured"]`, http.StatusOK, "/insurance?gap=uninsured")
		b.shows("The gap is $350.", "Penny Black", "Dominoes")
		b.chooses("Penny Black")
		if scripts {
			b.shows("1 selected")
		}
		b.checkIn("gap-chosen", looks[0], looks[2])
		b.do(chromedp.Click(`[data-choose] .pri`), chromedp.WaitVisible(`[formaction], form[action="/policies/new"]`))
		b.shows("Put the copy under a policy", "No policy yet.")
		b.checkIn("gap-policies", looks[0], looks[2])
		b.do(chromedp.Click(`form[action="/policies/new"] .df .pri`), chromedp.WaitVisible(`[name=provider]`))
		b.shows("and 1 copy, chosen by itself")
		b.insures("Album", `[name=name]`)
		b.shows("Album", "Penny Black", "covers $100")
		b.checkIn("policy-of-copies", looks[0], looks[3])
		b.visit("/insurance")
		b.shows("The gap is $250.", "Album")

		b.send(`main a[href="/policies/new"]`, http.StatusOK, "/policies/new")
		b.checkIn("policy-form", looks[0], looks[3])
		b.insures("Vault", `[name="location-`+safe+`"]`)
		b.shows("Basel Dove", "Blue Mauritius")
		b.visit("/insurance")
		b.shows("The gap is $50.")

		b.visit("/collections/" + stamps + "/items/policy?every=1&list=")
		b.shows("Put 3 copies under a policy", "Album", "Vault")
		b.checkIn("policies-to-choose", looks[0], looks[3])
		games := p.Send(t, "GET", "/api/collections?per_page=1", nil).Want(t, http.StatusOK).Dig(t, "data.0.id").(string)
		b.visit("/policies/new?collection=" + games)
		b.insures("Toys", `[name=name]`)
		b.shows("Dominoes", "covers $50")
		b.visit("/insurance")
		b.shows("of $350", "100 %")
		b.checkIn("insured", looks[0], looks[3])
	}
}

// insures fills the form of a policy, chooses what it names and saves it.
func (b *tab) insures(name, names string) {
	b.t.Helper()
	b.fill("name", name, "provider", "Axa", "insured_value", "$1,000")
	b.do(chromedp.Click(names), chromedp.Click(`main form .ends .pri`), chromedp.WaitVisible(`main a[href$="/edit"]`))
}
