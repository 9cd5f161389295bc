package pglocal

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
)

// Directory holds everything of a private installation. Only its owner can read
// it.
type Directory struct {
	path string
	lock *os.File
	as   *owner // runs PostgreSQL, if not this user
}

// owner is a user by number.
type owner struct{ uid, gid uint32 }

// Default is the directory for one person. PostgreSQL refuses to run as root and
// its user cannot read root's home, so root has a different one.
func Default(getenv func(string) string) (string, error) {
	if home := getenv("XDG_DATA_HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, "vitrine"), nil
	}
	if os.Getuid() == 0 {
		return "/var/lib/vitrine-local", nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", errors.New("HOME is not set: choose a directory with --data")
	}
	return filepath.Join(home, ".local", "share", "vitrine"), nil
}

// Open creates the directory if need be, and locks it until it is closed. The
// lock of a killed process ends with it.
func Open(path string) (*Directory, error) {
	if err := supported(); err != nil {
		return nil, err
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if len(filepath.Join(path, "postgres", ".s.PGSQL.5432")) > longestSocket {
		return nil, fmt.Errorf("%s is too long a path for a socket: choose a shorter one with --data", path)
	}
	d := &Directory{path: path}
	mode := os.FileMode(0o700)
	if os.Getuid() == 0 {
		mode = 0o711 // the user who runs PostgreSQL must pass through
		if d.as, err = unprivileged(); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(path, mode); err != nil {
		return nil, fmt.Errorf("the directory %s cannot be made (%v): choose another one with --data", path, err)
	}
	if d.lock, err = os.OpenFile(filepath.Join(path, "lock"), os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return nil, fmt.Errorf("%s cannot be used (%v): choose another directory with --data", path, err)
	}
	if err := lock(d.lock); err != nil {
		_ = d.lock.Close()
		return nil, fmt.Errorf("%w with %s: stop it first, or choose another directory with --data", errRunning, path)
	}
	return d, nil
}

var errRunning = errors.New("vitrine local is already running")

// longestSocket is the portable limit on the path of a socket.
const longestSocket = 103

// unprivileged is the user who runs PostgreSQL for root.
func unprivileged() (*owner, error) {
	for _, name := range []string{"postgres", "nobody"} {
		if found, err := user.Lookup(name); err == nil {
			uid, uerr := strconv.ParseUint(found.Uid, 10, 32)
			gid, gerr := strconv.ParseUint(found.Gid, 10, 32)
			return &owner{uint32(uid), uint32(gid)}, errors.Join(uerr, gerr)
		}
	}
	return nil, errors.New("PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it: run vitrine local as another user")
}

// Close unlocks the directory.
func (d *Directory) Close() { _ = d.lock.Close() }

// Path is the path of the directory, or of a file in it.
func (d *Directory) Path(name ...string) string {
	return filepath.Join(append([]string{d.path}, name...)...)
}

// Secret returns the content of a file, generated the first time.
func (d *Directory) Secret(name string, generate func() string) (string, error) {
	content, err := os.ReadFile(d.Path(name))
	if err == nil {
		return strings.TrimSpace(string(content)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	secret := generate()
	return secret, d.write(name, secret)
}

// write atomically replaces a file that only its owner can read.
func (d *Directory) write(name, content string) error {
	draft := d.Path(name + "." + rand.Text()[:8])
	err := os.WriteFile(draft, []byte(content+"\n"), 0o600)
	if err == nil {
		err = os.Rename(draft, d.Path(name))
	}
	return err
}

// give creates a directory that the user who runs PostgreSQL may write to.
func (d *Directory) give(path string) error {
	if err := os.MkdirAll(path, 0o700); err != nil || d.as == nil {
		return err
	}
	return os.Chown(path, int(d.as.uid), int(d.as.gid))
}
