package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
)

// Pages find items by what they have: tags, sets, series, categories, places, who borrowed
// them, numbers and years.
func TestSearchFindsWhatItemsHave(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	kind := w.Make(t, "/api/collection-types", apitest.M{"name": "Record"})
	fields := map[string]string{}
	for _, f := range []string{"select", "number", "date"} {
		fields[f] = w.Make(t, "/api/collection-types/"+kind+"/custom-fields", apitest.M{"name": "Its " + f, "field_type": f, "options": []string{"Kraftwerk", "Neu!"}})
	}
	shelf := w.Make(t, "/api/collections", apitest.M{"name": "Records", "visibility": "private", "collection_type_ids": []string{kind}})
	in := "/api/collections/" + shelf
	item := w.Make(t, in+"/items", apitest.M{"name": "Autobahn", "collection_type_id": kind,
		"custom_fields": apitest.M{fields["select"]: "Kraftwerk", fields["number"]: 1066, fields["date"]: "1974-11-01"},
		"category_id":   w.Make(t, in+"/categories", apitest.M{"name": "Elektronik"}), "series_id": w.Make(t, "/api/series", apitest.M{"name": "Philips pressings"}),
		"set_id": w.Make(t, "/api/sets", apitest.M{"name": "Early works", "collection_id": shelf}), "tag_ids": []string{w.Make(t, "/api/tags", apitest.M{"name": "Motorik"})}})
	held := w.Make(t, "/api/items/"+item+"/copies", apitest.M{"location_id": w.Make(t, "/api/locations", apitest.M{"name": "Steamer trunk"})})
	w.Make(t, "/api/copies/"+held+"/loans", apitest.M{"direction": "outgoing", "status": "active", "party": "Noor Haddad", "loaned_at": "2026-01-02"})
	w.Make(t, in+"/items", apitest.M{"name": "Something else"})
	for query, why := range map[string]string{
		"kraft": "Its select: </span><mark>Kraft</mark>werk", "1066": "Its number: </span><mark>1066</mark>", "1974": "Its date: </span><mark>1974</mark>-11-01", "elektronik": "Categories: <mark>Elektronik</mark>",
		"philips": "Series: <mark>Philips</mark> pressings", "early": "Sets: <mark>Early</mark> works", "motorik": "Tags: <mark>Motorik</mark>",
		"steamer": "Locations: <mark>Steamer</mark> trunk", "noor": "Loans: <mark>Noor</mark> Haddad", "motorik kraftwerk noor 1974": "Its select: </span><mark>Kraftwerk</mark>",
	} {
		page := b.get("/search?type=item&q="+url.QueryEscape(query)).want(t, http.StatusOK, `href="/items/`+item+`"`, "1 hit<", why)
		if strings.Contains(page.body, "showing results for") {
			t.Errorf("%s was read as something else", query)
		}
		b.get("/collections/"+shelf+"?q="+url.QueryEscape(query)).want(t, http.StatusOK, "Autobahn")
	}
	b.get("/search?type=item&q="+url.QueryEscape("motorik else")).want(t, http.StatusOK, "Nothing found")
	w.Send(t, "GET", "/api/search?type=item&q=motorik", nil).Want(t, http.StatusOK)
	if n := w.Send(t, "GET", "/api/items?q=motorik", nil).Want(t, http.StatusOK).Dig(t, "meta.total"); n != 0.0 {
		t.Errorf("the API looks into names of tags: %v", n)
	}
}

// One or two wrong letters are forgiven, and the page says how it read them.
func TestSearchForgivesTypos(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	in := "/api/collections/" + w.Make(t, "/api/collections", apitest.M{"name": "Records", "visibility": "private"}) + "/items"
	kraft := w.Make(t, in, apitest.M{"name": "Kraftwerk", "description": "Autobahn"})
	stranger := w.Make(t, in, apitest.M{"name": "Doctor Stranger #24"})
	w.Make(t, "/api/tags", apitest.M{"name": "Motorik"})
	for query, c := range map[string]struct{ item, read string }{
		"krafwerk":      {kraft, "kraftwerk"},
		"karftwerk":     {kraft, "kraftwerk"},
		"kraftwrek":     {kraft, "kraftwerk"},
		"graftwerg":     {kraft, "kraftwerk"},
		"krafwe":        {kraft, "kraftwerk"},
		"craftwerk":     {kraft, "kraftwerk"},
		"autoban":       {kraft, ""}, // the beginning is another word
		"autobann":      {kraft, "autobahn"},
		"strangr 24":    {stranger, "stranger"},
		"docter strang": {stranger, "doctor"},
	} {
		if c.read == "" {
			continue
		}
		b.get("/search?q="+url.QueryEscape(query)).want(t, http.StatusOK, `href="/items/`+c.item+`"`, "showing results for “"+c.read+"”", "exact=1")
		b.get("/search/palette?q="+url.QueryEscape(query)).want(t, http.StatusOK, `href="/items/`+c.item+`"`, "showing results for “"+c.read+"”")
		b.get("/search?exact=1&q="+url.QueryEscape(query)).want(t, http.StatusOK, "Nothing found")
		if n := w.Send(t, "GET", "/api/items?q="+url.QueryEscape(query), nil).Want(t, http.StatusOK).Dig(t, "meta.total"); n != 0.0 {
			t.Errorf("the API forgives %s", query)
		}
	}
	b.get("/search?q=motoric").want(t, http.StatusOK, "showing results for “motorik”", "/tags/")
	for _, query := range []string{"krwek", "zzzzzzzz", "kraft", "2024", "doc"} {
		if page := b.get("/search?q="+query).want(t, http.StatusOK); strings.Contains(page.body, "showing results for") {
			t.Errorf("%s was read as something else", query)
		}
	}
	other, _ := s.registered(t)
	other.get("/search?q=krafwerk").want(t, http.StatusOK, "Nothing found")
}

// Hits say what is there, and where.
func TestHitsSayWhatOneHas(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	in := "/api/collections/" + w.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private", "currency": "EUR"}) + "/items"
	box, fine := w.Make(t, "/api/locations", apitest.M{"name": "Box 3"}), w.Make(t, "/api/item-conditions", apitest.M{"name": "VF 7.5"})
	made := func(name string, more apitest.M) string {
		body := apitest.M{"name": name}
		for key, value := range more {
			body[key] = value
		}
		return w.Make(t, in, body)
	}
	w.Make(t, "/api/items/"+made("Stranger one", nil)+"/copies", apitest.M{"location_id": box, "item_condition_id": fine})
	lent := w.Make(t, "/api/items/"+made("Stranger two", nil)+"/copies", apitest.M{"quantity": 2})
	w.Make(t, "/api/copies/"+lent+"/loans", apitest.M{"direction": "outgoing", "status": "active", "party": "Noor", "loaned_at": "2026-01-02", "due_at": "2026-11-30"})
	made("Stranger three", apitest.M{"wanted": true, "wanted_max_price": 500, "wanted_currency_code": "EUR"})
	w.Make(t, "/api/items/"+made("Stranger four", nil)+"/copies", apitest.M{"status": "sold", "disposed_at": "2024-05-01"})
	made("Stranger five", nil)
	for name, line := range map[string]string{
		"one": "You have 1 · VF 7.5 · Box 3", "two": "You have 2 · Lent to Noor · until", "three": "Wanted · up to €5", "four": "Sold 2024 · you have none", "five": ">you have none",
	} {
		b.get("/search?q=stranger+"+name).want(t, http.StatusOK, line)
	}
	b.get("/search/palette?q=stranger+one").want(t, http.StatusOK, "You have 1 · VF 7.5 · Box 3")
}

// Whoever types the name of a thing that is there is told so, in any order of its words; its
// beginning alone, or a word of a description, says nothing.
func TestNewItemsSayWhatOneHas(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	shelf := "/collections/" + w.Make(t, "/api/collections", apitest.M{"name": "Comics", "visibility": "private"})
	in := "/api" + shelf + "/items"
	box, fine := w.Make(t, "/api/locations", apitest.M{"name": "Box 3"}), w.Make(t, "/api/item-conditions", apitest.M{"name": "VF"})
	first := w.Make(t, in, apitest.M{"name": "Doctor Stranger #24", "description": "First printing"})
	w.Make(t, "/api/items/"+first+"/copies", apitest.M{"location_id": box, "item_condition_id": fine})
	w.Make(t, in, apitest.M{"name": "Autobahn"})
	for n := range 5 {
		w.Make(t, in, apitest.M{"name": "Quiet Lantern " + strings.Repeat("I", n+1)})
	}
	b.get(shelf+"/items/new").want(t, http.StatusOK, `hx-get="/items/same"`, `class="same"`)
	ask := func(name string) seen { return b.get("/items/same?name=" + url.QueryEscape(name)) }
	for _, name := range []string{"Doctor Stranger #24", "doctor stranger 24", "Stranger, Dóctor", "24 stranger"} {
		page := ask(name).want(t, http.StatusOK, `href="/items/`+first+`"`, "Doctor Stranger #24", "You have 1 · VF · Box 3")
		if strings.Contains(page.body, "<html") {
			t.Error("it is a whole page")
		}
	}
	if n := strings.Count(ask("Quiet lantern").body, `href="/items/`); n != 3 {
		t.Errorf("%d of five are named", n)
	}
	ask("autobahn").want(t, http.StatusOK, "Autobahn")
	ask("quiet lantern iiiii").want(t, http.StatusOK, "Quiet Lantern IIIII", "you have none")
	for _, name := range []string{"", "#", "Doctor", "Doctor Str", "Doctor Stranger 25", "first printing", "stranger first", strings.Repeat("doctor ", 200)} {
		if found := ask(name).want(t, http.StatusOK).body; strings.Contains(found, "href") {
			t.Errorf("%q is answered by %s", name, found)
		}
	}
	ask("autobahn").want(t, http.StatusOK, "Add as copy 1")
	ask("doctor stranger 24").want(t, http.StatusOK, "Add as copy 2", `hx-get="/items/same?of=`+first)
	b.get("/items/same?of="+first).want(t, http.StatusOK, "Will be added as copy 2 of Doctor Stranger #24.", `name="copy_of" value="`+first+`"`)
	b.get("/items/same?of=999999").want(t, http.StatusNotFound)
	before := apitest.Scalar[int64](t, s.Harness, `select count(*) from items`)
	again := url.Values{"name": {"Doctor Stranger #24"}, "copy_of": {first}, "paid": {"12.5o"}, "location_new": {"Box 4"}}
	b.post(shelf+"/items", again).want(t, http.StatusUnprocessableEntity, `id="paid-wrong"`, `name="copy_of" value="`+first+`"`)
	again.Set("paid", "12.50")
	b.post(shelf+"/items", again).leadsTo(t, "/items/"+first)
	if after := apitest.Scalar[int64](t, s.Harness, `select count(*) from items`); after != before {
		t.Errorf("%d items, %d before", after, before)
	}
	b.get("/items/"+first).want(t, http.StatusOK, "Copy 2", "Box 4", "12.50")
	again.Set("own", "want")
	if to := b.post(shelf+"/items", again).want(t, http.StatusSeeOther).Header.Get("Location"); to == "/items/"+first {
		t.Error("what is wanted is a copy")
	}
	again = url.Values{"name": {"Nothing"}, "copy_of": {"999999"}}
	b.post(shelf+"/items", again).want(t, http.StatusNotFound)
	other, _ := s.registered(t)
	other.get("/items/same?of="+first).want(t, http.StatusNotFound)
	if found := other.get("/items/same?name=doctor+stranger").want(t, http.StatusOK).body; strings.Contains(found, "href") {
		t.Error("another account is told")
	}
}
