package web

import (
	"net/http"
	"testing"

	"vitrine/internal/apitest"
)

// What is known is said: the copies of a long collection, and the items that one filter keeps.
func TestLongListsAreCountedWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t, apitest.Settings{})
	owner := s.Owner(t)
	b := s.signedIn(t, owner)
	records := owner.Make(t, "/api/collections", apitest.M{"name": "Records", "visibility": "private"})
	set := owner.Make(t, "/api/sets", apitest.M{"collection_id": records, "name": "Singles"})
	category := owner.Make(t, "/api/collections/"+records+"/categories", apitest.M{"name": "Rock"})
	apitest.Exec(t, s.Harness, `with made as (insert into items (account_id, collection_id, name, sort_name, search, set_id, category_id)
		select account_id, id, 'Record ' || n, 'record ' || n, '', case when n <= 1234 then `+set+` end, case when n > 20 then `+category+` end from collections, generate_series(1, 1300) n where id = `+records+`
		returning account_id, id) insert into copies (account_id, item_id, status, quantity, search) select account_id, id, 'owned', 1, '' from made`)
	b.get("/collections/"+records).want(t, http.StatusOK, "1,300 items · 1,300 copies")
	b.get("/collections/"+records+"?set="+set).want(t, http.StatusOK, "1,234 items", "1,300 items · 1,300 copies")
	b.get("/collections/"+records+"?category="+category).want(t, http.StatusOK, "1,280 items")
	b.get("/collections/"+records+"?set=none").want(t, http.StatusOK, "66 items")
	b.get("/collections/"+records+"?copies=yes").want(t, http.StatusOK, "1,000 items or more")
	owner.Send(t, "DELETE", "/api/items/"+apitest.Scalar[string](t, s.Harness, `select max(id)::text from items where collection_id = `+records), nil).Want(t, http.StatusNoContent)
	b.get("/collections/"+records).want(t, http.StatusOK, "1,299 items · 1,299 copies")
}
