package api

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A field deleted while it is being moved shifts no other, unless the move came first.
func TestAFieldDeletedMeanwhileMovesNobody(t *testing.T) {
	t.Parallel()
	h := server(t)
	u := h.Owner(t)
	path := "/api/collection-types/" + u.Make(t, "/api/collection-types", M{"name": "Kind"}) + "/custom-fields"
	first, second := u.Make(t, path, M{"field_type": "text"}), u.Make(t, path, M{"field_type": "text"})
	tx := begun(t, h, `select from custom_fields where id = $1 for update`, atoi(t, second))
	put, deleted := make(chan response, 1), make(chan response, 1)
	go func() { put <- u.Send(t, "PUT", path+"/"+first, M{"field_type": "text", "position": 2}) }() // waits for the second
	awaitBlocked(t, h, tx.Conn().PgConn().PID(), 1)
	go func() { deleted <- u.Send(t, "DELETE", path+"/"+first, nil) }()
	awaitBlocked(t, h, tx.Conn().PgConn().PID(), 2)
	if err := tx.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	(<-deleted).Want(t, http.StatusNoContent)
	want := map[int]int{http.StatusNotFound: 2, http.StatusOK: 3}[(<-put).StatusCode]
	same(t, "position of the other", u.Send(t, "GET", path+"/"+second, nil).Dig(t, "data.attributes.position"), want)
}

// begun is a transaction that has run a statement and holds its locks.
func begun(t *testing.T, h *harness, sql string, args ...any) pgx.Tx {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), h.Database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	tx, err := conn.Begin(t.Context())
	if err == nil {
		_, err = tx.Exec(t.Context(), sql, args...)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tx
}

// awaitBlocked waits until so many connections wait for the one with this process
// id, directly or indirectly.
func awaitBlocked(t *testing.T, h *harness, pid uint32, want int) {
	t.Helper()
	const blocked = `
		with recursive blocked as (
			select $1::int as pid
			union
			select a.pid from pg_stat_activity a join blocked b on b.pid = any(pg_blocking_pids(a.pid))
		) select count(*)::int - 1 from blocked`
	for began := time.Now(); scalar[int](t, h, blocked, pid) < want; time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > 30*time.Second {
			t.Fatalf("fewer than %d connections wait", want)
		}
	}
}
