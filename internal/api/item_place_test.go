package api

import (
	"net/http"
	"testing"
)

// attributes are those of an item.
func itemAttributes(t testing.TB, u *person, item string) M {
	t.Helper()
	return u.Send(t, "GET", "/api/items/"+item, nil).Want(t, http.StatusOK).Dig(t, "data.attributes").(M)
}

// Members that older clients do not know stay when they omit them.
func TestAnOlderClientWipesNothing(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	_, ids := branch(t, l, 1)
	set := l.Make(t, "/api/sets", M{"name": "S", "collection_id": l.collection})
	full := M{"category_id": ids[0], "set_id": set, "series_id": l.Make(t, "/api/series", M{"name": "S"}), "tag_ids": []any{l.Make(t, "/api/tags", M{"name": "T"})},
		"wanted": true, "wanted_priority": "high", "wanted_max_price": 500, "wanted_currency_code": "USD"}
	body := M{"name": "x"}
	for name, value := range full {
		body[name] = value
	}
	item := l.Make(t, "/api/collections/"+l.collection+"/items", body)
	check := func(what string, want M) {
		t.Helper()
		got := itemAttributes(t, l.person, item)
		for name := range full {
			same(t, what+": "+name, got[name], want[name])
		}
	}
	check("made", full)
	l.Send(t, "PUT", "/api/items/"+item, M{"name": "y"}).Want(t, http.StatusOK)
	check("left out", full)
	l.Send(t, "PATCH", "/api/items/"+item, M{"description": "d"}).Want(t, http.StatusOK)
	check("patched", full)
	full["wanted_max_price"], full["wanted_currency_code"], full["category_id"], full["tag_ids"] = nil, nil, nil, []any{}
	l.Send(t, "PUT", "/api/items/"+item, M{"name": "y", "wanted_max_price": nil, "category_id": nil, "tag_ids": nil}).Want(t, http.StatusOK)
	check("cleared", full)
	full["wanted"], full["wanted_priority"] = false, nil
	l.Send(t, "PATCH", "/api/items/"+item, M{"wanted": nil}).Want(t, http.StatusOK)
	check("not wanted", full)
	l.Send(t, "PATCH", "/api/items/"+item, M{"wanted_priority": "low", "wanted_max_price": 5}).Want(t, http.StatusOK)
	check("still not wanted", full)
}

// The first held copy ends the wish, whichever way it comes; a copy that comes back from
// the trash does not.
func TestAWishEnds(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	ordered := func(item string) string { return l.Make(t, "/api/items/"+item+"/copies", M{"status": "ordered"}) }
	for name, get := range map[string]func(item string){
		"a copy": func(item string) { l.Make(t, "/api/items/"+item+"/copies", M{}) },
		"an arrival": func(item string) {
			l.Send(t, "PATCH", "/api/copies/"+ordered(item), M{"status": "owned"}).Want(t, http.StatusOK)
		},
		"a purchase": func(item string) {
			l.Make(t, "/api/copies/"+ordered(item)+"/transactions", M{"type": "purchase", "occurred_at": "2024-01-01"})
		},
		"a loan left": func(item string) {
			id := l.Make(t, "/api/items/"+item+"/copies", M{"status": "ordered"})
			loan := l.Make(t, "/api/copies/"+id+"/loans", M{"direction": "incoming", "party": "Ada", "loaned_at": "2024-01-01"})
			l.Send(t, "PATCH", "/api/copies/"+id, M{"status": "owned"}).Want(t, http.StatusOK) // borrowed, so it is not held
			same(t, "borrowed", itemAttributes(t, l.person, item)["wanted"], true)
			l.Send(t, "PATCH", "/api/copies/"+id+"/loans/"+loan, M{"status": "cancelled"}).Want(t, http.StatusOK)
		},
	} {
		item := l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": name, "wanted": true, "wanted_max_price": 7})
		get(item)
		now := itemAttributes(t, l.person, item)
		same(t, name, []any{now["wanted"], now["wanted_priority"], now["wanted_max_price"], now["wanted_currency_code"]}, []any{false, nil, nil, nil})
		changes := l.Send(t, "GET", "/api/items/"+item+"/logs", nil).Dig(t, "data.0.attributes.changes").([]any)
		told := M{}
		for _, c := range changes {
			told[c.(M)["field"].(string)] = c.(M)["from"]
		}
		same(t, name+" in the log", []any{told["item.wanted"], told["item.wanted_priority"], told["item.wanted_max_price"]}, []any{true, "normal", 7})
		l.Send(t, "PATCH", "/api/items/"+item, M{"wanted": true}).Want(t, http.StatusOK)
		second := l.Make(t, "/api/items/"+item+"/copies", M{})
		same(t, name+" again", itemAttributes(t, l.person, item)["wanted"], true)
		told = M{}
		for _, c := range l.Send(t, "GET", "/api/copies/"+second+"/logs", nil).Dig(t, "data.0.attributes.changes").([]any) {
			told[c.(M)["field"].(string)] = true
		}
		same(t, "nothing about the item", told["item.wanted"], nil)
	}
	item := l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "x"})
	entry := l.Send(t, "DELETE", "/api/copies/"+l.Make(t, "/api/items/"+item+"/copies", M{}), nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	l.Send(t, "PATCH", "/api/items/"+item, M{"wanted": true}).Want(t, http.StatusOK)
	l.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
	same(t, "restored", itemAttributes(t, l.person, item)["wanted"], true)
}

// An item that moves leaves its category and its set behind, and the log tells so.
func TestAMovedItemLeavesItsPlace(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	_, ids := branch(t, l, 1)
	other := l.Make(t, "/api/collections", M{"name": "Other", "visibility": "private"})
	set, line := l.Make(t, "/api/sets", M{"name": "S", "collection_id": l.collection}), l.Make(t, "/api/series", M{"name": "S"})
	item := l.Make(t, "/api/collections/"+l.collection+"/items", M{"name": "x", "category_id": ids[0], "set_id": set, "series_id": line})
	l.Send(t, "POST", "/api/items/move", M{"item_ids": []string{item}, "collection_id": other}).Want(t, http.StatusOK)
	now := itemAttributes(t, l.person, item)
	same(t, "moved", []any{now["category_id"], now["set_id"], now["series_id"]}, []any{nil, nil, line})
	same(t, "the entry", l.Send(t, "GET", "/api/items/"+item+"/logs", nil).Dig(t, "data.0.attributes.changes"), []any{
		M{"field": "collection_id", "from": l.collection, "to": other}, M{"field": "category_id", "from": ids[0], "to": nil}, M{"field": "set_id", "from": set, "to": nil}})
}

func TestItemsByTheirPlace(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	_, ids := branch(t, l, 2)
	set, line := l.Make(t, "/api/sets", M{"name": "S", "collection_id": l.collection}), l.Make(t, "/api/series", M{"name": "S"})
	red, blue := l.Make(t, "/api/tags", M{"name": "red"}), l.Make(t, "/api/tags", M{"name": "blue"})
	items := "/api/collections/" + l.collection + "/items"
	a := l.Make(t, items, M{"name": "a", "category_id": ids[0], "set_id": set, "tag_ids": []string{red, blue}})
	b := l.Make(t, items, M{"name": "b", "category_id": ids[1], "series_id": line, "tag_ids": []string{red}, "wanted": true})
	c := l.Make(t, items, M{"name": "c", "wanted": true, "wanted_priority": "high"})
	copies := map[string]string{}
	for _, item := range []string{a, b, c} {
		copies[item] = l.Make(t, "/api/items/"+item+"/copies", M{"status": "sold"})
	}
	for query, want := range map[string][]string{
		"category_id=" + ids[0]: {a}, "category_id=" + ids[0] + "&include_nested=true": {a, b}, "category_id=none": {c}, "category_id=999999999": {},
		"set_id=" + set: {a}, "set_id=none": {b, c}, "series_id=" + line: {b}, "series_id=none": {a, c},
		"tag_ids=" + red: {a, b}, "tag_ids=" + red + "," + blue: {a}, "tag_ids_any=" + blue + ",999999999": {a}, "tag_ids_any=" + red + "," + blue: {a, b},
		"category_id=" + ids[0] + "&set_id=none": {},
	} {
		for _, path := range []string{items, "/api/items"} {
			same(t, path+"?"+query, l.Send(t, "GET", path+"?sort=name&"+query, nil).Want(t, http.StatusOK).Listed(t), want)
		}
		held := []string{}
		for _, item := range want {
			held = append(held, copies[item])
		}
		same(t, "copies "+query, l.Send(t, "GET", "/api/copies?"+query, nil).Want(t, http.StatusOK).Listed(t), held)
	}
	for query, want := range map[string][]string{"wanted=true": {b, c}, "wanted=false": {a}, "wanted_priority=high": {c}, "wanted=true&wanted_priority=low": {}} {
		same(t, query, l.Send(t, "GET", items+"?"+query, nil).Want(t, http.StatusOK).Listed(t), want)
	}
	for query, field := range map[string]string{"category_id=x": "category_id", "tag_ids=1,x": "tag_ids", "tag_ids_any=,": "tag_ids_any", "wanted=perhaps": "wanted", "wanted_priority=very": "wanted_priority"} {
		wantWrong(t, l.Send(t, "GET", items+"?"+query, nil), field)
	}
}

// Statistics of a collection count categories and sets.
func TestFiguresOfPlaces(t *testing.T) {
	t.Parallel()
	l := newLibrary(t, server(t).Owner(t))
	items := "/api/collections/" + l.collection + "/items"
	for i := range 8 {
		category := l.Make(t, "/api/collections/"+l.collection+"/categories", M{"name": string(rune('a' + i))})
		for range 8 - i {
			l.Make(t, items, M{"name": "x", "category_id": category})
		}
	}
	whole := l.Make(t, "/api/sets", M{"name": "whole", "collection_id": l.collection, "target_count": 1})
	part := l.Make(t, "/api/sets", M{"name": "part", "collection_id": l.collection, "target_count": 4})
	l.Make(t, "/api/sets", M{"name": "open", "collection_id": l.collection})
	for _, set := range []string{whole, whole, part} {
		l.Make(t, "/api/items/"+l.Make(t, items, M{"name": "x", "set_id": set})+"/copies", M{})
	}
	l.Make(t, items, M{"name": "x", "set_id": part, "wanted": true})
	r := l.Send(t, "GET", "/api/collections/"+l.collection+"/statistics", nil).Want(t, http.StatusOK)
	var labels, counts []any
	for _, share := range r.Dig(t, "data.attributes.by_category").([]any) {
		labels, counts = append(labels, share.(M)["label"]), append(counts, share.(M)["count"])
	}
	same(t, "categories", labels, []any{"a", "b", "c", "d", "e", "f", "other", nil})
	same(t, "items in them", counts, []any{8, 7, 6, 5, 4, 3, 3, 4})
	same(t, "sets", r.Dig(t, "data.attributes.sets_completion"), M{"percentage": 40, "owned": 2, "target": 5, "remaining": 3, "sets": 2})
	same(t, "wanted", r.Dig(t, "data.attributes.totals.wanted_items"), 1)
	same(t, "wanted in the account", l.Send(t, "GET", "/api/dashboard", nil).Dig(t, "data.attributes.totals.wanted_items"), 1)
	same(t, "wanted in the collection", l.Send(t, "GET", "/api/collections/"+l.collection+"?include=summary", nil).Dig(t, "data.summary.wanted_items"), 1)
	same(t, "the set", l.Send(t, "GET", "/api/sets/"+whole+"?include=summary", nil).Dig(t, "data.summary"), M{"items": 2, "owned": 2, "wanted": 0, "percentage": 100})
}
