package browser

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"vitrine/internal/apitest"
)

// The table of a collection is filtered by place, condition, status and value, gets a column of insurance,
// and all that the filter leaves is put under a policy; one undo takes it out again.
func TestATableIsFilteredAndInsured(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	shelf, items := cabinet(t, p)
	box := p.Make(t, "/api/locations", apitest.M{"name": "Box 3"})
	fine := p.Make(t, "/api/item-conditions", apitest.M{"name": "Spotless"})
	for n, item := range items {
		held := apitest.M{"estimated_value": 10000 * (n + 1), "location_id": box}
		if n > 0 {
			held["item_condition_id"] = fine
		}
		p.Make(t, "/api/items/"+item+"/copies", held)
	}
	p.Make(t, "/api"+shelf+"/items", apitest.M{"name": "Wished for"})
	household := p.Make(t, "/api/policies", apitest.M{"name": "Household", "provider": "Axa", "insured_value": 1000000, "collection_ids": []string{p.Make(t, "/api/collections", apitest.M{"name": "Games", "visibility": "private"})}})
	b := s.open(t, true)
	b.enter(p, shelf+"?view=table")
	b.do(chromedp.WaitVisible(".sums dl"), chromedp.Click("#choose-columns"), chromedp.WaitVisible("#columns"))
	b.checkIn("table-columns", looks[0], looks[3])
	b.do(chromedp.Click("#columns #column-insured"))
	b.settled(`document.querySelector("#rows").innerText.includes("Not insured")`)
	list := url.Values{"view": {"table"}}
	for _, narrow := range [][3]string{{"place", box, "3 items"}, {"condition", fine, "2 items"}, {"status", "owned", "2 items"}, {"value_min", "250", "1 item"}} {
		list.Set(narrow[0], narrow[1])
		b.visit(shelf + "?" + list.Encode())
		b.shows(narrow[2])
	}
	b.do(chromedp.WaitVisible(".sums dl"), chromedp.Click("#choose-filters"), chromedp.WaitVisible("#filters"))
	b.checkIn("table-filters", looks[0], looks[3])
	b.visit(shelf + "?" + list.Encode())
	b.do(chromedp.WaitVisible(".sums dl"), chromedp.Click("[name=every]"))
	b.settled(`document.querySelector("#live").textContent.includes("1 selected")`)
	b.do(chromedp.Click(`.chosen [formaction$="/policy"]`), chromedp.WaitVisible(`[formaction="/policies/`+household+`/add"]`))
	b.do(chromedp.Click(`[formaction="/policies/` + household + `/add"]`))
	b.becomes(`document.querySelector(".toast [data-undo]") && location.pathname === "` + shelf + `"`)
	b.do(chromedp.Click(`.toast [data-undo]`))
	b.becomes(`location.search.includes("undone=")`)
	if named := p.Send(t, "GET", "/api/policies/"+household, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.copy_ids"); fmt.Sprint(named) != "[]" {
		t.Errorf("after the undo the policy names %v", named)
	}
}

// In a tall window, the collections beside a page stand under their heading.
func TestCollectionsStandUnderTheirHeading(t *testing.T) {
	s := newSite(t)
	p := s.Owner(t)
	cabinet(t, p)
	b := s.open(t, true)
	b.enter(p, "/")
	b.look(look{"1280-tall", 1280, 1800, "light"})
	between := evaluate[float64](b, `document.querySelector(".side h2 + nav").getBoundingClientRect().top - document.querySelector(".side h2").getBoundingClientRect().bottom`)
	if between > 20 {
		t.Errorf("%v px lie between heading and list", between)
	}
	b.picture("tall")
}
