package process

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"vitrine/internal/archive"
)

// holding is an account in a private installation, and what it must have later on.
type holding struct {
	owner *person
	shelf string            // of hundreds of items
	photo map[string][]byte // by its path
	rows  map[string]archive.Table
}

// fillLocal makes an installation with an account, and stops it.
func fillLocal(t *testing.T, dir, bin string) *holding {
	t.Helper()
	v := localOn(t, dir, bin)
	h := &holding{owner: newcomer(t, v), photo: map[string][]byte{}}
	h.shelf = h.owner.must(t, http.StatusCreated, "POST", v.url+"/api/collections", M{"name": "Shelf", "visibility": "private"}).text(t, "data", "id")
	for n := range 4 {
		var operations []M
		for i := range 100 {
			operations = append(operations, M{"method": "POST", "path": "/api/collections/" + h.shelf + "/items", "body": M{"name": fmt.Sprintf("Ångström's №%d, „%d“\t\\N", n, i)}})
		}
		h.owner.must(t, http.StatusOK, "POST", v.url+"/api/batch", M{"operations": operations})
	}
	for n, item := range h.owner.list(t, v.url+"/api/collections/"+h.shelf+"/items").Data[:5] {
		form, kind, content := photoForm(t, fmt.Sprintf("photo-%d.png", n))
		path := "/api/items/" + item.ID + "/photos"
		a, err := h.owner.ask("POST", v.url+path, form.String(), "Content-Type", kind)
		if err != nil || a.status != http.StatusCreated {
			t.Fatalf("photo: %d %s (%v)", a.status, a.body, err)
		}
		h.photo[path+"/"+a.text(t, "data", "id")+"/file?size=original"] = content
	}
	h.owner.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor", M{"password": password}) // a sealed seed
	v.stop(t, syscall.SIGTERM)
	h.rows = rowsOf(t, dir, bin)
	if h.rows["items"].Rows != 400 || h.rows["photos"].Rows != 5 {
		t.Fatalf("the account has %v and %v", h.rows["items"], h.rows["photos"])
	}
	return h
}

// has fails unless the data is that of a major version, with the same rows. It comes
// before any request, which would change some.
func (h *holding) has(t *testing.T, dir string, v *instance, major int) {
	t.Helper()
	if made := madeByMajor(t, dir); made != fmt.Sprint(major) {
		t.Errorf("the data is that of PostgreSQL %s, want %d:\n%s", made, major, v.log.tail(20))
	}
	got := fingerprints(t, dir)
	for name, want := range h.rows {
		if got[name].Rows != want.Rows || got[name].Fingerprint != want.Fingerprint {
			t.Errorf("table %s has %d rows (%s), want %d (%s)", name, got[name].Rows, got[name].Fingerprint, want.Rows, want.Fingerprint)
		}
	}
	if len(got) != len(h.rows) {
		t.Errorf("there are %d tables, want %d", len(got), len(h.rows))
	}
	noLeftovers(t, dir)
	if said, err := beside(dir, "doctor"); err != nil {
		t.Errorf("the doctor: %v\n%s", err, said)
	}
}

// works fails unless the owner sees what was kept, and can go on.
func (h *holding) works(t *testing.T, v *instance) {
	t.Helper()
	items := v.url + "/api/collections/" + h.shelf + "/items"
	before := h.owner.list(t, items).Meta.Total
	for path, content := range h.photo {
		if got := h.owner.must(t, http.StatusOK, "GET", v.url+path, nil); !bytes.Equal(got.body, content) {
			t.Errorf("%s has %d bytes, and other ones", path, len(got.body))
		}
	}
	h.owner.must(t, http.StatusCreated, "POST", items, M{"name": "Another"})
	if total := h.owner.list(t, items).Meta.Total; before < 400 || total != before+1 {
		t.Errorf("there are %d items, and with another one %d", before, total)
	}
}

// discards removes the old data while the new is served, and afterwards nothing.
func (h *holding) discards(t *testing.T, dir, bin string, way []int) {
	t.Helper()
	v := localOn(t, dir, bin)
	said, err := beside(dir, "doctor")
	for _, major := range way[:len(way)-1] {
		if words := fmt.Sprintf("the data of PostgreSQL %d is kept", major); err != nil || !strings.Contains(said, words) {
			t.Errorf("the doctor does not say %q (%v):\n%s", words, err, said)
		}
	}
	for _, words := range []string{"Removed " + filepath.Join(dir, "postgres", fmt.Sprintf("data.%d.kept", way[0])), "No upgrade has kept old data."} {
		if out, err := command("", nil, "local", "--data", dir, "--discard-old").Output(); err != nil || !strings.Contains(string(out), words) {
			t.Errorf("--discard-old: %v, want %q\n%s", err, words, out)
		}
	}
	if kept, _ := filepath.Glob(filepath.Join(dir, "postgres", "*.kept")); len(kept) > 0 {
		t.Errorf("%v are left", kept)
	}
	v.stop(t, syscall.SIGTERM)
	v = localOn(t, dir, bin)
	h.works(t, v)
	v.stop(t, os.Interrupt)
}
