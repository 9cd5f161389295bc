package traces

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// The user and password of the endpoint, the headers and the path all reach the
// collector.
func TestCollectorIsAskedAsConfigured(t *testing.T) {
	t.Parallel()
	got := make(chan *http.Request, 1)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got <- r }))
	defer collector.Close()
	to, err := url.Parse(collector.URL + "/otlp/")
	if err != nil {
		t.Fatal(err)
	}
	to.User = url.UserPassword("user", "p@ss word")
	traces, err := Open(t.Context(), to.String(), map[string]string{"X-Team": "web"}, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	traces.Route(http.NotFoundHandler()).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/api/items", nil))
	if err := traces.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := <-got
	user, password, _ := r.BasicAuth()
	if r.URL.Path != "/otlp/v1/traces" || user != "user" || password != "p@ss word" || r.Header.Get("X-Team") != "web" || r.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%s asked by %s:%s with %v", r.URL, user, password, r.Header)
	}
}
