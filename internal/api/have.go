package api

import (
	"context"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var haveRoutes = []route{
	read(member, "GET /api/have", getHave, one(have)),
}

func getHave(ctx context.Context, r postgres.Reader, req *request) (catalog.Have, error) {
	query := req.query()
	in := catalog.HaveInput{Code: query.Get("code"), Query: query.Get("q"), Base: req.Base}
	if err := in.Validate(); err != nil {
		return catalog.Have{}, err
	}
	return inventory.Have(ctx, r, in)
}

func have(h catalog.Have) resource {
	var addOn *string
	if h.Code.AddOn != "" {
		addOn = &h.Code.AddOn
	}
	return resource{kind: "have", name: "have", self: "/api/have", attributes: attributes{
		{"code", nested{{"kind", string(h.Code.Kind)}, {"text", h.Code.Text}, {"addon", addOn}, {"valid", h.Code.Valid()}, {"inside", h.Code.Inside}}},
		{"matches", matchList(h.Matches)},
		{"siblings", matchList(h.Siblings)},
	}}
}

func matchList(all []catalog.Match) []nested {
	shown := make([]nested, len(all))
	for i, m := range all {
		shown[i] = nested{{"by", m.By}, {"item_id", ref{&m.ItemID}}, {"item_name", m.Name}, {"collection_id", ref{&m.CollectionID}}, {"collection_name", m.CollectionName},
			{"photo_id", ref{m.PhotoID}}, {"wanted", m.Wanted}, {"wanted_priority", m.WantedPriority}, {"wanted_max_price", m.WantedMaxPrice},
			{"wanted_currency_code", m.WantedCurrencyCode}, {"quantity", m.Quantity}, {"copies_total", m.CopiesTotal}, {"copies", matchedCopies(m.Copies)}}
	}
	return shown
}

func matchedCopies(all []catalog.MatchedCopy) []nested {
	shown := make([]nested, len(all))
	for i, c := range all {
		shown[i] = nested{{"copy_id", ref{&c.ID}}, {"identifier", c.Identifier}, {"status", c.Status}, {"condition", c.Condition}, {"place", c.Place}, {"quantity", c.Quantity},
			{"acquired_at", c.AcquiredAt}, {"purchase_price", c.PurchasePrice}, {"purchased_at", c.PurchasedAt}, {"purchase_currency_code", c.PurchaseCurrency},
			{"estimated_value", c.Value}, {"value_currency_code", c.ValueCurrency}}
	}
	return shown
}
