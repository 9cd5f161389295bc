package process

import (
	"net"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
)

// Health checks look only at the exit code.
func TestHealthGoesByReadiness(t *testing.T) {
	database := pgtest.Migrated(t)
	v := serve(t, database, "VITRINE_DRAIN_DELAY=30s")
	address := strings.TrimPrefix(v.url, "http://")
	_, port, _ := net.SplitHostPort(address)
	health := func(listen string) (int, string) {
		out, err := command(database, []string{"VITRINE_LISTEN=" + listen, "HTTP_PROXY=http://127.0.0.1:1"}, "health").CombinedOutput()
		return code(err), string(out)
	}
	for _, listen := range []string{address, ":" + port, "0.0.0.0:" + port, "[::]:" + port} {
		if got, said := health(listen); got != 0 || said != "Ready.\n" {
			t.Errorf("health of %s is %d: %s", listen, got, said)
		}
	}
	database = "" // as in a container with a PostgreSQL of its own: the instance knows where it is
	if got, said := health(address); got != 0 || said != "Ready.\n" {
		t.Errorf("health without a database address is %d: %s", got, said)
	}
	if got, said := health("nowhere"); got != 1 || !strings.Contains(said, "VITRINE_LISTEN: ") {
		t.Errorf("health of a wrong address is %d: %s", got, said)
	}
	if got, said := health("127.0.0.1:1"); got != 1 || !strings.Contains(said, "no instance answers") {
		t.Errorf("health of nothing is %d: %s", got, said)
	}
	_ = v.cmd.Process.Signal(syscall.SIGTERM)
	eventually(t, 5*time.Second, "a draining instance is not healthy", func() bool {
		got, said := health(address)
		return got == 1 && strings.Contains(said, "503")
	})
	v.stop(t, syscall.SIGTERM) // a second one ends the wait
}
