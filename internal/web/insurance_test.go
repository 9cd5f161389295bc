package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
)

// A copy is insured by forms, listed across the account, and no policy covers it
// twice.
func TestACopyIsInsured(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	held := "/copies/" + w.IDs["copy"]
	soon := time.Now().UTC().AddDate(0, 0, 10).Format(time.DateOnly)
	b.get(held+"/insurance/new").want(t, http.StatusOK, "Add cover")
	b.post(held+"/insurance", url.Values{"provider": {""}, "insured_value": {"much"}}).want(t, http.StatusUnprocessableEntity, "much", "aria-invalid")
	filled := url.Values{"provider": {"Hiscox <b>"}, "insured_value": {"1,630.50"}, "currency_code": {"eur"}, "policy_number": {"HX-2041"}, "status": {"active"}, "ends_at": {soon}}
	b.post(held+"/insurance", filled).leadsTo(t, held+"/insurance")
	b.post(held+"/insurance", filled).want(t, http.StatusUnprocessableEntity, "This copy is covered by this policy already.")
	page := b.get(held+"/insurance").want(t, http.StatusOK, "Hiscox &lt;b&gt;", "€1,630.50", "HX-2041")
	b.get("/insurance").want(t, http.StatusOK, "Hiscox &lt;b&gt;", "€1,630.50", "ends in 10 days", ">●<")
	b.get("/insurance?show=ending").want(t, http.StatusOK, "HX-2041")
	b.get("/insurance?provider="+url.QueryEscape("Hiscox <b>")).want(t, http.StatusOK, "HX-2041")
	b.get("/insurance?show=cancelled").want(t, http.StatusOK, "Nothing matches these filters.")
	b.get("/insurance?collection=999999").want(t, http.StatusOK, "Nothing matches these filters.")
	b.get("/insurance?show=lost").want(t, http.StatusUnprocessableEntity)
	b.get("/insurance?collection=x").want(t, http.StatusUnprocessableEntity)
	before, _, _ := strings.Cut(page.body, `/edit" aria-label="Edit cover: Hiscox`)
	edit := before[strings.LastIndex(before, `href="`)+len(`href="`):]
	b.get(edit+"/edit").want(t, http.StatusOK, `value="1630.50"`, "View as JSON")
	filled.Set("insured_value", "2.000")
	b.post(edit, filled).leadsTo(t, held+"/insurance")
	b.get("/insurance").want(t, http.StatusOK, "€2,000")
	b.post(edit+"/delete", url.Values{}).leadsTo(t, held+"/insurance")
	b.get(edit+"/edit").want(t, http.StatusNotFound)
	other, _ := s.registered(t)
	other.get("/insurance").want(t, http.StatusOK, "No cover recorded.")
}
