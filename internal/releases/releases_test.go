package releases

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestNewestIsTheFirstLine(t *testing.T) {
	for content, want := range map[string]string{"0.2.0\n": "0.2.0", "v1.10.3": "1.10.3", " 0.3.0-rc.1 \r\nanything else\n": "0.3.0-rc.1"} {
		asked := make(chan *http.Request, 1)
		file := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked <- r
			_, _ = io.WriteString(w, content)
		}))
		defer file.Close()
		if got, err := Newest(t.Context(), file.URL+"/latest"); err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", content, got, err, want)
		}
		r := <-asked
		if r.URL.RequestURI() != "/latest" || r.UserAgent() != "vitrine" || r.Header.Get("Cookie") != "" {
			t.Errorf("it sent %s with %v", r.URL, r.Header)
		}
	}
}

// Whatever is at the address, the answer is an error, soon and in little memory.
func TestHostileFilesAreRefused(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	defer elsewhere.Close()
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"huge": {func(w http.ResponseWriter, _ *http.Request) {
			for line := []byte(strings.Repeat("9", 1<<16)); ; {
				if _, err := w.Write(line); err != nil {
					return // hung up on
				}
			}
		}, "more than 4096 bytes"},
		"redirect": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, elsewhere.URL, http.StatusFound) }, "leads elsewhere"},
		"page":     {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!doctype html>\n0.2.0\n") }, `is "<!doctype html>", and no version`},
		"empty":    {func(http.ResponseWriter, *http.Request) {}, "no version"},
		"absent":   {http.NotFound, "404"},
		"escape":   {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "0.2.0\x1b[2J\n") }, `\x1b`},
		"numbers":  {func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "1.0.99999999999999999999\n") }, "no version"},
		"headers": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-Long", strings.Repeat("x", 1<<20))
		}, "exceeded"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = io.WriteString(w, "0.2.0\n")
		}, "unexpected EOF"},
	} {
		server := httptest.NewServer(c.answer)
		got, err := Newest(t.Context(), server.URL)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q, %v, want %s", name, got, err, c.says)
		}
		server.CloseClientConnections()
		server.Close()
	}
}

// A byte now and then does not keep anybody waiting for longer than an answer may take.
func TestSlowFileEnds(t *testing.T) {
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = io.WriteString(w, " ")
			w.(http.Flusher).Flush()
			time.Sleep(20 * time.Millisecond)
		}
	}))
	defer slow.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond) // as patience does, sooner
	defer cancel()
	if got, err := Newest(ctx, slow.URL); err == nil || !strings.Contains(err.Error(), "deadline") {
		t.Errorf("%q, %v", got, err)
	}
}

func TestOlder(t *testing.T) {
	inOrder := []string{"0.1.0-rc.2", "0.1.0-rc.10", "0.1.0", "v0.1.1", "0.2.0-alpha", "0.2.0-alpha.1", "0.2.0-beta", "0.2.0", "0.10.0", "1.0.0"}
	for i, a := range inOrder {
		for j, b := range inOrder {
			if got := Older(a, b); got != (i < j) {
				t.Errorf("%s is older than %s: %t", a, b, got)
			}
		}
	}
	for version, want := range map[string]bool{"0.1.0": true, "v0.1.0": true, "0.1.0-rc.1": true, "dev": false, "1a2b3c4d": false, "0.1.0-5-g1a2b3c4": false, "0.1.0-dirty": false, "0.1": false} {
		if IsRelease(version) != want {
			t.Errorf("%s is a release: %t", version, !want)
		}
	}
}
