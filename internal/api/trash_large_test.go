package api

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
)

// A collection that was most of what there is comes back in seconds, although the
// statistics have learned meanwhile that it is gone.
func TestRestoringALargeCollectionTakesSeconds(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	collection := u.Make(t, "/api/collections", M{"name": "Stamps", "visibility": "private"})
	size := testkind.Number(4_000, 20_000)
	fill := func(sql string, from int) {
		t.Helper()
		scalar[int](t, h, `with filled as (`+sql+` returning 1) select count(*)::int from filled`, atoi(t, collection), 1_000_000_000+from)
	}
	for from := 0; from < size; from += 1000 { // plans are made for what was there before
		fill(`insert into items (account_id, id, collection_id, name, sort_name, search)
			select account_id, $2 + n, id, 'Stamp', 'stamp', '' from collections, generate_series(0, 999) n where id = $1`, from)
		fill(`insert into copies (account_id, id, item_id, quantity, status, search)
			select account_id, id, id, 1, 'owned', '' from items where collection_id = $1 and id >= $2`, from)
		apitest.Exec(t, h, `analyze items, copies`)
	}
	r := u.Send(t, "DELETE", "/api/collections/"+collection, nil).Want(t, http.StatusNoContent)
	apitest.Exec(t, h, `analyze items, copies`)
	start := time.Now()
	u.Send(t, "POST", "/api/trash/"+r.Header.Get("X-Trash-Entry")+"/restore", nil).Want(t, http.StatusOK)
	took := time.Since(start)
	t.Logf("%d items restored in %s", size, took)
	if took > 40*time.Second { // on a busy machine; 3 s on a quiet one
		t.Errorf("took %s", took)
	}
	same(t, "total", u.Send(t, "GET", "/api/copies", nil).Dig(t, "meta.total"), size)
}
