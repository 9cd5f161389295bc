package process

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/archive"
	"vitrine/internal/testkind"
)

// A private PostgreSQL goes from one major version to the next, with all rows and
// files; the old data is kept until a command removes it.
func TestLocalUpgradesPostgreSQL(t *testing.T) {
	testkind.WatchesTheClock(t)
	testkind.Nightly(t, "TestWhatAKilledUpgradeLeavesIsSettled", "TestLocalGoesOnWhenAnUpgradeFails")
	for _, way := range [][]int{{15, 17, 18}, {15, 18}} {
		t.Run(fmt.Sprint(way), func(t *testing.T) {
			bins := majors(t, way...)
			dir := reachableDirectory(t)
			h := fillLocal(t, dir, bins[0])
			for n, bin := range bins[1:] {
				began := time.Now()
				v := localOn(t, dir, bin, bins...)
				t.Logf("from PostgreSQL %d to %d and serving in %s", way[n], way[n+1], time.Since(began).Round(100*time.Millisecond))
				h.has(t, dir, v, way[n+1])
				h.works(t, v)
				v.stop(t, syscall.SIGTERM)
				h.rows = rowsOf(t, dir, bin)
			}
			h.discards(t, dir, bins[len(bins)-1], way)
		})
	}
}

// A newer version that does not work leaves the service with the old one, and the
// doctor says so. It begins by saving the rows, and ends when initdb fails.
func TestLocalGoesOnWhenAnUpgradeFails(t *testing.T) {
	dir := reachableDirectory(t)
	v := localOn(t, dir, "")
	ada := newcomer(t, v)
	ada.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Attic"})
	old := madeByMajor(t, dir)
	v.stop(t, syscall.SIGTERM)

	broken := filepath.Join(filepath.Dir(dir), "broken")
	if err := os.Mkdir(broken, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, script := range map[string]string{"postgres": `echo "postgres (PostgreSQL) 99.1"`, "initdb": `echo "no such luck" >&2; exit 1`, "pg_ctl": "exit 1"} {
		if err := os.WriteFile(filepath.Join(broken, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	v = localOn(t, dir, broken)
	if !v.log.contains("THE UPGRADE FAILED, and PostgreSQL "+old) || !v.log.contains("no such luck") {
		t.Errorf("the log does not say that the upgrade failed:\n%s", v.log.tail(20))
	}
	if total := ada.list(t, v.url+"/api/locations").Meta.Total; total != 1 || madeByMajor(t, dir) != old {
		t.Errorf("there are %d locations on PostgreSQL %s", total, madeByMajor(t, dir))
	}
	ada.must(t, http.StatusCreated, "POST", v.url+"/api/locations", M{"name": "Cellar"})
	noLeftovers(t, dir)
	if said, err := beside(dir, "doctor"); code(err) != 1 || !strings.Contains(said, "FAIL the upgrade from PostgreSQL "+old+" to 99 failed at") {
		t.Errorf("the doctor says (%v):\n%s", err, said)
	}
	v.stop(t, syscall.SIGTERM)
	localOn(t, dir, "") // without the newer version there is no complaint any more
	if said, err := beside(dir, "doctor"); err != nil || strings.Contains(said, "upgrade") {
		t.Errorf("the doctor says (%v):\n%s", err, said)
	}
}

// What somebody has put beside Vitrine's tables would be lost: there is no upgrade.
func TestLocalUpgradesOnlyWhatIsVitrines(t *testing.T) {
	testkind.Nightly(t, "TestLocalGoesOnWhenAnUpgradeFails", "TestOnlyOursNamesTheRest")
	bins := majors(t, 15, 17)
	dir := reachableDirectory(t)
	v := localOn(t, dir, bins[0])
	url, err := os.ReadFile(filepath.Join(dir, "database-url"))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), strings.TrimSpace(string(url)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `create table wishes (name text)`); err != nil {
		t.Fatal(err)
	}
	_ = conn.Close(t.Context())
	v.stop(t, syscall.SIGTERM)
	v = localOn(t, dir, bins[1], bins...)
	if !v.log.contains("the server also holds what is not Vitrine's: the table wishes") || madeByMajor(t, dir) != "15" {
		t.Errorf("PostgreSQL %s:\n%s", madeByMajor(t, dir), v.log.tail(20))
	}
}

// localOn starts vitrine local with a PostgreSQL, beside which others are installed.
func localOn(t *testing.T, dir, bin string, others ...string) *instance {
	t.Helper()
	i := start(t, localCommand(binary, dir, bin, others...))
	i.await(t)
	return i
}

func localCommand(program, dir, bin string, others ...string) *exec.Cmd {
	path := strings.Join(append(slices.Clone(others), os.Getenv("PATH")), ":")
	c := command("", []string{"PATH=" + path, "PG_BINDIR=" + bin, "VITRINE_LOG_FORMAT=json", "VITRINE_LOG_LEVEL=info", "VITRINE_REGISTRATION=open"}, "local", "--data", dir)
	c.Path = program
	return c
}

// majors are the programs of PostgreSQL's major versions, where they are installed.
func majors(t *testing.T, wanted ...int) (dirs []string) {
	t.Helper()
	candidates, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	candidates = append(filepath.SplitList(os.Getenv("VITRINE_TEST_POSTGRESQL")), candidates...)
	found := map[int]string{}
	for _, dir := range candidates {
		out, _ := exec.Command(filepath.Join(dir, "postgres"), "--version").Output()
		if said := regexp.MustCompile(`\(PostgreSQL\) (\d+)`).FindSubmatch(out); said != nil {
			major, _ := strconv.Atoi(string(said[1]))
			found[major] = dir
		}
	}
	for _, major := range wanted {
		if found[major] == "" {
			t.Skipf("PostgreSQL %d is not installed: scripts/postgres-majors, or VITRINE_TEST_POSTGRESQL (docs/testing.md)", major)
		}
		dirs = append(dirs, found[major])
	}
	return dirs
}

func madeByMajor(t *testing.T, dir string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "postgres", "data", "PG_VERSION"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(content))
}

// noLeftovers fails if anything unfinished is beside the data.
func noLeftovers(t *testing.T, dir string) {
	t.Helper()
	entries, _ := os.ReadDir(filepath.Join(dir, "postgres"))
	for _, entry := range entries {
		if name := entry.Name(); name != "data" && name != "log" && !strings.HasPrefix(name, ".s.PGSQL") && !strings.HasSuffix(name, ".kept") {
			t.Errorf("%s is left behind", name)
		}
	}
}

// rowsOf starts the service, and takes the fingerprints of all tables from a backup,
// before anybody asks for anything. Those of the job queue change by themselves.
func rowsOf(t *testing.T, dir, bin string, others ...string) map[string]archive.Table {
	t.Helper()
	v := localOn(t, dir, bin, others...)
	defer v.stop(t, syscall.SIGTERM)
	return fingerprints(t, dir)
}

func fingerprints(t *testing.T, dir string) map[string]archive.Table {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rows.backup")
	if said, err := beside(dir, "backup", "--without-files", file); err != nil {
		t.Fatalf("backup: %v\n%s", err, said)
	}
	from, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	found := map[string]archive.Table{}
	for _, table := range from.Manifest.Tables {
		if !strings.HasPrefix(table.Name, "river_") {
			found[table.Name] = table
		}
	}
	return found
}
