package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	itempages "vitrine/internal/web/item"
)

// Every kind of record is added, shown on its tab and in the timeline, changed and deleted by forms,
// which show errors.
func TestRecordsOfACopy(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	made := w.Send(t, "POST", "/api/items/"+w.IDs["item"]+"/copies", apitest.M{}).Want(t, http.StatusCreated).ID(t)
	held := "/copies/" + made
	for _, k := range []struct {
		kind, tab, wrong, says string
		form                   url.Values
		field, value           string // to change
	}{
		{"valuations", "value", "amount", "€1,480.50", url.Values{"type": {"auction_estimate"}, "amount": {"1,480.50"}, "valued_at": {"2026-11-03"}, "valuer": {"Leitz <b>"}}, "amount", "1500"},
		{"transactions", "value", "occurred_at", "€724", url.Values{"type": {"purchase"}, "occurred_at": {"2019-05-12"}, "amount": {"700"}, "shipping_amount": {"24"}, "counterparty": {"WestLicht"}}, "counterparty", "Dorotheum"},
		{"loans", "loans", "party", "Lent to Kunsthalle", url.Values{"direction": {"outgoing"}, "status": {"returned"}, "party": {"Kunsthalle"}, "loaned_at": {"2025-07-01"}, "returned_at": {"2025-09-20"}}, "purpose", "Show"},
		{"maintenance", "maintenance", "title", "Shutter", url.Values{"type": {"servicing"}, "title": {"Shutter"}, "performed_at": {"2023-02-06"}, "cost_amount": {"212"}}, "title", "Shutter and rangefinder"},
		{"provenance", "provenance", "title", "c. 1956", url.Values{"type": {"origin"}, "title": {"First owner"}, "occurred_at": {"1956-01-01"}, "occurred_at_precision": {"approximate"}}, "to_party", "Turun Sanomat"},
		{"stays", "stays", "moved_at", "Here now", url.Values{"location_id": {w.IDs["location"]}, "moved_at": {"2024-03-09"}}, "reason", "Less light"},
	} {
		t.Run(k.kind, func(t *testing.T) {
			records, tab := held+"/"+k.kind, held+"/"+k.tab
			b.get(records+"/new").want(t, http.StatusOK, `name="`+k.wrong+`"`)
			b.get(records+"/new", "HX-Request", "true").want(t, http.StatusOK, "sheet-in")
			refused := url.Values{}
			for name, value := range k.form {
				refused[name] = value
			}
			refused.Set(k.wrong, "")
			b.post(records, refused).want(t, http.StatusUnprocessableEntity, `id="`+k.wrong+`-wrong"`)
			b.post(records, k.form).leadsTo(t, tab)
			page := b.get(tab).want(t, http.StatusOK, k.says)
			_, rest, _ := strings.Cut(page.body, `href="`+records+"/")
			for strings.HasPrefix(rest, "new") {
				_, rest, _ = strings.Cut(rest, `href="`+records+"/")
			}
			id, _, _ := strings.Cut(rest, "/")
			record := records + "/" + id
			form := b.get(record+"/edit").want(t, http.StatusOK, "View as JSON").body
			k.form.Set(k.field, k.value)
			k.form.Set("shown", attributeOf(form[strings.Index(form, ` name="shown"`):], "value"))
			b.post(record, k.form).leadsTo(t, tab)
			k.form.Set(k.field, "3000")
			b.post(record, k.form).want(t, http.StatusPreconditionFailed, "Somebody else changed this while you were writing", k.value, "3000")
			b.get(held).want(t, http.StatusOK, `href="`+tab+`"`)
			b.post(record+"/delete", url.Values{"to": {"//elsewhere.example"}}).leadsTo(t, "/")
			b.get(record+"/edit").want(t, http.StatusNotFound)
		})
	}
}

// A copy is lent, returned and sold in one step each, and its page shows it.
func TestActsOnACopy(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	w := s.World(t)
	b := s.signedIn(t, w.Person)
	made := w.Send(t, "POST", "/api/items/"+w.IDs["item"]+"/copies", apitest.M{}).Want(t, http.StatusCreated).ID(t)
	held := "/copies/" + made
	b.get(held).want(t, http.StatusOK, held+"/loans/new?to=", held+"/transactions/new?type=sale&amp;to=")
	b.get(held+"/return").leadsTo(t, held+"/loans")
	b.post(held+"/loans", url.Values{"direction": {"outgoing"}, "party": {"Jon"}, "loaned_at": {itempages.Today()}, "to": {held}}).leadsTo(t, held)
	b.get(held).want(t, http.StatusOK, "Lent out", held+"/return?to=")
	b.get(held+"/loans/new").want(t, http.StatusOK, `<option value="Jon">`)
	b.post(held+"/transactions", url.Values{"type": {"sale"}, "occurred_at": {itempages.Today()}, "amount": {"a lot"}}).want(t, http.StatusUnprocessableEntity, "“a lot” is not an amount")
	sale := url.Values{"type": {"sale"}, "occurred_at": {itempages.Today()}, "amount": {"900"}, "update_copy": {"1"}}
	b.post(held+"/transactions", sale).want(t, http.StatusUnprocessableEntity, `id="notice"`, "it can be neither sold nor given away")
	b.get(held+"/return").want(t, http.StatusOK, "Back from Jon", itempages.Today())
	b.post(held+"/return", url.Values{"returned_at": {"2020-01-01"}}).want(t, http.StatusUnprocessableEntity, `id="returned_at-wrong"`)
	b.post(held+"/return", url.Values{"returned_at": {itempages.Today()}, "to": {"/loans"}}).leadsTo(t, "/loans")
	b.get(held).want(t, http.StatusOK, "Owned")
	b.post(held+"/transactions", sale).leadsTo(t, held+"/value")
	if page := b.get(held).want(t, http.StatusOK, "Sold"); strings.Contains(page.body, "/loans/new") {
		t.Error("a copy that is gone can be lent")
	}
}
