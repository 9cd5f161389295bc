package api

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

func TestSummaries(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t)) // rates are everybody's
	ada := h.Owner(t)
	shelf := ada.Make(t, "/api/locations", M{"name": "Shelf"})
	collection := ada.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"})
	other := ada.Make(t, "/api/collections", M{"name": "Stamps", "visibility": "private", "currency": "EUR"})
	item := ada.Make(t, "/api/collections/"+collection+"/items", M{"name": "Ducat"})
	worth := func(of M, amount int, currency string) string {
		id := ada.Make(t, "/api/items/"+item+"/copies", of)
		ada.Make(t, "/api/copies/"+id+"/valuations", M{"type": "other", "amount": amount, "valued_at": "2026-01-02", "currency_code": currency})
		return id
	}
	ada.Make(t, "/api/items/"+item+"/copies", M{})
	worth(M{"quantity": 2, "location_id": shelf}, 50, "EUR")
	worth(M{"location_id": shelf}, 100, "USD")
	worth(M{"status": "sold"}, 1000, "EUR")
	value := func(path string) (amount, parts any) {
		t.Helper()
		r := ada.Send(t, "GET", path+"?include=summary", nil).Want(t, http.StatusOK)
		if r.Header.Get("ETag") != "" {
			t.Errorf("%s has an ETag", path)
		}
		return r.Dig(t, "data.summary.value.amount"), r.Dig(t, "data.summary.value.parts.1.amount")
	}
	for _, path := range []string{"/api/items/" + item, "/api/collections/" + collection} {
		amount, parts := value(path)
		same(t, path, []any{amount, parts}, []any{nil, 100})
	}
	today := time.Now().UTC().Truncate(24 * time.Hour)
	if err := inventory.KeepRates(t.Context(), h.DB, []catalog.Rate{{Base: "USD", CurrencyCode: "EUR", Rate: "0.9", Date: today}}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/items/" + item, "/api/collections/" + collection} {
		amount, parts := value(path)
		same(t, path, []any{amount, parts}, []any{190, 100})
	}
	whole := ada.Send(t, "GET", "/api/collections?include=summary", nil).Want(t, http.StatusOK)
	for i, want := range map[string]M{"0": {"items": 0, "copies": 0, "held": 0, "quantity": 0}, "1": {"items": 1, "copies": 4, "held": 3, "quantity": 4}} {
		for name, n := range want {
			same(t, name, whole.Dig(t, "data."+i+".summary."+name), n)
		}
	}
	same(t, "the empty one", []any{whole.Dig(t, "data.0.id"), whole.Dig(t, "data.0.summary.value.amount"), whole.Dig(t, "data.0.summary.value.parts")}, []any{other, 0, []any{}})
	there := ada.Send(t, "GET", "/api/locations/"+shelf+"?include=summary", nil).Want(t, http.StatusOK)
	same(t, "at the shelf, in dollars", []any{there.Dig(t, "data.summary.copies"), there.Dig(t, "data.summary.quantity"), there.Dig(t, "data.summary.value.amount"),
		there.Dig(t, "data.summary.value.currency_code")}, []any{2, 3, 211, "USD"})
	limited, _ := makeKey(t, ada, M{"collection_ids": []string{other}})
	hidden := limited.Send(t, "GET", "/api/locations/"+shelf+"?include=summary", nil).Want(t, http.StatusOK)
	same(t, "of other collections", hidden.Dig(t, "data.summary.copies"), 0)
	ada.Send(t, "GET", "/api/collections?include=everything", nil).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors.include")
	both := ada.Send(t, "GET", "/api/items?include=summary,urls", nil).Want(t, http.StatusOK)
	same(t, "both", []any{both.Dig(t, "data.0.urls"), both.Dig(t, "data.0.summary.copies"), both.Dig(t, "data.0.summary.main_photo_id")}, []any{nil, 4, nil})
}
