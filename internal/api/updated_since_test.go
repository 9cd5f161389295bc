package api

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"vitrine/internal/apitest"
)

// A program that keeps a copy of the catalogue reads what has changed since, and what was deleted from the
// trash.
func TestListsSayWhatChangedSince(t *testing.T) {
	t.Parallel()
	h := server(t)
	l := newLibrary(t, h.Owner(t))
	old, changed := l.item(t, "Old", "", nil), l.item(t, "Changed", "", nil)
	kept, valued := l.Make(t, "/api/items/"+old+"/copies", M{}), l.Make(t, "/api/items/"+old+"/copies", M{})
	apitest.Exec(t, h, `update items set updated_at = now() - interval '1 day'`)
	apitest.Exec(t, h, `update copies set updated_at = now() - interval '1 day'`)
	since := "updated_since=" + strconv.FormatInt(time.Now().Add(-time.Hour).Unix(), 10)
	lists := func(path string, want ...string) {
		t.Helper()
		got := l.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "data").([]any)
		if len(got) != len(want) {
			t.Errorf("%s lists %d, want %d", path, len(got), len(want))
			return
		}
		for i := range want {
			if got[i].(map[string]any)["id"] != want[i] {
				t.Errorf("%s lists %v, want %v", path, got[i], want[i])
			}
		}
	}
	lists("/api/items?" + since)
	lists("/api/copies?" + since)
	l.Send(t, "PATCH", "/api/items/"+changed, M{"description": "seen"}, "Content-Type", "application/merge-patch+json").Want(t, http.StatusOK)
	l.Send(t, "POST", "/api/items/"+old+"/tags", M{"name": "signed"}).Want(t, http.StatusCreated)
	l.Make(t, "/api/copies/"+valued+"/valuations", M{"type": "other", "amount": 5, "valued_at": "2024-01-01"})
	lists("/api/items?sort=updated_at&"+since, changed, old)
	lists("/api/copies?sort=updated_at&"+since, valued)
	lists("/api/items?updated_since=0", old, changed)
	lists("/api/copies?updated_since=0", kept, valued)
	lists("/api/items?updated_since=253402300799")
	for _, wrong := range []string{"yesterday", "-1", "%2B1", "253402300800", "1e3", "9223372036854775808"} {
		a := l.Send(t, "GET", "/api/copies?updated_since="+wrong, nil).Want(t, http.StatusUnprocessableEntity)
		if got := a.Header.Get("X-Error-Codes"); got != "updated_since=form" {
			t.Errorf("%s has the codes %q", wrong, got)
		}
	}
	l.Send(t, "DELETE", "/api/items/"+old, nil).Want(t, http.StatusNoContent)
	gone := l.Send(t, "GET", "/api/trash", nil).Want(t, http.StatusOK)
	if gone.Dig(t, "meta.total") != float64(1) || gone.Dig(t, "data.0.attributes.object_type") != "item" || gone.Dig(t, "data.0.attributes.object_id") != old {
		t.Errorf("the trash has %s", gone.Body)
	}
	a := l.Send(t, "POST", "/api/collections", M{"name": "", "visibility": "secret"}).Want(t, http.StatusUnprocessableEntity)
	if got := a.Header.Get("X-Error-Codes"); got != "name=required, visibility=choice" {
		t.Errorf("codes %q", got)
	}
}
