package api

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Every path and method gets an answer without a token, and never from the
// database: there is none.
func FuzzPath(f *testing.F) {
	for _, s := range []string{"/", "/api/health", "/api/locations/1", "/api/locations/", "//api//me", "/api/../api/me", "/api/collection-types/import", "/api/locations/%00", "/docs", "/invitations/vti_x", "/api/invitations/x/accept", "/api/locations?page=%zz", "/livez;x", "*", "/api/items/１/copies"} {
		f.Add("GET", s)
		f.Add("POST", s)
	}
	f.Add("OPTIONS", "/api/locations")
	s := newServer(f, nil, settings{PublicURL: "https://vitrine.example", Ping: func(context.Context) error { return nil }})
	f.Fuzz(func(t *testing.T, method, target string) {
		at, err := url.ParseRequestURI(target)
		if err != nil || method == "" || strings.ContainsAny(method, " \r\n\t") {
			return
		}
		r := &http.Request{Method: method, URL: at, Host: "x", RequestURI: target, Header: http.Header{}, Body: http.NoBody, RemoteAddr: "127.0.0.1:1"}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 || w.Code < 200 || w.Header().Get("X-Request-Id") == "" {
			t.Fatalf("%q %q: status %d, headers %v", method, target, w.Code, w.Header())
		}
		if strings.Contains(w.Header().Get("Content-Type"), "json") && w.Body.Len() > 0 && !json.Valid(w.Body.Bytes()) {
			t.Fatalf("%q %q: no JSON: %s", method, target, w.Body)
		}
		if w.Code < 300 && strings.HasPrefix(at.Path, "/api/") && at.Path != "/api/health" && !strings.HasPrefix(at.Path, "/api/openapi.") {
			t.Fatalf("%q %q: let in without a token: %d", method, target, w.Code)
		}
	})
}
