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

// What is gone when a deletion looks for it, and restored before it deletes, is not deleted past the trash.
func TestWhatIsRestoredMeanwhileIsNotLost(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	item := u.Make(t, "/api/collections/"+u.Make(t, "/api/collections", M{"name": "Comics", "visibility": "private"})+"/items", M{"name": "Thing"})
	id := atoi(t, item)
	moved := begun(t, h, `create temporary table moved on commit preserve rows as select * from items where id = $1`, id)
	if _, err := moved.Exec(t.Context(), `delete from items where id = $1`, id); err != nil {
		t.Fatal(err)
	}
	deleted := make(chan response, 1)
	go func() { deleted <- u.Send(t, "DELETE", "/api/items/"+item, nil) }()
	awaitBlocked(t, h, moved.Conn().PgConn().PID(), 1)
	before := begun(t, h, `lock table logs in share mode`) // the deletion waits here once it has looked
	if err := moved.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	awaitBlocked(t, h, before.Conn().PgConn().PID(), 1)
	if _, err := moved.Conn().Exec(t.Context(), `insert into items select * from moved`); err != nil {
		t.Fatal(err)
	}
	if err := before.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-deleted).Want(t, http.StatusNotFound)
	u.Send(t, "GET", "/api/items/"+item, nil).Want(t, http.StatusOK)
}
