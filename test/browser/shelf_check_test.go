package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// shelved is an account with cameras in a study, and one in the bank; each has a label.
func shelved(t *testing.T, s *site) (p *apitest.Person, study string) {
	t.Helper()
	p = s.Owner(t)
	home := p.Make(t, "/api/locations", apitest.M{"name": "Home", "emoji": "🏠"})
	study = p.Make(t, "/api/locations", apitest.M{"name": "Study", "emoji": "🚪", "parent_id": home})
	bank := p.Make(t, "/api/locations", apitest.M{"name": "Bank", "emoji": "🏢"})
	cameras := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "emoji": "📷"})
	for name, place := range map[string]string{"Leica M3": study, "Nikon F": study, "Rolleiflex 2.8F with a rather long name": study, "Canon 7": bank} {
		item := p.Make(t, "/api/collections/"+cameras+"/items", apitest.M{"name": name})
		p.Make(t, "/api/items/"+item+"/copies", apitest.M{"location_id": place, "identifier": "CAM-" + name[:5]})
	}
	return p, study
}

// scans types an identifier as a scanner does, and waits for what is said.
func (b *tab) scans(code, said string) {
	b.t.Helper()
	wants(b.t, "the field of the scanner", b.focused(), "identifier")
	b.press(code, enter)
	b.do(chromedp.WaitVisible(`//p[@id="said"][contains(., "` + said + `")]`))
}

// A shelf is checked with a scanner and the keyboard alone, and put right by a click.
func TestCheckAShelf(t *testing.T) {
	s := newSite(t)
	p, study := shelved(t, s)
	b := s.signedIn(t, p)
	b.visit("/locations/" + study)
	b.send(`a[href$="/check"]`, http.StatusOK, "/locations/"+study+"/check")
	b.shows("0 of 3 found", "Nikon F")
	b.scans("CAM-Leica", "Leica M3 is here.")
	b.scans("CAM-Canon", "Canon 7 belongs in Bank.")
	b.scans("CAM-9", "No copy has the identifier")
	b.shows("1 of 3 found", "One was seen that should not be here.")
	b.check("check-list")
	b.do(chromedp.Click(`//label[contains(., "Nikon F")]`))
	b.send(`[value=result]`, http.StatusOK, "/locations/"+study+"/check")
	b.shows("2 of 3 found", "One is misplaced", "One is missing", "Rolleiflex")
	b.check("check-result")
	b.send(`[name=stray]`, http.StatusOK, "/locations/"+study+"/check/move")
	b.shows("One copy moved.", "3 of 4 found")
	b.send(`[name=missing][formaction$=mark]`, http.StatusOK, "/locations/"+study+"/check/mark")
	b.shows("3 of 3 found", "Everything is in its place.")
	b.check("check-well")
}

// On a phone and without scripts the same forms do the same, and every target is large
// enough for a thumb.
func TestCheckAShelfOnAPhone(t *testing.T) {
	s := newSite(t)
	p, study := shelved(t, s)
	b := s.open(t, false)
	b.look(looks[2])
	b.visit("/sign-in")
	b.fill("email", p.Email, "password", apitest.Password)
	b.send("form button.pri", http.StatusOK, "/")
	b.visit("/locations/" + study + "/check")
	b.fill("identifier", "CAM-Canon")
	b.goes(http.StatusOK, "/locations/"+study+"/check", chromedp.KeyEvent(enter))
	b.shows("Canon 7 belongs in Bank.")
	b.do(chromedp.Click(`[name=here]`))
	b.thumbs()
	b.send(`[value=result]`, http.StatusOK, "/locations/"+study+"/check")
	b.shows("1 of 3 found", "2 are missing")
	b.thumbs()
	b.send(`[name=missing][value=all][formaction$=mark]`, http.StatusOK, "/locations/"+study+"/check/mark")
	b.shows("2 copies marked.", "1 of 1 found")
}

// thumbs requires that what is pressed in the page is 44 pixels high.
func (b *tab) thumbs() {
	b.t.Helper()
	for _, small := range evaluate[[]string](b, `[...document.querySelectorAll("#main :is(button, select, .btn, .in, label.cb)")].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map(e => e.outerHTML.slice(0, 120))`) {
		b.t.Errorf("too small for a thumb: %s", small)
	}
}
