package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
	"vitrine/internal/web/page"
)

// A policy is made by a form, covers the most valuable copies, and the gap leads to what is in it, with
// a next step for each copy.
func TestAPolicyCoversACollection(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	p.Send(t, "PATCH", "/api/account", apitest.M{"currency_code": "EUR"}).Want(t, http.StatusOK)
	shelf := func(name string, values ...int) (string, []string) {
		id := p.Make(t, "/api/collections", apitest.M{"name": name, "visibility": "private", "currency": "EUR"})
		item := p.Make(t, "/api/collections/"+id+"/items", apitest.M{"name": name + " <piece>"})
		var copies []string
		for _, v := range values {
			copies = append(copies, p.Make(t, "/api/items/"+item+"/copies", apitest.M{"estimated_value": v}))
		}
		return id, copies
	}
	cameras, held := shelf("Cameras", 100000, 40000)
	_, loose := shelf("Stamps", 5000)
	place := p.Make(t, "/api/locations", apitest.M{"name": "Vault"})
	b.get("/insurance").want(t, http.StatusOK, "No policy yet.", "/insurance?gap=uninsured", "€1,450", "/policies/new")
	b.get("/policies/new?collection="+cameras).want(t, http.StatusOK, "What it covers", "Vault", `name="collection-`+cameras+`" value="1" checked`)
	b.post("/policies", url.Values{"name": {"Household"}, "provider": {"Axa"}, "insured_value": {"x"}}).want(t, http.StatusUnprocessableEntity, "Household", "aria-invalid")
	b.post("/policies", url.Values{"name": {"Household"}, "provider": {"Axa"}, "insured_value": {"10"}}).want(t, http.StatusUnprocessableEntity, "Choose a collection, a place or a copy")
	made := b.post("/policies", url.Values{"name": {"House<hold>"}, "provider": {"Axa"}, "insured_value": {"1,200"}, "currency_code": {"EUR"}, "status": {"active"},
		"collection-" + cameras: {"1"}, "location-" + place: {"1"}})
	path := made.Header.Get("Location")
	if !strings.HasPrefix(path, "/policies/") {
		t.Fatalf("it led to %q: %s", path, made.body)
	}
	b.get(path).want(t, http.StatusOK, "House&lt;hold&gt;", "Axa · Cameras · Vault", "of €1,200", "covers €1,200 of €1,400", "€200 above the sum", "covers €1,000", "Cameras &lt;piece&gt;")
	b.get(path+"?show=beyond").want(t, http.StatusOK, "covers €200", "€200 above the sum")
	b.get(path+"?show=near").want(t, http.StatusUnprocessableEntity)
	b.get("/insurance").want(t, http.StatusOK, "House&lt;hold&gt;", "of €1,450", "82 %", "The gap is €250.", "/insurance?gap=above", "€200", "€50")
	b.get("/insurance?gap=above").want(t, http.StatusOK, "Cameras &lt;piece&gt;", "€400", "€200", "/copies/"+held[1]+"/insurance/new?to=", "Add to a policy")
	b.get("/insurance?gap=uninsured").want(t, http.StatusOK, "Stamps &lt;piece&gt;", "/copies/"+loose[0])
	b.get("/insurance?gap=uninsured&collection="+cameras).want(t, http.StatusOK, "Nothing matches these filters.")
	b.get("/insurance?gap=odd").want(t, http.StatusUnprocessableEntity)
	b.get("/policies?copy="+loose[0]+"&to=%2Finsurance").want(t, http.StatusOK, "Put the copy under a policy", path+"/add", "Add here")
	b.post(path+"/add", url.Values{"copies": {loose[0]}, "to": {"/insurance?gap=uninsured"}}).leadsTo(t, "/insurance?gap=uninsured")
	b.get("/insurance?gap=uninsured").want(t, http.StatusOK, "Nothing matches these filters.")
	edit := b.get(path+"/edit").want(t, http.StatusOK, `value="1200.00"`, "and 1 copy, chosen by itself", `value="`+loose[0]+`"`)
	if !strings.Contains(edit.body, `name="location-`+place+`" value="1" checked`) {
		t.Error("the location is not ticked")
	}
	b.post(path, url.Values{"name": {"Household"}, "provider": {"Axa"}, "insured_value": {"2000"}, "currency_code": {"EUR"}, "status": {"active"}, "collection-" + cameras: {"1"}, "copy_ids": {loose[0]}}).leadsTo(t, path)
	b.get("/insurance").want(t, http.StatusOK, "covers €1,450 of €1,450", "100 %")
	b.post(path+"/delete", url.Values{}).leadsTo(t, "/insurance")
	b.get(path).want(t, http.StatusNotFound)
	b.get("/trash").want(t, http.StatusOK, "Household", "Policy")
}

// The pages of a large account come before their sums, which a second request brings.
func TestSumsOfALargeAccountFollowItsPages(t *testing.T) {
	testkind.WatchesTheClock(t) // statements over 10,000 copies have three seconds each
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	p.Send(t, "PATCH", "/api/account", apitest.M{"currency_code": "EUR"}).Want(t, http.StatusOK)
	records := p.Make(t, "/api/collections", apitest.M{"name": "Records", "visibility": "private", "currency": "EUR"})
	item := p.Make(t, "/api/collections/"+records+"/items", apitest.M{"name": "Single"})
	policy := p.Make(t, "/api/policies", apitest.M{"name": "Household", "provider": "Axa", "insured_value": 500000, "currency_code": "EUR", "status": "active", "collection_ids": []string{records}})
	have := func(n string) {
		apitest.Exec(t, s.Harness, `insert into copies (account_id, item_id, status, quantity, search, estimated_value, value_currency_code, valued_at)
			select account_id, id, 'owned', 1, '', 100, 'EUR', '2026-01-01' from items, generate_series(1, `+n+`) where id = `+item+`; analyze copies`)
		p.Send(t, "PATCH", "/api/items/"+item, apitest.M{"description": n}).Want(t, http.StatusOK)
	}
	have("10000")
	b.get("/insurance").want(t, http.StatusOK, "covers €5,000 of €10,000", "50 %")
	b.get("/value").want(t, http.StatusOK, "€10,000")
	for i, path := range []string{"/insurance", "/policies", "/policies/" + policy, "/value"} {
		have("1")
		whole := "€10,00" + strconv.Itoa(i+1)
		first := b.get(path).want(t, http.StatusOK, path+`?sums=1"`, `hx-trigger="load"`, "Adding up", "<noscript>")
		if strings.Contains(first.body, whole) {
			t.Errorf("%s adds up at once", path)
		}
		b.get(path+"?sums=1").want(t, http.StatusOK, whole)
		if kept := b.get(path).want(t, http.StatusOK, whole); strings.Contains(kept.body, "Adding up") {
			t.Errorf("%s does not show what is in memory", path)
		}
	}
}

// A gap that cannot be converted comes after those that can.
func TestGapsWithoutARateComeLast(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	p.Send(t, "PATCH", "/api/account", apitest.M{"currency_code": "EUR"}).Want(t, http.StatusOK)
	for name, currency := range map[string]string{"Franc": "XOF", "Thaler": "EUR"} {
		shelf := p.Make(t, "/api/collections", apitest.M{"name": name + "s", "visibility": "private", "currency": currency})
		p.Make(t, "/api/items/"+p.Make(t, "/api/collections/"+shelf+"/items", apitest.M{"name": name})+"/copies", apitest.M{"estimated_value": 900})
	}
	list := s.signedIn(t, p).get("/insurance?gap=uninsured").want(t, http.StatusOK, "<b>Thaler</b>", "<b>Franc</b>")
	if strings.Index(list.body, "<b>Thaler</b>") > strings.Index(list.body, "<b>Franc</b>") {
		t.Error("the francs come first")
	}
}

// What divides the cover of the whole account has more time than a list: the copies of a policy, of a gap, and
// what needs attention.
func TestCopiesOfAPolicyHaveTimeToCome(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	records := p.Make(t, "/api/collections", apitest.M{"name": "Records", "visibility": "private", "currency": "EUR"})
	item := p.Make(t, "/api/collections/"+records+"/items", apitest.M{"name": "Single"})
	p.Make(t, "/api/items/"+item+"/copies", apitest.M{"estimated_value": 10000})
	policy := p.Make(t, "/api/policies", apitest.M{"name": "Household", "provider": "Axa", "insured_value": 500, "currency_code": "EUR", "status": "active", "collection_ids": []string{records}})
	apitest.Exec(t, s.Harness, `create function public.end_list() returns boolean language plpgsql as $$ begin
			if current_setting('statement_timeout') = '2s' then raise exception 'as if it took 2 seconds' using errcode = 'query_canceled'; end if;
			return true;
		end $$;
		create policy slow_list on insurance_records as restrictive using (public.end_list());
		insert into insurance_records (account_id, copy_id, provider, insured_value, status, currency_code, deductible_currency_code, is_scheduled_item)
		select account_id, id, 'Lloyd’s', 100, 'active', 'EUR', 'EUR', false from copies`)
	b.get("/policies/"+policy).want(t, http.StatusOK, "covers €5", "Single")
	b.get("/policies/"+policy+"?show=beyond").want(t, http.StatusOK, "€94 above the sum", "Single")
	b.get("/insurance?gap=above").want(t, http.StatusOK, "€94", "Single")
	p.Send(t, "GET", "/api/attention", nil).Want(t, http.StatusOK)
}

// Copies that nothing insures are chosen from their list, put under a policy in one act, and taken out again by
// one undo.
func TestUninsuredCopiesArePutUnderAPolicy(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	p := s.Owner(t)
	b := s.signedIn(t, p)
	p.Send(t, "PATCH", "/api/account", apitest.M{"currency_code": "EUR"}).Want(t, http.StatusOK)
	stamps := p.Make(t, "/api/collections", apitest.M{"name": "Stamps", "visibility": "private", "currency": "EUR"})
	var copies, items []string
	for _, name := range []string{"Penny Black", "Basel Dove", "Blue Mauritius"} {
		items = append(items, p.Make(t, "/api/collections/"+stamps+"/items", apitest.M{"name": name}))
		copies = append(copies, p.Make(t, "/api/items/"+items[len(items)-1]+"/copies", apitest.M{"estimated_value": 10000}))
	}
	sold := p.Make(t, "/api/items/"+items[2]+"/copies", apitest.M{"estimated_value": 10000, "status": "sold"})
	p.Make(t, "/api/copies/"+copies[2]+"/insurance-records", apitest.M{"provider": "Axa", "insured_value": 10000, "currency_code": "EUR", "status": "active"})
	policy := p.Make(t, "/api/policies", apitest.M{"name": "Household", "provider": "Axa", "insured_value": 15000, "currency_code": "EUR", "status": "active", "copy_ids": []string{sold}})
	twice := p.Make(t, "/api/policies", apitest.M{"name": "Twice", "provider": "Axa", "insured_value": 500, "currency_code": "EUR", "status": "active", "copy_ids": copies[2:]})
	b.get("/policies/"+twice).want(t, http.StatusOK, "covered by other insurance").without(t, "covers €0<")
	named := func() []any {
		return p.Send(t, "GET", "/api/policies/"+policy, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.copy_ids").([]any)
	}

	list := "/collections/" + stamps
	b.get(list+"?insured=no&view=table").want(t, http.StatusOK, "Penny Black", "Basel Dove", "2 items", "Insurance: Not insured").without(t, "Blue Mauritius")
	b.get(list+"?insured=yes&view=table").want(t, http.StatusOK, "Blue Mauritius", "1 item").without(t, "Penny Black")
	b.get(list+"?insured=maybe&view=table").want(t, http.StatusOK, "3 items")
	b.get("/insurance?gap=uninsured").want(t, http.StatusOK, "Penny Black", "Basel Dove", `name="every"`, "Select all 2", `name="copy" value="`+copies[0]+`"`).without(t, "Blue Mauritius")
	both := page.Ranged(page.Numbers(copies[:2]))
	b.get("/policies?every=1&gap=uninsured").want(t, http.StatusOK, "Put 2 copies under a policy", "€150 left", "/policies/"+policy+"/add", `name="copies" value="`+both+`"`)
	b.get("/policies?every=1&gap=odd").want(t, http.StatusUnprocessableEntity)
	b.get("/policies?copy="+copies[0]+"&copy="+copies[1]).want(t, http.StatusOK, "Put 2 copies under a policy")
	b.get(list+"/items/policy?every=1&list="+url.QueryEscape("insured=no")).want(t, http.StatusOK, `name="copies" value="`+both+`"`)
	b.get(list+"/items/policy?item="+items[0]+"&list=").want(t, http.StatusOK, `name="copies" value="`+copies[0]+`"`)

	b.post("/policies/"+policy+"/add", url.Values{"copies": {both}, "to": {"/insurance?gap=uninsured"}}).leadsTo(t, "/insurance?gap=uninsured")
	if now := named(); len(now) != 3 {
		t.Errorf("the policy names %v", now)
	}
	undo := b.get("/insurance?gap=above").want(t, http.StatusOK, "Basel Dove", "€50", "Undo")
	b.post("/items/undo", url.Values{"entries": {entriesOf(t, undo)}})
	if now := named(); len(now) != 1 || now[0] != sold {
		t.Errorf("after the undo the policy names %v", now)
	}
	b.get("/insurance?gap=uninsured").want(t, http.StatusOK, "Penny Black", "Basel Dove")
	b.post("/policies/"+policy+"/add", url.Values{"copies": {"x"}}).want(t, http.StatusNotFound)

	b.post("/policies/new", url.Values{"copies": {both}}).want(t, http.StatusOK, "and 2 copies, chosen one by one", `value="`+copies[0]+" "+copies[1]+`"`)
	made := b.post("/policies", url.Values{"name": {"Album"}, "provider": {"Axa"}, "insured_value": {"500"}, "currency_code": {"EUR"}, "status": {"active"}, "copy_ids": {copies[0] + " " + copies[1]}})
	album := made.Header.Get("Location")
	undo = b.get(album).want(t, http.StatusOK, "Penny Black", "Undo")
	b.post("/items/undo", url.Values{"entries": {entriesOf(t, undo)}})
	b.get(album).want(t, http.StatusNotFound)
}

// without fails if the page has a text.
func (s seen) without(t testing.TB, text string) {
	t.Helper()
	if strings.Contains(s.body, text) {
		t.Errorf("%q is on the page", text)
	}
}

// entriesOf are what the page offers to undo.
func entriesOf(t testing.TB, s seen) string {
	t.Helper()
	_, rest, found := strings.Cut(s.body, `name="entries" value="`)
	entries, _, _ := strings.Cut(rest, `"`)
	if !found {
		t.Error("nothing can be undone")
	}
	return entries
}
