package gallery

import (
	"context"
	"crypto/sha256"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/api"
	"vitrine/internal/apitest"
	"vitrine/internal/files"
	"vitrine/internal/postgres"
	"vitrine/internal/testkind"
	"vitrine/test/faults/load"
)

// Photographers work for a while, and all is well. Then rows and objects are
// tampered with, to see that the check finds it.
func TestCheckFindsTampering(t *testing.T) {
	testkind.WatchesTheClock(t)
	folder := t.TempDir()
	store, err := files.OpenDirectory(folder)
	if err != nil {
		t.Fatal(err)
	}
	h := apitest.New(t, func(db *postgres.DB) http.Handler {
		settings := apitest.Settings{Files: store}
		front, accounts := settings.Build(db, nil)
		api.New(front, accounts, settings.Attachments(t), "test", settings.Logger())
		return front
	})
	accounts, err := load.Accounts(t.Context(), h.Database, 4)
	if err != nil {
		t.Fatal(err)
	}
	g := Open(accounts, []string{h.URL}, time.Now(), Options{Pause: 10 * time.Millisecond})
	for _, a := range g.Albums {
		a.Pool = []*Photo{New(false), New(false), New(false), New(false)}
	}
	g.Start()
	for began := time.Now(); len(g.Deletions()) < 10 && time.Since(began) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
	}
	g.Stop()
	for _, a := range g.Albums { // so that there is something to tamper with, and to sweep
		g.Upload(a, h.URL, New(false), false)
		gone := New(false)
		g.Upload(a, h.URL, gone, false)
		g.Delete(a, h.URL, gone)
	}
	if n := g.ReadAll(h.URL); n < 4 || len(g.Uploads()) < 20 || len(g.Reads()) < 20 || len(g.Deletions()) < 5 {
		t.Errorf("%d photos, %d uploads, %d reads and %d deletions prove little", n, len(g.Uploads()), len(g.Reads()), len(g.Deletions()))
	}
	check := func() Verdict {
		t.Helper()
		v, err := Check(t.Context(), h.Database, store, g)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	v := check()
	if faults := v.Faults(); len(faults) > 0 || v.Acknowledged < 20 || v.Swept < 4 {
		t.Fatalf("%+v", v)
	}
	for _, c := range tamperings(g, store, folder) {
		before := len(c.finds(v))
		c.tamper(t, h.Database)
		if v = check(); len(c.finds(v)) <= before {
			t.Errorf("the check does not find %s", c.called)
		}
	}
}

type tampering struct {
	called string
	tamper func(t *testing.T, url string)
	finds  func(Verdict) []string
}

func tamperings(g *Gallery, store *files.Directory, folder string) []tampering {
	lost := func(v Verdict) []string { return v.Lost }
	foreign := func(v Verdict) []string { return v.Foreign }
	bare := func(v Verdict) []string { return v.Bare }
	object := func(t *testing.T, url string, a *Album) string {
		return execute[string](t, url, `select min(object) from files where account_id = $1 and uses > 0`, a.ID)
	}
	return []tampering{
		{"a lost photo", func(t *testing.T, url string) {
			execute[int](t, url, `with gone as (delete from photos where id = (select min(id) from photos where account_id = $1) returning 1) select count(*) from gone`, g.Albums[0].ID)
		}, lost},
		{"a photo that is back", func(_ *testing.T, _ string) { g.Albums[1].there()[0].fate = deleted }, lost},
		{"a photo that was refused", func(_ *testing.T, _ string) { g.Albums[1].there()[0].fate = refused }, foreign},
		{"a row without bytes", func(t *testing.T, url string) {
			if err := store.Delete(t.Context(), object(t, url, g.Albums[2])); err != nil {
				t.Fatal(err)
			}
		}, bare},
		{"a row with other bytes", func(t *testing.T, url string) {
			name := object(t, url, g.Albums[3])
			if err := store.Delete(t.Context(), name); err != nil {
				t.Fatal(err)
			}
			if err := store.Put(t.Context(), name, strings.NewReader("x"), 1, sha256.Sum256([]byte("x"))); err != nil {
				t.Fatal(err)
			}
		}, bare},
		{"an object that nothing names", func(t *testing.T, _ string) {
			name := files.NewName(g.Albums[0].ID)
			if err := store.Put(t.Context(), name, strings.NewReader("x"), 1, sha256.Sum256([]byte("x"))); err != nil {
				t.Fatal(err)
			}
			later := time.Now().Add(48 * time.Hour) // the sweep leaves what is young
			if err := os.Chtimes(filepath.Join(folder, name), later, later); err != nil {
				t.Fatal(err)
			}
		}, func(v Verdict) []string { return v.Stray }},
		{"what a client must not see", func(_ *testing.T, _ string) { g.complain("tampered") }, func(v Verdict) []string { return v.Wrong }},
	}
}

func execute[T any](t *testing.T, url, sql string, args ...any) (value T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}
