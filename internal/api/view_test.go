package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// Who sees a view, and who writes it.
func TestViewsAreOwnOrShared(t *testing.T) {
	t.Parallel()
	h := server(t)
	owner := h.Owner(t)
	editor, other, viewer := owner.Join(t, identity.Editor), owner.Join(t, identity.Editor), owner.Join(t, identity.Viewer)
	body := M{"name": "V", "resource": "items", "query": "sort=name"}
	with := func(more M) M {
		all := M{}
		for _, m := range []M{body, more} {
			for k, v := range m {
				all[k] = v
			}
		}
		return all
	}
	private := editor.Make(t, "/api/views", body)
	shared := editor.Make(t, "/api/views", with(M{"shared": true, "name": "Ünser"}))
	mine := viewer.Make(t, "/api/views", body)
	for who, want := range map[*person][]string{owner: {shared}, editor: {private, shared}, other: {shared}, viewer: {shared, mine}} {
		same(t, "seen", who.Send(t, "GET", "/api/views", nil).Want(t, http.StatusOK).Listed(t), want)
	}
	same(t, "by name", owner.Send(t, "GET", "/api/views?q=unser", nil).Want(t, http.StatusOK).Listed(t), []string{shared})
	for _, who := range []*person{owner, other, viewer} {
		for _, r := range []response{
			who.Send(t, "GET", "/api/views/"+private, nil), who.Send(t, "PUT", "/api/views/"+private, body), who.Send(t, "DELETE", "/api/views/"+private, nil),
		} {
			r.Want(t, http.StatusNotFound)
		}
		who.Send(t, "GET", "/api/views/"+shared, nil).Want(t, http.StatusOK)
	}
	for _, who := range []*person{other, viewer} {
		for _, bad := range []M{body, {"name": ""}, with(M{"query": "sort=nonsense"})} {
			who.Send(t, "PUT", "/api/views/"+shared, bad).Want(t, http.StatusNotFound)
		}
		who.Send(t, "PATCH", "/api/views/"+shared, M{"name": "x"}).Want(t, http.StatusNotFound)
		who.Send(t, "DELETE", "/api/views/"+shared, nil).Want(t, http.StatusNotFound)
	}
	renamed := owner.Send(t, "PATCH", "/api/views/"+shared, M{"name": "Renamed"}).Want(t, http.StatusOK)
	same(t, "maker", renamed.Dig(t, "data.attributes.user_name"), "Vita West")

	for _, r := range []response{viewer.Send(t, "POST", "/api/views", with(M{"shared": true})), viewer.Send(t, "PATCH", "/api/views/"+mine, M{"shared": true})} {
		if errors := r.Want(t, http.StatusUnprocessableEntity).JSON(t)["errors"].(M); errors["shared"] == nil {
			t.Errorf("errors are %v", errors)
		}
	}

	// Removing a member deletes their private views; shared ones stay under their name.
	account := scalar[int64](t, h, `select account_id from users where email = $1`, editor.Email)
	id := scalar[string](t, h, `select id::text from users where email = $1`, editor.Email)
	owner.Send(t, "DELETE", "/api/account/members/"+id, nil).Want(t, http.StatusNoContent)
	same(t, "views of the account", scalar[int64](t, h, `select count(*) from views where account_id = $1`, account), 2)
	kept := owner.Send(t, "GET", "/api/views/"+shared, nil).Want(t, http.StatusOK)
	same(t, "maker who is gone", kept.Dig(t, "data.attributes.user_name"), "Vita West")
	owner.Send(t, "PATCH", "/api/views/"+shared, M{"shared": false}).Want(t, http.StatusOK)
	owner.Send(t, "GET", "/api/views/"+shared, nil).Want(t, http.StatusOK) // is the owner's now
	other.Send(t, "GET", "/api/views/"+shared, nil).Want(t, http.StatusNotFound)
	owner.Send(t, "DELETE", "/api/views/"+shared, nil).Want(t, http.StatusNoContent)
}

// The query of a view is checked against its list.
func TestViewsAreChecked(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	field := "custom_fields%5B" + l.fields["number"] + "%5D"
	for _, good := range []struct{ resource, query string }{
		{"items", ""}, {"items", "sort=-name"}, {"items", "q=blue%20train&per_page=50"}, {"items", "collection_id=999999999"}, {"items", field + "%5Bmin%5D=3&sort=" + field},
		{"items", "include=summary"}, {"items", "unheard_of=1"}, {"copies", "status=sold&sort=-acquired_at"}, {"loans", "direction=outgoing"}, {"photos", "duplicates=true"},
	} {
		l.Send(t, "POST", "/api/views", M{"name": "V", "resource": good.resource, "query": good.query}).Want(t, http.StatusCreated)
	}
	id := l.Make(t, "/api/views", M{"name": "V", "resource": "items"})
	for _, bad := range []struct{ resource, query string }{
		{"items", "sort=nonsense"}, {"items", "has_copies=perhaps"}, {"items", "page=2"}, {"items", "q=x&page="}, {"items", "view=" + id}, {"items", "after=x"}, {"items", "?sort=name"},
		{"items", "q=%zz"}, {"items", "q=" + strings.Repeat("a", 2000)}, {"items", "include=wine"}, {"items", "sort=custom_fields%5B999999999%5D"}, {"items", field + "=many&collection_type_id=" + l.kind},
		{"copies", "sort=value"}, {"copies", "sort=name"}, {"loans", "direction=sideways"}, {"photos", "copy_id=x"},
	} {
		for _, r := range []response{
			l.Send(t, "POST", "/api/views", M{"name": "V", "resource": bad.resource, "query": bad.query}),
			l.Send(t, "PATCH", "/api/views/"+id, M{"resource": bad.resource, "query": bad.query}),
		} {
			if errors := r.Want(t, http.StatusUnprocessableEntity).JSON(t)["errors"].(M); len(errors) != 1 || errors["query"] == nil {
				t.Errorf("%v: errors are %v", bad, errors)
			}
		}
	}
}

// A list applies a view; parameters of the request win.
func TestListsByView(t *testing.T) {
	t.Parallel()
	h := server(t)
	l, stranger := newLibrary(t, h.Owner(t)), newLibrary(t, h.Owner(t))
	l.item(t, "Bee", "", M{"number": 5})
	l.item(t, "Ant", "", M{"number": 7})
	l.item(t, "Cat", "", M{"number": 1})
	field := "custom_fields[" + l.fields["number"] + "]"
	view := func(u *library, resource, query string) string {
		return u.Make(t, "/api/views", M{"name": "V", "resource": resource, "query": u.encode(t, query)})
	}
	large := view(l, "items", field+"[min]=2&sort=name&per_page=1")
	for query, want := range map[string][]string{"": {"Ant"}, "&per_page=10": {"Ant", "Bee"}, "&per_page=10&sort=-name": {"Bee", "Ant"}, "&q=bee": {"Bee"}, "&page=2": {"Bee"}, "&per_page=10&" + field + "[min]=6": {"Ant"}} {
		for _, list := range []string{"/api/items", "/api/collections/" + l.collection + "/items"} {
			r := l.Send(t, "GET", list+"?view="+large+strings.NewReplacer("[", "%5B", "]", "%5D").Replace(query), nil).Want(t, http.StatusOK)
			names := []string{}
			for _, object := range r.Dig(t, "data").([]any) {
				names = append(names, object.(M)["attributes"].(M)["name"].(string))
			}
			same(t, list+" "+query, names, want)
		}
	}
	next := l.Send(t, "GET", "/api/items?view="+large, nil).Want(t, http.StatusOK).Dig(t, "links.next").(string)
	same(t, "next page", next, "https://vitrine.example/api/items?page=2&view="+large)
	copies, theirs := view(l, "copies", ""), view(stranger, "items", "")
	for _, bad := range []string{copies, theirs, "999999999", "abc", "0", "-1"} {
		if errors := l.Send(t, "GET", "/api/items?view="+bad, nil).Want(t, http.StatusUnprocessableEntity).JSON(t)["errors"].(M); errors["view"] == nil {
			t.Errorf("%s: errors are %v", bad, errors)
		}
	}
	l.Send(t, "GET", "/api/copies?view="+copies, nil).Want(t, http.StatusOK)

	// A deleted object in a view matches nothing, and sorts nothing.
	sorted := view(l, "items", "collection_type_id="+l.kind+"&sort=-"+field)
	place := l.Make(t, "/api/locations", M{"name": "Shelf"})
	there := view(l, "copies", "location_id="+place)
	l.Send(t, "DELETE", "/api/locations/"+place, nil).Want(t, http.StatusNoContent)
	l.Send(t, "DELETE", "/api/collection-types/"+l.kind+"/custom-fields/"+l.fields["number"], nil).Want(t, http.StatusNoContent)
	for path, want := range map[string]int{"/api/items?view=" + large: 0, "/api/items?view=" + sorted: 3, "/api/copies?view=" + there: 0} {
		same(t, path, l.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "meta.total"), want)
	}
	l.Send(t, "GET", "/api/items?view="+sorted+"&sort=nonsense", nil).Want(t, http.StatusUnprocessableEntity)
	l.Send(t, "GET", "/api/items?view="+large+"&custom_fields%5B"+l.fields["number"]+"%5D=1", nil).Want(t, http.StatusUnprocessableEntity)
}

// A user has a hundred views, however many are made at once.
func TestAHundredViews(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	account := scalar[int64](t, h, `select account_id from users where email = $1`, u.Email)
	u.Make(t, "/api/views", M{"name": "V", "resource": "items"})
	apitest.Exec(t, h, fmt.Sprintf(`insert into views (account_id, user_id, private_of, user_name, name, name_key, resource, query, shared)
		select account_id, user_id, private_of, user_name, name, name_key, resource, query, shared from views, generate_series(1, 97) where account_id = %d`, account))
	var all sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for range 6 {
		all.Go(func() {
			r := u.Send(t, "POST", "/api/views", M{"name": "V", "resource": "items"})
			mu.Lock()
			defer mu.Unlock()
			answers[r.StatusCode]++
			if r.StatusCode == http.StatusUnprocessableEntity && r.JSON(t)["errors"].(M)["account"] == nil {
				t.Errorf("refused by %v", r.JSON(t))
			}
		})
	}
	all.Wait()
	same(t, "answers", answers, map[int]int{http.StatusCreated: 2, http.StatusUnprocessableEntity: 4})
}

// Names and queries of views reveal contents of their collection.
func TestLimitedKeysSeeViewsOfTheirCollections(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	own, other := w.IDs["collection"], w.Make(t, "/api/collections", M{"name": "Secret", "visibility": "private", "currency": "EUR"})
	set := func(of string) string { return w.Make(t, "/api/sets", M{"name": "S", "collection_id": of}) }
	category := func(of string) string { return w.Make(t, "/api/collections/"+of+"/categories", M{"name": "C"}) }
	view := func(resource, query string) string {
		return w.Make(t, "/api/views", M{"name": query, "resource": resource, "query": query, "shared": true})
	}
	seen := []string{view("items", "sort=name"), view("items", "q=x&collection_id="+own), view("copies", "collection_id="+own), view("items", "set_id="+set(own)), view("items", "category_id=none")}
	hidden := []string{view("items", "q=x&collection_id="+other), view("copies", "collection_id="+other+"&held=true"), view("loans", "collection_id="+other), view("photos", "collection_id="+other),
		view("items", "set_id="+set(other)), view("copies", "held=true&category_id="+category(other))}
	key, _ := makeKey(t, w.Person, M{"collection_ids": []string{own}})
	for _, id := range hidden {
		key.Send(t, "GET", "/api/views/"+id, nil).Want(t, http.StatusNotFound)
		key.Send(t, "GET", "/api/items?view="+id, nil).Want(t, http.StatusUnprocessableEntity)
	}
	for _, id := range seen {
		key.Send(t, "GET", "/api/views/"+id, nil).Want(t, http.StatusOK)
	}
	listed := key.Send(t, "GET", "/api/views", nil).Want(t, http.StatusOK)
	for _, id := range listed.Listed(t) {
		if slices.Contains(hidden, id) {
			t.Errorf("view %s is listed", id)
		}
	}
	same(t, "total", listed.Dig(t, "meta.total"), float64(len(listed.Listed(t))))
}
