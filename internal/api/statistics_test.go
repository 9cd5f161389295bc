package api

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/postgres/inventory"
)

// figure digs an attribute.
func figure(t testing.TB, p *person, path, name string) any {
	t.Helper()
	return p.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "data.attributes."+name)
}

func TestStatisticsOfACollection(t *testing.T) {
	t.Parallel()
	h := newHarness(t, usual(t)) // rates are everybody's
	ada := h.Owner(t)
	l := life{person: ada, t: t}
	l.collection = ada.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"})
	path := "/api/collections/" + l.collection + "/statistics"
	for name, want := range map[string]any{"totals.items": 0, "totals.value.amount": 0, "totals.value.parts": []any{}, "totals.average": nil, "sets_completion": nil,
		"by_status": []any{}, "by_category": []any{}, "top_items": []any{}, "unranked_items": 0} {
		same(t, name+" of nothing", figure(t, ada, path, name), want)
	}
	same(t, "months", len(figure(t, ada, path, "value_over_time").([]any)), 12)
	mint, shelf := ada.Make(t, "/api/item-conditions", M{"name": "Mint"}), ada.Make(t, "/api/locations", M{"name": "Shelf"})
	item := func() string {
		return ada.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "Ducat"})
	}
	piece := func(item string, amount int, code string, more M) string {
		id := ada.Make(t, "/api/items/"+item+"/copies", more)
		if amount > 0 {
			ada.Make(t, "/api/copies/"+id+"/valuations", M{"type": "other", "amount": amount, "valued_at": fromToday(0), "currency_code": code})
		}
		return id
	}
	first, second := item(), item()
	bought := piece(first, 500, "EUR", M{"quantity": 2, "acquired_at": fromToday(0), "location_id": shelf, "item_condition_id": mint})
	ada.Make(t, "/api/copies/"+bought+"/transactions", M{"type": "purchase", "occurred_at": fromToday(0), "amount": 300})
	piece(second, 70, "EUR", M{})
	piece(item(), 0, "", M{})
	sold := piece(second, 9000, "EUR", M{})
	ada.Make(t, "/api/copies/"+sold+"/transactions", M{"type": "purchase", "occurred_at": "2020-01-01", "amount": 10})
	ada.Make(t, "/api/copies/"+sold+"/transactions", M{"type": "sale", "occurred_at": "2020-01-02", "amount": 25})
	for name, want := range map[string]any{"totals.items": 3, "totals.wanted_items": 0, "totals.copies": 4, "totals.held": 3, "totals.quantity": 4, "totals.valued_copies": 2,
		"totals.value.amount": 1070, "totals.average": 267, "totals.cost.amount": 310, "totals.gain.amount": 700 + 15, "totals.items_added_this_month": 3,
		"totals.value_added_this_month.amount": 1070, "totals.undated_copies": 2, "acquisitions_per_month.11.count": 1, "value_over_time.11.value.amount": 1070,
		"acquisitions_per_month.11.label": time.Now().UTC().Format("2006-01"), "by_category": []any{M{"label": nil, "count": 3, "percentage": 100}},
		"by_status":              []any{M{"label": "owned", "count": 3, "percentage": 75}, M{"label": "sold", "count": 1, "percentage": 25}},
		"by_condition":           []any{M{"label": "Mint", "count": 1, "percentage": 33}, M{"label": nil, "count": 2, "percentage": 66}},
		"value_by_location.0.id": shelf, "value_by_location.0.value.amount": 1000, "value_by_location.1.id": nil, "value_by_location.1.value.amount": 70,
		"top_items.0.id": first, "top_items.0.value.amount": 1000, "top_items.1.id": second, "unranked_items": 0} {
		same(t, name, figure(t, ada, path, name), want)
	}
	piece(item(), 100, "USD", M{})
	same(t, "two currencies without a rate", figure(t, ada, path, "totals.value.amount"), nil)
	same(t, "their parts", figure(t, ada, path, "totals.value.parts.1.amount"), 100)
	same(t, "average", figure(t, ada, path, "totals.average"), nil)
	same(t, "unranked items", figure(t, ada, path, "unranked_items"), 1)
	if err := inventory.KeepRates(t.Context(), h.DB, []catalog.Rate{{Base: "USD", CurrencyCode: "EUR", Rate: "0.9", Date: time.Now().UTC().Truncate(24 * time.Hour)}}); err != nil {
		t.Fatal(err)
	}
	same(t, "with one", figure(t, ada, path, "totals.value.amount"), 1160) // at once, though nothing of the account has changed
	limited, _ := makeKey(t, ada, M{"collection_ids": []string{ada.Make(t, "/api/collections", M{"name": "Stamps", "visibility": "private"})}})
	limited.Send(t, "GET", path, nil).Want(t, http.StatusNotFound)
	ada.Send(t, "DELETE", "/api/collections/"+l.collection, nil).Want(t, http.StatusNoContent)
	ada.Send(t, "GET", path, nil).Want(t, http.StatusNotFound)
}

func TestDashboard(t *testing.T) {
	t.Parallel()
	ada := server(t).Owner(t)
	ada.Send(t, "PATCH", "/api/account", M{"currency_code": "EUR", "uninsured_above": 40}).Want(t, http.StatusOK)
	for name, want := range map[string]any{"currency": "EUR", "totals.collections": 0, "totals.items": 0, "totals.value.amount": 0, "collections": []any{}, "recent_additions": []any{},
		"value_by_location": []any{}, "loans": M{"outgoing": 0, "incoming": 0, "overdue": 0, "due_soon": 0, "planned": 0}, "attention.loan_overdue": 0} {
		same(t, name+" of nothing", figure(t, ada, "/api/dashboard", name), want)
	}
	shelf := ada.Make(t, "/api/locations", M{"name": "Shelf"})
	var collections, copies []string
	for i := range 6 {
		collections = append(collections, ada.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"}))
		item := ada.Make(t, "/api/collections/"+collections[i]+"/items", M{"name": "Ducat"})
		copies = append(copies, ada.Make(t, "/api/items/"+item+"/copies", M{"location_id": shelf, "estimated_value": 1 << i}))
	}
	lend := func(n int, more M) {
		body := M{"direction": "outgoing", "party": "x", "loaned_at": "2024-01-01"}
		for name, value := range more {
			body[name] = value
		}
		ada.Make(t, "/api/copies/"+copies[n]+"/loans", body)
	}
	lend(0, M{"due_at": fromToday(-1)})
	lend(1, M{"due_at": fromToday(0)})
	lend(2, M{"status": "planned", "due_at": fromToday(-1)})
	for name, want := range map[string]any{"totals.collections": 6, "totals.items": 6, "totals.held": 6, "totals.value.amount": 63, "collections.0.id": collections[5],
		"loans": M{"outgoing": 2, "incoming": 0, "overdue": 1, "due_soon": 1, "planned": 1}, "value_by_location.0.value.amount": 63,
		"attention": M{"loan_overdue": 1, "loan_due": 1, "maintenance_due": 0, "insurance_ending": 0, "uninsured": 0, "under_insured": 0, "cover_unknown": 0}} {
		same(t, name, figure(t, ada, "/api/dashboard", name), want)
	}
	same(t, "collections", len(figure(t, ada, "/api/dashboard", "collections").([]any)), 4)
	same(t, "additions", len(figure(t, ada, "/api/dashboard", "recent_additions").([]any)), 5)
	limited, _ := makeKey(t, ada, M{"collection_ids": collections[:1]})
	for name, want := range map[string]any{"totals.collections": 1, "totals.items": 1, "totals.value.amount": 1, "loans.outgoing": 1, "attention.loan_due": 0} {
		same(t, name+" by a limited key", figure(t, limited, "/api/dashboard", name), want)
	}
}

// Neither a collection with most items nor one with few shows what lies in the other.
func TestStatisticsBesideOtherCollections(t *testing.T) {
	t.Parallel()
	ada := server(t).Owner(t)
	all := []int{5, 1, 0} // items of each collection
	var collections []string
	for n, items := range all {
		collections = append(collections, ada.Make(t, "/api/collections", M{"name": "Coins", "visibility": "private", "currency": "EUR"}))
		for range items {
			item := ada.Make(t, "/api/collections/"+collections[n]+"/items", M{"name": "Ducat"})
			id := ada.Make(t, "/api/items/"+item+"/copies", M{"quantity": 1 + n})
			ada.Make(t, "/api/copies/"+id+"/valuations", M{"type": "other", "amount": 100, "valued_at": fromToday(0), "currency_code": "EUR"})
			ada.Make(t, "/api/copies/"+id+"/valuations", M{"type": "other", "amount": 140, "valued_at": fromToday(-400), "currency_code": "EUR"})
		}
	}
	for n, items := range all {
		path, pieces := "/api/collections/"+collections[n]+"/statistics", items*(1+n)
		for name, want := range map[string]any{"totals.copies": items, "totals.value.amount": 100 * pieces, "value_over_time.11.value.amount": 100 * pieces,
			"value_over_time.0.value.amount": 140 * pieces, "unranked_items": 0} {
			same(t, name, figure(t, ada, path, name), want)
		}
		same(t, "top items", len(figure(t, ada, path, "top_items").([]any)), items)
		same(t, "value", figure(t, ada, "/api/value?collection_id="+collections[n], "points.11.value.amount"), 100*pieces)
		limited, _ := makeKey(t, ada, M{"collection_ids": collections[n : n+1]})
		same(t, "copies by a limited key", figure(t, limited, "/api/dashboard", "totals.copies"), items)
	}
}
