package api

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var exchangeRates = []route{
	read(member, "GET /api/exchange-rates", listRates, every(exchangeRate)),
}

// listRates shows the rates of a day: those of a base, or all as read.
func listRates(ctx context.Context, r postgres.Reader, req *request) ([]catalog.Rate, error) {
	day := req.today()
	var wrong fault.Invalid
	if asked := strings.TrimSpace(req.query().Get("date")); asked != "" {
		given, err := time.Parse(time.DateOnly, asked)
		if err != nil || given.Year() < 1 {
			wrong.Addf("date", "The %s field must be a valid date in the form YYYY-MM-DD.")
		}
		day = given
	}
	base := strings.TrimSpace(req.query().Get("base"))
	catalog.KnownCurrency(&wrong, "base", &base)
	if err := wrong.Err(); err != nil {
		return nil, err
	}
	rates, err := inventory.Rates(ctx, r, day)
	if err != nil {
		return nil, err
	}
	return rates.List(base), nil
}

// today is the day in UTC.
func (r *request) today() time.Time { return r.now.UTC().Truncate(24 * time.Hour) }

func exchangeRate(r catalog.Rate) resource {
	return resource{kind: "exchange_rate", name: r.Base + "-" + r.CurrencyCode, self: "/api/exchange-rates", attributes: attributes{
		{"base", r.Base},
		{"currency_code", r.CurrencyCode},
		{"rate", r.Rate},
		{"date", r.Date},
	}}
}
