package docs

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/pgtest"
	"vitrine/internal/testkind"
)

// firstPages are what a stranger reads, in this order.
var firstPages = []string{"README.md", "docs/first-collection.md"}

// The first pages work one after the other.
func TestPagesContinueEachOther(t *testing.T) {
	t.Parallel()
	read := readFirst(t, pgtest.Root)
	begin(t, build(t), read[0]).run(t, read...)
}

// A stranger clones the repository, runs make dev with nothing set, follows the
// pages, and presses Ctrl-C. Nothing keeps running.
func TestStrangersPath(t *testing.T) {
	testkind.Nightly(t, "TestPagesContinueEachOther")
	home := reachable(t)
	source, data := clone(t, home), filepath.Join(home, "data")
	dev := makeDev(t, source, home, data)
	database := postmaster(t, data)
	session{dir: source, address: dev.address, data: data, env: []string{"HOME=" + home}}.run(t, readFirst(t, source)...)
	dev.interrupt(t)
	if err := syscall.Kill(database, 0); !errors.Is(err, syscall.ESRCH) {
		t.Errorf("PostgreSQL still runs: %v", err)
	}
	if c, err := net.Dial("tcp", dev.address); err == nil {
		_ = c.Close()
		t.Error("the service still answers")
	}
}

func readFirst(t *testing.T, root string) (found []page) {
	t.Helper()
	for _, name := range firstPages {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, page{name, string(text), blocks(string(text))})
	}
	return found
}

// reachable is a directory that other users can enter, which t.TempDir is not:
// root runs PostgreSQL as one of them. Its path is short enough for a socket.
func reachable(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "stranger")
	if err = errors.Join(err, os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// clone copies what is committed, or all files if there is no history.
func clone(t *testing.T, home string) (to string) {
	t.Helper()
	to = filepath.Join(home, "vitrine")
	copied := exec.Command("git", "clone", "--quiet", "--no-hardlinks", ".", to)
	copied.Env = append(os.Environ(), "HOME="+home)
	trust := []byte("[safe]\n\tdirectory = *\n") // the repository may belong to another user
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), trust, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(pgtest.Root, ".git")); errors.Is(err, os.ErrNotExist) {
		t.Log("there is no .git to clone: the files are copied")
		copied = exec.Command("cp", "-R", ".", to)
	}
	copied.Dir = pgtest.Root
	if out, err := copied.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return to
}

// dev is a running make dev.
type dev struct {
	address string
	cmd     *exec.Cmd
	said    *bufio.Reader
}

var welcome = regexp.MustCompile(`^Vitrine is at\s+http://(localhost:\d+)\n$`)

// makeDev waits for the address that make dev prints. The environment contains
// only Go's caches and a free port.
func makeDev(t *testing.T, source, home, data string) *dev {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // a machine without caches compiles everything
	t.Cleanup(cancel)
	d := &dev{cmd: exec.CommandContext(ctx, "make", "dev")}
	d.cmd.Dir = source
	d.cmd.Env = append(toolchain(t), "PATH="+os.Getenv("PATH"), "HOME="+home, "DEV_DATA="+data, "PORT="+freePort(t))
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // as a shell does
	d.cmd.Cancel = func() error { return syscall.Kill(-d.cmd.Process.Pid, syscall.SIGINT) }
	out, err := d.cmd.StdoutPipe()
	d.cmd.Stderr = d.cmd.Stdout
	if err = errors.Join(err, d.cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); _ = d.cmd.Wait() })
	d.said = bufio.NewReader(out)
	for d.address == "" {
		line, err := d.said.ReadString('\n')
		t.Log(strings.TrimSuffix(line, "\n"))
		if err != nil {
			t.Fatalf("make dev ended: %v", err)
		}
		if m := welcome.FindStringSubmatch(line); m != nil {
			d.address = m[1]
		}
	}
	return d
}

// interrupt is Ctrl-C, which a terminal sends to the whole process group.
func (d *dev) interrupt(t *testing.T) {
	t.Helper()
	if err := syscall.Kill(-d.cmd.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	rest, _ := io.ReadAll(d.said) // until nobody has the output open
	t.Logf("%s%v", rest, d.cmd.Wait())
}

// toolchain is where Go keeps and finds things on this machine.
func toolchain(t *testing.T) (env []string) {
	t.Helper()
	names := []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOTOOLCHAIN"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i, value := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		env = append(env, names[i]+"="+value)
	}
	return env
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// postmaster is the process of the private PostgreSQL.
func postmaster(t *testing.T, data string) int {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(data, "postgres", "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(content), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	return pid
}
