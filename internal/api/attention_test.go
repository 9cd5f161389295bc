package api

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

// noticed reads the ids of what needs attention.
func (l life) noticed(query string) (ids []any) {
	l.t.Helper()
	r := l.Send(l.t, "GET", "/api/attention?per_page=100"+query, nil).Want(l.t, http.StatusOK)
	list, _ := r.Dig(l.t, "data").([]any)
	for _, e := range list {
		ids = append(ids, e.(M)["id"])
	}
	return ids
}

func (l life) sees(query string, want ...any) {
	l.t.Helper()
	same(l.t, "attention"+query, l.noticed(query), want)
	if query == "" {
		same(l.t, "attention of the dashboard", figure(l.t, l.person, "/api/dashboard", "attention"), l.Send(l.t, "GET", "/api/attention", nil).Dig(l.t, "meta.counts"))
	}
}

func TestAttentionToDays(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	l.sees("")
	loan := l.Make(t, l.records("loans"), M{"direction": "outgoing", "party": "x", "loaned_at": "2024-01-01", "due_at": fromToday(-1)})
	l.sees("", "loan_overdue-"+loan)
	r := l.Send(t, "GET", "/api/attention", nil).Want(t, http.StatusOK)
	for name, want := range map[string]any{"data.0.attributes.item_name": "Ducat", "data.0.attributes.copy_id": l.copy, "data.0.attributes.collection_id": l.collection,
		"data.0.attributes.source_type": "loan", "data.0.attributes.due_at": on(fromToday(-1)), "meta.counts.loan_overdue": 1, "meta.truncated": false, "meta.as_of": on(fromToday(0))} {
		same(t, name, r.Dig(t, name), want)
	}
	l.do("PATCH", l.records("loans")+"/"+loan, M{"due_at": fromToday(20)})
	l.sees("", "loan_due-"+loan)
	l.sees("&days=10")
	l.do("PATCH", "/api/account", M{"attention_days": 10})
	l.sees("")
	l.sees("&days=20", "loan_due-"+loan)
	late := l.Make(t, l.records("maintenance-records"), M{"type": "cleaning", "title": "x", "performed_at": "2020-01-01", "next_due_at": "2021-01-01"})
	soon := l.Make(t, l.records("maintenance-records"), M{"type": "repair", "title": "x", "performed_at": "2020-01-01", "next_due_at": fromToday(9)})
	l.sees("", "maintenance_due-"+late, "maintenance_due-"+soon)
	l.Make(t, l.records("maintenance-records"), M{"type": "cleaning", "title": "x", "performed_at": "2022-01-01"})
	l.sees("&kind=maintenance_due", "maintenance_due-"+soon)
	cover := func(more M) string {
		more["provider"], more["insured_value"] = "x", 1
		return l.Make(t, l.records("insurance-records"), more)
	}
	ending := cover(M{"ends_at": fromToday(5)})
	cover(M{"ends_at": fromToday(5), "status": "expired"})
	l.sees("&kind=insurance_ending", "insurance_ending-"+ending)
	longer := cover(M{})
	l.sees("&kind=insurance_ending")
	l.do("DELETE", l.records("insurance-records")+"/"+longer, nil)
	other := l.Make(t, "/api/collections", M{"name": "Stamps", "visibility": "private"})
	l.sees("&collection_id=" + other)
	limited, _ := makeKey(t, l.person, M{"collection_ids": []string{other}})
	life{person: limited, t: t}.sees("")
	pages := l.Send(t, "GET", "/api/attention?per_page=1&days=30", nil).Want(t, http.StatusOK)
	for _, want := range []string{"maintenance_due-" + soon, "insurance_ending-" + ending} {
		pages = l.Send(t, "GET", "/api/attention?per_page=1&days=30&after="+pages.Dig(t, "meta.next_after").(string), nil).Want(t, http.StatusOK)
		same(t, "the next", pages.Dig(t, "data.0.id"), want)
	}
	same(t, "what follows the last", pages.Dig(t, "meta.next_after"), nil)
	for query, field := range map[string]string{"kind=odd": "kind", "collection_id=x": "collection_id", "days=soon": "days", "uninsured_above=-1": "uninsured_above", "after=x": "after"} {
		l.refused("GET", "/api/attention?"+query, nil, field)
	}
}

func TestAttentionToCover(t *testing.T) {
	t.Parallel()
	l := aLife(t)
	l.do("PATCH", "/api/account", M{"currency_code": "EUR", "uninsured_above": 1000})
	l.do("PATCH", l.piece(), M{"estimated_value": 1000})
	l.sees("")
	l.do("PATCH", l.piece(), M{"estimated_value": 1001})
	l.sees("", "uninsured-"+l.copy)
	l.sees("&uninsured_above=1001")
	second := l.Make(t, "/api/items/"+l.item+"/copies", M{"estimated_value": 5000})
	l.sees("", "uninsured-"+second, "uninsured-"+l.copy)
	l.do("DELETE", "/api/items/"+l.item+"/copies/"+second, nil)
	for _, odd := range []M{{"status": "pending"}, {"starts_at": fromToday(1)}, {"ends_at": fromToday(-1), "status": "expired"}} {
		odd["provider"], odd["insured_value"] = "x", 2000
		id := l.Make(t, l.records("insurance-records"), odd)
		l.sees("", "uninsured-"+l.copy)
		l.do("DELETE", l.records("insurance-records")+"/"+id, nil)
	}
	cover := l.Make(t, l.records("insurance-records"), M{"provider": "x", "insured_value": 900, "currency_code": "EUR"})
	l.sees("", "under_insured-"+l.copy) // 90 % of 1001 are 900.9
	l.do("PATCH", "/api/account", M{"uninsured_above": nil})
	l.sees("", "under_insured-"+l.copy)
	same(t, "covered", l.Send(t, "GET", "/api/attention", nil).Dig(t, "data.0.attributes.covered.amount"), 900)
	l.Make(t, l.records("insurance-records"), M{"provider": "y", "insured_value": 1, "currency_code": "EUR"})
	l.sees("")
	l.do("PATCH", l.records("insurance-records")+"/"+cover, M{"currency_code": "XAU"})
	l.sees("", "cover_unknown-"+l.copy)
	l.do("PATCH", l.piece(), M{"status": "sold"})
	l.sees("")
	unrated := l.Make(t, "/api/items/"+l.item+"/copies", M{})
	l.Make(t, "/api/copies/"+unrated+"/valuations", M{"type": "other", "amount": 5, "valued_at": fromToday(0), "currency_code": "XAU"})
	l.sees("")
	l.sees("&uninsured_above=3", "cover_unknown-"+unrated)
}

// A cover in another currency counts by the rate, to the last unit.
func TestAttentionToForeignCover(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t)) // rates are everybody's
	ada := h.Owner(t)
	l := life{person: ada, t: t}
	l.collection = ada.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"})
	l.item = ada.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "Ducat"})
	l.copy = ada.Make(t, "/api/items/"+l.item+"/copies", M{"estimated_value": 1000})
	l.do("PATCH", "/api/account", M{"currency_code": "EUR", "under_insured_percent": 90})
	if err := inventory.KeepRates(t.Context(), h.DB, []catalog.Rate{{Base: "USD", CurrencyCode: "EUR", Rate: "0.9", Date: time.Now().UTC().Truncate(24 * time.Hour)}}); err != nil {
		t.Fatal(err)
	}
	cover := l.Make(t, l.records("insurance-records"), M{"provider": "x", "insured_value": 1000, "currency_code": "USD"})
	for _, c := range []struct {
		dollars int
		want    []any
	}{{1000, nil}, {999, []any{"under_insured-" + l.copy}}, {500, []any{"under_insured-" + l.copy}}, {2000, nil}} {
		l.do("PATCH", l.records("insurance-records")+"/"+cover, M{"insured_value": c.dollars})
		l.sees("", c.want...)
	}
	l.do("PATCH", l.records("insurance-records")+"/"+cover, M{"insured_value": 600})
	l.sees("", "under_insured-"+l.copy)
	l.Make(t, l.records("insurance-records"), M{"provider": "y", "insured_value": 360, "currency_code": "EUR"})
	l.sees("")
}
