package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// serve is a service that answers as the handler does.
func serve(t *testing.T, h http.HandlerFunc) *Service {
	t.Helper()
	web := httptest.NewServer(h)
	t.Cleanup(web.Close)
	s, err := At(web.URL+"/", "secret")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body) // the client may be gone
}

const oneImport = `{"data":{"type":"import","id":"9","attributes":{"state":"ready","name":"coins.csv"}}}`

// pipes is a network without wires, whose clock is that of the test.
type pipes chan net.Conn

func (p pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes"} }
func (p pipes) Close() error   { close(p); return nil }
func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

// inTime runs a test on a fake clock, which advances while everything waits.
func inTime(t *testing.T, h http.HandlerFunc, test func(t *testing.T, s *Service)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := make(pipes)
		web := &http.Server{Handler: h}
		go func() { _ = web.Serve(p) }()
		s, err := At("http://vitrine.test", "secret")
		if err != nil {
			t.Fatal(err)
		}
		wires := &http.Transport{DialContext: func(context.Context, string, string) (net.Conn, error) {
			near, far := net.Pipe()
			p <- far
			return near, nil
		}}
		s.web.Transport = wires
		test(t, s)
		wires.CloseIdleConnections()
		_ = web.Close()
	})
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"https://vitrine.example.org": "https://vitrine.example.org", " http://localhost:8080/ ": "http://localhost:8080", "https://example.org/vitrine//": "https://example.org/vitrine",
		"": "", "vitrine.example.org": "", "ftp://example.org": "", "https://": "", "https://user:pass@example.org": "", "https://example.org?token=x": "", "http://exa mple.org": "",
	} {
		s, err := At(address, "secret")
		if (err == nil) != (want != "") || err == nil && s.Address() != want {
			t.Errorf("%q is %+v, %v, want %q", address, s, err, want)
		}
	}
}

// A call has the token. Changes are strict, and a POST has its own Idempotency-Key.
func TestWhatCallsSay(t *testing.T) {
	var got []string
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, fmt.Sprint(r.Method, " ", r.RequestURI, " ", r.Header.Get("Authorization"), " ", r.Header.Get("User-Agent"), " ", r.Header.Get("Prefer"), " ", r.Header.Get("Content-Type"), " ", string(body)))
		if post := r.Method == http.MethodPost; (r.Header.Get("Idempotency-Key") != "") != post {
			t.Errorf("%s has the key %q", r.Method, r.Header.Get("Idempotency-Key"))
		}
		answer(w, http.StatusOK, oneImport)
	})
	_, one := s.Import(t.Context(), "9/../7?x")
	_, two := s.Map(t.Context(), "9", map[string]any{"columns": []int{}})
	i, three := s.Apply(t.Context(), "9", 2, true)
	if err := errors.Join(one, two, three); err != nil || i.ID != "9" || i.State != "ready" || !strings.Contains(string(i.Shown), `"type":"import"`) {
		t.Errorf("the import is %+v: %v", i, err)
	}
	for n, want := range []string{"GET /api/imports/9%2F..%2F7%3Fx Bearer secret vitrine   ", `PUT /api/imports/9/mapping Bearer secret vitrine handling=strict application/json {"columns":[]}`,
		`POST /api/imports/9/apply Bearer secret vitrine handling=strict application/json {"plan":2,"skip_errors":true}`} {
		if got[n] != want {
			t.Errorf("call %d is\n%s, want\n%s", n, got[n], want)
		}
	}
}

// A refusal becomes an error that says what to do. An answer that is not Vitrine's is reported as such.
func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		body, want string
	}{
		"a token that nobody knows": {401, `{"message":"Unauthenticated."}`, "the service does not know the token"},
		"what is not there":         {404, `{"message":"Not found."}`, "there is no such thing, or it is not for this token"},
		"a message":                 {409, `{"message":"The import is planned.","import":"3","export":"4"}`, "The import is planned."},
		"wrong fields":              {422, `{"message":"No.","errors":{"plan":["Old."],"file":["Too short.","No zip."]},"received":5}`, "the service refuses it: Old. (plan) Too short. No zip. (file)"},
		"a file that is too large":  {413, `<html>`, "the file is larger than the service takes, or a proxy before it does: 413 Request Entity Too Large"},
		"a failure":                 {500, `<html>`, "the service cannot do it now (status 500: 500 Internal Server Error)"},
		"a page that is not ours":   {403, `<html>Forbidden</html>`, "answers with status 403, but not as Vitrine does: check VITRINE_URL"},
		"another shape":             {422, `{"error":"no"}`, "answers with status 422, but not as Vitrine does: check VITRINE_URL"},
		"no JSON":                   {200, `<html>Welcome</html>`, "answers with status 200, but not as Vitrine does: check VITRINE_URL"},
		"half an answer":            {200, oneImport[:40], "answers with status 200, but not as Vitrine does: check VITRINE_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := serve(t, func(w http.ResponseWriter, _ *http.Request) { answer(w, c.status, c.body) }).Import(t.Context(), "9")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("told %v, want %s", err, c.want)
			}
			r := new(Refused)
			switch c.status {
			case 409:
				if !errors.As(err, &r) || r.Status != 409 || r.Import != "3" || r.Export != "4" {
					t.Errorf("in the way is %+v", r)
				}
			case 422:
				if errors.As(err, &r) && (!r.On("file") || r.On("name") || r.Received != 5) {
					t.Errorf("refused because of %+v", r)
				}
			}
		})
	}
}

// The token is never sent to another host by a redirect.
func TestRedirectsAreNotFollowed(t *testing.T) {
	var visits atomic.Int64
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { visits.Add(1) }))
	t.Cleanup(other.Close)
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other.URL+r.RequestURI, status) })
		for _, call := range []func() error{
			func() error { _, err := s.Import(t.Context(), "9"); return err },
			func() error { _, err := s.Cancel(t.Context(), "9"); return err },
			func() error { _, err := s.List(t.Context(), "/api/items/export", io.Discard, nobody); return err },
		} {
			if err := call(); err == nil || err.Error() != s.Address()+" leads elsewhere: set VITRINE_URL to "+other.URL {
				t.Errorf("status %d: %v", status, err)
			}
		}
	}
	if n := visits.Load(); n != 0 {
		t.Errorf("another host was asked %d times", n)
	}
}

// An endless answer is not read to its end.
func TestAnswerWithoutAnEnd(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for block := []byte(strings.Repeat("x", 1<<20)); ; {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	if _, err := s.Import(t.Context(), "9"); err == nil || !strings.Contains(err.Error(), "not as Vitrine does") {
		t.Errorf("told %v", err)
	}
}

// An address without a service fails at once, with the address and without the token.
func TestNobodyAnswers(t *testing.T) {
	web := httptest.NewServer(http.NotFoundHandler())
	web.Close()
	s, err := At(web.URL, "secret")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	_, err = s.Import(t.Context(), "9")
	if gone := new(Unreachable); !errors.As(err, &gone) || !strings.HasPrefix(err.Error(), "no service answers at "+web.URL+" (") || strings.Contains(err.Error(), "secret") || time.Since(began) > 10*time.Second {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}
