package api

import (
	"net/http"
	"slices"
	"testing"
)

// Replaying the log of photos and documents gives their present state.
func TestTheLogTellsOfPhotosAndDocuments(t *testing.T) {
	t.Parallel()
	w := server(t).World(t)
	item, piece := w.Fill("/api/items/{item}"), w.Fill("/api/copies/{copy}")
	replayed := func(kind, id string) (M, int) {
		now, entries := M{}, w.Send(t, "GET", item+"/logs?per_page=100", nil).Want(t, http.StatusOK).Dig(t, "data").([]any)
		n := 0
		slices.Reverse(entries)
		for _, e := range entries {
			told := e.(M)["attributes"].(M)
			if told["object_type"] != kind || told["object_id"] != id {
				continue
			}
			n++
			for _, c := range told["changes"].([]any) {
				change := c.(M)
				field := change["field"].(string)
				if was := now[field]; change["from"] != was && (was != nil || change["from"] != false) { // a new one tells nothing that is false
					t.Errorf("%s: %s was %v, the entry tells %v", told["action"], field, was, change["from"])
				}
				now[field] = change["to"]
			}
		}
		return now, n
	}
	shown := func(path string, told M, untold ...string) {
		t.Helper()
		for name, value := range w.Send(t, "GET", path, nil).Want(t, http.StatusOK).Dig(t, "data.attributes").(M) {
			if got := told[name]; !slices.Contains(untold, name) && got != value && (value != false || got != nil) {
				t.Errorf("%s of %s is %v, its log tells %v", name, path, value, got)
			}
		}
	}

	photo := w.Make(t, item+"/photos", w.FillBody(t, M{"sha256": "FILE", "caption": "Front", "copy_id": "{copy}"}))
	path := item + "/photos/" + photo
	w.Send(t, "PATCH", path, M{"caption": nil, "alt_text": "A book"}).Want(t, http.StatusOK)
	w.Send(t, "PUT", path+"/main", nil).Want(t, http.StatusOK)
	w.Send(t, "PUT", path+"/order", M{"direction": "up"}).Want(t, http.StatusOK)
	w.Send(t, "PATCH", path, M{"position": 7}).Want(t, http.StatusOK)
	told, n := replayed("item_photo", photo)
	same(t, "entries of the photo", n, 5)
	shown(path, told, "uuid", "item_id", "place", "created_at", "updated_at")

	record := w.Make(t, piece+"/valuations", estimated(5, "2026-01-02"))
	document := w.Make(t, piece+"/documents", w.FillBody(t, M{"document_type": "receipt", "name": "Bill", "sha256": "FILE", "issued_at": "2026-01-02"}))
	path = "/api/documents/" + document
	w.Send(t, "PATCH", path, M{"name": "Invoice", "issued_at": nil, "documentable_type": "valuation", "documentable_id": record}).Want(t, http.StatusOK)
	told, n = replayed("document", document)
	same(t, "entries of the document", n, 2)
	shown(path, told, "uuid", "copy_id", "download_url", "created_at", "updated_at")
}
