package input

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Inputs that were once answered wrongly are sent in every run.
func init() {
	generators["found"] = func(testing.TB, *rand.Rand) []input { return found }
}

func TestInputFoundBefore(t *testing.T) {
	t.Parallel()
	bombard(t, "found")
}

var found = []input{
	// Addresses that the document forbids were accepted and shown.
	{Route: "PUT /api/me", Change: map[string]string{"email": `"a@example.org{"`}, Want: 422, Blame: "email"},
	{Route: "PUT /api/me", Change: map[string]string{"email": `"a@exämple.org"`}, Want: 422, Blame: "email"},
	{Route: "POST /api/copies/{copy}/insurance-records", Change: map[string]string{"contact_email": `"jo@exämple.org"`}, Want: 422, Blame: "contact_email"},
	// What is shared by a link is not kept, also if it is unchanged; the document said otherwise.
	{Route: "GET /api/shared/{token}/items/{item}", Headers: []string{"If-None-Match: *"}, Want: 304},
	{Route: "GET /api/public/collections/{uuid}/items/{item}", Headers: []string{"If-None-Match: *"}, Want: 304},
	// Ids of collections were taken as numbers, too, which the document did not say.
	{Route: "POST /api/exports", Change: map[string]string{"collection_ids": "[1,1,1]"}, Want: 201},
	// A column that does not exist was repeated in the answer twice, whatever its length.
	{Route: "POST /api/exports", Change: map[string]string{"kind": `"list"`, "list": `"items"`, "columns": `"` + strings.Repeat("x", 700_000) + `"`}, Want: 422, Blame: "columns"},
}
