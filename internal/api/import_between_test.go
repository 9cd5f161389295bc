package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/testkind"
)

// rowsWithTags is a file of many rows, each with a tag: the first thousand another than the rest.
func rowsWithTags(rows int) string {
	var b strings.Builder
	b.WriteString("item_key,item_name,tags\n")
	for i := range rows {
		fmt.Fprintf(&b, "k%d,Item %d,%s\n", i, i, map[bool]string{true: "early", false: "late"}[i < rows/2])
	}
	return b.String()
}

// between starts an import and does something after its first chunk, seldom its second, while the job
// waits for a lock.
func (d desk) between(t *testing.T, id string, do func()) response {
	t.Helper()
	first, second := d.keeper(t), d.keeper(t)
	first.lock(`select from collections where id = $1::text::bigint for update`, d.collection) // which an item refers to
	d.Send(t, "POST", "/api/imports/"+id+"/apply", M{"plan": 1}).Want(t, http.StatusOK)
	first.await(`$1 = any(pg_blocking_pids(pid))`) // the first chunk is being written
	var next int64
	var state string
	var queue sync.WaitGroup
	queue.Go(func() {
		second.lock(`select next_row, state from imports where id = $1::text::bigint for update`, id, &next, &state)
	})
	second.await(`pid = $1 and cardinality(pg_blocking_pids(pid)) > 0`) // it queues for what is after the chunk
	first.release()
	queue.Wait()
	if next == 0 || state != "applying" {
		t.Fatalf("the import is %s, at row %d", state, next)
	}
	do()
	second.release()
	return d.settled(t, id)
}

// keeper is a connection that holds a lock.
type keeper struct {
	*testing.T
	desk
	conn *pgx.Conn
	held pgx.Tx
}

func (d desk) keeper(t *testing.T) *keeper {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), d.Database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.WithoutCancel(t.Context())) })
	held, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return &keeper{t, d, conn, held}
}

// lock holds a row, and reads it.
func (h *keeper) lock(sql, id string, into ...any) {
	if err := h.held.QueryRow(h.Context(), sql, id).Scan(into...); err != nil {
		h.Errorf("%s: %v", sql, err)
	}
}

func (h *keeper) release() {
	h.Helper()
	if err := h.held.Rollback(h.Context()); err != nil {
		h.Fatal(err)
	}
}

// await waits until a count of the server's sessions is not 0; $1 is the number of this one.
func (h *keeper) await(sessions string) {
	h.Helper()
	for began := time.Now(); scalar[int](h.T, h.Harness, `select count(*)::int from pg_stat_activity where `+sessions, int32(h.conn.PgConn().PID())) == 0; time.Sleep(time.Millisecond) {
		if time.Since(began) > 30*time.Second {
			h.Fatalf("never: %s", sessions)
		}
	}
}

// A tag is renamed after the first chunk: rows that name it are conflicts, the others are applied.
func TestImportMeetsARenamedTag(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	id, _ := d.planned(t, rowsWithTags(1200), M{})
	done := 600 // those that do not name it
	r := d.between(t, id, func() {
		done = max(done, d.items(t))
		late := scalar[string](t, d.Harness, `select id::text from tags where name = 'late' and account_id = (select account_id from imports where id = $1::text::bigint)`, id)
		d.Send(t, "PATCH", "/api/tags/"+late, M{"name": "renamed"}).Want(t, http.StatusOK)
	})
	same(t, "state", r.Dig(t, "data.attributes.state"), "applied")
	same(t, "done and conflicts", []any{r.Dig(t, "data.attributes.report.done"), r.Dig(t, "data.attributes.report.conflict")}, []any{float64(done), float64(1200 - done)})
	same(t, "items", d.items(t), done)
	same(t, "tags made again", scalar[int](t, d.Harness, `select count(*)::int from tags where name = 'late'`), 0)
}

// The collection is deleted after the first chunk: the import stops and says so. It can be reverted,
// or resumed once the collection is restored.
func TestImportStopsWithItsCollection(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	id, _ := d.planned(t, rowsWithTags(1200), M{})
	entry, written := "", 0
	r := d.between(t, id, func() {
		written = d.items(t)
		entry = d.Send(t, "DELETE", "/api/collections/"+d.collection, nil).Want(t, http.StatusNoContent).Header.Get("X-Trash-Entry")
	})
	same(t, "state", r.Dig(t, "data.attributes.state"), "stopped")
	if r.Dig(t, "data.attributes.error.message") == nil {
		t.Error("it does not say why")
	}
	d.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
	same(t, "items", d.items(t), written)
	same(t, "state", d.apply(t, id, M{"plan": 1}).Dig(t, "data.attributes.state"), "applied")
	same(t, "items", d.items(t), 1200)
}

// A member who resumes an import needs their own right, whoever started it.
func TestAnotherMemberGoesOn(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	editor := d.Join(t, "editor")
	theirs := desk{&world{Person: editor, IDs: d.IDs}, d.collection}
	id, _ := theirs.planned(t, rowsWithTags(1200), M{})
	member := d.MemberID(t, editor)
	r := d.between(t, id, func() { d.Send(t, "DELETE", "/api/account/members/"+member, nil).Want(t, http.StatusNoContent) })
	same(t, "state", r.Dig(t, "data.attributes.state"), "applied") // the owner began to apply it
	d.Send(t, "POST", "/api/imports/"+id+"/revert", M{}).Want(t, http.StatusOK)
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "reverted")
	same(t, "items", d.items(t), 0)
}

// While an import is running, a second one is refused with the name of the first, and reverted objects
// stay in the trash until all are there.
func TestImportIsInTheWay(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	id, _ := d.planned(t, rowsWithTags(1200), M{})
	d.between(t, id, func() {
		for _, headers := range [][]string{nil, {"Idempotency-Key", "again"}} {
			r := d.SendForm(t, "/api/imports", "x.csv", []byte("item_name\nA\n"), M{"collection_id": d.collection}, headers...).Want(t, http.StatusConflict)
			same(t, "import", r.Dig(t, "import"), id)
		}
	})
	d.Send(t, "POST", "/api/imports/"+id+"/revert", M{}).Want(t, http.StatusOK)
	conn, err := pgx.Connect(t.Context(), d.Database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	entry := ""
	for began := time.Now(); entry == "" && time.Since(began) < 30*time.Second; {
		held, err := conn.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var state string
		if err := held.QueryRow(t.Context(), `select coalesce(trash_entry_id::text, ''), state from imports where id = $1::text::bigint for share`, id).Scan(&entry, &state); err != nil {
			t.Fatal(err)
		}
		if entry != "" && state == "reverting" {
			r := d.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusConflict)
			same(t, "reason", r.Dig(t, "conflicts.0.reason"), "import_running")
		}
		if err := held.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	same(t, "state", d.settled(t, id).Dig(t, "data.attributes.state"), "reverted")
	d.Send(t, "POST", "/api/trash/"+entry+"/restore", M{}).Want(t, http.StatusOK)
	same(t, "items that came back", d.items(t), 1200)
	same(t, "tags that came back", scalar[int](t, d.Harness, `select count(*)::int from item_tags i join tags t on t.id = i.tag_id where t.name in ('early', 'late') and i.account_id = (select account_id from imports where id = $1::text::bigint)`, id), 1200)
}
