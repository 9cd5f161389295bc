package input

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// hang is how long an answer may take, extended on an overloaded machine.
func hang() time.Duration {
	var busy float64
	load, _ := os.ReadFile("/proc/loadavg") // elsewhere the machine should be idle
	_, _ = fmt.Sscan(string(load), &busy)
	return time.Duration(2 * max(1, busy/float64(runtime.NumCPU())) * float64(time.Second))
}

// line is a connection that can carry anything, right or wrong. It stays open as
// long as the server keeps it.
type line struct {
	h    *harness
	once bool // never retries
	conn net.Conn
	read *bufio.Reader
}

func newLine(h *harness) *line { return &line{h: h} }

func (l *line) hangUp() {
	if l.conn != nil {
		l.conn.Close()
		l.conn = nil
	}
}

// ask makes a request, adding missing headers: host, a valid token, type and
// length of the body. An answer that is too slow, or says that the server is too
// busy, is retried once: the machine may be slow for a moment, but not twice.
func (l *line) ask(method, path string, headers []string, body string) (response, error) {
	add := func(name, value string) {
		for _, h := range headers {
			if strings.HasPrefix(strings.ToLower(h), strings.ToLower(name)) {
				return
			}
		}
		headers = append(headers, name+": "+value)
	}
	add("Host", "vitrine.example")
	if body != "" {
		add("Content-Type", "application/json")
	}
	add("Content-Length", fmt.Sprint(len(body)))
	request := fmt.Sprintf("%s %s HTTP/1.1\r\n%s\r\n\r\n%s", method, path, strings.Join(headers, "\r\n"), body)
	var r response
	var err error
	for range 2 {
		start := time.Now()
		if r, err = l.exchange(method, request); err != nil {
			return r, err
		}
		if l.once {
			break
		}
		if took := time.Since(start); took > 2*time.Second && took > hang() {
			err = fmt.Errorf("it took %s", took)
		} else if r.StatusCode != http.StatusServiceUnavailable {
			break
		}
	}
	return r, err
}

// exchange writes and reads at once: the server may answer before it has read
// everything.
func (l *line) exchange(method, request string) (r response, err error) {
	if l.conn == nil {
		if l.conn, err = net.Dial("tcp", l.h.Listener.Addr().String()); err != nil {
			return r, err
		}
		l.read = bufio.NewReader(l.conn)
	}
	_ = l.conn.SetDeadline(time.Now().Add(time.Minute))
	said := make(chan error, 1)
	go func() {
		_, err := io.WriteString(l.conn, request)
		said <- err
	}()
	defer func() { // unread input belongs to this request, not to the next
		if err != nil || r.Close {
			l.hangUp()
		}
		if notSaid := <-said; notSaid != nil {
			l.hangUp()
		}
	}()
	if r.Response, err = http.ReadResponse(l.read, &http.Request{Method: method}); err != nil {
		return r, err
	}
	if r.Content, err = io.ReadAll(r.Body); err != nil {
		return r, err
	}
	r.Request, _ = http.ReadRequest(bufio.NewReader(strings.NewReader(request)))
	return r, nil
}

// internals must not be in an answer: details of the program and of SQL.
var internals = regexp.MustCompile(`goroutine \d|panic:|runtime error|\.go:\d|SQLSTATE|\bpgx\b|ERROR:|relation "|column "|violates|duplicate key|vitrine/internal`)

// passes is the rule for every answer: it is fast, documented in status and
// shape, carries the request id, reveals no internals, and is not a server error.
func passes(h *harness, sent string, r response) error {
	switch {
	case r.StatusCode >= 500:
		return fmt.Errorf("status %d: %.1000s", r.StatusCode, r.Content)
	case r.Request == nil:
		return errors.New("answered what is no request")
	case r.Header.Get("X-Request-Id") == "":
		return errors.New("no request id")
	case strings.Contains(string(r.Content), "evil.example"):
		return fmt.Errorf("believes whoever says where it is: %s", r.Content)
	case len(r.Content) > 1<<20:
		return fmt.Errorf("an answer of %d bytes", len(r.Content))
	case r.StatusCode >= 400 && internals.Match(r.Content):
		return fmt.Errorf("tells too much: %s", r.Content)
	}
	if err := h.Contract.Exchange(sent, r); err != nil {
		return fmt.Errorf("%s %s is not as documented: %w\nstatus %d: %.1000s", r.Request.Method, r.Request.URL, err, r.StatusCode, r.Content)
	}
	return nil
}
