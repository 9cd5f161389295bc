package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
)

// op is an operation of a batch.
func op(method, path string, body ...M) M {
	o := M{"method": method, "path": path}
	if len(body) > 0 {
		o["body"] = body[0]
	}
	return o
}

// inOne sends operations in one request.
func inOne(t testing.TB, who *person, ops ...M) response {
	t.Helper()
	return who.Send(t, "POST", "/api/batch", M{"operations": ops})
}

// statuses are what the operations of a batch were answered.
func statuses(t testing.TB, r response) (all []int) {
	t.Helper()
	for _, one := range r.Want(t, http.StatusOK).Dig(t, "data").([]any) {
		all = append(all, int(one.(M)["status"].(float64)))
	}
	return all
}

// failedAt requires an operation to have failed with a status.
func failedAt(t testing.TB, r response, status, operation int) response {
	t.Helper()
	same(t, "operation", r.Want(t, status).Dig(t, "operation"), operation)
	return r
}

// wrongOn requires a batch to be refused on a field, and before anything was done.
func wrongOn(t testing.TB, r response, field string) {
	t.Helper()
	r.Want(t, http.StatusUnprocessableEntity)
	if errors := r.JSON(t)["errors"].(M); errors[field] == nil {
		t.Errorf("errors are %v, want one on %s", errors, field)
	}
}

// total is the length of a list.
func total(t testing.TB, who *person, path string) any {
	t.Helper()
	return who.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "meta.total")
}

// A batch makes the same objects as its operations sent alone.
func TestBatchMakesACollection(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	r := inOne(t, u, op("POST", "/api/collections", M{"name": "Coins", "visibility": "private"}), op("POST", "/api/collections/$0/items", M{"name": "a"}), op("POST", "/api/items/$1/copies", M{}),
		op("PATCH", "/api/copies/$2", M{"note": "n"}), op("DELETE", "/api/items/$1/copies/$2"), op("POST", "/api/items/$1/copies"))
	same(t, "statuses", statuses(t, r), []int{201, 201, 201, 200, 204, 201})
	id := func(i int) string { return r.Dig(t, fmt.Sprintf("data.%d.body.data.id", i)).(string) }
	for i, path := range map[int]string{0: "/api/collections/" + id(0), 1: "/api/items/" + id(1), 5: "/api/copies/" + id(5)} {
		alone := u.Send(t, "GET", path, nil).Want(t, http.StatusOK)
		same(t, path, r.Dig(t, fmt.Sprintf("data.%d.body", i)), alone.JSON(t))
		same(t, path+" trash entry", r.Dig(t, fmt.Sprintf("data.%d.trash_entry", i)), nil)
		if i > 0 { // the collection was changed by what came into it
			same(t, path+" etag", r.Dig(t, fmt.Sprintf("data.%d.etag", i)), alone.Header.Get("ETag"))
		}
	}
	same(t, "the same copy", id(3), id(2))
	same(t, "the deletion", []any{r.Dig(t, "data.4.etag"), r.Dig(t, "data.4.body")}, []any{nil, nil})
	u.Send(t, "POST", "/api/trash/"+r.Dig(t, "data.4.trash_entry").(string)+"/restore", nil).Want(t, http.StatusOK)
	same(t, "note", u.Send(t, "GET", "/api/copies/"+id(2), nil).Dig(t, "data.attributes.note"), "n")
}

// The first failure undoes everything, including log entries and trash.
func TestBatchIsDoneWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	h := server(t)
	v := newVictim(t, h)
	before := v.fingerprint(t)
	done := []M{op("POST", "/api/item-conditions", M{"name": "Worn"}), op("PATCH", v.Fill("/api/items/{item}"), M{"name": "Other"}), op("DELETE", v.Fill("/api/copies/{copy}")),
		op("DELETE", v.Fill("/api/locations/{location}"))}
	for _, c := range []struct {
		status int
		fails  M
	}{
		{http.StatusUnprocessableEntity, op("POST", "/api/item-conditions", M{"name": "worn"})},
		{http.StatusUnprocessableEntity, op("POST", "/api/locations", M{})},
		{http.StatusUnprocessableEntity, op("POST", "/api/locations", M{"name": "x", "parent_id": v.IDs["location"]})}, // deleted before
		{http.StatusNotFound, op("PATCH", v.Fill("/api/copies/{copy}"), M{"note": "x"})},
		{http.StatusNotFound, op("DELETE", "/api/item-conditions/999999999")},
		{http.StatusNotFound, op("POST", "/api/nothing", M{})},
		{http.StatusNotFound, op("POST", "/api/items/x/copies", M{})},
		{http.StatusPreconditionFailed, M{"method": "DELETE", "path": v.Fill("/api/items/{item}"), "if_match": `"old"`}},
	} {
		failedAt(t, inOne(t, v.Person, append(slices.Clone(done), c.fails, op("POST", "/api/locations", M{"name": "never"}))...), c.status, len(done))
		if v.fingerprint(t) != before {
			t.Fatalf("something is left of a batch that failed by %v", c.fails)
		}
	}
	same(t, "the same without what fails", statuses(t, inOne(t, v.Person, done...)), []int{201, 200, 204, 204})
}

// An operation with if_match runs only if its object is unchanged since the caller read it.
func TestBatchIfMatch(t *testing.T) {
	t.Parallel()
	u := server(t).Owner(t)
	path := "/api/locations/" + u.Make(t, "/api/locations", M{"name": "Desk"})
	tag := u.Send(t, "GET", path, nil).Header.Get("ETag")
	guarded := func(method, tag string) M {
		return M{"method": method, "path": path, "if_match": tag, "body": M{"name": method}}
	}
	r := inOne(t, u, guarded("PUT", tag), guarded("PATCH", "*"))
	same(t, "statuses", statuses(t, r), []int{200, 200})
	for _, method := range []string{"PUT", "PATCH", "DELETE"} {
		r := failedAt(t, inOne(t, u, op("POST", "/api/locations", M{"name": "x"}), guarded(method, tag)), http.StatusPreconditionFailed, 1)
		same(t, "the object as it is", r.Dig(t, "data.attributes.name"), "PATCH")
	}
	now := r.Dig(t, "data.1.etag").(string)
	r = inOne(t, u, op("PATCH", path, M{"name": "Chair"}), guarded("PUT", now))
	failedAt(t, r, http.StatusPreconditionFailed, 1) // the batch itself has changed it
	same(t, "statuses", statuses(t, inOne(t, u, guarded("DELETE", now))), []int{204})
	same(t, "locations", total(t, u, "/api/locations"), 0)
}

// Each operation has its entry, which names the request and its place in it.
func TestBatchIsLogged(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	entries := total(t, w.Person, "/api/administration/logs").(float64)
	r := inOne(t, w.Person, op("PATCH", w.Fill("/api/items/{item}"), M{"name": "Ducat"}), op("POST", w.Fill("/api/copies/{copy}/valuations"), M{"type": "other", "amount": 5, "valued_at": "2026-01-01"}),
		op("POST", w.Fill("/api/items/{item}/tags-of-old"), M{}))
	failedAt(t, r, http.StatusNotFound, 2)
	same(t, "entries of a failure", total(t, w.Person, "/api/administration/logs"), entries)
	r = inOne(t, w.Person, op("PATCH", w.Fill("/api/items/{item}"), M{"name": "Ducat"}), op("POST", w.Fill("/api/copies/{copy}/valuations"), M{"type": "other", "amount": 5, "valued_at": "2026-01-01"}),
		op("DELETE", w.Fill("/api/copies/{copy}/valuations/$1")))
	same(t, "statuses", statuses(t, r), []int{200, 201, 204})
	same(t, "entries", total(t, w.Person, "/api/administration/logs"), entries+3)
	logs := w.Send(t, "GET", w.Fill("/api/items/{item}/logs?per_page=3"), nil).Want(t, http.StatusOK)
	for i, action := range []string{"valuation_deleted", "valuation_created", "item_updated"} {
		about := func(name string) any { return logs.Dig(t, fmt.Sprintf("data.%d.attributes.%s", i, name)) }
		same(t, "an entry", []any{about("action"), about("batch_index"), about("request_id")}, []any{action, 2 - i, r.Header.Get("X-Request-Id")})
	}
	w.Send(t, "PATCH", w.Fill("/api/items/{item}"), M{"name": "Alone"}).Want(t, http.StatusOK)
	same(t, "alone", w.Send(t, "GET", w.Fill("/api/items/{item}/logs?per_page=1"), nil).Dig(t, "data.0.attributes.batch_index"), nil)
}

// A batch is one request: one for the limiter, and one under an Idempotency-Key.
func TestBatchIsOneRequest(t *testing.T) {
	t.Parallel()
	h := another(t, server(t), settings{APILimit: 50})
	u := h.Owner(t)
	var ops []M
	for i := range maxOperations {
		ops = append(ops, op("POST", "/api/locations", M{"name": fmt.Sprint("Shelf ", i)}))
	}
	key := []string{"Idempotency-Key", "batch-" + u.Email}
	first := u.Send(t, "POST", "/api/batch", M{"operations": ops}, key...).Want(t, http.StatusOK)
	same(t, "remaining", first.Header.Get("X-RateLimit-Remaining"), "49")
	again := u.Send(t, "POST", "/api/batch", M{"operations": ops}, key...).Want(t, http.StatusOK)
	same(t, "replayed", again.Header.Get("Idempotent-Replayed"), "true")
	same(t, "the same answer", again.JSON(t), first.JSON(t))
	same(t, "locations", total(t, u, "/api/locations"), maxOperations)
	wrongOn(t, u.Send(t, "POST", "/api/batch", M{"operations": ops[:1]}, key...), "idempotency_key")
	failing := M{"operations": []M{ops[0], op("POST", "/api/locations", M{})}}
	failedAt(t, u.Send(t, "POST", "/api/batch", failing, "Idempotency-Key", "other"), http.StatusUnprocessableEntity, 1)
	u.Send(t, "POST", "/api/batch", M{"operations": ops[:1]}, "Idempotency-Key", "other").Want(t, http.StatusOK) // what failed can be mended
	same(t, "locations", total(t, u, "/api/locations"), maxOperations+1)
}

// A batch gives no more rights than single requests.
func TestBatchReachesNoFurther(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	hidden, stranger := further(t, w), w.Owner(t)
	make, patch := op("POST", "/api/locations", M{"name": "x"}), op("PATCH", w.Fill("/api/items/{item}"), M{"name": "changed"})
	reading, _ := makeKey(t, w.Person, M{"scopes": []string{"read"}})
	for _, who := range []*person{w.Viewer(t), reading} {
		for _, ops := range [][]M{{make}, {}, {op("GET", "/api/me")}} {
			r := inOne(t, who, ops...).Want(t, http.StatusNotFound)
			same(t, "answer", r.JSON(t), M{"message": "Not found."})
		}
	}
	inOne(t, w.Nobody(), make).Want(t, http.StatusUnauthorized)
	failedAt(t, inOne(t, stranger, make, patch), http.StatusNotFound, 1)
	same(t, "locations of the stranger", total(t, stranger, "/api/locations"), 0)
	writing, _ := makeKey(t, w.Person, M{"scopes": []string{"write"}})
	same(t, "statuses", statuses(t, inOne(t, writing, make)), []int{201})
	failedAt(t, inOne(t, writing, make, patch), http.StatusNotFound, 1) // which reads, too
	r := failedAt(t, inOne(t, writing, M{"method": "DELETE", "path": w.Fill("/api/items/{item}"), "if_match": `"old"`}), http.StatusPreconditionFailed, 0)
	same(t, "what it sees", r.Dig(t, "data"), nil)
	limited, _ := makeKey(t, w.Person, M{"collection_ids": []string{w.IDs["collection"]}})
	same(t, "statuses", statuses(t, inOne(t, limited, patch)), []int{200})
	failedAt(t, inOne(t, limited, patch, make), http.StatusNotFound, 1)
	failedAt(t, inOne(t, limited, patch, op("PATCH", hidden.Fill("/api/items/{item}"), M{"name": "no"}), patch), http.StatusNotFound, 1)
	same(t, "statuses", statuses(t, inOne(t, w.Join(t, identity.Editor), patch, make)), []int{200, 201})
	apitest.CheckState(t, w.Harness)
}

// Photos and documents are stored before the transaction; those of a failed batch are deleted.
func TestBatchWithFiles(t *testing.T) {
	t.Parallel()
	h, store := depot(t, settings{})
	w := h.World(t)
	picture, other := apitest.Picture(), apitest.Picture()
	for _, content := range [][]byte{picture, other} {
		w.Upload(t, content).Want(t, http.StatusCreated)
	}
	ops := []M{op("POST", w.Fill("/api/collections/{collection}/items"), M{"name": "x"}), op("POST", "/api/items/$0/photos", M{"sha256": apitest.Sum(picture)}),
		op("POST", "/api/items/$0/photos", M{"sha256": apitest.Sum(other)}), op("PUT", "/api/items/$0/photos/$2/main"),
		op("POST", w.Fill("/api/copies/{copy}/documents"), M{"document_type": "receipt", "name": "r", "external_url": "https://example.org/r.pdf"})}
	before := stored(t, store)
	failedAt(t, inOne(t, w.Person, append(slices.Clone(ops), op("POST", "/api/items/$0/photos", M{"sha256": strings.Repeat("0", 64)}))...), http.StatusUnprocessableEntity, len(ops))
	failedAt(t, inOne(t, w.Person, append(slices.Clone(ops), M{"method": "DELETE", "path": w.Fill("/api/items/{item}"), "if_match": `"old"`})...), http.StatusPreconditionFailed, len(ops))
	same(t, "objects of failures", stored(t, store), before)
	r := inOne(t, w.Person, ops...)
	same(t, "statuses", statuses(t, r), []int{201, 201, 201, 200, 201})
	for i := 1; i <= 2; i++ {
		self := strings.TrimPrefix(r.Dig(t, fmt.Sprintf("data.%d.body.data.links.self", i)).(string), h.URL)
		w.Send(t, "GET", self+"/file?size=original", nil).Want(t, http.StatusOK)
	}
	apitest.CheckState(t, h)
}
