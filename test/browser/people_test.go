package browser

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// An owner lends a hand to a member: invites by mail, who comes adds something, is
// made a viewer and can only look, is removed and is nobody's any more.
func TestSomebodyComesAndGoes(t *testing.T) {
	s := newSite(t)
	owner, email := s.Owner(t), apitest.Address()
	shelf := owner.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	mara := s.signedIn(t, owner)
	mara.visit("/settings/members")
	mara.fill("email", email)
	evaluate[bool](mara, `(document.querySelector("main .sform [name=role]").value = "editor", true)`)
	mara.send("main .sform .pri", http.StatusOK, "/settings/invitations")

	jon := s.open(t, true)
	jon.visit(s.box.link(t, email, "/invitations/"))
	jon.fill("first_name", "Jon", "last_name", "Berg", "password", password, "password_confirmation", password)
	jon.send("form button.pri", http.StatusOK, "/")
	jon.shows("Cameras")
	jon.visit("/collections/" + shelf + "/items/new")
	jon.fill("name", "Nikon F")
	jon.do(chromedp.Click("main form button.pri"), chromedp.WaitReady("#copies"))
	jon.shows("Nikon F")

	mara.visit("/collections/" + shelf)
	mara.shows("Nikon F")
	mara.visit("/settings/members")
	evaluate[bool](mara, `(document.querySelector("main form[action*=members] [name=role]").value = "viewer", true)`)
	mara.send("main form[action*=members] button", http.StatusOK, "/settings/members?saved")

	jon.visit("/collections/" + shelf)
	if n := evaluate[int64](jon, `document.querySelectorAll('main a[href$="/new"], main a[href$="/edit"], main form[method=post]').length`); n > 0 {
		t.Errorf("a viewer sees %d controls", n)
	}
	jon.goes(http.StatusNotFound, "/collections/"+shelf+"/items/new", navigate(jon, "/collections/"+shelf+"/items/new"))

	mara.visit("/settings/members")
	mara.send("main a.dgr", http.StatusOK, evaluate[string](mara, `document.querySelector("main a.dgr").getAttribute("href")`))
	mara.send("main .dgr", http.StatusOK, "/settings/members?saved")
	jon.goes(http.StatusOK, "/sign-in", navigate(jon, "/"))
}

// Whom the operator suspends reads why on the next page, and at the sign-in; afterwards all is as it was.
func TestASuspendedUserIsTold(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	b := s.signedIn(t, p)
	apitest.Exec(t, s.Harness, `update users set suspended_at = now()`)
	b.goes(http.StatusUnauthorized, "/", navigate(b, "/"))
	b.shows("Access is suspended.", "Nothing was deleted.")
	b.check("suspended")
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusUnauthorized, "/sign-in")
	b.shows("Access is suspended.")
	apitest.Exec(t, s.Harness, `update users set suspended_at = null`)
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	b.shows("Cameras")
}

// personal are the forms that a viewer sends: they change nothing of the account.
var personal = []string{"/settings/profile", "/settings/reminders", "/settings/calendar", "/settings/appearance", "/settings/security", "/settings/keys", "/settings/sessions", "/insurance/pack", "/exports", "/sign-out", "/language"}

// What a viewer sees leads somewhere: no link of any page is answered 404, and no
// form changes the catalogue.
func TestViewersSeeNothingInVain(t *testing.T) {
	s, w := newWorld(t)
	viewer := w.Join(t, identity.Viewer)
	b := s.signedIn(t, viewer)
	seen, todo := map[string]bool{"/": true}, []string{"/"}
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		b.do(chromedp.Navigate(b.base + path))
		if status := evaluate[int64](b, `performance.getEntriesByType("navigation")[0].responseStatus`); status != http.StatusOK {
			t.Errorf("%s: status %d", path, status)
		}
		for _, action := range evaluate[[]string](b, `[...document.querySelectorAll("form[method=post]")].map(f => f.getAttribute("action") ?? location.pathname)`) {
			looksOnly := strings.HasSuffix(action, "/check") || strings.HasSuffix(action, "/suggest") || strings.HasPrefix(action, "/proposals/") // at a shelf, or for others to decide
			if !looksOnly && !slices.ContainsFunc(personal, func(p string) bool { return strings.HasPrefix(action, p) }) {
				t.Errorf("%s offers a viewer to send %s", path, action)
			}
		}
		for _, link := range evaluate[[]string](b, `[...document.querySelectorAll("a[href]:not([download])")].filter(a => a.origin === location.origin).map(a => a.pathname + a.search)`) {
			address, _, _ := strings.Cut(link, "?")
			if !seen[address] && !strings.HasPrefix(address, "/api/") && address != "/docs" && !strings.Contains(address, "/photos/") && !strings.HasSuffix(address, "/file") {
				seen[address] = true
				todo = append(todo, link)
			}
		}
	}
	if len(seen) < 12 {
		t.Errorf("only %d pages", len(seen))
	}
}

// Two tabs edit one item: what they change apart is kept of both; what both change, the second
// is told of, keeps what was typed, and decides.
func TestTwoTabsEditOneItem(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private"})
	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica M3"})
	one := s.signedIn(t, p)
	two := s.signedIn(t, p)
	save := `main form[action="/items/` + item + `"] button.pri`
	for _, b := range []*tab{one, two} {
		b.visit("/items/" + item + "/edit")
	}
	one.fill("description", "Double stroke.")
	one.do(chromedp.Click(save), chromedp.WaitReady("#copies"))
	two.fill("name", "Leica M3 of 1954")
	two.do(chromedp.Click(save), chromedp.WaitReady("#copies"))
	two.shows("Leica M3 of 1954", "Double stroke.")
	for _, b := range []*tab{one, two} {
		b.visit("/items/" + item + "/edit")
	}
	one.fill("name", "Leica M3 of 1955")
	one.do(chromedp.Click(save), chromedp.WaitReady("#copies"))
	two.fill("name", "Leica M3 of 1956")
	two.send(save, http.StatusPreconditionFailed, "/items/"+item)
	two.check("item-changed")
	two.shows("Leica M3 of 1955", "Leica M3 of 1956")
	two.do(chromedp.Click(`.ver:nth-child(2) [name=name]`))
	two.send(save, http.StatusOK, "/items/"+item)
	two.shows("Leica M3 of 1956", "Double stroke.")
}
