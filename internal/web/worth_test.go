package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
	itempages "vitrine/internal/web/item"
)

// The page of an item sums its copies: held ones for the value, all for cost and gain.
func TestAnItemTellsItsWorth(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := p.Send(t, "POST", "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "currency": "EUR"}).Want(t, http.StatusCreated).ID(t)
	item := p.Send(t, "POST", "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica"}).Want(t, http.StatusCreated).ID(t)
	copied := func(amount, paid int) string {
		id := p.Send(t, "POST", "/api/items/"+item+"/copies", apitest.M{}).Want(t, http.StatusCreated).ID(t)
		p.Send(t, "POST", "/api/copies/"+id+"/valuations", apitest.M{"type": "user_estimate", "amount": amount, "valued_at": itempages.Today()}).Want(t, http.StatusCreated)
		p.Send(t, "POST", "/api/copies/"+id+"/transactions", apitest.M{"type": "purchase", "amount": paid, "occurred_at": "2024-05-01"}).Want(t, http.StatusCreated)
		return id
	}
	if page := b.get("/items/" + item); strings.Contains(page.body, "iworth") {
		t.Error("an item without copies is worth something")
	}
	first := copied(150000, 90000)
	copied(90000, 30000)
	sold := copied(70000, 10000)
	p.Send(t, "POST", "/api/copies/"+sold+"/transactions", apitest.M{"type": "sale", "amount": 25000, "occurred_at": itempages.Today()}).Want(t, http.StatusCreated)
	p.Send(t, "POST", "/api/copies/"+first+"/insurance-records", apitest.M{"provider": "Hiscox", "insured_value": 163000, "status": "active"}).Want(t, http.StatusCreated)
	b.get("/items/"+item).want(t, http.StatusOK, "Value of 2 copies", "€2,400", "€1,300", "+€1,350", "€1,630")
}

// A loan is on the page of loans until it is returned there, overdue ones first.
func TestLoansAcrossTheAccount(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	b.get("/loans").want(t, http.StatusOK, "Everything is at home.")
	shelf := p.Send(t, "POST", "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "currency": "EUR"}).Want(t, http.StatusCreated).ID(t)
	item := p.Send(t, "POST", "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica <M3>"}).Want(t, http.StatusCreated).ID(t)
	held := "/copies/" + p.Send(t, "POST", "/api/items/"+item+"/copies", apitest.M{}).Want(t, http.StatusCreated).ID(t)
	p.Send(t, "POST", "/api"+held+"/loans", apitest.M{"direction": "outgoing", "party": "Jon", "loaned_at": "2026-01-05", "due_at": "2026-02-01"}).Want(t, http.StatusCreated)
	b.get("/loans").want(t, http.StatusOK, "Leica &lt;M3&gt;", "Lent to Jon", `id="loans-overdue"`, held+"/return?to=%2Floans")
	b.get("/loans?show=planned").want(t, http.StatusOK, "Nothing matches these filters.")
	b.get("/loans?show=gone").want(t, http.StatusUnprocessableEntity)
	b.get("/attention").want(t, http.StatusOK, "Loan overdue", "Leica &lt;M3&gt;", held+"/return?to=%2Fattention")
	b.get("/attention?kind=uninsured").want(t, http.StatusOK, "Nothing needs attention.")
	b.get("/attention?kind=bored").want(t, http.StatusUnprocessableEntity)
	b.get("/board").want(t, http.StatusOK, "/attention?kind=loan_overdue")
	b.post(held+"/return", url.Values{"returned_at": {itempages.Today()}, "to": {"/loans"}}).leadsTo(t, "/loans")
	b.get("/loans?show=returned").want(t, http.StatusOK, "Lent to Jon")
	b.get("/attention").want(t, http.StatusOK, "Nothing needs attention.")
}

// The value is drawn on the start page and on its own, by collection and over years, and compared with
// the insured sum.
func TestValueIsDrawn(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := p.Send(t, "POST", "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "currency": "EUR"}).Want(t, http.StatusCreated).ID(t)
	b.get("/board").want(t, http.StatusOK, "A chart appears once two months have a value.", "Nothing needs attention.")
	item := p.Send(t, "POST", "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica"}).Want(t, http.StatusCreated).ID(t)
	held := "/copies/" + p.Send(t, "POST", "/api/items/"+item+"/copies", apitest.M{}).Want(t, http.StatusCreated).ID(t)
	before := time.Now().UTC().AddDate(0, -3, 0).Format(time.DateOnly)
	p.Send(t, "POST", "/api"+held+"/valuations", apitest.M{"type": "user_estimate", "amount": 100000, "valued_at": before}).Want(t, http.StatusCreated)
	p.Send(t, "POST", "/api"+held+"/valuations", apitest.M{"type": "user_estimate", "amount": 125000, "valued_at": itempages.Today()}).Want(t, http.StatusCreated)
	p.Send(t, "POST", "/api"+held+"/insurance-records", apitest.M{"provider": "Hiscox", "insured_value": 100000, "status": "active"}).Want(t, http.StatusCreated)
	b.get("/board").want(t, http.StatusOK, "data-chart", "€1,250", "View as table", `class="ln ins"`, "/value?range=5y", "/collections/"+shelf)
	b.get("/value").want(t, http.StatusOK, "data-chart", "€1,250", "1 / 1")
	b.get("/insurance").want(t, http.StatusOK, "of €1,250", "80 %", "The gap is €250.")
	b.get("/value").want(t, http.StatusOK, "+€250", held+"/valuations/new?to=%2Fvalue", `class="ln ins"`, `<th role="columnheader" scope="col" class="r">Insured</th>`, "Everything was valued within a year.")
	old := p.Send(t, "POST", "/api/items/"+item+"/copies", apitest.M{"identifier": "<Old>"}).Want(t, http.StatusCreated).ID(t)
	p.Send(t, "POST", "/api/copies/"+old+"/valuations", apitest.M{"type": "user_estimate", "amount": 500, "valued_at": "2020-05-01"}).Want(t, http.StatusCreated)
	p.Send(t, "POST", "/api/items/"+item+"/copies", apitest.M{}).Want(t, http.StatusCreated)
	b.get("/value?range=5y").want(t, http.StatusOK, "2 copies were last valued more than a year ago, or never.", "&lt;Old&gt; ·", "Last valued ·", "1 May 2020", "Never valued", "/copies/"+old+"/valuations/new?to=%2Fvalue%3Frange%3D5y")
	b.post("/copies/"+old+"/valuations", url.Values{"type": {"user_estimate"}, "amount": {"4"}, "currency_code": {"EUR"}, "valued_at": {itempages.Today()}, "to": {"/value?range=5y"}}).leadsTo(t, "/value?range=5y")
	b.get("/value?range=5y").want(t, http.StatusOK, "One copy was last valued", "Fell most", "−€1")
	b.get("/value?range=5y&collection="+shelf).want(t, http.StatusOK, "data-chart", "Most valuable")
	b.get("/value?range=all").want(t, http.StatusOK, "data-chart")
	b.get("/value?range=week").want(t, http.StatusUnprocessableEntity)
	b.get("/value?collection=x").want(t, http.StatusUnprocessableEntity)
	b.get("/value?collection=999999").want(t, http.StatusNotFound)
	other, _ := s.registered(t)
	if page := other.get("/value?collection=" + shelf); strings.Contains(page.body, "1,250") {
		t.Error("another account sees the value")
	}
}

// The gain is the market's alone: what was bought, valued for the first time or sold stands apart, and all of it adds
// up. Something bought for 1,850 and valued at 2,400 gained 550.
func TestWhatChangedTheValue(t *testing.T) {
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	shelf := p.Make(t, "/api/collections", apitest.M{"name": "Cameras", "visibility": "private", "currency": "USD"})
	item := p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": "Leica"})
	day := func(months int) string { return time.Now().UTC().AddDate(0, -months, 0).Format(time.DateOnly) }
	copied := func(in apitest.M) string { return "/api/copies/" + p.Make(t, "/api/items/"+item+"/copies", in) }
	value := func(of string, amount, months int) {
		p.Make(t, of+"/valuations", apitest.M{"type": "user_estimate", "amount": amount * 100, "valued_at": day(months)})
	}
	if strings.Contains(b.get("/value").want(t, http.StatusOK).body, `id="changed"`) {
		t.Error("something changed where nothing is")
	}
	bought := copied(apitest.M{})
	p.Make(t, bought+"/transactions", apitest.M{"type": "purchase", "amount": 185000, "occurred_at": day(2)})
	value(bought, 2400, 1)
	old := copied(apitest.M{"acquired_at": day(40)})
	value(old, 100, 30)
	value(old, 130, 3)
	first := copied(apitest.M{"acquired_at": day(40), "quantity": 2})
	value(first, 50, 5)
	sold := copied(apitest.M{"acquired_at": day(40)})
	value(sold, 300, 30)
	p.Make(t, sold+"/transactions", apitest.M{"type": "purchase", "amount": 28000, "occurred_at": day(40)})
	p.Make(t, sold+"/transactions", apitest.M{"type": "sale", "amount": 25000, "occurred_at": day(1)})
	gone := copied(apitest.M{"acquired_at": day(40)})
	value(gone, 999, 35)
	p.Make(t, gone+"/transactions", apitest.M{"type": "sale", "amount": 25000, "occurred_at": day(20)})
	books := p.Make(t, "/api/collections", apitest.M{"name": "Books", "visibility": "private", "currency": "USD"})
	book := p.Make(t, "/api/collections/"+books+"/items", apitest.M{"name": "Atlas"})
	value("/api/copies/"+p.Make(t, "/api/items/"+book+"/copies", apitest.M{"acquired_at": day(40)}), 70, 5)
	page := b.get("/value").want(t, http.StatusOK, `id="changed"`)
	changed := regexp.MustCompile(`(?s)id="changed".*?</section>`).FindString(page.body)
	for _, want := range []string{"$400", "+$1,850", "+$170", "+$580", "−$300", "$250", "$2,700"} {
		if !strings.Contains(changed, ">"+want+"<") {
			t.Errorf("%s is not said: %s", want, changed)
		}
	}
	for _, path := range []string{"/board", "/", "/items/" + item} {
		shown := b.get(path).want(t, http.StatusOK, "by the market in the last 12 months")
		if said := regexp.MustCompile(`(?s)<p class="delta">.*?</p>`).FindString(shown.body); !strings.Contains(said, "+$580<") {
			t.Errorf("%s says another gain than the market's: %s", path, said)
		}
	}
	in := regexp.MustCompile(`(?s)id="changed-in".*?</section>`).FindString(page.body)
	for _, want := range []string{">Cameras<", ">Books<", "+$580", "+$70", "–"} {
		if !strings.Contains(in, want) {
			t.Errorf("%s is not said of a collection: %s", want, in)
		}
	}
	if !strings.Contains(page.body, `class="ln paid"`) {
		t.Error("what was paid is not drawn")
	}
}
