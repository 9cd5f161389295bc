package api

import (
	"net/http"
	"testing"
	"time"

	"vitrine/internal/apitest"
	"vitrine/internal/testkind"
)

// An import that nobody resumes expires. An applied one cannot be reverted after thirty days, and its
// data for that is deleted.
func TestImportEnds(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	d := newDesk(t)
	left, _ := d.planned(t, priced(), pricedColumns)
	applied, _ := d.planned(t, priced(), pricedColumns)
	d.apply(t, applied, M{"plan": 1, "skip_errors": true})
	look := func(id string, until func() bool) {
		t.Helper()
		apitest.Exec(t, d.Harness, `update river_job set state = 'available', scheduled_at = now() where kind = 'import_end' and state = 'scheduled' and args ->> 'import_id' = '`+id+`'`)
		for began := time.Now(); !until(); time.Sleep(20 * time.Millisecond) {
			if time.Since(began) > 20*time.Second {
				t.Fatal("it is not forgotten")
			}
		}
	}
	state := func(id string) string {
		return scalar[string](t, d.Harness, `select state from imports where id = $1`, id)
	}
	kept := func(id string) int {
		return scalar[int](t, d.Harness, `select count(*)::int from import_rows where import_id = $1 and (cells <> '{}' or undo is not null)`, id)
	}
	same(t, "kept rows", []any{kept(left), kept(applied)}, []any{12, 12})
	same(t, "the file of what is applied", scalar[bool](t, d.Harness, `select file_id is null from imports where id = $1`, applied), true)

	apitest.Exec(t, d.Harness, `update imports set expires_at = now() where id = `+left)
	look(left, func() bool { return state(left) == "expired" })
	same(t, "kept rows", kept(left), 0)
	d.Send(t, "PUT", "/api/imports/"+left+"/mapping", M{}).Want(t, http.StatusUnprocessableEntity)

	apitest.Exec(t, d.Harness, `update imports set revertible_until = now() where id = `+applied)
	look(applied, func() bool { return kept(applied) == 0 })
	same(t, "state", state(applied), "applied")
	d.Send(t, "POST", "/api/imports/"+applied+"/revert", nil).Want(t, http.StatusUnprocessableEntity)
	same(t, "rows of the report", d.Send(t, "GET", "/api/imports/"+applied+"/rows", nil).Dig(t, "meta.total"), 12.0)
}
