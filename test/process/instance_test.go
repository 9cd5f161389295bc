package process

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// instance is a running vitrine.
type instance struct {
	url    string // known once it serves
	cmd    *exec.Cmd
	log    *journal
	ended  chan struct{}
	result error // of the process, after its end
	killed bool  // by the test
}

// command is the program in a clean environment.
func command(database string, env []string, args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Env = append([]string{"DATABASE_URL=" + database, "VITRINE_LISTEN=127.0.0.1:0", "VITRINE_PWNED_PASSWORDS_URL=off",
		"VITRINE_RATE_LIMIT_API=1000000000", "VITRINE_RATE_LIMIT_AUTH=1000000000", "VITRINE_DRAIN_DELAY=20ms",
		"GORACE=atexit_sleep_ms=0"}, env...)
	return cmd
}

// launch starts an instance without waiting. It ends with the test.
func launch(t *testing.T, database string, env ...string) *instance {
	t.Helper()
	return start(t, command(database, env, "serve"))
}

// start runs a command until the test ends.
func start(t *testing.T, c *exec.Cmd) *instance {
	t.Helper()
	i := &instance{cmd: c, log: &journal{}, ended: make(chan struct{})}
	i.cmd.Stderr = i.log
	if err := i.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		i.result = i.cmd.Wait()
		close(i.ended)
	}()
	t.Cleanup(func() {
		i.stop(t, os.Interrupt)
		if t.Failed() && !i.killed {
			t.Logf("the last words of vitrine %s %s:\n%s", strings.Join(c.Args[1:], " "), i.url, i.log.tail(30))
		}
	})
	return i
}

// serve starts an instance and waits until it is ready.
func serve(t *testing.T, database string, env ...string) *instance {
	t.Helper()
	i := launch(t, database, env...)
	i.await(t)
	return i
}

func (i *instance) at() string { return i.url }

func (i *instance) await(t *testing.T) {
	t.Helper()
	eventually(t, time.Minute, "an instance is ready", func() bool {
		if i.over() {
			t.Fatalf("an instance ended instead of serving: %v\n%s", i.result, i.log.tail(10))
		}
		if i.url == "" {
			if line := i.log.first("serving"); line != nil {
				i.url = "http://" + line["address"].(string)
			}
		}
		return i.url != "" && i.status("/readyz") == http.StatusOK
	})
}

func (i *instance) over() bool {
	select {
	case <-i.ended:
		return true
	default:
		return false
	}
}

// stop sends a signal and waits; the exit code must be 0.
func (i *instance) stop(t *testing.T, signal os.Signal) {
	t.Helper()
	if i.over() {
		return
	}
	_ = i.cmd.Process.Signal(signal) // it may have just ended
	select {
	case <-i.ended:
	case <-time.After(20 * time.Second):
		t.Errorf("%s did not end within 20 s of %s", i.url, signal)
		_ = i.cmd.Process.Signal(syscall.SIGQUIT) // prints where it hangs
		<-i.ended
	}
	if i.result != nil {
		t.Errorf("%s ended by %s with %v, want exit code 0", i.url, signal, i.result)
	}
	if i.log.contains("DATA RACE") {
		t.Errorf("%s has a data race:\n%s", i.url, i.log.tail(100))
	}
}

// status requests a page without a token; 0 is no answer.
func (i *instance) status(path string) int {
	a, err := (&client{}).send(http.MethodGet, i.url+path, "")
	if err != nil {
		return 0
	}
	return a.status
}

// client makes requests with one user's token.
type client struct{ token string }

type answer struct {
	status int
	header http.Header
	body   []byte
}

// patience is when a request counts as hanging.
const patience = 3 * time.Second

var connections = &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 256}}

func (c *client) send(method, url, body string) (answer, error) {
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, url, content)
	if err != nil {
		return answer{}, err
	}
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := connections.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	read, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, read}, err
}

// journal is the log of an instance.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (j *journal) all() []byte {
	j.mu.Lock()
	defer j.mu.Unlock()
	return bytes.Clone(j.text.Bytes())
}

func (j *journal) contains(text string) bool { return bytes.Contains(j.all(), []byte(text)) }

// lines finds the entries with a message.
func (j *journal) lines(message string) []map[string]any {
	var found []map[string]any
	for lines := bufio.NewScanner(bytes.NewReader(j.all())); lines.Scan(); {
		var line map[string]any
		if json.Unmarshal(lines.Bytes(), &line) == nil && line["msg"] == message {
			found = append(found, line)
		}
	}
	return found
}

func (j *journal) first(message string) map[string]any {
	if found := j.lines(message); len(found) > 0 {
		return found[0]
	}
	return nil
}

// tail is the end of the log without access lines.
func (j *journal) tail(n int) string {
	var kept []string
	for line := range strings.Lines(string(j.all())) {
		if !strings.Contains(line, `"msg":"request"`) {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept[max(0, len(kept)-n):], "")
}

// code is the exit code of a finished command.
func code(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}
