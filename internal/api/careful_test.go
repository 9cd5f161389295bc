package api

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
)

func TestETags(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	for _, path := range []string{"/api/me", "/api/locations/{location}", "/api/collections/{collection}/items/{item}", "/api/copies/{copy}/insurance-records/{insuranceRecord}"} {
		path = w.fill(path)
		tag := w.send(t, "GET", path, nil).want(t, http.StatusOK).Header.Get("ETag")
		if tag == "" {
			t.Fatalf("%s has no ETag", path)
		}
		for _, given := range []string{tag, `"other", ` + tag, "W/" + tag, "*"} {
			r := w.send(t, "GET", path, nil, "If-None-Match", given).want(t, http.StatusNotModified)
			if len(r.body) > 0 || r.Header.Get("ETag") != tag {
				t.Errorf("a 304 with %q and ETag %s", r.body, r.Header.Get("ETag"))
			}
		}
		w.send(t, "GET", path, nil, "If-None-Match", `"other"`).want(t, http.StatusOK)
	}
	if tag := w.send(t, "GET", "/api/locations", nil).Header.Get("ETag"); tag != "" {
		t.Errorf("a list has the ETag %s", tag)
	}
}

// A hundred writers who all know one version: one of them writes.
func TestIfMatchLetsOneThrough(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	path := "/api/locations/" + u.make(t, "/api/locations", M{"name": "Desk"})
	tag := u.send(t, "GET", path, nil).Header.Get("ETag")
	var all sync.WaitGroup
	statuses := make([]int, 100)
	for i := range statuses {
		all.Go(func() {
			statuses[i] = u.send(t, "PUT", path, M{"name": fmt.Sprint("Desk ", i%2)}, "If-Match", tag).StatusCode
		})
	}
	all.Wait()
	counts := map[int]int{}
	for _, s := range statuses {
		counts[s]++
	}
	if counts[http.StatusOK] != 1 || counts[http.StatusPreconditionFailed] != 99 {
		t.Errorf("%v, want one 200 and 99 times 412", counts)
	}
	if n := scalar[int](t, h, `select count(*) from logs where action = 'location_updated' and user_id = (select id from users where email = $1)`, u.email); n != 1 {
		t.Errorf("%d entries in the log, want 1", n)
	}
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	path := "/api/locations/" + u.make(t, "/api/locations", M{"name": "Desk"})
	tag := u.send(t, "GET", path, nil).Header.Get("ETag")
	changed := u.send(t, "PUT", path, M{"name": "Chair"}, "If-Match", tag).want(t, http.StatusOK)
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		r := u.send(t, method, path, M{"name": "Sofa"}, "If-Match", tag).want(t, http.StatusPreconditionFailed)
		same(t, "the current object", r.json(t), changed.json(t))
	}
	u.send(t, "PUT", path, M{}, "If-Match", changed.Header.Get("ETag")).want(t, http.StatusUnprocessableEntity)
	u.send(t, "DELETE", path, nil, "If-Match", changed.Header.Get("ETag")).want(t, http.StatusNoContent)
	u.send(t, "DELETE", path, nil, "If-Match", "*").want(t, http.StatusNotFound)
}

func TestPatch(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	field := w.ids["customField"]
	year := w.make(t, w.fill("/api/collection-types/{collectionType}/custom-fields"), M{"name": "Year", "field_type": "number"})
	for _, c := range []struct {
		path        string
		patch, want M
	}{
		{"/api/me", M{"nickname": "Countess"}, M{"nickname": "Countess", "first_name": "Ada", "time_format_24h": true}},
		{"/api/locations/{location}", M{"emoji": "🚪"}, M{"name": "Study", "emoji": "🚪"}},
		{"/api/collections/{collection}", M{"description": "All of them."}, M{"description": "All of them.", "currency": "EUR", "visibility": "shared"}},
		{"/api/collections/{collection}", M{"description": nil}, M{"description": nil, "name": "Comics"}},
		{"/api/collection-types/{collectionType}", M{"color": "#ABCDEF"}, M{"name": "Comic", "color": "#ABCDEF"}},
		{"/api/collection-types/{collectionType}/custom-field-groups/{group}", M{"name": nil}, M{"name": "", "position": 1}},
		{"/api/collection-types/{collectionType}/custom-fields/{customField}", M{"name": "Shape"}, M{"name": "Shape", "options": []string{"issue", "book"}, "position": 1}},
		{"/api/collections/{collection}/items/{item}", M{"custom_fields": M{field: "issue", year: 1986}}, M{"name": "Watchmen", "custom_fields": M{field: "issue", year: 1986}}},
		{"/api/collections/{collection}/items/{item}", M{"custom_fields": M{field: nil}}, M{"custom_fields": M{year: 1986}, "collection_type_id": w.ids["collectionType"]}},
		{"/api/items/{item}/copies/{copy}", M{"quantity": 3, "acquired_at": "2020-02-29"}, M{"quantity": 3, "location_id": w.ids["location"], "acquired_at": 1582934400}},
		{"/api/items/{item}/copies/{copy}", M{"note": "Signed"}, M{"note": "Signed", "quantity": 3, "acquired_at": 1582934400}},
		{"/api/copies/{copy}/insurance-records/{insuranceRecord}", M{"status": "expired"}, M{"status": "expired", "policy_number": "P-1", "starts_at": 1767225600, "insured_value": 125000}},
		{"/api/account/members/{member}", M{"role": "viewer"}, M{"role": "viewer", "first_name": "Vita"}},
	} {
		r := w.send(t, "PATCH", w.fill(c.path), c.patch, "Content-Type", "application/merge-patch+json").want(t, http.StatusOK)
		for name, want := range c.want {
			same(t, c.path+" "+name, r.dig(t, "data.attributes").(M)[name], want)
		}
	}
	w.send(t, "PATCH", w.fill("/api/locations/{location}"), M{"name": nil}).want(t, http.StatusUnprocessableEntity)
	w.send(t, "PATCH", w.fill("/api/locations/{location}"), "[").want(t, http.StatusUnprocessableEntity)
	w.send(t, "PATCH", "/api/locations/999999999", "[").want(t, http.StatusNotFound)
}

// Patches of different members at the same moment are all kept.
func TestConcurrentPatchesLoseNothing(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	path := w.fill("/api/copies/{copy}/insurance-records/{insuranceRecord}")
	patch := M{"provider": "Axa", "coverage_type": "blanket", "contact_name": "Ann", "contact_phone": "1", "note": "N", "deductible_amount": 5, "status": "pending", "is_scheduled_item": true}
	var all sync.WaitGroup
	for name, value := range patch {
		all.Go(func() { w.send(t, "PATCH", path, M{name: value}).want(t, http.StatusOK) })
	}
	all.Wait()
	attributes := w.send(t, "GET", path, nil).dig(t, "data.attributes").(M)
	for name, value := range patch {
		same(t, name, attributes[name], value)
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, other := h.owner(t), h.owner(t)
	const key = "Idempotency-Key"
	first := u.send(t, "POST", "/api/locations", `{"name":"Desk"}`, key, "k-1").want(t, http.StatusCreated)
	again := u.send(t, "POST", "/api/locations", `{"name":"Desk"}`, key, "k-1").want(t, http.StatusCreated)
	if string(again.body) != string(first.body) || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the repeat is %s, want %s", again.body, first.body)
	}
	u.send(t, "POST", "/api/locations", `{"name":"Chair"}`, key, "k-1").want(t, http.StatusUnprocessableEntity)
	u.send(t, "POST", "/api/collections", `{"name":"x","visibility":"private"}`, key, "k-1").want(t, http.StatusCreated)
	other.send(t, "POST", "/api/locations", `{"name":"Desk"}`, key, "k-1").want(t, http.StatusCreated)
	u.send(t, "POST", "/api/locations", `{"name":""}`, key, "k-2").want(t, http.StatusUnprocessableEntity)
	u.send(t, "POST", "/api/locations", `{"name":"Mended"}`, key, "k-2").want(t, http.StatusCreated) // a refusal is not kept
	u.send(t, "POST", "/api/locations", `{"name":"x"}`, key, "a b").want(t, http.StatusUnprocessableEntity)
	same(t, "locations", u.send(t, "GET", "/api/locations", nil).dig(t, "meta.total"), 2)

	u.send(t, "POST", "/api/administration/api", M{"label": "job"}, key, "k-3").want(t, http.StatusCreated)
	secret := u.send(t, "POST", "/api/administration/api", M{"label": "job"}, key, "k-3").want(t, http.StatusConflict)
	same(t, "message", secret.dig(t, "message"), "This request was done before. Its answer showed a secret, which is shown only once.")
	if n := scalar[int](t, h, `select count(*) from idempotency_keys where key = 'k-3' and answer is null`); n != 1 {
		t.Error("the secret is kept")
	}
}

// Of many twins one makes the object; the others get 409 or its answer.
func TestTwinsMakeOneObject(t *testing.T) {
	t.Parallel()
	u := server(t).owner(t)
	var all sync.WaitGroup
	statuses := make([]int, 30)
	for i := range statuses {
		all.Go(func() {
			statuses[i] = u.send(t, "POST", "/api/locations", `{"name":"Desk"}`, "Idempotency-Key", "twin").StatusCode
		})
	}
	all.Wait()
	for _, s := range statuses {
		if s != http.StatusCreated && s != http.StatusConflict {
			t.Errorf("status %d", s)
		}
	}
	same(t, "locations", u.send(t, "GET", "/api/locations", nil).dig(t, "meta.total"), 1)
}

// A patch of an item leaves alone what it does not mention: values that no
// longer fit their field, and those of a type that is taken away and given back.
func TestPatchKeepsValues(t *testing.T) {
	t.Parallel()
	w := server(t).world(t)
	item, field := w.fill("/api/collections/{collection}/items/{item}"), w.ids["customField"]
	w.send(t, "PATCH", item, M{"custom_fields": M{field: "issue"}}).want(t, http.StatusOK)
	w.send(t, "PATCH", w.fill("/api/collection-types/{collectionType}/custom-fields/{customField}"), M{"options": []string{"book"}}).want(t, http.StatusOK)
	renamed := w.send(t, "PATCH", item, M{"name": "Watchmen 1"}).want(t, http.StatusOK)
	same(t, "custom_fields", renamed.dig(t, "data.attributes.custom_fields"), M{field: "issue"})
	bare := w.send(t, "PATCH", item, M{"collection_type_id": nil}).want(t, http.StatusOK)
	same(t, "custom_fields", bare.dig(t, "data.attributes.custom_fields"), M{})
	back := w.send(t, "PATCH", item, M{"collection_type_id": w.ids["collectionType"]}).want(t, http.StatusOK)
	same(t, "custom_fields", back.dig(t, "data.attributes.custom_fields"), M{field: "issue"})
	none := w.send(t, "PATCH", item, M{"custom_fields": nil}).want(t, http.StatusOK)
	same(t, "custom_fields", none.dig(t, "data.attributes.custom_fields"), M{})
}

// Careful requests take one connection each, however many come at once.
func TestCarefulRequestsDoNotStarve(t *testing.T) {
	t.Parallel()
	h := server(t)
	owners := []*person{h.owner(t), h.owner(t)} // an account may have 50 invitations
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			owners[i%2].send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "viewer"}, "Idempotency-Key", fmt.Sprint("invite-", i)).want(t, http.StatusCreated)
		})
	}
	all.Wait()
}

// A code is used up only if what it was for is done.
func TestCarefulSecondFactor(t *testing.T) {
	t.Parallel()
	u, _, recovery := server(t).twofold(t)
	path := "/api/me/two-factor"
	u.send(t, "POST", path+"/recovery-codes", M{"password": password, "code": recovery[0]}, "Idempotency-Key", "renew").want(t, http.StatusOK)
	u.send(t, "POST", path+"/recovery-codes", M{"password": password, "code": recovery[0]}, "Idempotency-Key", "renew").want(t, http.StatusConflict)
	same(t, "codes left", u.send(t, "GET", path, nil).dig(t, "data.attributes.recovery_codes_left"), 8)
}
