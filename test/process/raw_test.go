package process

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// G6: invalid or nearly valid HTTP. Every answer is proper HTTP, none is to a
// request hidden in another one, and the process survives within its memory
// limit.
func TestRawHTTP(t *testing.T) {
	testkind.WatchesTheClock(t)
	i := serve(t, pgtest.Migrated(t))
	owner := register(t, i)
	cases := rawCases(owner.token)
	if len(cases) < 200 {
		t.Errorf("only %d cases", len(cases))
	}
	t.Run("cases", func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				if answers, err := c.say(strings.TrimPrefix(i.url, "http://")); err != nil {
					t.Errorf("%q\n%v\nafter %d answers", c.said[:min(len(c.said), 300)], err, len(answers))
				}
			})
		}
	})
	largeBodies(t, i, owner)
	if status := i.status("/readyz"); status != http.StatusOK {
		t.Errorf("afterwards it is not ready: %d", status)
	}
	if i.log.contains(`"panic"`) {
		t.Errorf("there was a panic:\n%s", i.log.tail(50))
	}
	if peak := peakMemory(t, i); peak > memoryLimit {
		t.Errorf("it took %d MiB of memory, at most %d are allowed", peak>>20, memoryLimit>>20)
	} else {
		t.Logf("%d cases; it took %d MiB of memory at most", len(cases), peak>>20)
	}
}

// rawCase is what is sent on one connection.
type rawCase struct {
	name, said string
	answers    []int         // expected statuses, if known; 0 is any
	stays      bool          // the client keeps the connection open
	within     time.Duration // when the server must be done; 2 seconds if zero
}

// fair are the statuses allowed for a bad request. Of the 5xx only those that say
// what the server does not support.
var fair = map[int]bool{200: true, 201: true, 204: true, 400: true, 401: true, 404: true, 405: true, 408: true, 411: true, 413: true, 414: true, 415: true, 417: true, 422: true, 431: true, 501: true, 505: true}

// say sends the text and reads until the server is done.
func (c rawCase) say(address string) (answers []int, err error) {
	conn, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	within := 2 * time.Second
	if c.within > 0 {
		within = c.within
	}
	_ = conn.SetDeadline(time.Now().Add(within * slowness()))
	go func() {
		_, _ = io.WriteString(conn, c.said) // the server may have hung up
		if !c.stays {
			_ = conn.(*net.TCPConn).CloseWrite()
		}
	}()
	listen := bufio.NewReader(conn)
	method, _, _ := strings.Cut(c.said, " ")
	for {
		status, err := hear(listen, &http.Request{Method: method})
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return answers, fmt.Errorf("it hangs")
		case err != nil && len(answers) < len(c.answers):
			return answers, fmt.Errorf("%w, want %v", err, c.answers)
		case isEnd(err):
			return answers, nil
		case err != nil:
			return answers, err
		}
		answers = append(answers, status)
		if n := len(answers); c.answers != nil && (n > len(c.answers) || c.answers[n-1] != 0 && c.answers[n-1] != status) {
			return answers, fmt.Errorf("answers %v, want %v", answers, c.answers)
		}
	}
}

// isEnd reports whether the server closed the connection, gracefully or with
// unread input.
func isEnd(err error) bool {
	return errors.Is(err, io.EOF) || strings.Contains(fmt.Sprint(err), "connection reset") || strings.Contains(fmt.Sprint(err), "broken pipe")
}

var inside = regexp.MustCompile(`goroutine \d|panic:|runtime error|\.go:\d|SQLSTATE|vitrine/internal`)

// hear reads one answer and checks it. Only that to a HEAD has a length and no body.
func hear(from *bufio.Reader, to *http.Request) (int, error) {
	if _, err := from.Peek(1); err != nil {
		return 0, err
	}
	r, err := http.ReadResponse(from, to)
	if err != nil {
		return 0, fmt.Errorf("what is said is no answer: %w", err)
	}
	body, err := io.ReadAll(r.Body)
	id := r.Header.Get("X-Request-Id")
	switch {
	case err != nil:
		return r.StatusCode, fmt.Errorf("half an answer: %w", err)
	case !fair[r.StatusCode]:
		return r.StatusCode, fmt.Errorf("status %d: %s", r.StatusCode, body)
	case id == hidden:
		return r.StatusCode, errors.New("the request that was hidden in another one was answered")
	case inside.Match(body):
		return r.StatusCode, fmt.Errorf("tells too much: %s", body)
	case id != "" && len(body) > 0 && !json.Valid(body):
		return r.StatusCode, fmt.Errorf("the service says what is no JSON: %s", body)
	case id == "" && r.StatusCode < 400: // Go's own answers are all refusals
		return r.StatusCode, fmt.Errorf("status %d without a request id: %s", r.StatusCode, body)
	}
	return r.StatusCode, nil
}

// slowness is how overloaded this machine is, per processor.
func slowness() time.Duration {
	load, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(load), " ")
	busy, _ := strconv.ParseFloat(first, 64)
	return time.Duration(max(1, busy))
}

// memoryLimit allows for the race detector, which multiplies memory use.
const memoryLimit = 1 << 30

// largeBodies sends the largest permitted bodies, many at once.
func largeBodies(t *testing.T, i *instance, c *client) {
	t.Helper()
	bombs := []string{
		strings.Repeat("[", 1<<20), `{"name":"` + strings.Repeat("x", 1<<20-20) + `"}`, `{"name":"` + strings.Repeat("x", 4<<20) + `"}`, "{" + strings.Repeat(`"a":{},`, 140_000) + `"name":"x"}`,
		`{"name":[` + strings.Repeat("{},", 330_000) + `{}]}`, `{"name":` + strings.Repeat("9", 1<<20-20) + `}`, `{"json":"{\"type\":{\"name\":\"x\",\"standaloneFields\":[` + strings.Repeat(`{},`, 30_000) + `{}]}}"}`,
	}
	var all sync.WaitGroup
	for n := range 16 {
		all.Go(func() {
			for k := range bombs {
				path := []string{"/api/locations", "/api/collection-types/import"}[(n+k)%2]
				req, _ := http.NewRequest("POST", i.url+path, strings.NewReader(bombs[(n+k)%len(bombs)]))
				req.Header.Set("Authorization", "Bearer "+c.token)
				r, err := http.DefaultClient.Do(req)
				if err != nil {
					t.Error(err)
					continue
				}
				r.Body.Close()
				if r.StatusCode != http.StatusUnprocessableEntity && r.StatusCode != http.StatusRequestEntityTooLarge {
					t.Errorf("%s: status %d", path, r.StatusCode)
				}
			}
		})
	}
	all.Wait()
}

// peakMemory is the process's peak resident size.
func peakMemory(t *testing.T, i *instance) int {
	t.Helper()
	peak, err := peakOf(i.cmd.Process.Pid)
	if err != nil {
		t.Logf("memory is looked at on Linux only: %v", err)
	}
	return peak
}

// peakOf is the most memory that a running process has had. What the system tells of one that
// has ended includes that of whoever started it.
func peakOf(pid int) (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := bytes.Cut(status, []byte("VmHWM:"))
	var kib int
	_, err = fmt.Sscan(string(rest), &kib)
	return kib << 10, err
}
