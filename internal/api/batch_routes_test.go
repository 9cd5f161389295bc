package api

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/identity"
	"vitrine/test/fixture"
)

// apart are the routes of owners and editors that batches refuse. A new route is accepted and tested
// in batches, unless it is named here and in the contract.
var apart = []string{
	"POST /api/batch",
	"PUT /api/files/{sha256}",
	"POST /api/collection-types/import",
	"POST /api/trash/{entry}/restore",
	"PUT /api/trash",
	"POST /api/collections/{collection}/share-links",
	"DELETE /api/collections/{collection}/share-links/{shareLink}",
	"POST /api/proposals/{proposal}/refuse",
	"POST /api/proposals/{proposal}/accept",
	"POST /api/imports",
	"PUT /api/imports/{import}/file",
	"PUT /api/imports/{import}/mapping",
	"POST /api/imports/{import}/apply",
	"POST /api/imports/{import}/cancel",
	"POST /api/imports/{import}/revert",
}

// Every changing route is either accepted in a batch, with the same answer as alone, or refused on its
// path.
func TestEveryRouteInABatch(t *testing.T) {
	t.Parallel()
	h := server(t)
	not := map[string]bool{}
	for _, pattern := range apart {
		not[pattern] = true
	}
	for _, rt := range inside(h).routes {
		if strings.HasPrefix(rt.pattern, "GET ") {
			continue
		}
		taken := (rt.right == identity.Edit || rt.right == identity.Amend) && rt.access != anybody && !not[rt.pattern]
		t.Run(strings.ReplaceAll(rt.pattern, "/", "_"), func(t *testing.T) {
			t.Parallel()
			switch {
			case taken:
				w := h.World(t)
				w.Neighbours(t)
				batchedAsAlone(t, w, rt)
				refusedAsAlone(t, w, rt)
			default:
				method, path, _ := strings.Cut(rt.pattern, " ")
				wrongOn(t, inOne(t, h.Owner(t), op("POST", "/api/locations", M{"name": "x"}), op(method, regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, "1"), M{})), "operations.1.path")
			}
		})
	}
}

// operationOf is a route's example as an operation.
func operationOf(t *testing.T, w *world, rt route) M {
	t.Helper()
	method, _, _ := strings.Cut(rt.pattern, " ")
	path, kind, content := w.Prepare(t, w.Person, rt.pattern)
	o := op(method, path)
	if kind != "" {
		o["body"] = json.RawMessage(content)
	}
	return o
}

// ofRequest are the log entries that a request of somebody left.
const ofRequest = `account_id = (select account_id from users where email = $2) and request_id = $1`

// batchedAsAlone compares the answer to a route in one account with the answer to an
// operation in another.
func batchedAsAlone(t *testing.T, w *world, rt route) {
	t.Helper()
	other := w.World(t)
	other.Neighbours(t)
	alone := other.Request(t, other.Person, rt.pattern)
	if alone.StatusCode >= 300 {
		t.Fatalf("the example of the fixture is answered %d: %s", alone.StatusCode, alone.Content)
	}
	r := inOne(t, w.Person, operationOf(t, w, rt)).Want(t, http.StatusOK)
	same(t, "status", r.Dig(t, "data.0.status"), alone.StatusCode)
	same(t, "etag", r.Dig(t, "data.0.etag") != nil, alone.Header.Get("ETag") != "")
	same(t, "trash entry", r.Dig(t, "data.0.trash_entry") != nil, alone.Header.Get("X-Trash-Entry") != "")
	var body any
	if len(alone.Content) > 0 {
		body = alone.JSON(t)
	}
	same(t, "body", masked(r.Dig(t, "data.0.body")), masked(body))
	entries := func(p *person, r response) string {
		return scalar[string](t, w.Harness, `select coalesce(string_agg(action, ' '), '') from logs where `+ofRequest, r.Header.Get("X-Request-Id"), p.Email)
	}
	same(t, "entries", entries(w.Person, r), entries(other.Person, alone))
	if n := scalar[int](t, w.Harness, `select count(*)::int from logs where batch_index is distinct from 0 and `+ofRequest, r.Header.Get("X-Request-Id"), w.Email); n > 0 {
		t.Errorf("%d entries do not name their operation", n)
	}
}

// masks are what differs from account to account.
var masks = regexp.MustCompile(`[0-9a-f]{64}|[0-9a-f-]{36}|[A-Z2-7]{26}|[0-9]+`)

func masked(v any) string { return masks.ReplaceAllString(encoded(v), "#") }

// refusedAsAlone sends invalid requests: with bodies of wrong types, and about missing objects.
func refusedAsAlone(t *testing.T, w *world, rt route) {
	t.Helper()
	method, path, _ := strings.Cut(rt.pattern, " ")
	wrong := M{}
	for name := range fixture.Bodies()[strings.Replace(rt.pattern, "PATCH ", "PUT ", 1)] {
		wrong[name] = M{"wrong": true}
	}
	nowhere := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(path, "4611686018427387904")
	for _, path := range []string{w.Fill(path), nowhere} {
		for _, body := range []M{wrong, {}} {
			alone := w.Send(t, method, path, body)
			if alone.StatusCode < 400 { // it needs no body
				return
			}
			want := alone.JSON(t)
			want["operation"] = 0
			same(t, path, inOne(t, w.Person, op(method, path, body)).Want(t, alone.StatusCode).JSON(t), want)
		}
	}
}
