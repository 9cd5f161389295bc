package api

import (
	"net/http"
	"testing"
)

// An item that moves while it is deleted at its old path stays: the deletion is 404, and the trash
// stays empty.
func TestWhatMovedAwayIsNotInTheTrash(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	from, to := u.Make(t, "/api/collections", M{"name": "From", "visibility": "private"}), u.Make(t, "/api/collections", M{"name": "To", "visibility": "private"})
	item := u.Make(t, "/api/collections/"+from+"/items", M{"name": "Thing"})
	tx := begun(t, h, `update items set collection_id = $2 where id = $1`, atoi(t, item), atoi(t, to))
	deleted := make(chan response, 1)
	go func() { deleted <- u.Send(t, "DELETE", "/api/collections/"+from+"/items/"+item, nil) }()
	awaitBlocked(t, h, tx.Conn().PgConn().PID(), 1)
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-deleted).Want(t, http.StatusNotFound)
	same(t, "in the trash", u.Send(t, "GET", "/api/trash", nil).Dig(t, "meta.total"), 0)
	u.Send(t, "DELETE", "/api/collections/"+to+"/items/"+item, nil).Want(t, http.StatusNoContent)
	same(t, "in the trash", u.Send(t, "GET", "/api/trash", nil).Dig(t, "meta.total"), 1)
}
