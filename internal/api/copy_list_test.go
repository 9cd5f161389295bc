package api

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/apitest"
)

// Copies are filtered by condition, cover, days and value, and sorted by each day and by value. Copies
// without a value come last in both directions, and cursors agree with pages.
func TestSelectAndSortCopies(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	item := l.item(t, "Item", "", nil)
	mint := l.Make(t, "/api/item-conditions", M{"name": "Mint"})
	day := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.DateOnly) }
	copies := make([]string, 6)
	for i, body := range []M{
		{"item_condition_id": mint, "acquired_at": "2020-06-15"},
		{"acquired_at": "1890-01-01", "quantity": 3},
		{"acquired_at": "2022-06-15"},
		{}, {}, {"acquired_at": "2020-06-15"},
	} {
		body["identifier"] = strconv.Itoa(i)
		copies[i] = l.Make(t, "/api/items/"+item+"/copies", body)
	}
	valued := func(i, amount int, currency, at string) {
		l.Make(t, "/api/copies/"+copies[i]+"/valuations", M{"type": "other", "amount": amount, "currency_code": currency, "valued_at": at})
	}
	valued(0, 500, "EUR", "2020-01-01")
	valued(1, 200, "EUR", "2024-01-01") // three of them
	valued(2, 10, "EUR", "2022-01-01")
	valued(4, 9000, "USD", "2021-01-01")
	covered := func(i int, more M) {
		body := M{"provider": "Axa", "insured_value": 1}
		for k, v := range more {
			body[k] = v
		}
		l.Make(t, "/api/copies/"+copies[i]+"/insurance-records", body)
	}
	covered(0, M{"starts_at": day(0), "ends_at": day(0)})
	covered(1, nil)
	covered(2, M{"status": "cancelled"})
	covered(2, M{"ends_at": day(-1)})
	covered(3, M{"starts_at": day(1)})
	l.Make(t, "/api/copies/"+copies[5]+"/loans", M{"direction": "incoming", "party": "x", "loaned_at": "2024-01-01"})
	l.Send(t, "PATCH", "/api/copies/"+copies[3], M{"note": "later"}).Want(t, http.StatusOK)
	for _, c := range []struct{ query, want string }{
		{"item_condition_id=" + mint, "0"},
		{"item_condition_id=none", "1 2 3 4 5"},
		{"item_condition_id=999999999", ""},
		{"location_id=none", "0 1 2 3 4 5"},
		{"identifier=4", "4"},
		{"identifier=44", ""},
		{"identifier=4&sort=-value&value_currency_code=EUR", "4"},
		{"borrowed=true", "5"},
		{"borrowed=false", "0 1 2 3 4"},
		{"insured=true", "0 1"},
		{"insured=false", "2 3 4 5"},
		{"acquired_from=2020-06-15", "0 2 5"},
		{"acquired_to=2020-06-15", "0 1 5"},
		{"acquired_from=2020-06-15&acquired_to=2020-06-15", "0 5"},
		{"acquired_from=2023-01-01&acquired_to=2020-06-15", ""},
		{"valued_before=2022-01-01", "0 3 4 5"},
		{"value_min=500&value_currency_code=eur", "0 1"},
		{"value_max=500&value_currency_code=EUR", "0 2"},
		{"value_min=500&value_max=500&value_currency_code=EUR", "0"},
		{"value_min=0&value_currency_code=USD", "4"},
		{"value_min=0&value_currency_code=JPY", ""},
		{"value_currency_code=JPY", "0 1 2 3 4 5"},
		{"sort=acquired_at", "1 0 5 2 3 4"},
		{"sort=-acquired_at", "2 5 0 1 4 3"},
		{"sort=valued_at", "0 4 2 1 3 5"},
		{"sort=-valued_at", "1 2 4 0 5 3"},
		{"sort=value&value_currency_code=EUR", "2 0 1 3 4 5"},
		{"sort=-value&value_currency_code=EUR", "1 0 2 5 4 3"},
		{"sort=value&value_currency_code=JPY", "0 1 2 3 4 5"},
		{"sort=created_at", "0 1 2 3 4 5"},
		{"sort=-created_at", "5 4 3 2 1 0"},
		{"sort=-updated_at", "3 5 4 2 1 0"},
		{"sort=-value&value_currency_code=EUR&value_min=11&insured=true&borrowed=false&acquired_from=1800-01-01", "1 0"},
		{"sort=acquired_at&q=item&borrowed=false", "1 0 2 3 4"},
	} {
		same(t, c.query, l.names(t, "/api/copies", c.query, "identifier"), strings.Fields(c.want))
		path := "/api/copies?" + l.encode(t, c.query) + "&"
		var pages []string
		for page, more := 1, true; more; page++ {
			r := l.Send(t, "GET", path+"per_page=2&page="+strconv.Itoa(page), nil).Want(t, http.StatusOK)
			pages, more = append(pages, r.Listed(t)...), r.Dig(t, "links.next") != nil
		}
		if cursors := byCursors(t, l.person, path+"per_page=2"); !slices.Equal(cursors, pages) || len(pages) != len(strings.Fields(c.want)) {
			t.Errorf("%s: by cursors %v, by pages %v", c.query, cursors, pages)
		}
	}
	for query, field := range map[string]string{
		"item_condition_id=abc": "item_condition_id", "borrowed=perhaps": "borrowed", "insured=7": "insured", "acquired_from=soon": "acquired_from", "acquired_to=2024-02-30": "acquired_to",
		"value_currency_code=EURO": "value_currency_code", "value_currency_code=ZZZ": "value_currency_code", "value_min=1": "value_currency_code", "value_max=1": "value_currency_code", "sort=value": "value_currency_code",
		"sort=-value": "value_currency_code", "value_currency_code=EUR&value_min=much": "value_min", "value_currency_code=EUR&value_max=-1": "value_max", "value_currency_code=EUR&value_max=1.5": "value_max",
		"value_currency_code=EUR&value_min=%2B1": "value_min", "sort=price": "sort", "identifier=" + strings.Repeat("x", 256): "identifier", "location_id=nowhere": "location_id",
	} {
		r := l.Send(t, "GET", "/api/copies?"+query, nil).Want(t, http.StatusUnprocessableEntity)
		if errors := r.JSON(t)["errors"].(M); len(errors) != 1 || errors[field] == nil {
			t.Errorf("%s: errors are %v, want one on %s", query, errors, field)
		}
	}
	// A cursor for one currency is invalid for another.
	after := l.Send(t, "GET", "/api/copies?sort=value&value_currency_code=EUR&per_page=1", nil).Want(t, http.StatusOK).Dig(t, "meta.next_after").(string)
	l.Send(t, "GET", "/api/copies?sort=value&value_currency_code=USD&per_page=1&after="+after, nil).Want(t, http.StatusUnprocessableEntity)
}

// Items are filtered by whether they have held copies, and photos.
func TestItemsWithCopiesAndPhotos(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	none, owned, sold, borrowed := l.item(t, "None", "", nil), l.item(t, "Owned", "", nil), l.item(t, "Sold", "", nil), l.item(t, "Borrowed", "", nil)
	l.Make(t, "/api/items/"+owned+"/copies", M{"status": "sold"})
	l.Make(t, "/api/items/"+owned+"/copies", M{})
	l.Make(t, "/api/items/"+sold+"/copies", M{"status": "sold"})
	lent := l.Make(t, "/api/items/"+borrowed+"/copies", M{})
	l.Make(t, "/api/copies/"+lent+"/loans", M{"direction": "incoming", "party": "x", "loaned_at": "2024-01-01"})
	l.SendForm(t, "/api/items/"+sold+"/photos", "a.png", apitest.Picture(), nil).Want(t, http.StatusCreated)
	l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "Plain"})
	for _, c := range []struct{ query, want string }{
		{"has_copies=true", "Owned"},
		{"has_copies=false", "None Sold Borrowed Plain"},
		{"has_photos=true", "Sold"},
		{"has_photos=false&sort=-name", "Plain Owned None Borrowed"},
		{"has_photos=true&has_copies=true", ""},
		{"has_photos=false&has_copies=false&collection_type_id=" + l.kind, "None Borrowed"},
		{"has_copies=false&q=so", "Sold"},
		{"collection_type_id=none", "Plain"},
	} {
		same(t, c.query, l.names(t, "/api/items", c.query, "name"), strings.Fields(c.want))
		same(t, c.query+" within the collection", l.names(t, "/api/collections/"+l.collection+"/items", c.query, "name"), strings.Fields(c.want))
	}
	for _, query := range []string{"has_copies=some", "has_photos=2", "collection_type_id=any"} {
		l.Send(t, "GET", "/api/items?"+query, nil).Want(t, http.StatusUnprocessableEntity)
	}
	l.Send(t, "DELETE", "/api/items/"+none, nil).Want(t, http.StatusNoContent)
	l.Send(t, "PATCH", "/api/copies/"+lent, M{"status": "lost"}).Want(t, http.StatusOK)
	same(t, "after changes", l.names(t, "/api/items", "has_copies=false", "name"), []string{"Sold", "Borrowed", "Plain"})
}
