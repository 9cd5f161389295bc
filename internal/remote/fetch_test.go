package remote

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

func nobody(int64, int64) {}

// made is an export whose file has these bytes.
func made(content []byte) Export {
	size, sum := int64(len(content)), fmt.Sprintf("%x", sha256.Sum256(content))
	return Export{ID: "4", Name: "coins.csv", State: "done", Size: &size, SHA256: &sum}
}

// from serves content from where a range begins.
func from(w http.ResponseWriter, r *http.Request, content []byte) []byte {
	var at int
	if said := r.Header.Get("Range"); said != "" {
		at, _ = strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(said, "bytes="), "-"))
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", at, len(content)-1, len(content)))
		w.WriteHeader(http.StatusPartialContent)
	}
	return content[at:]
}

// A file arrives complete and unaltered, however often the connection breaks.
func TestFiles(t *testing.T) {
	content := bytes.Repeat([]byte("Ducat;1284\n"), 50_000)
	e := made(content)
	for name, c := range map[string]struct {
		send  func(w http.ResponseWriter, r *http.Request)
		want  string // of the error; empty is none
		calls int
	}{
		"at once": {func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(from(w, r, content)) }, "", 1},
		"in pieces": {func(w http.ResponseWriter, r *http.Request) {
			rest := from(w, r, content)
			_, _ = w.Write(rest[:min(len(rest), 200_000)])
			if len(rest) > 200_000 {
				panic(http.ErrAbortHandler) // the line breaks
			}
		}, "", 3},
		"in answers that end early": {func(w http.ResponseWriter, r *http.Request) {
			rest := from(w, r, content)
			_, _ = w.Write(rest[:min(len(rest), 300_000)])
		}, "", 2},
		"other bytes": {func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(bytes.ToUpper(content)) }, "the file does not match its digest", 1},
		"more bytes": {func(w http.ResponseWriter, r *http.Request) {
			_, _ = w.Write(append(content[:len(content):len(content)], '!'))
		}, "more bytes came than the file has", 1},
		"without an end": {func(w http.ResponseWriter, r *http.Request) { endless(w) }, "more bytes came than the file has", 1},
		"a refusal":      {func(w http.ResponseWriter, _ *http.Request) { answer(w, 410, `{"message":"The file is gone."}`) }, "The file is gone.", 1},
		"all of it again": {func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(content[:100_000])
			flush(w)
			panic(http.ErrAbortHandler)
		}, "answers with status 200, but not as Vitrine does", 2},
		"another part": {func(w http.ResponseWriter, r *http.Request) { r.Header.Del("Range"); other(w, r, content) }, "answers with status 206, but not as Vitrine does", 2},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if calls++; r.URL.Path != "/api/exports/4/file" || r.Header.Get("Accept-Encoding") != "identity" {
					t.Errorf("%s with the encoding %q", r.URL.Path, r.Header.Get("Accept-Encoding"))
				}
				c.send(w, r)
			})
			var to bytes.Buffer
			last := int64(0)
			got, err := s.File(t.Context(), e, &to, func(done, total int64) {
				if done <= last || total != *e.Size {
					t.Errorf("told %d of %d after %d", done, total, last)
				}
				last = done
			})
			if calls != c.calls {
				t.Errorf("%d calls, want %d", calls, c.calls)
			}
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) || int64(to.Len()) > *e.Size {
					t.Errorf("%d bytes: %v, want %s", to.Len(), err, c.want)
				}
				return
			}
			if err != nil || !bytes.Equal(to.Bytes(), content) || got != (Fetched{"coins.csv", *e.Size, *e.SHA256}) {
				t.Errorf("%d bytes, %+v: %v", to.Len(), got, err)
			}
		})
	}
	if _, err := serve(t, nil).File(t.Context(), Export{ID: "4", State: "working"}, nil, nobody); err == nil || err.Error() != "export 4 has no file: it is working" {
		t.Errorf("of an export without a file: %v", err)
	}
}

func flush(w http.ResponseWriter) { _ = http.NewResponseController(w).Flush() }

func endless(w http.ResponseWriter) {
	for block := make([]byte, 1<<16); ; {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// other breaks off, then sends a part from elsewhere.
func other(w http.ResponseWriter, r *http.Request, content []byte) {
	w.Header().Set("Content-Range", fmt.Sprintf("bytes 5-%d/%d", len(content)-1, len(content)))
	w.WriteHeader(http.StatusPartialContent)
	_, _ = w.Write(content[:100_000])
	flush(w)
	panic(http.ErrAbortHandler)
}

// A silent connection is closed after half a minute, and the rest requested. A connection that brings
// nothing several times is given up.
func TestSilentLine(t *testing.T) {
	content := bytes.Repeat([]byte("x"), 1000)
	quiet := 0
	h := func(w http.ResponseWriter, r *http.Request) {
		if quiet--; quiet >= 0 {
			_, _ = w.Write(from(w, r, content)[:100])
			flush(w)
			<-r.Context().Done()
			return
		}
		_, _ = w.Write(from(w, r, content))
	}
	inTime(t, h, func(t *testing.T, s *Service) {
		quiet = 3
		var to bytes.Buffer
		began := time.Now()
		if _, err := s.File(t.Context(), made(content), &to, nobody); err != nil || !bytes.Equal(to.Bytes(), content) || time.Since(began) != 90*time.Second {
			t.Errorf("%d bytes after %s: %v", to.Len(), time.Since(began), err)
		}
	})
	inTime(t, func(w http.ResponseWriter, r *http.Request) { flush(w) }, func(t *testing.T, s *Service) {
		began := time.Now()
		_, err := s.File(t.Context(), made(content), new(bytes.Buffer), nobody)
		if gone := new(Unreachable); !errors.As(err, &gone) || time.Since(began) != 7*time.Second {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
	})
}

// A list arrives complete and unaltered, or fails.
func TestLists(t *testing.T) {
	content := []byte("item_name\nDucat\n")
	sum := sha256.Sum256(content)
	digest := "sha-256=:" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
	for name, c := range map[string]struct {
		digest string
		sent   []byte
		length string
		want   string
	}{
		"whole":             {digest, content, "", ""},
		"other bytes":       {digest, bytes.ToUpper(content), "", "the list does not match its digest"},
		"without a digest":  {"", content, "", "the service is older than this program"},
		"broken off":        {digest, content[:5], "16", "the connection broke off after 5 bytes"},
		"broken off unseen": {digest, content[:5], "", "the list does not match its digest"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Disposition", `attachment; filename="coins.csv"`)
				if c.digest != "" {
					w.Header().Set("Repr-Digest", c.digest)
				}
				if c.length != "" {
					w.Header().Set("Content-Length", c.length)
				}
				_, _ = w.Write(c.sent)
			})
			var to bytes.Buffer
			got, err := s.List(t.Context(), "/api/items/export?format=csv", &to, nobody)
			if c.want == "" && (err != nil || got.Name != "coins.csv" || got.Size != 16 || !bytes.Equal(to.Bytes(), content)) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%+v, %q: %v, want %s", got, to.Bytes(), err, c.want)
			}
			if err := s.Report(t.Context(), Import{ID: "9"}, &to); (err == nil) != (c.length == "") {
				t.Errorf("a report, which has no digest: %v", err)
			}
		})
	}
}
