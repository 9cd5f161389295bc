package api

import (
	"net/http"
	"testing"
)

// A copy that is written without a status while it comes back is not lent afterwards.
func TestACopyWrittenWhileItComesBack(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	item := l.item(t, "Thing", "", nil)
	copyID := l.Make(t, "/api/items/"+item+"/copies", M{"quantity": 1})
	loan := l.Make(t, "/api/copies/"+copyID+"/loans", M{"direction": "outgoing", "party": "Ada", "loaned_at": "2026-01-05"})
	status := func() any {
		return l.Send(t, "GET", "/api/copies/"+copyID, nil).Want(t, http.StatusOK).Dig(t, "data.attributes.status")
	}
	same(t, "status", status(), "loaned")
	tx := begun(t, h, `update loans set status = 'returned', returned_at = loaned_at where id = $1`, atoi(t, loan))
	written := make(chan response, 1)
	go func() { written <- l.Send(t, "PUT", "/api/copies/"+copyID, M{"quantity": 2}) }()
	awaitBlocked(t, h, tx.Conn().PgConn().PID(), 1)
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-written).Want(t, http.StatusOK)
	same(t, "status afterwards", status(), "owned")
}
