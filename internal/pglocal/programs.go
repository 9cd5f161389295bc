package pglocal

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// oldest is the first PostgreSQL version that the migrations support.
const oldest = 15

// usual are the directories where packages install PostgreSQL.
var usual = []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql@*/bin", "/opt/homebrew/bin",
	"/usr/local/opt/postgresql@*/bin", "/Applications/Postgres.app/Contents/Versions/*/bin"}

// programs are those of one PostgreSQL version.
type programs struct {
	dir   string
	major int
}

// find chooses the PostgreSQL that made the data directory or, if made is 0, the one
// to make it with.
func find(made int) (programs, error) {
	best := preferred()
	switch {
	case best.major == 0:
		return best, errors.New("there is no PostgreSQL on this machine: install version 15 or newer (Debian: apt-get install postgresql; macOS: brew install postgresql@17), or let PG_BINDIR name the directory of its programs")
	case made == 0 && best.major < oldest:
		return best, fmt.Errorf("PostgreSQL %d in %s is too old: install version %d or newer", best.major, best.dir, oldest)
	case made == 0 || made == best.major:
		return best, nil
	}
	for _, p := range installed() {
		if p.major == made {
			return p, nil
		}
	}
	says := fmt.Sprintf("the data was made by PostgreSQL %d, and this machine has version %d: install version %[1]d", made, best.major)
	if best.major > made {
		return best, fmt.Errorf("%s beside it, whose programs read the old data; vitrine local then upgrades it to version %d by itself", says, best.major)
	}
	return best, fmt.Errorf("%s; data of a newer version cannot be used by an older one", says)
}

// newer is the PostgreSQL to upgrade data to, if there is one. Naming an older one
// in PG_BINDIR is the way to stay with it.
func newer(made int) (to programs, found bool) {
	to = preferred()
	return to, to.major > made
}

// preferred is the PostgreSQL in PG_BINDIR or else the newest on this machine; one
// of major 0 is none.
func preferred() (best programs) {
	if dir := os.Getenv("PG_BINDIR"); version(dir) != 0 {
		return programs{dir, version(dir)}
	}
	for _, p := range installed() {
		if p.major > best.major {
			best = p
		}
	}
	return best
}

func installed() (found []programs) {
	dirs := append([]string{os.Getenv("PG_BINDIR")}, filepath.SplitList(os.Getenv("PATH"))...)
	for _, pattern := range usual {
		matches, _ := filepath.Glob(pattern)
		dirs = append(dirs, matches...)
	}
	for _, dir := range dirs {
		if major := version(dir); major != 0 {
			found = append(found, programs{dir, major})
		}
	}
	return found
}

var majorVersion = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// version is the major version of the programs in a directory; 0 is none.
func version(dir string) int {
	if dir == "" {
		return 0
	}
	for _, name := range []string{"initdb", "postgres", "pg_ctl"} {
		if _, err := exec.LookPath(filepath.Join(dir, name)); err != nil {
			return 0
		}
	}
	out, err := exec.Command(filepath.Join(dir, "postgres"), "--version").Output()
	said := majorVersion.FindStringSubmatch(string(out))
	if err != nil || said == nil {
		return 0
	}
	major, _ := strconv.Atoi(said[1])
	return major
}

// madeBy is the version of a data directory; 0 is none yet.
func madeBy(data string) (int, error) {
	content, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	major, err := strconv.Atoi(strings.TrimSpace(string(content)))
	if err != nil {
		return 0, fmt.Errorf("%s is not the data of a PostgreSQL that Vitrine can use", data)
	}
	return major, nil
}
