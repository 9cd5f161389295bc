package api

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

// hang is how long an answer may take. On a machine that has more to do than it
// has processors for, it is as much longer.
func hang() time.Duration {
	var busy float64
	load, _ := os.ReadFile("/proc/loadavg") // elsewhere, the machine had better be idle
	_, _ = fmt.Sscan(string(load), &busy)
	return time.Duration(2 * max(1, busy/float64(runtime.NumCPU())) * float64(time.Second))
}

// line is a connection on which anything can be said, right or wrong. It is kept
// open while the server does.
type line struct {
	h    *harness
	once bool // nothing is asked for twice
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

// ask makes a request. What is not among the headers is added: the host, a good
// token, the type and length of the body. An answer that takes too long, or says
// that the server is too busy, is asked for once more: the machine may be slow
// for a moment, but not twice.
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

// exchange says something and listens. The server may answer before it has heard
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
	defer func() { // whatever was not heard belongs to this request, not to the next
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
	if r.body, err = io.ReadAll(r.Body); err != nil {
		return r, err
	}
	r.Request, _ = http.ReadRequest(bufio.NewReader(strings.NewReader(request)))
	return r, nil
}

// internals is what an answer must not tell: of the program, of SQL.
var internals = regexp.MustCompile(`goroutine \d|panic:|runtime error|\.go:\d|SQLSTATE|\bpgx\b|ERROR:|relation "|column "|violates|duplicate key|vitrine/internal`)

// passes is the rule for every answer, whatever was sent: it comes soon, it is
// one of those that the document has, in the shape it has there, it names the
// request, it tells nothing of the inside, and the server has not failed.
func passes(h *harness, sent string, r response) error {
	switch {
	case r.StatusCode >= 500:
		return fmt.Errorf("status %d: %.1000s", r.StatusCode, r.body)
	case r.Request == nil:
		return errors.New("answered what is no request")
	case r.Header.Get("X-Request-Id") == "":
		return errors.New("no request id")
	case strings.Contains(string(r.body), "evil.example"):
		return fmt.Errorf("believes whoever says where it is: %s", r.body)
	case len(r.body) > 1<<20:
		return fmt.Errorf("an answer of %d bytes", len(r.body))
	case r.StatusCode >= 400 && internals.Match(r.body):
		return fmt.Errorf("tells too much: %s", r.body)
	}
	c, err := loadContract()
	if err != nil {
		return err
	}
	if err := c.exchange(h.pattern(r.Request), sent, r); err != nil {
		return fmt.Errorf("%s %s is not as documented: %w\nstatus %d: %.1000s", r.Request.Method, r.Request.URL, err, r.StatusCode, r.body)
	}
	return nil
}
