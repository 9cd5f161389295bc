package process

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// An instance listens on a unix socket with a mode, takes the place of one that a killed instance left,
// but of no other, and removes it at the end. Who opens it may name the client.
func TestUnixSocket(t *testing.T) {
	database := pgtest.Migrated(t)
	dir, err := os.MkdirTemp("", "v") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "vitrine.sock")
	listen := "VITRINE_LISTEN=unix:" + path
	health := func() (int, string) {
		out, err := command(database, []string{listen}, "health").CombinedOutput()
		return code(err), string(out)
	}
	begin := func() *instance {
		t.Helper()
		i := launch(t, database, listen, "VITRINE_SOCKET_MODE=0600", "VITRINE_RATE_LIMIT_AUTH=1")
		eventually(t, time.Minute, "an instance answers on the socket", func() bool {
			if i.over() {
				t.Fatalf("it ended: %v\n%s", i.result, i.log.tail(10))
			}
			got, _ := health()
			return got == 0
		})
		return i
	}
	if got, said := health(); got != 1 || !strings.Contains(said, "no instance answers") {
		t.Errorf("health of nothing is %d: %s", got, said)
	}
	killed := begin()
	if found, err := os.Stat(path); err != nil || found.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v, %v", found, err)
	}
	second, err := command(database, []string{listen}, "serve", "--no-worker").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(second), "somebody listens on") {
		t.Errorf("a second instance ends with %d: %s", code(err), second)
	}
	killed.killed = true
	_ = killed.cmd.Process.Kill()
	<-killed.ended
	if _, err := os.Stat(path); err != nil {
		t.Fatal("a killed instance leaves its socket: ", err)
	}

	v := begin()
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
	tries := func(of string) int {
		req, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://home.example/api/login", strings.NewReader(`{"email": "a@example.org", "password": "wrong-wrong-wrong"}`))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("X-Forwarded-For", of)
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		_, _ = io.Copy(io.Discard, res.Body)
		return res.StatusCode
	}
	if a, again, b := tries("192.0.2.1"), tries("192.0.2.1"), tries("192.0.2.2"); a == http.StatusTooManyRequests || again != http.StatusTooManyRequests || b == http.StatusTooManyRequests {
		t.Errorf("clients are not told apart by what the proxy says: %d %d %d", a, again, b)
	}
	v.stop(t, syscall.SIGTERM)
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%s is left", left[0].Name())
	}
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused, err := command(database, []string{listen}, "serve").CombinedOutput()
	if kept, _ := os.ReadFile(path); code(err) != 1 || !strings.Contains(string(refused), "is no socket") || string(kept) != "mine" {
		t.Errorf("a file in the place of the socket: %d: %s", code(err), refused)
	}
}

// IPv6 is an address like others.
func TestIPv6(t *testing.T) {
	if l, err := net.Listen("tcp", "[::1]:0"); err != nil {
		t.Skip("NOT RUN: this machine has no IPv6: ", err)
	} else {
		l.Close()
	}
	database := pgtest.Migrated(t)
	v := serve(t, database, "VITRINE_LISTEN=[::1]:0")
	address := strings.TrimPrefix(v.url, "http://")
	out, err := command(database, []string{"VITRINE_LISTEN=" + address}, "health").CombinedOutput()
	if !strings.HasPrefix(address, "[::1]:") || code(err) != 0 {
		t.Errorf("%s: %s", address, out)
	}
}
