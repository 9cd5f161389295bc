package api

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"vitrine/internal/files/hostile"
	"vitrine/internal/testkind"
)

// Every hostile file is posted as a photo and as a document. None is answered with a
// server error: it is refused, or what comes back is a file that no browser runs. With
// the race detector, and by day, every fourth is tried, others each time.
func TestHostileFilesDoNoHarm(t *testing.T) {
	t.Parallel()
	h := server(t)
	queue := make(chan hostile.File)
	var all sync.WaitGroup
	var refused, kept atomic.Int64
	for range 4 {
		w := h.World(t)
		all.Go(func() {
			for f := range queue {
				for _, list := range []string{"/api/items/{item}/photos", "/api/copies/{copy}/documents"} {
					if endured(t, w, w.Fill(list), f) {
						kept.Add(1)
					} else {
						refused.Add(1)
					}
				}
			}
		})
	}
	turn := rand.IntN(4)
	for i, f := range hostile.All() {
		if testkind.AtNight() && !raced || i%4 == turn {
			queue <- f
		}
	}
	close(queue)
	all.Wait()
	t.Logf("%d refused, %d kept", refused.Load(), kept.Load())
	if refused.Load() == 0 || kept.Load() == 0 {
		t.Error("all are refused, or none: the test does not do what it says")
	}
}

// endured posts a file and reports whether it was accepted. If so, it fetches and deletes it.
func endured(t *testing.T, w *world, list string, f hostile.File) bool {
	t.Helper()
	photo := strings.HasSuffix(list, "/photos")
	fields := paper("Paper")
	if photo {
		fields = nil
	}
	r := w.SendForm(t, list, "a.png", f.Content, fields)
	if r.StatusCode == http.StatusUnprocessableEntity || r.StatusCode == http.StatusRequestEntityTooLarge {
		return false
	}
	if raced && r.StatusCode == http.StatusServiceUnavailable { // ten times slower, it has no time for the largest
		return false
	}
	if r.StatusCode != http.StatusCreated {
		t.Errorf("%s: status %d at %s: %s", f.Name, r.StatusCode, list, r.Content)
		return false
	}
	path, _ := r.Dig(t, "data.links.self").(string)
	path = path[strings.Index(path, "/api/"):]
	paths := []string{path + "/file", path + "/file?size=thumb", path + "/file?size=large"}
	if !photo {
		paths = []string{path + "/file?disposition=inline"}
	}
	for _, at := range paths {
		shown := w.Send(t, "GET", at, nil)
		kind := shown.Header.Get("Content-Type")
		if shown.StatusCode != http.StatusOK || photo && !strings.HasPrefix(kind, "image/") || strings.Contains(kind, "html") || strings.Contains(kind, "xml") {
			t.Errorf("%s: status %d, %s at %s", f.Name, shown.StatusCode, kind, at)
		}
		if photo && strings.Contains(strings.ToLower(string(shown.Content)), "<script") {
			t.Errorf("%s: a script is left at %s", f.Name, at)
		}
	}
	w.Send(t, "DELETE", path, nil).Want(t, http.StatusNoContent)
	return true
}
