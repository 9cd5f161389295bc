package deploy

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

const unit = "deploy/systemd/vitrine.service"

// systemd itself validates the units and rates their exposure: 0 is fully
// confined, 10 not at all.
func TestUnitsAreValidAndHardened(t *testing.T) {
	units, err := filepath.Glob(filepath.Join(root, filepath.Dir(unit), "*"))
	if err != nil || len(units) < 3 {
		t.Fatalf("found %v (%v)", units, err)
	}
	verify := []string{"verify", "--man=no"}
	for dir, at := t.TempDir(), 0; at < len(units); at++ {
		content, err := os.ReadFile(units[at])
		if err != nil {
			t.Fatal(err)
		}
		verify = append(verify, filepath.Join(dir, filepath.Base(units[at])))
		content = []byte(strings.ReplaceAll(string(content), "/usr/local/bin/vitrine", binary(t))) // it need not be installed here
		if err := os.WriteFile(verify[len(verify)-1], content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command("systemd-analyze", verify...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
	for _, path := range units {
		if filepath.Ext(path) != ".service" {
			continue
		}
		out, err := exec.Command("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", path).CombinedOutput()
		if err != nil {
			t.Errorf("%s is more exposed than 1.5: %v\n%s", path, err, out)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Log(lines[len(lines)-1])
	}
}

func TestUnitHasSafeDefaults(t *testing.T) {
	set := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+)=(.*)$`).FindAllStringSubmatch(read(t, unit), -1) {
		set[m[1]] = append(set[m[1]], m[2])
	}
	for name, value := range map[string]string{"DynamicUser": "yes", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "CapabilityBoundingSet": "",
		"AmbientCapabilities": "", "TimeoutStopSec": "35s", "StateDirectory": "vitrine", "StateDirectoryMode": "0700"} {
		if !slices.Equal(set[name], []string{value}) {
			t.Errorf("%s is %q, want %q", name, set[name], value)
		}
	}
	for _, name := range []string{"ReadWritePaths", "SupplementaryGroups", "User"} {
		if set[name] != nil {
			t.Errorf("%s is set; the service needs nothing but its files to write to and nobody's rights", name)
		}
	}
	for _, usual := range []string{"VITRINE_LISTEN=127.0.0.1:8080", "VITRINE_FILES=%S/vitrine/files"} {
		if !slices.Contains(set["Environment"], usual) {
			t.Errorf("the unit sets %q, and not %s", set["Environment"], usual)
		}
	}
	for _, pair := range set["Environment"] {
		name, value, _ := strings.Cut(pair, "=")
		wantNoSecret(t, unit, name, value)
		if strings.HasSuffix(name, "_FILE") && !slices.ContainsFunc(set["LoadCredential"], func(c string) bool {
			id, _, _ := strings.Cut(c, ":")
			return value == "%d/"+id
		}) {
			t.Errorf("%s is no credential that the unit loads", pair)
		}
	}
	if strings.Contains(read(t, unit), "TRUSTED_PROXIES") {
		t.Error("the unit trusts proxies")
	}
}

// pruned runs what the backup's unit does at its end, with the exit status of the
// backup, on a folder with files of these ages in days; it returns those that are left.
func pruned(t *testing.T, status string, files map[string]int) (left []string) {
	t.Helper()
	state := t.TempDir()
	dir := filepath.Join(state, "vitrine-backup")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, days := range files {
		path, then := filepath.Join(dir, name), time.Now().AddDate(0, 0, -days)
		if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	// ExecStartPost runs after a success alone, ExecStopPost always.
	for _, m := range regexp.MustCompile(`(?m)^(ExecStartPost|ExecStopPost)=(.*)$`).FindAllStringSubmatch(read(t, "deploy/systemd/vitrine-backup.service"), -1) {
		if m[1] == "ExecStartPost" && status != "0" {
			continue
		}
		line := strings.ReplaceAll(strings.ReplaceAll(m[2], "%S", state), "$$", "$")
		run := exec.Command("sh", "-c", "set -f; "+line)
		run.Env = append(os.Environ(), "EXIT_STATUS="+status)
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", line, err, out)
		}
	}
	found, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		left = append(left, f.Name())
	}
	return left
}

// Old backups go when a new one was written, whole or not. Without a new one they stay,
// for they are all there is; what a killed backup has begun goes in any case.
func TestOldBackupsDoNotPileUp(t *testing.T) {
	files := map[string]int{".vitrine-0.backup.7.unfinished": 2, ".vitrine-1.backup.8.unfinished": 0, "mine.backup": 99,
		"vitrine-1.backup": 0, "vitrine-2.backup": 29, "vitrine-3.backup": 40, "vitrine-4.backup": 70}
	for _, c := range []struct {
		status string
		want   []string
	}{
		{"0", []string{".vitrine-1.backup.8.unfinished", "mine.backup", "vitrine-1.backup", "vitrine-2.backup"}},
		{"3", []string{".vitrine-1.backup.8.unfinished", "mine.backup", "vitrine-1.backup", "vitrine-2.backup", "vitrine-3.backup"}},
		{"1", []string{".vitrine-1.backup.8.unfinished", "mine.backup", "vitrine-1.backup", "vitrine-2.backup", "vitrine-3.backup", "vitrine-4.backup"}},
		{"KILL", []string{".vitrine-1.backup.8.unfinished", "mine.backup", "vitrine-1.backup", "vitrine-2.backup", "vitrine-3.backup", "vitrine-4.backup"}},
	} {
		if got := pruned(t, c.status, files); !slices.Equal(got, c.want) {
			t.Errorf("after status %s there are %v, want %v", c.status, got, c.want)
		}
	}
	if strings.Contains(read(t, "deploy/systemd/vitrine-backup.service"), "SuccessExitStatus") {
		t.Error("a backup without some files would be taken for a success, and nobody would look")
	}
}
