package browser

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// Two people edit one item, with scripts and without: who saves second sees both versions of
// what both changed, chooses, and keeps what only the other changed.
func TestTwoPeopleEditAnItem(t *testing.T) {
	s := newSite(t)
	w := s.World(t)
	for _, scripts := range []bool{true, false} {
		b := s.open(t, scripts)
		b.visit("/sign-in")
		b.fill("email", w.Person.Email, "password", apitest.Password)
		b.send("form button.pri", http.StatusOK, "/")
		item := w.Make(t, "/api/collections/"+w.IDs["collection"]+"/items", apitest.M{"name": "Doctor Stranger #24", "description": "The song returns to Valmont."})
		b.visit("/items/" + item + "/edit")
		w.Send(t, "PATCH", "/api/items/"+item, apitest.M{"name": "Doctor Stranger #25", "description": "The song returns to Valmont, and Tamar has to choose.", "wanted": true}).Want(t, http.StatusOK)
		b.fill("name", "Doctor Stranger #24, signed", "description", "The song returns to Valmont. Spine tick at the second staple.")
		b.send(`form.pan .ends .pri`, http.StatusPreconditionFailed, "/items/"+item)
		b.shows("Somebody else changed this while you were writing", "2 fields differ", "Doctor Stranger #25", "Doctor Stranger #24, signed", "Tamar has to choose", "Spine tick", "Keep both")
		if scripts {
			b.checkIn("two-versions", looks...)
		} else {
			b.check("two-versions-plain")
		}
		b.do(chromedp.Click(`.ver:nth-child(2) [name=name]`), chromedp.Click(`.both [name=description]`))
		b.send(`form.pan .ends .pri`, http.StatusOK, "/items/"+item)
		b.shows("Doctor Stranger #24, signed", "Tamar has to choose.", "Spine tick at the second staple.", "Wanted")
	}
}
