package remote

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/importing"
)

// file is a file of so many bytes, which depend on their offset.
func file(t *testing.T, size int) (*os.File, []byte) {
	t.Helper()
	content := make([]byte, size)
	for i := range content {
		content[i] = byte(i>>16 + i)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "coins.csv"))
	if err == nil {
		_, err = f.Write(content)
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f, content
}

// desk receives the parts of one file like the API: it takes bytes once, and refuses a part that does
// not follow them.
type desk struct {
	sync.Mutex
	content  []byte
	size     int64
	sum      string
	ranges   []string
	announce map[string]any
	cut      func(n int) (bytes int64, taken bool) // of the n-th part, from 1: where the line breaks, and whether the part is taken; below zero it does not
}

func (d *desk) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d.Lock()
	defer d.Unlock()
	if r.Method == http.MethodPost {
		if err := json.NewDecoder(r.Body).Decode(&d.announce); err != nil {
			answer(w, http.StatusBadRequest, `{"message":"No JSON."}`)
			return
		}
		d.size, d.sum = int64(d.announce["size"].(float64)), d.announce["sha256"].(string)
		d.show(w)
		return
	}
	d.ranges = append(d.ranges, r.Header.Get("Content-Range"))
	var first, last, size int64
	if _, err := fmt.Sscanf(r.Header.Get("Content-Range"), "bytes %d-%d/%d", &first, &last, &size); err != nil || size != d.size {
		answer(w, http.StatusUnprocessableEntity, `{"message":"No range."}`)
		return
	}
	cut, taken := int64(-1), true
	if d.cut != nil {
		cut, taken = d.cut(len(d.ranges))
	}
	part := make([]byte, last-first+1)
	if cut >= 0 && !taken {
		part = part[:cut]
	}
	if _, err := io.ReadFull(r.Body, part); err != nil {
		return
	}
	if taken && first == int64(len(d.content)) {
		d.content = append(d.content, part...)
	}
	switch {
	case cut >= 0:
		reset(w)
	case first > int64(len(d.content)):
		answer(w, http.StatusUnprocessableEntity, fmt.Sprintf(`{"message":"It does not follow.","errors":{"file":["It does not follow."]},"received":%d}`, len(d.content)))
	default:
		d.show(w)
	}
}

func (d *desk) show(w http.ResponseWriter) {
	state := "uploading"
	if int64(len(d.content)) == d.size {
		state = "reading"
	}
	answer(w, http.StatusOK, fmt.Sprintf(`{"data":{"id":"9","attributes":{"state":%q,"size":%d,"sha256":%q}}}`, state, d.size, d.sum))
}

// reset resets the connection.
func reset(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	_ = conn.(*net.TCPConn).SetLinger(0) // the client gets a reset
	_ = conn.Close()
}

// A large file is sent in parts. A connection that breaks during or after a part costs only that part.
func TestUploadInParts(t *testing.T) {
	t.Parallel()
	const part = importing.MaxPart
	one, two := fmt.Sprintf("bytes 0-%d/%d", part-1, part+5), fmt.Sprintf("bytes %d-%d/%d", part, part+4, part+5)
	for name, c := range map[string]struct {
		cut  func(int) (int64, bool)
		want []string
	}{
		"in one go":                 {nil, []string{one, two}},
		"broken in the middle":      {func(n int) (int64, bool) { return []int64{1 << 20, -1, -1}[n-1], n != 1 }, []string{one, one, two}},
		"broken before the answer":  {func(n int) (int64, bool) { return []int64{0, -1, -1}[n-1], true }, []string{one, one, two}},
		"broken in the second part": {func(n int) (int64, bool) { return []int64{-1, 2, -1}[n-1], n != 2 }, []string{one, two, two}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, content := file(t, part+5)
			d := &desk{cut: c.cut}
			var begun string
			i, err := serve(t, d.ServeHTTP).Upload(t.Context(), Upload{File: f, About: map[string]any{"collection_id": "3"}, Created: func(i Import) { begun = i.ID }, Sent: nobody})
			d.Lock()
			defer d.Unlock()
			if err != nil || i.State != "reading" || begun != "9" || !bytes.Equal(d.content, content) {
				t.Errorf("%d of %d bytes came, %+v: %v", len(d.content), len(content), i, err)
			}
			if strings.Join(d.ranges, " ") != strings.Join(c.want, " ") {
				t.Errorf("parts %q, want %q", d.ranges, c.want)
			}
			if want := (map[string]any{"name": "coins.csv", "size": float64(len(content)), "sha256": fmt.Sprintf("%x", sha256.Sum256(content)), "collection_id": "3"}); !maps.Equal(d.announce, want) {
				t.Errorf("announced as %v, want %v", d.announce, want)
			}
		})
	}
}

// An upload resumes where it stopped, with the same file only.
func TestUploadGoesOn(t *testing.T) {
	f, content := file(t, 1000)
	sum := fmt.Sprintf("%x", sha256.Sum256(content))
	for name, came := range map[string]int{"nothing has come": 0, "a part has come": 300, "all but the last byte": 999} {
		t.Run(name, func(t *testing.T) {
			d := &desk{size: 1000, sum: sum, content: bytes.Clone(content[:came])}
			i, err := serve(t, d.ServeHTTP).GoOn(t.Context(), Import{ID: "9", Size: 1000, SHA256: sum}, f, nobody)
			if err != nil || i.State != "reading" || !bytes.Equal(d.content, content) {
				t.Errorf("%d bytes, %+v, after %q: %v", len(d.content), i, d.ranges, err)
			}
		})
	}
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { t.Error("something is sent of another file") })
	if _, err := s.GoOn(t.Context(), Import{ID: "9", Size: 1000, SHA256: strings.Repeat("0", 64)}, f, nobody); err == nil || !strings.Contains(err.Error(), "is not the file that import 9 was begun with") {
		t.Errorf("another file: %v", err)
	}
}

// A small file is sent in one form, with its description.
func TestUploadWhole(t *testing.T) {
	f, content := file(t, 1000)
	keys := map[string]bool{}
	calls := 0
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		calls++
		keys[r.Header.Get("Idempotency-Key")] = true
		sent, head, err := r.FormFile("file")
		if err != nil {
			t.Error(err)
			return
		}
		if got, err := io.ReadAll(sent); err != nil || !bytes.Equal(got, content) || head.Filename != "coins.csv" || r.FormValue("profile") != "homebox" || r.FormValue("options") != `{"decimal":","}` {
			t.Errorf("%d bytes of %s with %v: %v", len(got), head.Filename, r.MultipartForm.Value, err)
		}
		if calls == 2 {
			w.Header().Set("Retry-After", "1")
			answer(w, http.StatusTooManyRequests, `{"message":"Too many."}`)
			return
		}
		answer(w, http.StatusCreated, oneImport)
	})
	for range 2 { // the second time it is sent again
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		begun := ""
		i, err := s.Upload(t.Context(), Upload{File: f, About: map[string]any{"profile": "homebox", "options": map[string]string{"decimal": ","}}, Created: func(i Import) { begun = i.ID }, Sent: nobody})
		if err != nil || i.ID != "9" || begun != "9" {
			t.Errorf("%+v: %v", i, err)
		}
	}
	if calls != 3 || len(keys) != 2 {
		t.Errorf("%d calls with %d keys, want 3 with 2", calls, len(keys))
	}
}

// A refused file is not sent again, and creates no import.
func TestUploadIsRefused(t *testing.T) {
	f, _ := file(t, 10)
	calls := 0
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		calls++
		answer(w, http.StatusUnprocessableEntity, `{"message":"No.","errors":{"file":["It is a picture."]}}`)
	})
	_, err := s.Upload(t.Context(), Upload{File: f, Created: func(Import) { t.Error("something is begun") }, Sent: nobody})
	if r := new(Refused); !errors.As(err, &r) || !r.On("file") || calls != 1 {
		t.Errorf("after %d calls: %v", calls, err)
	}
}

// An export is ordered, awaited and deleted.
func TestExport(t *testing.T) {
	var calls []string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		calls = append(calls, r.Method+" "+r.URL.Path)
		switch {
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		case len(calls) < 3:
			answer(w, http.StatusCreated, `{"data":{"id":"4","attributes":{"state":"working","progress":{"percent":50}}}}`)
		default:
			answer(w, http.StatusOK, `{"data":{"id":"4","attributes":{"state":"done","size":5,"rows":2}}}`)
		}
	})
	e, err := s.Order(t.Context(), map[string]any{"kind": "archive"})
	if err != nil || !e.IsWorking() {
		t.Fatalf("%+v: %v", e, err)
	}
	began, percent := time.Now(), int64(0)
	if e, err = s.Await(t.Context(), e, func(p *importing.Progress) { percent = p.Percent }); err != nil || e.IsWorking() || *e.Size != 5 || *e.Rows != 2 || percent != 50 {
		t.Errorf("after %s: %+v, at %d percent: %v", time.Since(began), e, percent, err)
	}
	if err := s.Delete(t.Context(), e); err != nil {
		t.Error(err)
	}
	if got := strings.Join(calls, ", "); got != "POST /api/exports, GET /api/exports/4, GET /api/exports/4, DELETE /api/exports/4" {
		t.Error(got)
	}
}
