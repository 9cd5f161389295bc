package api

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/identity"
	"vitrine/internal/jobs"
	"vitrine/internal/postgres/inventory"
	"vitrine/internal/testkind"
)

// made waits until no job works on an export.
func made(t *testing.T, p *person, id string) response {
	t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; {
		r := p.Send(t, "GET", "/api/exports/"+id, nil, "Prefer", "wait=10").Want(t, http.StatusOK)
		if state := r.Dig(t, "data.attributes.state"); state != "waiting" && state != "working" {
			return r
		}
	}
	t.Fatal("the export does not end")
	return response{}
}

// orderList orders a list and waits for it.
func orderList(t *testing.T, p *person, body M) (string, response) {
	t.Helper()
	id := p.Send(t, "POST", "/api/exports", body).Want(t, http.StatusCreated).ID(t)
	return id, made(t, p, id)
}

// A list made by a job equals the download, also by ranges, and the log notes who fetched it. Deleting
// it deletes its object.
func TestExport(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	for i := range 3 {
		item := d.Make(t, "/api/collections/"+d.collection+"/items", M{"name": fmt.Sprint("=Coin ", i)})
		d.Make(t, "/api/items/"+item+"/copies", M{"identifier": fmt.Sprint("id-", i)})
	}
	query := "collection_id=" + d.collection
	id, r := orderList(t, d.Person, M{"kind": "list", "list": "copies", "query": query, "format": "csv", "columns": "item_name,identifier"})
	file := "/api/exports/" + id + "/file"
	for name, want := range (M{"state": "done", "kind": "list", "query": query, "format": "csv", "rows": 3.0, "error": nil, "verification_url": nil, "progress.percent": 100.0, "options.list": "copies"}) {
		same(t, name, r.Dig(t, "data.attributes."+name), want)
	}
	left := time.Until(time.Unix(int64(r.Dig(t, "data.attributes.expires_at").(float64)), 0))
	if left < 7*24*time.Hour-time.Minute || left > 7*24*time.Hour {
		t.Errorf("it expires in %v, want 7 days", left)
	}
	direct := d.Send(t, "GET", "/api/copies/export?columns=item_name,identifier&"+query, nil).Want(t, http.StatusOK)
	whole := d.Send(t, "GET", file, nil).Want(t, http.StatusOK)
	same(t, "bytes", string(whole.Content), string(direct.Content))
	same(t, "type", whole.Header.Get("Content-Type"), "text/csv; charset=utf-8")
	same(t, "size", r.Dig(t, "data.attributes.size"), float64(len(whole.Content)))
	same(t, "part", string(d.Send(t, "GET", file, nil, "Range", "bytes=3-9").Want(t, http.StatusPartialContent).Content), string(whole.Content[3:10]))
	d.Send(t, "GET", file, nil, "Range", "bytes=99999-").Want(t, http.StatusRequestedRangeNotSatisfiable)
	d.Send(t, "GET", file, nil, "If-None-Match", whole.Header.Get("Etag")).Want(t, http.StatusNotModified)
	for action, n := range map[string]int{"export_created": 1, "export_downloaded": 1} {
		same(t, action, scalar[int](t, d.Harness, `select count(*)::int from logs where account_id = (select account_id from exports where id = $1) and action = $2 and parameters ->> 'name' like 'vitrine-copies-%.csv'`, id, action), n+map[string]int{"export_created": 1}[action])
	}
	object := scalar[string](t, d.Harness, `select object from exports where id = $1`, id)
	d.Send(t, "DELETE", "/api/exports/"+id, nil).Want(t, http.StatusNoContent)
	d.Send(t, "GET", file, nil).Want(t, http.StatusNotFound)
	if _, err := inside(d.Harness).attachments.Observed().Stat(t.Context(), object); err == nil {
		t.Error("the object of a deleted export is still there")
	}
	same(t, "stored bytes that count", scalar[int64](t, d.Harness, `select coalesce(sum(size), 0)::bigint from files where object = $1`, object), int64(0))
}

// Exports are visible to those who ordered them, and to owners.
func TestExportsOfOthers(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	viewer, editor := d.Join(t, identity.Viewer), d.Join(t, identity.Editor)
	id, _ := orderList(t, viewer, M{"kind": "list", "list": "items"})
	for _, p := range []*person{viewer, d.Person} {
		p.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusOK)
	}
	for _, path := range []string{"", "/file"} {
		editor.Send(t, "GET", "/api/exports/"+id+path, nil).Want(t, http.StatusNotFound)
	}
	editor.Send(t, "DELETE", "/api/exports/"+id, nil).Want(t, http.StatusNotFound)
	same(t, "exports of the editor", editor.Send(t, "GET", "/api/exports", nil).Dig(t, "meta.total"), 0.0)
	reader, _ := makeKey(t, viewer, M{"scopes": []string{"read"}})
	reader.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusOK)
	reader.Send(t, "POST", "/api/exports", M{"kind": "list", "list": "items"}).Want(t, http.StatusNotFound)
}

// Errors of a list are reported before a job begins.
func TestExportIsTried(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	for field, body := range map[string]M{
		"kind": {}, "list": {"kind": "list"}, "format": {"kind": "list", "list": "items", "format": "pdf"}, "columns": {"kind": "list", "list": "items", "columns": "nonsense"},
		"query": {"kind": "list", "list": "copies", "query": "item_condition_id=abc"},
	} {
		wrongOn(t, w.Send(t, "POST", "/api/exports", body), field)
	}
	wrongOn(t, w.Send(t, "POST", "/api/exports", M{"kind": "list", "list": "items", "query": "custom_fields[999]=x"}), "query")
	wrongOn(t, w.Send(t, "POST", "/api/exports", M{"kind": "list", "list": "items", "query": "view=999"}), "query")
	first := w.Send(t, "POST", "/api/exports", M{"kind": "list", "list": "items"}, "Idempotency-Key", "once").Want(t, http.StatusCreated).ID(t)
	same(t, "repeated", w.Send(t, "POST", "/api/exports", M{"kind": "list", "list": "items"}, "Idempotency-Key", "once").Want(t, http.StatusCreated).ID(t), first)
	apitest.Exec(t, w.Harness, `insert into exports (account_id, user_id, user_name, kind, name, mime_type) select e.account_id, e.user_id, 'x', 'list', 'x', 'x' from exports e, generate_series(1, 98) where e.id = `+first)
	wrongOn(t, w.Send(t, "POST", "/api/exports", M{"kind": "list", "list": "items"}), "account")
}

// A file is offered for seven days; then the sweep takes it.
func TestExportExpires(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	id, _ := orderList(t, d.Person, M{"kind": "list", "list": "items"})
	object := scalar[string](t, d.Harness, `select object from exports where id = $1`, id)
	sweep := func() (err error) {
		_, err = inside(d.Harness).attachments.Sweep(t.Context(), inventory.Files{DB: d.DB}, time.Now().Add(48*time.Hour))
		return err
	}
	if err := sweep(); err != nil {
		t.Fatal(err)
	}
	d.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusOK)
	apitest.Exec(t, d.Harness, `update exports set expires_at = now() where id = `+id)
	same(t, "state", d.Send(t, "GET", "/api/exports/"+id, nil).Dig(t, "data.attributes.state"), "expired")
	d.Send(t, "GET", "/api/exports/"+id+"/file", nil).Want(t, http.StatusNotFound)
	if err := sweep(); err != nil {
		t.Fatal(err)
	}
	if _, err := inside(d.Harness).attachments.Observed().Stat(t.Context(), object); err == nil {
		t.Error("the sweep left the object")
	}
	same(t, "state", scalar[string](t, d.Harness, `select state from exports where id = $1`, id), "expired")
}

// A removed member gets nothing, and another process takes over the job of a dead one.
func TestExportIsTakenUp(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	h := newHarness(t, usual(t))
	w := h.World(t)
	editor := w.Join(t, identity.Editor)
	lost := editor.Make(t, "/api/exports", M{"kind": "list", "list": "items"})
	w.Send(t, "DELETE", "/api/account/members/"+w.MemberID(t, editor), nil).Want(t, http.StatusNoContent)
	left := w.Make(t, "/api/exports", M{"kind": "list", "list": "items"})
	apitest.Exec(t, h, `update exports set state = 'working' where id = `+left)
	apitest.Exec(t, h, `update river_job set state = 'running', attempt = 1, attempted_at = now() - interval '1 minute', attempted_by = '{dead}' where args ->> 'export_id' = '`+left+`'`)
	workers, err := jobs.Start(context.WithoutCancel(t.Context()), h.DB, jobs.Options{Log: slog.New(slog.DiscardHandler), Files: inside(h).attachments})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = workers.Close(context.Background()) })
	r := made(t, w.Person, lost)
	same(t, "state and code", []any{r.Dig(t, "data.attributes.state"), r.Dig(t, "data.attributes.error.code")}, []any{"failed", "rights_lost"})
	began := time.Now()
	same(t, "state", made(t, w.Person, left).Dig(t, "data.attributes.state"), "done")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it was taken up after %v", took)
	}
}

// An export deleted while it is being made leaves nothing in the store.
func TestExportIsStopped(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	objects := func() (n int) {
		for _, err := range inside(d.Harness).attachments.Observed().List(t.Context(), "") {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	made(t, d.Person, d.IDs["export"])
	before := objects()
	for range 20 {
		id := d.Make(t, "/api/exports", M{"kind": "list", "list": "copies"})
		d.Send(t, "DELETE", "/api/exports/"+id, nil).Want(t, http.StatusNoContent)
	}
	for began := time.Now(); scalar[int](t, d.Harness, `select count(*)::int from river_job where kind = 'export' and state <> 'completed'`) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > 30*time.Second {
			t.Fatal("jobs are left undone")
		}
	}
	same(t, "objects", objects(), before)
}
