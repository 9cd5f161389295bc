package api

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"vitrine/test/fixture"
)

func TestETags(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	paths := []string{"/api/me"}
	for _, r := range fixture.Catalogued() {
		paths = append(paths, r.Object())
	}
	for _, path := range paths {
		path = w.Fill(path)
		tag := w.Send(t, "GET", path, nil).Want(t, http.StatusOK).Header.Get("ETag")
		if tag == "" {
			t.Fatalf("%s has no ETag", path)
		}
		for _, given := range []string{tag, `"other", ` + tag, "W/" + tag, "*"} {
			r := w.Send(t, "GET", path, nil, "If-None-Match", given).Want(t, http.StatusNotModified)
			if len(r.Content) > 0 || r.Header.Get("ETag") != tag {
				t.Errorf("a 304 with %q and ETag %s", r.Content, r.Header.Get("ETag"))
			}
		}
		w.Send(t, "GET", path, nil, "If-None-Match", `"other"`).Want(t, http.StatusOK)
	}
	if tag := w.Send(t, "GET", "/api/locations", nil).Header.Get("ETag"); tag != "" {
		t.Errorf("a list has the ETag %s", tag)
	}
}

// Of a hundred writers that know the same version, one succeeds.
func TestIfMatchLetsOneThrough(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	path := "/api/locations/" + u.Make(t, "/api/locations", M{"name": "Desk"})
	tag := u.Send(t, "GET", path, nil).Header.Get("ETag")
	var all sync.WaitGroup
	statuses := make([]int, 100)
	for i := range statuses {
		all.Go(func() {
			statuses[i] = patiently(func() response {
				return u.Send(t, "PUT", path, M{"name": fmt.Sprint("Desk ", i%2)}, "If-Match", tag)
			}).StatusCode
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
	if n := scalar[int](t, h, `select count(*) from logs where action = 'location_updated' and user_id = (select id from users where email = $1)`, u.Email); n != 1 {
		t.Errorf("%d entries in the log, want 1", n)
	}
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	path := "/api/locations/" + u.Make(t, "/api/locations", M{"name": "Desk"})
	tag := u.Send(t, "GET", path, nil).Header.Get("ETag")
	changed := u.Send(t, "PUT", path, M{"name": "Chair"}, "If-Match", tag).Want(t, http.StatusOK)
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		r := u.Send(t, method, path, M{"name": "Sofa"}, "If-Match", tag).Want(t, http.StatusPreconditionFailed)
		same(t, "the current object", r.JSON(t), changed.JSON(t))
	}
	u.Send(t, "PUT", path, M{}, "If-Match", changed.Header.Get("ETag")).Want(t, http.StatusUnprocessableEntity)
	u.Send(t, "DELETE", path, nil, "If-Match", changed.Header.Get("ETag")).Want(t, http.StatusNoContent)
	u.Send(t, "DELETE", path, nil, "If-Match", "*").Want(t, http.StatusNotFound)
}

func TestPatch(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	field := w.IDs["customField"]
	year := w.Make(t, w.Fill("/api/collection-types/{collectionType}/custom-fields"), M{"name": "Year", "field_type": "number"})
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
		{"/api/collections/{collection}/items/{item}", M{"custom_fields": M{field: nil}}, M{"custom_fields": M{year: 1986}, "collection_type_id": w.IDs["collectionType"]}},
		{"/api/items/{item}/copies/{copy}", M{"quantity": 3, "acquired_at": "2020-02-29"}, M{"quantity": 3, "location_id": w.IDs["location"], "acquired_at": 1582934400}},
		{"/api/items/{item}/copies/{copy}", M{"note": "Signed"}, M{"note": "Signed", "quantity": 3, "acquired_at": 1582934400}},
		{"/api/copies/{copy}/insurance-records/{insuranceRecord}", M{"status": "expired"}, M{"status": "expired", "policy_number": "P-1", "starts_at": 1767225600, "insured_value": 125000}},
		{"/api/account/members/{member}", M{"role": "viewer"}, M{"role": "viewer", "first_name": "Vita"}},
	} {
		r := w.Send(t, "PATCH", w.Fill(c.path), c.patch, "Content-Type", "application/merge-patch+json").Want(t, http.StatusOK)
		for name, want := range c.want {
			same(t, c.path+" "+name, r.Dig(t, "data.attributes").(M)[name], want)
		}
	}
	w.Send(t, "PATCH", w.Fill("/api/locations/{location}"), M{"name": nil}).Want(t, http.StatusUnprocessableEntity)
	w.Send(t, "PATCH", w.Fill("/api/locations/{location}"), "[").Want(t, http.StatusUnprocessableEntity)
	w.Send(t, "PATCH", "/api/locations/999999999", "[").Want(t, http.StatusNotFound)
}

// Concurrent patches of different members are all kept.
func TestConcurrentPatchesLoseNothing(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	path := w.Fill("/api/copies/{copy}/insurance-records/{insuranceRecord}")
	patch := M{"provider": "Axa", "coverage_type": "blanket", "contact_name": "Ann", "contact_phone": "1", "note": "N", "deductible_amount": 5, "status": "pending", "is_scheduled_item": true}
	var all sync.WaitGroup
	for name, value := range patch {
		all.Go(func() { w.Send(t, "PATCH", path, M{name: value}).Want(t, http.StatusOK) })
	}
	all.Wait()
	attributes := w.Send(t, "GET", path, nil).Dig(t, "data.attributes").(M)
	for name, value := range patch {
		same(t, name, attributes[name], value)
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	h := server(t)
	u, other := h.Owner(t), h.Owner(t)
	const key = "Idempotency-Key"
	first := u.Send(t, "POST", "/api/locations", `{"name":"Desk"}`, key, "k-1").Want(t, http.StatusCreated)
	again := u.Send(t, "POST", "/api/locations", `{"name":"Desk"}`, key, "k-1").Want(t, http.StatusCreated)
	if string(again.Content) != string(first.Content) || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the repeat is %s, want %s", again.Content, first.Content)
	}
	u.Send(t, "POST", "/api/locations", `{"name":"Chair"}`, key, "k-1").Want(t, http.StatusUnprocessableEntity)
	u.Send(t, "POST", "/api/collections", `{"name":"x","visibility":"private"}`, key, "k-1").Want(t, http.StatusCreated)
	other.Send(t, "POST", "/api/locations", `{"name":"Desk"}`, key, "k-1").Want(t, http.StatusCreated)
	u.Send(t, "POST", "/api/locations", `{"name":""}`, key, "k-2").Want(t, http.StatusUnprocessableEntity)
	u.Send(t, "POST", "/api/locations", `{"name":"Mended"}`, key, "k-2").Want(t, http.StatusCreated) // a refusal is not stored
	u.Send(t, "POST", "/api/locations", `{"name":"x"}`, key, "a b").Want(t, http.StatusUnprocessableEntity)
	same(t, "locations", u.Send(t, "GET", "/api/locations", nil).Dig(t, "meta.total"), 2)

	u.Send(t, "POST", "/api/administration/api", M{"label": "job"}, key, "k-3").Want(t, http.StatusCreated)
	secret := u.Send(t, "POST", "/api/administration/api", M{"label": "job"}, key, "k-3").Want(t, http.StatusConflict)
	same(t, "message", secret.Dig(t, "message"), "This request was done before. Its answer showed a secret, which is shown only once.")
	if n := scalar[int](t, h, `select count(*) from idempotency_keys where key = 'k-3' and answer is null`); n != 1 {
		t.Error("the secret is kept")
	}
}

// Of many twins one creates the object; the others get 409 or its answer.
func TestTwinsMakeOneObject(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	var all sync.WaitGroup
	statuses := make([]int, 30)
	for i := range statuses {
		all.Go(func() {
			statuses[i] = u.Send(t, "POST", "/api/locations", `{"name":"Desk"}`, "Idempotency-Key", "twin").StatusCode
		})
	}
	all.Wait()
	for _, s := range statuses {
		if s != http.StatusCreated && s != http.StatusConflict {
			t.Errorf("status %d", s)
		}
	}
	same(t, "locations", u.Send(t, "GET", "/api/locations", nil).Dig(t, "meta.total"), 1)
}

// A patch keeps item values it does not mention: those that no longer fit their
// field, and those of a type removed and restored.
func TestPatchKeepsValues(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	item, field := w.Fill("/api/collections/{collection}/items/{item}"), w.IDs["customField"]
	w.Send(t, "PATCH", item, M{"custom_fields": M{field: "issue"}}).Want(t, http.StatusOK)
	w.Send(t, "PATCH", w.Fill("/api/collection-types/{collectionType}/custom-fields/{customField}"), M{"options": []string{"book"}}).Want(t, http.StatusOK)
	renamed := w.Send(t, "PATCH", item, M{"name": "Watchmen 1"}).Want(t, http.StatusOK)
	same(t, "custom_fields", renamed.Dig(t, "data.attributes.custom_fields"), M{field: "issue"})
	bare := w.Send(t, "PATCH", item, M{"collection_type_id": nil}).Want(t, http.StatusOK)
	same(t, "custom_fields", bare.Dig(t, "data.attributes.custom_fields"), M{})
	back := w.Send(t, "PATCH", item, M{"collection_type_id": w.IDs["collectionType"]}).Want(t, http.StatusOK)
	same(t, "custom_fields", back.Dig(t, "data.attributes.custom_fields"), M{field: "issue"})
	none := w.Send(t, "PATCH", item, M{"custom_fields": nil}).Want(t, http.StatusOK)
	same(t, "custom_fields", none.Dig(t, "data.attributes.custom_fields"), M{})
}

// Careful requests take one connection each, however many are concurrent.
func TestCarefulRequestsDoNotStarve(t *testing.T) {
	t.Parallel()
	h := server(t)
	owners := []*person{h.Owner(t), h.Owner(t)} // an account may have 50 invitations
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			owners[i%2].Send(t, "POST", "/api/account/invitations", M{"email": address(), "role": "viewer"}, "Idempotency-Key", fmt.Sprint("invite-", i)).Want(t, http.StatusCreated)
		})
	}
	all.Wait()
}

// A code is used up only if its request succeeds.
func TestCarefulSecondFactor(t *testing.T) {
	t.Parallel()
	u, _, recovery := twofold(t)
	path := "/api/me/two-factor"
	u.Send(t, "POST", path+"/recovery-codes", M{"password": password, "code": recovery[0]}, "Idempotency-Key", "renew").Want(t, http.StatusOK)
	u.Send(t, "POST", path+"/recovery-codes", M{"password": password, "code": recovery[0]}, "Idempotency-Key", "renew").Want(t, http.StatusConflict)
	same(t, "codes left", u.Send(t, "GET", path, nil).Dig(t, "data.attributes.recovery_codes_left"), 8)
}
