package process

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/testkind"
)

// reachableDirectory is removed after the test and open to any user: root runs
// PostgreSQL as another user, who could not enter t.TempDir.
func reachableDirectory(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/var/tmp", "vitrine-local")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "data")
}

// local starts vitrine local and waits until it serves.
func local(t *testing.T, dir string) *instance {
	t.Helper()
	c := command("", []string{"PATH=" + os.Getenv("PATH"), "VITRINE_LOG_FORMAT=json", "VITRINE_LOG_LEVEL=info"}, "local", "--data", dir)
	c.Stdout = &journal{}
	i := start(t, c)
	i.await(t)
	eventually(t, time.Minute, "it has said everything", func() bool { // which it does while it answers already
		return c.Stdout.(*journal).contains("Other commands of vitrine find it after")
	})
	return i
}

// postmaster is the process id of the private PostgreSQL.
func postmaster(t *testing.T, dir string) int {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "postgres", "data", "postmaster.pid"))
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

// gone reports whether a process has ended, reaped or not.
func gone(pid int) bool {
	out, err := exec.Command("ps", "-o", "stat=", "-p", strconv.Itoa(pid)).Output()
	return err != nil || strings.HasPrefix(strings.TrimSpace(string(out)), "Z")
}

// beside runs a command with the files that vitrine local names.
func beside(dir string, args ...string) (string, error) {
	c := command("", []string{"DATABASE_URL_FILE=" + dir + "/database-url", "VITRINE_SECRET_KEY_FILE=" + dir + "/secret-key", "VITRINE_FILES=" + dir + "/files"}, args...)
	out, err := c.CombinedOutput()
	return string(out), err
}

func TestLocalNeedsNothingAndKeepsEverything(t *testing.T) {
	t.Parallel()
	dir := reachableDirectory(t)
	v := local(t, dir)
	for _, words := range []string{"http://localhost:", "/docs", "Nobody uses it yet", "DATABASE_URL_FILE=" + dir, "VITRINE_FILES=" + dir + "/files"} {
		if said := v.cmd.Stdout.(*journal); !said.contains(words) {
			t.Errorf("it does not say %q:\n%s", words, said.all())
		}
	}
	for _, name := range []string{"secret-key", "password", "database-url"} {
		if about, err := os.Stat(filepath.Join(dir, name)); err != nil || about.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, want a file that only its owner can read", name, err)
		}
	}
	key, _ := os.ReadFile(filepath.Join(dir, "secret-key"))
	chosen := firstMinute(t, v)
	login := M{"email": "ada@example.org", "password": chosen}
	ada := &client{(&client{}).must(t, http.StatusOK, "POST", v.url+"/api/login", login).text(t, "data", "token")}
	ada.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Attic"})
	ada.must(t, http.StatusOK, "POST", v.url+"/api/me/two-factor", M{"password": chosen}) // there is a key
	if err := (&person{client: ada}).keep(v.url, "a receipt"); err != nil || len(directoryAt(t, filepath.Join(dir, "files")).hashes(t)) != 1 {
		t.Errorf("a file is not kept in the directory: %v", err)
	}

	if said, err := beside(dir, "user", "create", "--email=ben@example.org", "--first-name=Ben", "--last-name=Byron"); err != nil {
		t.Errorf("user create: %v\n%s", err, said)
	}
	second, err := command("", []string{"PATH=" + os.Getenv("PATH")}, "local", "--data", dir).CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(second), "vitrine local is already running with "+dir+": stop it first") {
		t.Errorf("a second start: %v\n%s", err, second)
	}
	database := postmaster(t, dir)
	v.stop(t, syscall.SIGTERM)
	if !gone(database) {
		t.Error("the database runs on after SIGTERM")
	}
	again := local(t, dir)
	if total := ada.list(t, again.url+"/api/locations").Meta.Total; total != 1 {
		t.Errorf("after a restart there are %d locations", total)
	}
	if again.cmd.Stdout.(*journal).contains("setup") {
		t.Error("after a restart it is to be set up again")
	}
	if same, _ := os.ReadFile(filepath.Join(dir, "secret-key")); string(same) != string(key) {
		t.Error("a restart made another key")
	}
}

// In a container every command has the same environment, which says where the database of vitrine
// local is; and files on their way are on its volume.
func TestLocalIsFoundByItsOwnAddress(t *testing.T) {
	t.Parallel()
	dir := reachableDirectory(t)
	left := filepath.Join(dir, "tmp", "left")
	if err := errors.Join(os.MkdirAll(filepath.Dir(left), 0o755), os.WriteFile(left, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	environ := []string{"PATH=" + os.Getenv("PATH"), "VITRINE_LOG_FORMAT=json", "VITRINE_LOG_LEVEL=info", "VITRINE_FILES=" + filepath.Join(dir, "files"),
		"VITRINE_SECRET_KEY_FILE=" + filepath.Join(dir, "secret-key"), "DATABASE_URL_FILE=" + filepath.Join(dir, "database-url")}
	v := start(t, command("", environ, "local", "--data", dir))
	v.await(t)
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what another process left is still there: %v", err)
	}
	if out, err := command("", append(environ, "TMPDIR="+filepath.Join(dir, "tmp")), "backup", filepath.Join(dir, "now.backup")).CombinedOutput(); err != nil {
		t.Errorf("backup: %v\n%s", err, out)
	}
}

// The directory stays usable after Vitrine or its database is killed.
func TestLocalRecoversFromKills(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestLocalNeedsNothingAndKeepsEverything")
	dir := reachableDirectory(t)
	v := local(t, dir)
	orphan := postmaster(t, dir)
	v.killed = true
	_ = v.cmd.Process.Kill()
	<-v.ended
	again := local(t, dir)
	if !gone(orphan) || postmaster(t, dir) == orphan {
		t.Error("the database of the one that was killed still runs")
	}
	again.killed = true
	_ = syscall.Kill(postmaster(t, dir), syscall.SIGKILL)
	select {
	case <-again.ended:
	case <-time.After(30 * time.Second):
		t.Fatal("it goes on without its database")
	}
	if code(again.result) != 1 || !again.log.contains("PostgreSQL has ended") {
		t.Errorf("%v:\n%s", again.result, again.log.tail(10))
	}
	local(t, dir)
}

// In a container the next PostgreSQL often has the number of the one that was killed, whose status
// says that it is ready.
func TestLocalRecoversWhereNumbersComeAgain(t *testing.T) {
	t.Parallel()
	bwrap, err := exec.LookPath("bwrap")
	if err != nil {
		t.Skip("bubblewrap is not installed, so there are no numbers of its own: apt-get install bubblewrap")
	}
	dir := reachableDirectory(t)
	for range 4 {
		c := command("", []string{"PATH=" + os.Getenv("PATH"), "VITRINE_LOG_FORMAT=json", "VITRINE_LOG_LEVEL=info"}, "local", "--data", dir)
		c.Path, c.Args = bwrap, append([]string{bwrap, "--unshare-pid", "--unshare-user", "--uid", "1000", "--gid", "1000", "--as-pid-1", "--die-with-parent", "--dev-bind", "/", "/", "--proc", "/proc"}, c.Args...)
		v := start(t, c)
		v.await(t)
		v.killed = true
		_ = v.cmd.Process.Kill()
		<-v.ended
		eventually(t, 10*time.Second, "its directory is free again", func() bool {
			return exec.Command("flock", "--nonblock", filepath.Join(dir, "lock"), "true").Run() == nil
		})
		renumber(t, filepath.Join(dir, "postgres", ".s.PGSQL.5432.lock"), "3") // a thread of the next Vitrine
	}
}

// renumber changes whose a lock of PostgreSQL is.
func renumber(t *testing.T, lock, number string) {
	t.Helper()
	content, err := os.ReadFile(lock)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(content), "\n")
	if err := os.WriteFile(lock, []byte(number+"\n"+rest), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestLocalSaysWhatIsMissing(t *testing.T) {
	dir := reachableDirectory(t)
	other := filepath.Join(dir, "postgres", "data")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(other, "PG_VERSION"), []byte("12\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	path := "PATH=" + os.Getenv("PATH")
	for _, c := range []struct {
		name, data, says string
		env              []string
	}{
		{"another version", dir, "the data was made by PostgreSQL 12, and this machine has version ", nil},
		{"a file", filepath.Join(dir, "lock", "x"), "cannot be made", nil},
		{"a long path", dir + strings.Repeat("/long", 20), "is too long a path for a socket", nil},
		{"a database", dir, "DATABASE_URL is set: vitrine serve uses that database", []string{"DATABASE_URL=postgres://db/x"}},
		{"another database", dir, "DATABASE_URL is set: vitrine serve uses that database", []string{"DATABASE_URL_FILE=/etc/vitrine/database_url"}},
		{"a typo", dir, "did you mean VITRINE_RATE_LIMIT_API?", []string{"VITRINE_RATELIMIT_API=1"}},
	} {
		out, err := command("", append([]string{path}, c.env...), "local", "--data", c.data).CombinedOutput()
		if code(err) != 1 || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: %v, want %q\n%s", c.name, err, c.says, out)
		}
	}
}
