package process

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/pgtest"
	traffic "vitrine/test/faults/load"
)

// Many accounts share a few connections that PgBouncer lends per transaction. No
// account sees another's rows, whatever was set on the connection before, and the
// service recovers when PgBouncer is killed and restarted.
func TestAccountsShareConnectionsOfAPooler(t *testing.T) {
	direct := pgtest.Migrated(t)
	p := newPooler(t, direct, "nosuperuser")
	all := []string{serveThrough(t, p).url, serveThrough(t, p).url}
	accounts, err := traffic.Accounts(t.Context(), direct, 200)
	if err != nil {
		t.Fatal(err)
	}
	l := traffic.Start(accounts, all, traffic.Options{Rate: 200, Writes: 0.4, Timeout: 5 * time.Second, Settle: 5 * time.Second, Seed: 1})
	time.Sleep(3 * time.Second)
	lent := scalar[int](t, direct, `select count(*) from pg_stat_activity where datname = current_database() and usename = '`+p.role+`'`)
	if lent == 0 || lent > poolSize {
		t.Errorf("PgBouncer has %d connections, want 1 to %d", lent, poolSize)
	}

	p.end()
	time.Sleep(500 * time.Millisecond)
	p.begin(t)
	back := time.Since(l.Began())
	time.Sleep(3 * time.Second)
	l.Stop()

	v, err := l.Check(t.Context(), direct)
	if err != nil {
		t.Fatal(err)
	}
	for n, fault := range v.Faults() {
		if t.Error(fault); n == 10 {
			break
		}
	}
	samples := l.Samples()
	t.Logf("%d acknowledged, %d unknown, statuses %v, %d connections lent", v.Acknowledged, v.Unknown, samples.Statuses(), lent)
	if v.Acknowledged < 100 || len(samples.Bad()) == 0 {
		t.Errorf("the load proves nothing: %+v, statuses %v", v, samples.Statuses())
	}
	if late := samples.Between(back+2*time.Second, time.Hour).Bad(); len(late) > 0 {
		t.Errorf("%d requests failed 2 s after PgBouncer was back, such as %+v", len(late), late[0])
	}
}

// Behind a pooler, role and time limits hold for every transaction, and every
// kind of change works, and so do mails.
func TestEverythingWorksThroughAPooler(t *testing.T) {
	direct, box := pgtest.Migrated(t), newPostbox(t)
	p := newPooler(t, direct, "nosuperuser")
	v := serveThrough(t, p, box.settings()...)
	owner := newcomer(t, v)
	rooms := v.url + "/api/locations"
	room := owner.must(t, http.StatusCreated, "POST", rooms, M{"name": "Attic"}, "Idempotency-Key", "k-1").text(t, "data", "id")
	owner.must(t, http.StatusOK, "PATCH", rooms+"/"+room, M{"name": "Cellar"})
	owner.must(t, http.StatusOK, "PUT", rooms+"/"+room, M{"name": "Loft"}, "If-Match", "*")
	for range 20 {
		if a := owner.must(t, http.StatusOK, "GET", rooms, nil); !strings.Contains(string(a.body), "Loft") {
			t.Errorf("the list does not have the location: %s", a.body)
		}
	}
	invited := address()
	owner.must(t, http.StatusCreated, "POST", v.url+"/api/account/invitations", M{"email": invited, "role": "editor"})
	box.one(t, direct, invited, "Ada Byron invites you to “Ada Byron” on Vitrine")

	held := lock(t, direct, room)
	owner.must(t, http.StatusServiceUnavailable, "DELETE", rooms+"/"+room, nil) // before the client loses patience
	held()
	owner.must(t, http.StatusNoContent, "DELETE", rooms+"/"+room, nil)

	out, err := command(p.url(), nil, "doctor").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "requests are served as vitrine_app") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	unmentioned, _, _ := strings.Cut(p.url(), "&")
	out, err = command(unmentioned, nil, "serve", "--no-migrate").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "add default_query_exec_mode=cache_describe") {
		t.Errorf("serve without a mode: %v, want exit code 1 and what to do:\n%s", err, out)
	}
	out, err = command(p.url(), nil, "migrate").CombinedOutput()
	if code(err) != 1 || !strings.Contains(string(out), "leads to PostgreSQL itself") {
		t.Errorf("migrate: %v, want exit code 1 and what to do:\n%s", err, out)
	}
}

// Behind a pooler, a role that bypasses row security is refused even if it could
// assume another.
func TestPoolerDoesNotHideABypassingRole(t *testing.T) {
	for _, attribute := range []string{"superuser", "bypassrls"} {
		direct := pgtest.Migrated(t)
		p := newPooler(t, direct, attribute)
		out, err := command(p.url(), nil, "serve", "--no-migrate").CombinedOutput()
		if code(err) != 1 || !strings.Contains(string(out), "bypasses row security") {
			t.Errorf("%s: serve: %v, want exit code 1 and a reason:\n%s", attribute, err, out)
		}
	}
}

func serveThrough(t *testing.T, p *pooler, env ...string) *instance {
	t.Helper()
	i := start(t, command(p.url(), env, "serve", "--no-migrate"))
	i.await(t)
	return i
}

// lock holds a location until released.
func lock(t *testing.T, database, id string) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `begin; select from locations where id = `+id+` for update`); err != nil {
		t.Fatal(err)
	}
	return func() { conn.Close(context.Background()) }
}

// servant creates a role that can log in and serve, and owns nothing. It is
// dropped after the test.
func servant(t *testing.T, database, attribute string) (role, secret string) {
	t.Helper()
	admin, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	role, secret = "process_"+strings.ToLower(rand.Text()[:8]), rand.Text()
	must := func(sql string) {
		t.Helper()
		if _, err := admin.Exec(context.Background(), sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	}
	must(`create role ` + role + ` login ` + attribute + ` password '` + secret + `'`)
	must(`grant vitrine_app to ` + role)
	t.Cleanup(func() {
		must(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '` + role + `'`)
		must(`drop owned by ` + role + `; drop role ` + role)
		admin.Close(context.Background())
	})
	return role, secret
}

// poolSize is the number of connections that all clients share.
const poolSize = 5

// pooler is a PgBouncer in transaction mode, which may be killed.
type pooler struct {
	dir, role, secret, database string
	port                        int
	cmd                         *exec.Cmd
}

// newPooler starts one in front of a database, with such a role.
func newPooler(t *testing.T, direct, attribute string) *pooler {
	t.Helper()
	role, secret := servant(t, direct, attribute)
	to, err := url.Parse(direct)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &pooler{dir: t.TempDir(), role: role, secret: secret, database: strings.TrimPrefix(to.Path, "/"), port: listener.Addr().(*net.TCPAddr).Port}
	listener.Close()
	p.write(t, "users.txt", fmt.Sprintf("%q %q\n", role, secret))
	p.write(t, "pgbouncer.ini", fmt.Sprintf(`[databases]
%s = host=%s port=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = scram-sha-256
auth_file = %s/users.txt
pool_mode = transaction
default_pool_size = %d
server_login_retry = 1
`, p.database, to.Hostname(), to.Port(), p.port, p.dir, poolSize))
	p.begin(t)
	t.Cleanup(p.end)
	return p
}

func (p *pooler) write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (p *pooler) url() string {
	return fmt.Sprintf("postgres://%s:%s@127.0.0.1:%d/%s?sslmode=disable&default_query_exec_mode=cache_describe&lock_timeout=500ms", p.role, p.secret, p.port, p.database)
}

// begin starts PgBouncer, which refuses to be root.
func (p *pooler) begin(t *testing.T) {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer"
	}
	p.cmd = exec.Command(program, "-q", filepath.Join(p.dir, "pgbouncer.ini"))
	p.cmd.Stderr = os.Stderr
	if os.Getuid() == 0 {
		nobody, err := user.Lookup("nobody")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(nobody.Uid)
		for dir := p.dir; dir != "/" && dir != os.TempDir(); dir = filepath.Dir(dir) {
			_ = os.Chmod(dir, 0o755) // the test's directory is closed to others
		}
		p.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatalf("%v; install PgBouncer (Debian: apt-get install pgbouncer)", err)
	}
	eventually(t, 5*time.Second, "PgBouncer listens", func() bool {
		conn, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(p.port))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
}

func (p *pooler) end() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}
