package api

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

func TestValueOverTime(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t)) // rates are everybody's
	ada := h.Owner(t)
	collection := ada.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"})
	item := ada.Make(t, "/api/collections/"+collection+"/items", M{"name": "Ducat"})
	worth := func(of M, valuations map[string]int, currency string) string {
		id := ada.Make(t, "/api/items/"+item+"/copies", of)
		for day, amount := range valuations {
			ada.Make(t, "/api/copies/"+id+"/valuations", M{"type": "other", "amount": amount, "valued_at": day, "currency_code": currency})
		}
		return id
	}
	amounts := func(query string) (all []any) {
		t.Helper()
		r := ada.Send(t, "GET", "/api/value?"+query, nil).Want(t, http.StatusOK)
		found, _ := r.Dig(t, "data.attributes.points").([]any)
		for _, p := range found {
			all = append(all, p.(M)["value"].(M)["amount"])
		}
		return all
	}
	sold := worth(M{"quantity": 2, "acquired_at": "2024-02-10"}, map[string]int{"2024-01-15": 100, "2024-04-10": 300}, "EUR")
	ada.Make(t, "/api/copies/"+sold+"/transactions", M{"type": "sale", "occurred_at": "2024-06-05"})
	worth(M{"status": "ordered"}, map[string]int{"2024-01-01": 7000}, "EUR")
	gone := worth(M{}, map[string]int{"2024-07-01": 5}, "EUR")
	same(t, "months", amounts("collection_id="+collection+"&from=2024-01&to=2024-08"), []any{0, 200, 200, 600, 600, 0, 5, 5})
	ada.Send(t, "PATCH", "/api/items/"+item+"/copies/"+gone, M{"status": "lost"}).Want(t, http.StatusOK)
	same(t, "years", amounts("from=2023-01&to=2025-12&interval=year&currency_code=eur&collection_id="+collection), []any{0, 5, 5})
	same(t, "lost today", amounts("from="+time.Now().UTC().Format("2006-01")+"&collection_id="+collection), []any{0})
	worth(M{}, map[string]int{"2024-03-01": 100}, "USD")
	same(t, "a currency without a rate", amounts("collection_id="+collection+"&from=2024-02&to=2024-03"), []any{200, nil})
	if err := inventory.KeepRates(t.Context(), h.DB, []catalog.Rate{{Base: "USD", CurrencyCode: "EUR", Rate: "0.9", Date: time.Date(2024, 3, 29, 0, 0, 0, 0, time.UTC)}}); err != nil {
		t.Fatal(err)
	}
	same(t, "a currency with one", amounts("collection_id="+collection+"&from=2024-02&to=2024-04"), []any{200, 290, nil})
	same(t, "points", len(amounts("")), 12)
	same(t, "many points", len(amounts("from=1950-01&to=1999-12")), 600)
	for query, field := range map[string]string{"collection_id=abc": "collection_id", "from=2024": "from", "to=2024-13": "to", "interval=week": "interval",
		"currency_code=EURO": "currency_code", "from=1900-01&to=2000-01": "from", "from=2024-05&to=2024-01": "from"} {
		ada.Send(t, "GET", "/api/value?"+query, nil).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors."+field)
	}
	other := ada.Make(t, "/api/collections", M{"name": "Stamps", "visibility": "private"})
	limited, _ := makeKey(t, ada, M{"collection_ids": []string{other}})
	hidden := limited.Send(t, "GET", "/api/value?from=2024-02&to=2024-02", nil).Want(t, http.StatusOK)
	same(t, "of other collections", hidden.Dig(t, "data.attributes.points.0.value.parts"), []any{})
}
