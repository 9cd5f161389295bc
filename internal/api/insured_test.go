package api

import (
	"net/http"
	"testing"
)

// All records of an account are listed with what they cover, and what is active is
// added up by currency.
func TestInsuranceAcrossTheAccount(t *testing.T) {
	t.Parallel()
	h := server(t)
	w := h.World(t)
	hidden := further(t, w)
	path := "/api/copies/" + w.IDs["copy"] + "/insurance-records"
	before := w.Send(t, "GET", "/api/insurance-records?per_page=100", nil).Want(t, http.StatusOK)
	known := len(before.Dig(t, "data").([]any))
	w.Make(t, path, M{"provider": "Hiscox", "insured_value": 9_007_199_254_740_993, "currency_code": "EUR", "ends_at": "2031-03-31"})
	w.Make(t, path, M{"provider": "Hiscox", "insured_value": 9_007_199_254_740_993, "currency_code": "EUR", "ends_at": "2030-03-31"})
	w.Make(t, path, M{"provider": "Generali", "insured_value": 5, "currency_code": "EUR", "status": "expired", "ends_at": "2019-01-01"})
	for query, want := range map[string]int{"": known + 3, "?provider=Hiscox": 2, "?provider=hisco": 0, "?provider=Generali&status=active": 0, "?ends_before=2020-01-01": 1, "?copy_id=" + w.IDs["copy"] + "&provider=Hiscox": 2, "?collection_id=" + hidden.IDs["collection"]: 1, "?collection_id=999999": 0} {
		r := w.Send(t, "GET", "/api/insurance-records"+query, nil).Want(t, http.StatusOK)
		same(t, query, r.Dig(t, "meta.total"), want)
	}
	r := w.Send(t, "GET", "/api/insurance-records?provider=Hiscox&sort=ends_at&per_page=1", nil).Want(t, http.StatusOK)
	same(t, "the first to end", r.Dig(t, "data.0.attributes.ends_at"), 1901145600)
	if r.Dig(t, "data.0.context.item_name") == nil || r.Dig(t, "data.0.context.collection_name") == nil {
		t.Errorf("without context: %s", r.Body)
	}
	same(t, "records", r.Dig(t, "sums.records"), 2)
	same(t, "currency", r.Dig(t, "sums.insured.complete"), r.Dig(t, "sums.insured.currency_code") == "EUR")
	w.Make(t, path, M{"provider": "Hiscox", "insured_value": 7, "currency_code": "JPY"})
	r = w.Send(t, "GET", "/api/insurance-records?provider=Hiscox", nil).Want(t, http.StatusOK)
	same(t, "two currencies", r.Dig(t, "sums.insured.amount"), nil)
	same(t, "complete", r.Dig(t, "sums.insured.complete"), false)
	same(t, "parts", len(r.Dig(t, "sums.insured.parts").([]any)), 2)
	for query, field := range map[string]string{"status=lost": "status", "copy_id=x": "copy_id", "ends_before=2020-13-01": "ends_before", "sort=name": "sort"} {
		if r := w.Send(t, "GET", "/api/insurance-records?"+query, nil).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors."+field) == nil {
			t.Errorf("%s: %s", query, r.Body)
		}
	}
	key, _ := makeKey(t, w.Person, M{"collection_ids": []string{hidden.IDs["collection"]}})
	same(t, "a limited key", key.Send(t, "GET", "/api/insurance-records", nil).Want(t, http.StatusOK).Dig(t, "meta.total"), 1)
	same(t, "another account", h.Owner(t).Send(t, "GET", "/api/insurance-records", nil).Want(t, http.StatusOK).Dig(t, "sums.insured.amount"), 0)
}
