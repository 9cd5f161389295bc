package api

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

// Rates belong to the installation, so this test has a database of its own.
func TestExchangeRates(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t))
	ada := h.Owner(t)
	today := time.Now().UTC().Truncate(24 * time.Hour)
	same(t, "none", ada.Send(t, "GET", "/api/exchange-rates", nil).Want(t, http.StatusOK).Dig(t, "data"), []any{})
	keep := func(rates ...catalog.Rate) {
		t.Helper()
		if err := inventory.KeepRates(t.Context(), h.DB, rates); err != nil {
			t.Fatal(err)
		}
	}
	keep(catalog.Rate{Base: "EUR", CurrencyCode: "USD", Rate: "1.25", Date: today}, catalog.Rate{Base: "EUR", CurrencyCode: "JPY", Rate: "160", Date: today.AddDate(0, 0, -9)},
		catalog.Rate{Base: "EUR", CurrencyCode: "CHF", Rate: "1", Date: today.AddDate(0, 0, -11)})
	got := ada.Send(t, "GET", "/api/exchange-rates?base=usd", nil).Want(t, http.StatusOK)
	same(t, "crossed", []any{got.Dig(t, "data.0.id"), got.Dig(t, "data.0.attributes.rate"), got.Dig(t, "data.1.id"), got.Dig(t, "data.1.attributes.rate"), got.Dig(t, "data.1.attributes.date")},
		[]any{"USD-EUR", "0.8", "USD-JPY", "128", today.AddDate(0, 0, -9).Unix()})
	earlier := ada.Send(t, "GET", "/api/exchange-rates?date="+today.AddDate(0, 0, -2).Format(time.DateOnly), nil).Want(t, http.StatusOK)
	same(t, "two days ago", []any{earlier.Dig(t, "data.0.id"), earlier.Dig(t, "data.1.id")}, []any{"EUR-CHF", "EUR-JPY"})

	// All or nothing: the database refuses the second, so the first is not kept.
	if err := inventory.KeepRates(t.Context(), h.DB, []catalog.Rate{{Base: "EUR", CurrencyCode: "GBP", Rate: "0.8", Date: today}, {Base: "EUR", CurrencyCode: "SEK", Rate: "0", Date: today}}); err == nil {
		t.Error("a rate of 0 was kept")
	}
	keep(catalog.Rate{Base: "EUR", CurrencyCode: "USD", Rate: "1.3", Date: today})
	all := ada.Send(t, "GET", "/api/exchange-rates", nil).Want(t, http.StatusOK)
	same(t, "corrected", []any{all.Dig(t, "data.1.id"), all.Dig(t, "data.1.attributes.rate")}, []any{"EUR-USD", "1.3"})
	state, err := inventory.ReadRateState(t.Context(), h.DB)
	if err != nil || state.Rates != 3 || state.ReadAt == nil {
		t.Errorf("%+v, %v", state, err)
	}
	for path, field := range map[string]string{"?date=soon": "date", "?base=EURO": "base"} {
		ada.Send(t, "GET", "/api/exchange-rates"+path, nil).Want(t, http.StatusUnprocessableEntity).Dig(t, "errors."+field)
	}
}
