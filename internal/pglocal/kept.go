package pglocal

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// failureFile says why the last upgrade failed.
const failureFile = "upgrade-failed"

func (d *Directory) forgetFailure() error {
	if err := os.Remove(d.Path(failureFile)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Kept is the data that an upgrade has left.
type Kept struct {
	Major int
	Path  string
	Bytes int64
}

// Kept lists the data that upgrades have left, oldest first.
func (d *Directory) Kept() (found []Kept) {
	for _, major := range majors(d.data(), ".kept") {
		bytes, _ := size(d.kept(major))
		found = append(found, Kept{major, d.kept(major), bytes})
	}
	return found
}

// Failure says why the last upgrade failed; empty if it did not.
func (d *Directory) Failure() string {
	content, _ := os.ReadFile(d.Path(failureFile))
	return strings.TrimSpace(string(content))
}

// Discard removes what upgrades have kept, also while the new data is served.
func Discard(path string) (removed []Kept, err error) {
	if !exists(path) {
		return nil, fmt.Errorf("there is no directory %s: choose one with --data", path)
	}
	d, err := Open(path)
	switch {
	case err == nil:
		defer d.Close()
	case !errors.Is(err, errRunning):
		return nil, err
	default:
		if d = (&Directory{path: path}); !d.serves() {
			return nil, errors.New("vitrine local is still starting: try again when it serves")
		}
	}
	made, err := madeBy(d.data())
	if err != nil {
		return nil, err
	}
	for _, k := range d.Kept() {
		if k.Major >= made {
			return removed, fmt.Errorf("%s is not removed, because the data in place is not newer", k.Path)
		}
		if err := os.RemoveAll(k.Path); err != nil {
			return removed, err
		}
		removed = append(removed, k)
	}
	return removed, nil
}

// serves reports whether PostgreSQL is ready on the data in place, which no upgrade
// replaces any more.
func (d *Directory) serves() bool {
	_, ready := status(d.data())
	return ready
}

// Of finds the directory of a private database by its URL.
func Of(database string) (d *Directory, found bool) {
	u, err := url.Parse(database)
	if err != nil {
		return nil, false
	}
	d = &Directory{path: filepath.Dir(u.Query().Get("host"))}
	return d, u.Query().Get("host") == d.home() && exists(d.Path(AddressFile))
}
