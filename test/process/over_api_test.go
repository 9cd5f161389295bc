package process

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"vitrine/internal/pgtest"
)

// desk is where somebody runs the commands that use the API: a folder, an address and a token.
type desk struct {
	dir, url, token string
	v               *instance
	database        string
	owner           *person
}

// newDesk serves an empty catalogue.
func newDesk(t *testing.T, env ...string) *desk {
	t.Helper()
	d := &desk{dir: t.TempDir(), database: pgtest.Migrated(t)}
	d.v = serve(t, d.database, append([]string{"VITRINE_FILES=" + t.TempDir()}, env...)...)
	d.sit(t)
	return d
}

// newDeskOf is one whose service is not slowed down by the race detector.
func newDeskOf(t *testing.T, program string, env ...string) *desk {
	t.Helper()
	d := &desk{dir: t.TempDir(), database: pgtest.Migrated(t)}
	d.v = begin(t, program, d.database, append([]string{"VITRINE_FILES=" + t.TempDir()}, env...), "serve")
	d.v.await(t)
	d.sit(t)
	return d
}

func (d *desk) sit(t *testing.T) {
	t.Helper()
	d.owner = newcomer(t, d.v)
	d.url, d.token = d.v.url, d.owner.token
}

// ran is what a command said, and its exit code.
type ran struct {
	code     int
	out, err string
}

func (d *desk) command(args ...string) *exec.Cmd {
	c := command("", nil, args...)
	c.Dir, c.Env = d.dir, []string{"VITRINE_URL=" + d.url, "VITRINE_TOKEN=" + d.token, "GORACE=atexit_sleep_ms=0"}
	return c
}

// run runs a command, which must end with the code and say the words.
func (d *desk) run(t *testing.T, want int, says string, args ...string) ran {
	t.Helper()
	var out, complaints bytes.Buffer
	c := d.command(args...)
	c.Stdout, c.Stderr = &out, &complaints
	err := c.Run()
	got := ran{code(err), out.String(), complaints.String()}
	if got.code != want || !strings.Contains(got.out+got.err, says) {
		t.Fatalf("vitrine %s ended with %d, want %d and %q:\n%s%s", strings.Join(args, " "), got.code, want, says, got.out, got.err)
	}
	if strings.Contains(got.err, "DATA RACE") || strings.Contains(got.out+got.err, d.token) {
		t.Errorf("vitrine %s:\n%s", strings.Join(args, " "), got.err)
	}
	return got
}

// count counts rows of the database.
func (d *desk) count(t *testing.T, table string) int {
	t.Helper()
	return scalar[int](t, d.database, `select count(*)::int from `+table)
}

// state is that of the newest import, and its id.
func (d *desk) state(t *testing.T) (state, id string) {
	t.Helper()
	return scalar[string](t, d.database, `select coalesce((select state from imports order by id desc limit 1), '')`),
		scalar[string](t, d.database, `select coalesce((select id::text from imports order by id desc limit 1), '')`)
}

// write makes a file in the folder.
func (d *desk) write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, name), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (d *desk) read(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(d.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// files are the names in the folder.
func (d *desk) files(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func sample(name string) string { return filepath.Join(pgtest.Root, "samples/import", name) }

func sumOf(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// books are so many rows with descriptions of a length, and blanks that only make the file large.
func books(rows, length, blanks int) string {
	var b strings.Builder
	b.WriteString("item_key,item_name,description\n")
	for n := range rows {
		fmt.Fprintf(&b, "b%d,Book %d,%d%s%s\n", n, n, n, strings.Repeat(" words", length/6), strings.Repeat(" ", blanks))
	}
	return b.String()
}

// line is a connection to a service that cuts, holds or falsifies what goes over it.
type line struct {
	url   string
	mu    sync.Mutex
	up    int64 // bytes that may still be sent, over all connections; -1 is any number
	down  int64 // bytes that a connection may bring before it is cut
	wrong int64 // which byte of a connection is another one
	calls int   // connections so far
}

// newLine leads to an instance, and ends with the test.
func newLine(t *testing.T, v *instance) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	l := &line{url: "http://" + listener.Addr().String(), up: -1}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go l.connect(client, strings.TrimPrefix(v.url, "http://"))
		}
	}()
	return l
}

func (l *line) set(up, down, wrong int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.up, l.down, l.wrong = up, down, wrong
}

func (l *line) connect(client net.Conn, to string) {
	defer client.Close()
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer server.Close()
	l.mu.Lock()
	l.calls++
	down, wrong := l.down, l.wrong
	l.mu.Unlock()
	go l.send(server, client)
	buffer, seen := make([]byte, 1<<14), int64(0)
	for {
		n, err := server.Read(buffer)
		if wrong > seen && wrong <= seen+int64(n) {
			buffer[wrong-seen-1] ^= 1
		}
		if seen += int64(n); down > 0 && seen > down {
			return
		}
		if _, failed := client.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}

// send passes on what may be sent; the rest is lost.
func (l *line) send(server, client net.Conn) {
	defer server.Close()
	buffer := make([]byte, 1<<14)
	for {
		n, err := client.Read(buffer)
		l.mu.Lock()
		if l.up >= 0 {
			n = min(n, int(l.up))
			l.up -= int64(n)
		}
		l.mu.Unlock()
		if _, failed := server.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}

// newCollection makes one.
func (d *desk) newCollection(t *testing.T, name string) string {
	t.Helper()
	return d.owner.must(t, http.StatusCreated, "POST", d.v.url+"/api/collections", M{"name": name, "visibility": "private", "currency": "EUR"}).text(t, "data", "id")
}
