// Package pglocal runs a private PostgreSQL from the programs on this machine,
// for one person and without settings. It listens on a socket that nobody else
// can open, with a password of its own. It contains no SQL.
package pglocal

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	startTimeout = time.Minute
	stopTimeout  = 30 * time.Second
)

// Server is a running PostgreSQL.
type Server struct {
	URL   string
	dir   *Directory
	data  string // the directory of its data
	runs  programs
	cmd   *exec.Cmd
	stale time.Time // when the status was written that another process left
	ended chan struct{}
}

// Say reports what takes a while.
type Say func(format string, args ...any)

// Start creates the database if there is none, ends what a killed process has left,
// and waits until PostgreSQL is ready.
func (d *Directory) Start(ctx context.Context, say Say) (*Server, error) {
	if err := d.settle(ctx, say); err != nil {
		return nil, err
	}
	made, err := madeBy(d.data())
	if err != nil {
		return nil, err
	}
	found, err := find(made)
	if err != nil {
		return nil, err
	}
	s, err := d.server(found, d.data())
	if err != nil {
		return nil, err
	}
	if made == 0 {
		say("Making a database with PostgreSQL %d in %s.", found.major, d.path)
		if err := s.create(ctx, d.Path("postgres", "data.new")); err != nil {
			return nil, err
		}
	}
	if err := d.write(AddressFile, s.URL); err != nil {
		return nil, err
	}
	s.stopOrphan(ctx, say)
	say("Starting PostgreSQL %d.", found.major)
	return s, s.start(ctx)
}

// server is one that does not run yet. All of a directory have the same address
// and password.
func (d *Directory) server(runs programs, data string) (*Server, error) {
	s := &Server{dir: d, data: data, runs: runs}
	if err := s.reach(); err != nil {
		return nil, err
	}
	password, err := d.Secret("password", rand.Text)
	if err != nil {
		return nil, err
	}
	address := url.URL{Scheme: "postgres", User: url.UserPassword(superuser, password), Path: "/postgres", RawQuery: url.Values{"host": {d.home()}}.Encode()}
	s.URL = address.String()
	return s, nil
}

// AddressFile holds the URL of the database; DATABASE_URL_FILE can refer to it.
const AddressFile = "database-url"

const superuser = "vitrine"

func (d *Directory) home() string { return d.Path("postgres") }
func (d *Directory) data() string { return d.Path("postgres", "data") }
func (d *Directory) log() string  { return d.Path("postgres", "log") }

// initial is the password for initdb, in a file that it may read.
func (d *Directory) initial() string { return d.Path("postgres", "password") }

// program is a PostgreSQL program, run as a user whom it accepts and in its own
// process group: an interrupt from the keyboard is for Vitrine, which stops the
// database after the last request.
func (s *Server) program(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(s.runs.dir, name), args...)
	cmd.Dir, cmd.Env = s.dir.home(), []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	apart(cmd, s.dir.as)
	return cmd
}

// reach checks that the user who runs PostgreSQL can access the directory.
func (s *Server) reach() error {
	if err := s.dir.give(s.dir.home()); err != nil {
		return err
	}
	err := s.program(context.Background(), "postgres", "--version").Run()
	if errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("root runs PostgreSQL as another user, who cannot get to %s: choose a directory outside of private ones with --data, such as /var/lib/vitrine-local", s.dir.path)
	}
	return err
}

// create makes a database in a temporary place and moves it when complete, so that
// an interrupted start leaves nothing half made.
func (s *Server) create(ctx context.Context, draft string) error {
	if err := os.RemoveAll(draft); err != nil {
		return err
	}
	if err := s.initialise(ctx, draft); err != nil {
		return err
	}
	return os.Rename(draft, s.data)
}

func (s *Server) initialise(ctx context.Context, data string) error {
	password, err := os.ReadFile(s.dir.Path("password"))
	if err != nil {
		return err
	}
	secret := s.dir.initial()
	defer os.Remove(secret)
	err = os.WriteFile(secret, password, 0o600)
	if err == nil && s.dir.as != nil {
		err = os.Chown(secret, int(s.dir.as.uid), int(s.dir.as.gid))
	}
	if err != nil {
		return err
	}
	out, err := s.program(ctx, "initdb", "-D", data, "-U", superuser, "-A", "scram-sha-256", "--pwfile", secret, "-E", "UTF8", "--locale", locale, "--data-checksums").CombinedOutput()
	if err != nil {
		return fmt.Errorf("PostgreSQL could not make a database (%w):\n%s", err, strings.TrimSpace(string(out)))
	}
	return nil
}

// stopOrphan stops a PostgreSQL whose Vitrine was killed: this process holds the
// lock, so nobody uses it.
func (s *Server) stopOrphan(ctx context.Context, say Say) {
	if foreign(s.data) {
		_ = os.Remove(statusFile(s.data)) // pg_ctl would stop that process
	}
	if s.program(ctx, "pg_ctl", "-D", s.data, "status").Run() != nil { // not running
		_ = os.Remove(s.dir.socketLock())
		return
	}
	say("Stopping the PostgreSQL of a Vitrine that was killed.")
	_ = s.program(ctx, "pg_ctl", "-D", s.data, "-m", "fast", "-w", "stop").Run()
}

// start waits until PostgreSQL is ready. A thread of this process may get the number of the one before
// just when PostgreSQL looks at it; then it is started again.
func (s *Server) start(ctx context.Context, settings ...string) error {
	err := s.begin(ctx, settings...)
	if err != nil && ctx.Err() == nil && foreign(s.data) {
		_ = os.Remove(statusFile(s.data))
		err = s.begin(ctx, settings...)
	}
	return err
}

func (s *Server) begin(ctx context.Context, settings ...string) error {
	log, err := os.OpenFile(s.dir.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = s.program(context.WithoutCancel(ctx), "postgres", "-D", s.data)
	for _, setting := range append(settings, "listen_addresses=", "unix_socket_directories="+s.dir.home(), "unix_socket_permissions=0700", "logging_collector=off") {
		s.cmd.Args = append(s.cmd.Args, "-c", setting)
	}
	s.cmd.Stdout, s.cmd.Stderr = log, log
	s.stale, s.ended = written(s.data), make(chan struct{})
	if err := s.cmd.Start(); err != nil {
		return err
	}
	go func(ended chan struct{}) {
		_ = s.cmd.Wait() // the log has the reason
		close(ended)
	}(s.ended)
	if err := s.await(ctx); err != nil {
		s.Stop()
		return err
	}
	return nil
}

// await waits until the database reports that it is ready, as pg_ctl does.
func (s *Server) await(ctx context.Context) error {
	for deadline := time.Now().Add(startTimeout); time.Now().Before(deadline); {
		if s.ready() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ended:
			return s.Died()
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("PostgreSQL was not ready within %s; its log is %s", startTimeout, s.dir.log())
}

func (s *Server) ready() bool {
	pid, ready := status(s.data)
	return ready && pid == s.cmd.Process.Pid && !written(s.data).Equal(s.stale)
}

// status is what a server writes into the directory of its data.
func status(data string) (pid int, ready bool) {
	written, _ := os.ReadFile(statusFile(data))
	lines := strings.Split(string(written), "\n")
	pid, err := strconv.Atoi(lines[0])
	return pid, err == nil && len(lines) > 7 && strings.TrimSpace(lines[7]) == "ready"
}

// Ended is closed when the database has ended for any reason.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Died returns the last line logged by a database that ended by itself.
func (s *Server) Died() error {
	content, _ := os.ReadFile(s.dir.log())
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	return fmt.Errorf("PostgreSQL has ended; the last lines of %s are:\n%s", s.dir.log(), strings.Join(lines[max(0, len(lines)-5):], "\n"))
}

// Stop shuts the database down, by force if that takes too long. There may be none.
func (s *Server) Stop() {
	if s == nil {
		return
	}
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		_ = s.cmd.Process.Signal(signal)
		select {
		case <-s.ended:
			return
		case <-time.After(stopTimeout):
		}
	}
}
