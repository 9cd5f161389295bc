package httpserver

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestPagesOfListedOriginsMayCall(t *testing.T) {
	t.Parallel()
	const listed, other = "https://app.example.org", "https://evil.example.org"
	reached := false
	s := &Server{options: Options{CORSOrigins: []string{listed}}}
	ask := func(method, path, origin string, preflight bool) http.Header {
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("Origin", origin)
		if preflight {
			r.Header.Set("Access-Control-Request-Method", "PATCH")
		}
		w := httptest.NewRecorder()
		reached = !s.crossOrigin(w, r)
		return w.Header()
	}
	h := ask("OPTIONS", "/api/items", listed, true)
	if reached || h.Get("Access-Control-Allow-Origin") != listed || h.Get("Access-Control-Allow-Methods") == "" {
		t.Errorf("a preflight is not answered: %v", h)
	}
	for _, name := range []string{"Range", "If-Range", "If-Match", "Idempotency-Key"} {
		if !strings.Contains(h.Get("Access-Control-Allow-Headers")+",", " "+name+",") {
			t.Errorf("a page may not send %s", name)
		}
	}
	h = ask("GET", "/api/items", listed, false)
	for _, name := range []string{"Accept-Ranges", "Content-Range", "Content-Disposition", "ETag", "X-Error-Codes", "X-Trash-Entry"} {
		if !strings.Contains(", "+h.Get("Access-Control-Expose-Headers")+",", ", "+name+",") {
			t.Errorf("a page does not see %s", name)
		}
	}
	if h = ask("GET", "/api/items", listed, false); !reached || h.Get("Access-Control-Allow-Origin") != listed || h.Get("Access-Control-Expose-Headers") == "" {
		t.Errorf("a request: %v", h)
	}
	for name, h := range map[string]http.Header{
		"another origin":   ask("OPTIONS", "/api/items", other, true),
		"no origin":        ask("GET", "/api/items", "", false),
		"a part of one":    ask("GET", "/api/items", listed+".evil.example", false),
		"not the API":      ask("GET", "/docs", listed, false),
		"the null origin":  ask("GET", "/api/items", "null", false),
		"in other letters": ask("GET", "/api/items", "HTTPS://APP.example.org", false),
	} {
		if h.Get("Access-Control-Allow-Origin") != "" || !reached {
			t.Errorf("%s: %v", name, h)
		}
	}
	s.options.CORSOrigins = nil
	if h := ask("OPTIONS", "/api/items", listed, true); len(h) != 0 || !reached {
		t.Errorf("without a list: %v", h)
	}
}
