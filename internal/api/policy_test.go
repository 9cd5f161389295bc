package api

import (
	"fmt"
	"net/http"
	"testing"
)

// Copies whose value is not known come after all others of a policy.
func TestCopiesOfAPolicyWithoutAValueComeLast(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	coins, held := insuredShelf(t, u, "Coins", 300)
	item := u.Make(t, "/api/collections/"+coins+"/items", M{"name": "Token"})
	unvalued := u.Make(t, "/api/items/"+item+"/copies", M{})
	valued := u.Make(t, "/api/items/"+item+"/copies", M{"estimated_value": 700})
	francs := u.Make(t, "/api/collections", M{"name": "Francs", "visibility": "private", "currency": "XOF"}) // which has no rate
	unrated := u.Make(t, "/api/items/"+u.Make(t, "/api/collections/"+francs+"/items", M{"name": "Franc"})+"/copies", M{"estimated_value": 900})
	policy := u.Make(t, "/api/policies", M{"name": "Household", "provider": "Axa", "insured_value": 800, "collection_ids": []string{coins, francs}})
	list := u.Send(t, "GET", "/api/policies/"+policy+"/copies", nil).Want(t, http.StatusOK)
	for i, want := range []string{valued, held[0], unvalued, unrated} {
		same(t, fmt.Sprint("copy ", i), list.Dig(t, fmt.Sprint("data.", i, ".id")), want)
	}
}

// insuredShelf is a collection with copies of these values, in euros.
func insuredShelf(t *testing.T, u *person, name string, values ...int) (collection string, copies []string) {
	t.Helper()
	u.Send(t, "PATCH", "/api/account", M{"currency_code": "EUR"}).Want(t, http.StatusOK)
	collection = u.Make(t, "/api/collections", M{"name": name, "visibility": "private", "currency": "EUR"})
	item := u.Make(t, "/api/collections/"+collection+"/items", M{"name": "Coin"})
	for _, v := range values {
		copies = append(copies, u.Make(t, "/api/items/"+item+"/copies", M{"estimated_value": v}))
	}
	return collection, copies
}

// A policy covers the most valuable copies first, after their own records and earlier policies; what
// is left is above the sum, and what nothing names is not insured.
func TestPoliciesCoverByValue(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	coins, held := insuredShelf(t, u, "Coins", 1000, 700, 300)
	_, loose := insuredShelf(t, u, "Stamps", 50)
	u.Make(t, "/api/copies/"+held[0]+"/insurance-records", M{"provider": "Hiscox", "insured_value": 400})
	first := u.Make(t, "/api/policies", M{"name": "Household", "provider": "Axa", "insured_value": 800, "collection_ids": []string{coins}})
	shown := u.Send(t, "GET", "/api/policies/"+first, nil).Want(t, http.StatusOK)
	for path, want := range map[string]any{"copies_count": 3, "value.amount": 2000, "covered.amount": 800, "over.amount": 800, "currency_code": "EUR", "status": "active", "collection_ids": []any{coins}} {
		same(t, path, shown.Dig(t, "data.attributes."+path), want)
	}
	same(t, "context", shown.Dig(t, "data.context.collection_names"), []any{"Coins"})
	list := u.Send(t, "GET", "/api/policies/"+first+"/copies", nil).Want(t, http.StatusOK)
	for i, want := range []M{{"paid": 600, "over": 0, "covered": true}, {"paid": 200, "over": 500, "covered": false}, {"paid": 0, "over": 300, "covered": false}} {
		same(t, "the order", list.Dig(t, fmt.Sprint("data.", i, ".id")), held[i])
		for name, v := range want {
			same(t, fmt.Sprint(i, " ", name), list.Dig(t, fmt.Sprint("data.", i, ".context.", name)), v)
		}
	}
	same(t, "within", u.Send(t, "GET", "/api/policies/"+first+"/copies?covered=true", nil).Dig(t, "meta.total"), 1)
	same(t, "beyond", u.Send(t, "GET", "/api/policies/"+first+"/copies?covered=false&per_page=1", nil).Dig(t, "meta.total"), 2)
	second := u.Make(t, "/api/policies", M{"name": "Extra", "provider": "Axa", "insured_value": 10_000, "copy_ids": []string{held[2], loose[0]}})
	same(t, "the second pays", u.Send(t, "GET", "/api/policies/"+second, nil).Dig(t, "data.attributes.covered.amount"), 350)
	same(t, "less is over", u.Send(t, "GET", "/api/policies/"+first, nil).Dig(t, "data.attributes.over.amount"), 500)
	for query, want := range map[string]int{"true": 4, "false": 0, "partly": 1} {
		same(t, query, u.Send(t, "GET", "/api/copies?insured="+query, nil).Want(t, http.StatusOK).Dig(t, "meta.total"), want)
	}
	for query, want := range map[string]int{"": 2, "?collection_id=" + coins: 1, "?copy_id=" + held[2]: 2, "?copy_id=" + held[0]: 1, "?status=pending": 0, "?ends_before=2099-01-01": 0, "?location_id=999999": 0} {
		same(t, "policies"+query, u.Send(t, "GET", "/api/policies"+query, nil).Want(t, http.StatusOK).Dig(t, "meta.total"), want)
	}
	same(t, "by name", u.Send(t, "GET", "/api/policies", nil).Dig(t, "data.0.id"), second)
	u.Send(t, "PATCH", "/api/policies/"+second, M{"status": "pending"}).Want(t, http.StatusOK)
	same(t, "pending pays nothing", u.Send(t, "GET", "/api/policies/"+second, nil).Dig(t, "data.attributes.covered.amount"), 0)
	for name, body := range map[string]M{"nothing": {}, "unknown": {"collection_ids": []string{"999999"}}} {
		body["name"], body["provider"], body["insured_value"] = "x", "x", 1
		if r := u.Send(t, "POST", "/api/policies", body).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.collection_ids") == nil {
			t.Errorf("%s: %s", name, r.Body)
		}
	}
	for field, id := range map[string]string{"location_ids": "999999", "copy_ids": "999999"} {
		u.Send(t, "POST", "/api/policies", M{"name": "x", "provider": "x", "insured_value": 1, field: []string{id}}).Want(t, http.StatusUnprocessableEntity)
	}
}

// What a policy names is taken out when it is deleted, and comes back with it. A policy that names
// nothing stays, and covers nothing.
func TestPoliciesLoseWhatIsDeleted(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	coins, held := insuredShelf(t, u, "Coins", 1000)
	room := u.Make(t, "/api/locations", M{"name": "Room"})
	shelf := u.Make(t, "/api/locations", M{"name": "Shelf", "parent_id": room})
	_, moved := insuredShelf(t, u, "Stamps", 70)
	u.Send(t, "PATCH", "/api/copies/"+moved[0], M{"location_id": shelf}).Want(t, http.StatusOK)
	id := u.Make(t, "/api/policies", M{"name": "Household", "provider": "Axa", "insured_value": 5000, "collection_ids": []string{coins}, "location_ids": []string{room}, "copy_ids": []string{held[0]}})
	names := func(want ...any) {
		t.Helper()
		r := u.Send(t, "GET", "/api/policies/"+id, nil).Want(t, http.StatusOK)
		for i, field := range []string{"collection_ids", "location_ids", "copy_ids", "copies_count"} {
			same(t, field, r.Dig(t, "data.attributes."+field), want[i])
		}
	}
	names([]any{coins}, []any{room}, []any{held[0]}, 2)
	gone := u.Send(t, "DELETE", "/api/collections/"+coins, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	names([]any{}, []any{room}, []any{}, 1)
	place := u.Send(t, "DELETE", "/api/locations/"+room, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	names([]any{}, []any{}, []any{}, 0)
	policy := u.Send(t, "DELETE", "/api/policies/"+id, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	u.Send(t, "GET", "/api/policies/"+id, nil).Want(t, http.StatusNotFound)
	u.Send(t, "POST", "/api/trash/"+place+"/restore", nil).Want(t, http.StatusOK)
	u.Send(t, "POST", "/api/trash/"+policy+"/restore", nil).Want(t, http.StatusOK)
	u.Send(t, "POST", "/api/trash/"+gone+"/restore", nil).Want(t, http.StatusOK)
	names([]any{coins}, []any{room}, []any{held[0]}, 2)
}

// A key limited to collections sees policies that name them, with the copies of these alone, and
// writes none.
func TestPoliciesOfLimitedKeys(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	coins, first := insuredShelf(t, u, "Coins", 1000, 10)
	stamps, second := insuredShelf(t, u, "Stamps", 500)
	both := u.Make(t, "/api/policies", M{"name": "Both", "provider": "Axa", "insured_value": 1200, "collection_ids": []string{coins, stamps}, "copy_ids": []string{first[0], second[0]}})
	other := u.Make(t, "/api/policies", M{"name": "Other", "provider": "Axa", "insured_value": 1, "collection_ids": []string{stamps}})
	key, _ := makeKey(t, u, M{"collection_ids": []string{coins}})
	same(t, "seen", key.Send(t, "GET", "/api/policies", nil).Want(t, http.StatusOK).Dig(t, "meta.total"), 1)
	r := key.Send(t, "GET", "/api/policies/"+both, nil).Want(t, http.StatusOK)
	for path, want := range map[string]any{"collection_ids": []any{coins}, "copy_ids": []any{first[0]}, "copies_count": 2, "value.amount": 1010, "covered.amount": 1000} {
		same(t, path, r.Dig(t, "data.attributes."+path), want)
	}
	same(t, "names", r.Dig(t, "data.context.collection_names"), []any{"Coins"})
	same(t, "copies", key.Send(t, "GET", "/api/policies/"+both+"/copies", nil).Want(t, http.StatusOK).Dig(t, "meta.total"), 2)
	key.Send(t, "GET", "/api/policies/"+other, nil).Want(t, http.StatusNotFound)
	key.Send(t, "GET", "/api/policies/"+other+"/copies", nil).Want(t, http.StatusNotFound)
	key.Send(t, "POST", "/api/policies", M{"name": "x", "provider": "x", "insured_value": 1, "collection_ids": []string{coins}}).Want(t, http.StatusNotFound)
	key.Send(t, "DELETE", "/api/policies/"+both, nil).Want(t, http.StatusNotFound)
}

// An account has at most 1,000 policies, also when one is restored.
func TestPoliciesAreLimited(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	coins, _ := insuredShelf(t, u, "Coins", 1)
	body := M{"name": "x", "provider": "x", "insured_value": 1, "collection_ids": []string{coins}}
	first := u.Make(t, "/api/policies", body)
	gone := u.Send(t, "DELETE", "/api/policies/"+u.Make(t, "/api/policies", body), nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	scalar[int64](t, h, `with made as (
		insert into policies (account_id, name, name_key, provider, insured_value, status, currency_code, deductible_currency_code)
		select p.account_id, 'x', 'x', 'x', 1, 'active', 'EUR', 'EUR' from policies p, generate_series(2, 1000) where p.id = $1::bigint returning 1) select count(*) from made`, first)
	if r := u.Send(t, "POST", "/api/policies", body).Want(t, http.StatusUnprocessableEntity); r.Dig(t, "errors.account") == nil {
		t.Errorf("%s", r.Body)
	}
	u.Send(t, "POST", "/api/trash/"+gone+"/restore", nil).Want(t, http.StatusConflict)
}

// The first mistake of an insurance record is told in the order of its members, which it shares with policies.
func TestMistakesOfARecordAreToldInOrder(t *testing.T) {
	t.Parallel()
	h := server(t)
	p := h.Owner(t)
	shelf := p.Make(t, "/api/collections", M{"name": "Comics", "visibility": "private"})
	item := p.Make(t, "/api/collections/"+shelf+"/items", M{"name": "Seven"})
	held := p.Make(t, "/api/items/"+item+"/copies", M{})
	got := p.Send(t, "POST", "/api/copies/"+held+"/insurance-records", M{"provider": "Axa", "insured_value": 1, "is_scheduled_item": M{}, "contact_name": M{}}).Want(t, http.StatusUnprocessableEntity)
	if message := got.Dig(t, "message"); message != "The is scheduled item field must be true or false." {
		t.Errorf("the message is %v", message)
	}
}
