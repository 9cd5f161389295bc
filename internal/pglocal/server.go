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
	bin   string
	cmd   *exec.Cmd
	stale time.Time // when the status was written that another process left
	ended chan struct{}
}

// Start creates the database if there is none, stops one left running by a killed
// process, and waits until it is ready. say reports what takes a while.
func (d *Directory) Start(ctx context.Context, say func(string, ...any)) (*Server, error) {
	made, err := madeBy(d.data())
	if err != nil {
		return nil, err
	}
	found, err := find(made)
	if err != nil {
		return nil, err
	}
	s := &Server{dir: d, bin: found.dir, ended: make(chan struct{})}
	if err := s.reach(); err != nil {
		return nil, err
	}
	password, err := d.Secret("password", rand.Text)
	if err != nil {
		return nil, err
	}
	if made == 0 {
		say("Making a database with PostgreSQL %d in %s.", found.major, d.path)
		if err := s.initialise(ctx, password); err != nil {
			return nil, err
		}
	}
	address := url.URL{Scheme: "postgres", User: url.UserPassword(superuser, password), Path: "/postgres", RawQuery: url.Values{"host": {d.home()}}.Encode()}
	s.URL = address.String()
	if err := d.write(AddressFile, s.URL); err != nil {
		return nil, err
	}
	s.stopOrphan(ctx, say)
	say("Starting PostgreSQL %d.", found.major)
	return s, s.start(ctx)
}

// AddressFile holds the URL of the database; DATABASE_URL_FILE can refer to it.
const AddressFile = "database-url"

const superuser = "vitrine"

func (d *Directory) home() string { return d.Path("postgres") }
func (d *Directory) data() string { return d.Path("postgres", "data") }
func (d *Directory) log() string  { return d.Path("postgres", "log") }

// program is a PostgreSQL program, run as a user whom it accepts and in its own
// process group: an interrupt from the keyboard is for Vitrine, which stops the
// database after the last request.
func (s *Server) program(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.Env = s.dir.home(), []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: s.dir.as}
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

// initialise creates a database in a temporary place and moves it when complete,
// so that an interrupted start leaves nothing half made.
func (s *Server) initialise(ctx context.Context, password string) error {
	draft, secret := s.dir.Path("postgres", "data.new"), s.dir.Path("postgres", "password")
	defer os.Remove(secret)
	err := errors.Join(os.RemoveAll(draft), os.WriteFile(secret, []byte(password+"\n"), 0o600))
	if err == nil && s.dir.as != nil {
		err = os.Chown(secret, int(s.dir.as.Uid), int(s.dir.as.Gid))
	}
	if err != nil {
		return err
	}
	out, err := s.program(ctx, "initdb", "-D", draft, "-U", superuser, "-A", "scram-sha-256", "--pwfile", secret, "-E", "UTF8", "--locale", locale, "--data-checksums").CombinedOutput()
	if err != nil {
		return fmt.Errorf("PostgreSQL could not make a database (%w):\n%s", err, strings.TrimSpace(string(out)))
	}
	return os.Rename(draft, s.dir.data())
}

// stopOrphan stops a PostgreSQL whose Vitrine was killed: this process holds the
// lock, so nobody uses it.
func (s *Server) stopOrphan(ctx context.Context, say func(string, ...any)) {
	if foreign(s.dir.data()) {
		_ = os.Remove(statusFile(s.dir.data())) // pg_ctl would stop that process
	}
	if s.program(ctx, "pg_ctl", "-D", s.dir.data(), "status").Run() != nil {
		return // not running
	}
	say("Stopping the PostgreSQL of a Vitrine that was killed.")
	_ = s.program(ctx, "pg_ctl", "-D", s.dir.data(), "-m", "fast", "-w", "stop").Run()
}

func (s *Server) start(ctx context.Context) error {
	log, err := os.OpenFile(s.dir.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	s.cmd = s.program(context.WithoutCancel(ctx), "postgres", "-D", s.dir.data(), "-c", "listen_addresses=",
		"-c", "unix_socket_directories="+s.dir.home(), "-c", "unix_socket_permissions=0700", "-c", "logging_collector=off")
	s.cmd.Stdout, s.cmd.Stderr = log, log
	s.stale = written(s.dir.data())
	if err := s.cmd.Start(); err != nil {
		return err
	}
	go func() {
		_ = s.cmd.Wait() // the log has the reason
		close(s.ended)
	}()
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
	status, err := os.ReadFile(statusFile(s.dir.data()))
	lines := strings.Split(string(status), "\n")
	return err == nil && !written(s.dir.data()).Equal(s.stale) && len(lines) > 7 && lines[0] == fmt.Sprint(s.cmd.Process.Pid) && strings.TrimSpace(lines[7]) == "ready"
}

// Ended is closed when the database has ended for any reason.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Died returns the last line logged by a database that ended by itself.
func (s *Server) Died() error {
	content, _ := os.ReadFile(s.dir.log())
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	return fmt.Errorf("PostgreSQL has ended; the last lines of %s are:\n%s", s.dir.log(), strings.Join(lines[max(0, len(lines)-5):], "\n"))
}

// Stop shuts the database down, by force if that takes too long.
func (s *Server) Stop() {
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGKILL} {
		_ = s.cmd.Process.Signal(signal)
		select {
		case <-s.ended:
			return
		case <-time.After(stopTimeout):
		}
	}
}
