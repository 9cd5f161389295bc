package api

import (
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A field that is deleted while it is being put somewhere moves nobody, or it
// was put there first: a request that finds nothing changes nothing.
func TestAFieldDeletedMeanwhileMovesNobody(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.owner(t)
	path := "/api/collection-types/" + u.make(t, "/api/collection-types", M{"name": "Kind"}) + "/custom-fields"
	first, second := u.make(t, path, M{"field_type": "text"}), u.make(t, path, M{"field_type": "text"})
	conn, err := pgx.Connect(t.Context(), h.url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(t.Context(), `select from custom_fields where id = $1 for update`, atoi(t, second)); err != nil {
		t.Fatal(err)
	}
	put, deleted := make(chan response, 1), make(chan response, 1)
	go func() { put <- u.send(t, "PUT", path+"/"+first, M{"field_type": "text", "position": 2}) }() // waits for the second
	time.Sleep(300 * time.Millisecond)
	go func() { deleted <- u.send(t, "DELETE", path+"/"+first, nil) }()
	time.Sleep(300 * time.Millisecond)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-deleted).want(t, http.StatusNoContent)
	want := map[int]int{http.StatusNotFound: 2, http.StatusOK: 3}[(<-put).StatusCode]
	same(t, "position of the other", u.send(t, "GET", path+"/"+second, nil).dig(t, "data.attributes.position"), want)
}
