package pglocal

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Wherever an upgrade from 15 to 17 was killed, the next start has the old data or
// the new in place, and nothing that is unfinished. Directories hold their version.
func TestWhatAKilledUpgradeLeavesIsSettled(t *testing.T) {
	for _, c := range []struct{ killed, left, settled string }{
		{"never", "data=15", "data=15"},
		{"before the first start", "", ""},
		{"while rows are saved", "data=15 upgrade=rows", "data=15"},
		{"while the new database is made", "data=15 upgrade=rows data.upgrade= password=", "data=15"},
		{"while the new data is filled", "data=15 upgrade=rows data.upgrade=17", "data=15"},
		{"when the new data is complete", "data=15 upgrade=rows data.17=17", "data=15"},
		{"between the renames", "data.15.kept=15 upgrade=rows data.17=17", "data=17 data.15.kept=15"},
		{"after the renames", "data=17 data.15.kept=15 upgrade=rows", "data=17 data.15.kept=15"},
		{"between the renames of the second upgrade", "data.15.kept=15 data.17.kept=17 data.18=18", "data=18 data.15.kept=15 data.17.kept=17"},
		{"while it went back", "data.15.kept=15 data.upgrade=17", "data=15"},
		{"while it went back the second time", "data.15.kept=15 data.17.kept=17 data.upgrade=18", "data=17 data.15.kept=15"},
	} {
		d := after(t, c.left)
		if err := d.settle(t.Context(), t.Logf); err != nil {
			t.Errorf("killed %s: %v", c.killed, err)
		}
		if got := holds(t, d); !slices.Equal(got, sorted(c.settled)) {
			t.Errorf("killed %s: there is %q, want %q", c.killed, got, c.settled)
		}
	}
}

// Data that somebody has removed is not replaced by an empty database, nor by old
// data without asking.
func TestMissingDataIsNotMadeAnew(t *testing.T) {
	d := after(t, "data.15.kept=15")
	if _, err := d.Start(t.Context(), t.Logf); err == nil || !strings.Contains(err.Error(), "is missing, and no upgrade removed it") {
		t.Errorf("%v", err)
	}
	if got := holds(t, d); !slices.Equal(got, sorted("data.15.kept=15")) {
		t.Errorf("there is %q", got)
	}
}

// What cannot be used is replaced by the old data.
func TestUpgradeGoesBack(t *testing.T) {
	for _, c := range []struct{ failed, left, back string }{
		{"before the renames", "data=15 upgrade=rows data.17=17", "data=15"},
		{"between the renames", "data.15.kept=15 data.17=17", "data=15"},
		{"after the renames", "data=17 data.15.kept=15", "data=15"},
	} {
		u := &upgrade{Directory: after(t, c.left), from: programs{major: 15}, to: programs{major: 17}}
		if err := u.swapBack(); err != nil {
			t.Errorf("failed %s: %v", c.failed, err)
		}
		if err := u.clear(); err != nil {
			t.Errorf("failed %s: %v", c.failed, err)
		}
		if got := holds(t, u.Directory); !slices.Equal(got, sorted(c.back)) {
			t.Errorf("failed %s: there is %q, want %q", c.failed, got, c.back)
		}
	}
}

func TestDiscardRemovesOnlyOlderData(t *testing.T) {
	d := after(t, "data=17 data.15.kept=15 data.16.kept=16")
	removed, err := Discard(d.path)
	if got := holds(t, d); err != nil || len(removed) != 2 || !slices.Equal(got, sorted("data=17")) {
		t.Errorf("removed %v (%v), and there is %q", removed, err, got)
	}
	for _, left := range []string{"data=15 data.15.kept=15", "data.15.kept=15", "data=15 data.17.kept=17"} {
		d := after(t, left)
		if _, err := Discard(d.path); err == nil || !slices.Equal(holds(t, d), sorted(left)) {
			t.Errorf("of %s there is %q (%v), want a refusal", left, holds(t, d), err)
		}
	}
	if _, err := Discard(filepath.Join(t.TempDir(), "nothing")); err == nil {
		t.Error("a directory that is not there is made")
	}
}

// While another process holds the directory, old data is removed only if that one
// serves the new data, and not while it may still go back.
func TestDiscardWaitsForTheUpgrade(t *testing.T) {
	d := after(t, "data=17 data.15.kept=15")
	other, err := Open(d.path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := Discard(d.path); err == nil || !strings.Contains(err.Error(), "still starting") {
		t.Errorf("%v, want a refusal", err)
	}
	lines := "123\nx\nx\nx\nx\nx\nx\nready   \n" // as PostgreSQL writes it
	if err := os.WriteFile(filepath.Join(d.data(), "postmaster.pid"), []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if removed, err := Discard(d.path); err != nil || len(removed) != 1 {
		t.Errorf("removed %v (%v)", removed, err)
	}
}

// after makes a directory as left by something.
func after(t *testing.T, left string) *Directory {
	t.Helper()
	d := &Directory{path: t.TempDir()}
	for _, one := range strings.Fields(left) {
		name, version, _ := strings.Cut(one, "=")
		dir := d.Path("postgres", name)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "PG_VERSION"), []byte(version+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// holds lists what is in the directory as after has it.
func holds(t *testing.T, d *Directory) (found []string) {
	t.Helper()
	entries, _ := os.ReadDir(d.home())
	for _, entry := range entries {
		version, _ := os.ReadFile(d.Path("postgres", entry.Name(), "PG_VERSION"))
		found = append(found, fmt.Sprintf("%s=%s", entry.Name(), strings.TrimSpace(string(version))))
	}
	slices.Sort(found)
	return found
}

func sorted(list string) []string { return slices.Sorted(slices.Values(strings.Fields(list))) }
