package pglocal

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// What a killed PostgreSQL has left names a process by its number, which others get later: in a
// container, where numbers begin anew, soon a thread of this process or the next PostgreSQL.

func statusFile(data string) string { return filepath.Join(data, "postmaster.pid") }

// socketLock keeps two PostgreSQLs from one socket. Whoever holds the lock of the directory may remove it
// while none runs: what guards the data is the status.
func (d *Directory) socketLock() string { return d.Path("postgres", ".s.PGSQL.5432.lock") }

// written is when the status was written; zero if there is none.
func written(data string) time.Time {
	about, err := os.Stat(statusFile(data))
	if err != nil {
		return time.Time{}
	}
	return about.ModTime()
}

// foreign reports whether the status names a process that is no PostgreSQL. Where processes cannot
// be looked at, PostgreSQL's own judgement counts.
func foreign(data string) bool {
	status, err := os.ReadFile(statusFile(data))
	if err != nil {
		return false
	}
	number, _, _ := strings.Cut(string(status), "\n")
	command, err := os.ReadFile(fmt.Sprintf("/proc/%s/cmdline", strings.TrimSpace(number)))
	program, _, _ := bytes.Cut(command, []byte{0})
	return err == nil && len(program) > 0 && filepath.Base(string(program)) != "postgres"
}
