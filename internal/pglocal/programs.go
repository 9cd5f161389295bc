package pglocal

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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

// find chooses the newest PostgreSQL on this machine or, if made is not 0, the
// version of the data directory.
func find(made int) (programs, error) {
	found := installed()
	if len(found) == 0 {
		return programs{}, errors.New("there is no PostgreSQL on this machine: install version 15 or newer (Debian: apt-get install postgresql; macOS: brew install postgresql@17), or let PG_BINDIR name the directory of its programs")
	}
	newest := slices.MaxFunc(found, func(a, b programs) int { return cmp.Compare(a.major, b.major) })
	if made == 0 && newest.major < oldest {
		return newest, fmt.Errorf("PostgreSQL %d in %s is too old: install version %d or newer", newest.major, newest.dir, oldest)
	}
	if made == 0 || made == newest.major {
		return newest, nil
	}
	for _, p := range found {
		if p.major == made {
			return p, nil
		}
	}
	return newest, fmt.Errorf("the data was made by PostgreSQL %d, and this machine has version %d: install version %d; to change versions, run vitrine backup with the old one and vitrine restore into a new directory", made, newest.major, made)
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
