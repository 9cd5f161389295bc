package input

import (
	"crypto/sha256"
	"io"
	"net/http"
	"path"
	"strings"
	"testing"

	"vitrine/internal/apitest"
	"vitrine/internal/files"
)

// sharedPictures are few pictures, so that items and accounts show the same ones.
var sharedPictures = func() (all [6][]byte) {
	for i := range all {
		all[i] = apitest.Picture()
	}
	return all
}()

// file uploads a picture and returns its hash.
func (w *worker) file() string {
	picture := sharedPictures[w.IntN(len(sharedPictures))]
	sum := apitest.Sum(picture)
	req, _ := http.NewRequest("PUT", w.h.URL+"/api/files/"+sum, strings.NewReader(string(picture)))
	w.ask(req, "PUT /api/files/"+sum)
	return sum
}

func (w *worker) photo() {
	i := w.pick("item")
	change := M{"caption": "Front", "copy_id": w.id("copy")} // usually of another item, which is refused
	w.either(func() {
		if i != "" {
			w.create("photo", "/api/items/"+path.Base(i)+"/photos", M{"sha256": w.file()})
		}
	}, func() {
		if i != "" {
			w.create("photo", "/api/items/"+path.Base(i)+"/photos", M{"sha256": w.file()})
		}
	},
		func() { w.change("photo", "", change) },
		func() { w.change("photo", "", M{"position": 1 + w.IntN(4)}) },
		func() { w.change("photo", "/order", w.direction()) },
		func() { w.change("photo", "/main", nil) },
		func() { w.remove("photo") },
		func() {
			if p := w.pick("photo"); p != "" {
				w.send("DELETE", "/api/photos", M{"photo_ids": []string{path.Base(p)}})
			}
		})
}

// document writes papers of copies and of their records.
func (w *worker) document() {
	body := M{"document_type": "receipt", "name": "Paper"}
	create := func(c string, in M) {
		if c != "" {
			w.create("document", "/api/copies/"+path.Base(c)+"/documents", in)
		}
	}
	w.either(func() {
		create(w.pick("copy"), M{"document_type": "other", "name": "Entry", "external_url": "https://example.org/"})
	},
		func() { create(w.pick("copy"), M{"document_type": "receipt", "name": "Paper", "sha256": w.file()}) },
		func() {
			if r := w.pick("record"); r != "" { // its path names its copy
				create(path.Dir(path.Dir(r)), M{"document_type": "insurance", "name": "Policy", "sha256": w.file(), "documentable_type": "insurance_record", "documentable_id": path.Base(r)})
			}
		},
		func() { w.change("document", "", body) },
		func() { w.remove("document") })
}

// checkStore holds the store to the rows: their bytes are there, and nothing else but
// renditions of them.
func checkStore(t *testing.T, h *harness, store files.Store) {
	t.Helper()
	type row struct {
		Object string
		Sum    []byte
	}
	known := map[string]bool{files.Owner: true}
	for _, r := range apitest.Column[row](t, h, `select row(object, sha256) from files`) {
		known[r.Object] = true
		from, err := store.Get(t.Context(), r.Object, 0, -1)
		if err != nil {
			t.Errorf("%s: %v", r.Object, err)
			continue
		}
		content, err := io.ReadAll(from)
		from.Close()
		if sum := sha256.Sum256(content); err != nil || string(sum[:]) != string(r.Sum) {
			t.Errorf("%s has other bytes than its row says (%v)", r.Object, err)
		}
	}
	for o, err := range store.List(t.Context(), "") {
		if object, _, _ := strings.Cut(o.Name, "."); err != nil || !known[object] {
			t.Errorf("nothing names %s (%v)", o.Name, err)
		}
	}
	if len(known) < 2 {
		t.Error("no file was stored: the test does not do what it says")
	}
}
