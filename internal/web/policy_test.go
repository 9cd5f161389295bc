package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
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
	b.get("/policies?copy="+loose[0]+"&to=%2Finsurance").want(t, http.StatusOK, "Choose the policy", path+"/add", "Add here")
	b.post(path+"/add", url.Values{"copy": {loose[0]}, "to": {"/insurance?gap=uninsured"}}).leadsTo(t, "/insurance?gap=uninsured")
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
